"""The buttons below the latest message of a game, public or private, and what shows a game to one person."""

from cogs.delivery.bot_parts import BotParts
from host.host import Host
from host.model.table import RunningTable, StartedTable
from screens.game_buttons import may_undo_alone, turn_rows
from screens.pictures import picture_name
from screens.screen import Rows, Screen, files


async def load_turn_rows(host: Host, table: StartedTable) -> Rows:
    """Return the buttons of a table's latest message; none if there is nothing to press.

    Against computers, a person's first message has no Undo: nothing of theirs could be undone.
    """
    if isinstance(table, RunningTable) and not table.is_practice and may_undo_alone(table):
        person = table.next_seat.person
        if person:
            return turn_rows(table, has_turn=await host.undo_requests.has_turn(table, person.id))
    return turn_rows(table)


async def personal_screen(bot: BotParts, table: StartedTable, person_id: int, text: str) -> Screen:
    """Return what shows a game to a person: this text, the board in their look, and the buttons of the turn."""
    picture = await bot.pictures_for(person_id).board(table, picture_name(table), must_be_drawn=True)
    return Screen(text, await load_turn_rows(bot.host, table), files(picture))
