"""The buttons below the latest message of a game, public or private."""

from cogs.delivery.bot_parts import BotParts
from host.model.table import RunningTable, StartedTable
from screens.game_buttons import may_undo_alone, turn_rows
from screens.screen import Rows


async def load_turn_rows(bot: BotParts, table: StartedTable) -> Rows:
    """Return the buttons of a table's latest message; none if there is nothing to press.

    Against computers, a person's first message has no Undo: nothing of theirs could be undone.
    """
    if isinstance(table, RunningTable) and not table.is_practice and may_undo_alone(table):
        person = table.next_seat.person
        if person:
            has_turn = await bot.host.undo_requests.has_turn(table, person.id)
            return turn_rows(table, has_turn=has_turn, has_page=bot.page_url is not None)
    return turn_rows(table, has_page=bot.page_url is not None)
