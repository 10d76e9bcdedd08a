"""A game turn by turn, from its first tile to now: one private message, whose buttons go back and on."""

import re
from enum import StrEnum
from typing import Final, Self

import discord
from discord.utils import MISSING

from carcassonne import Phase, Resign
from cogs.interaction.client import Client, Interaction
from cogs.interaction.component_handlers import Face, LastingButton, buttons
from cogs.interaction.context import spend
from cogs.interaction.rate_limits import PICTURES
from cogs.message.looks import pictures_for
from cogs.message.turn_news import last_news
from cogs.text.i18n import _
from cogs.text.replay import FIRST, LAST, NEXT, PREVIOUS, replay_text
from host import GameHistory, StartedTable, standing, table_at


class Way(StrEnum):
    """Where a button leads."""

    FIRST = "first"
    PREVIOUS = "previous"
    NEXT = "next"
    LAST = "last"


_LABELS: Final = {Way.FIRST: FIRST, Way.PREVIOUS: PREVIOUS, Way.NEXT: NEXT, Way.LAST: LAST}


class ReplayButton(
    LastingButton, template=r"carc:replay:(?P<number>\d+):(?P<way>first|previous|next|last):(?P<turn>\d+)"
):
    """Shows the game as it was after so many turns, in place of what is shown."""

    def __init__(self, number: int, way: Way, turn: int, *, leads_on: bool = True) -> None:
        button = Face(_(_LABELS[way])).with_id(f"carc:replay:{number}:{way}:{turn}")
        button.disabled = not leads_on
        super().__init__(button)
        self.number, self.turn = number, turn

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button of a table, a way and a turn."""
        return cls(int(match["number"]), Way(match["way"]), int(match["turn"]))

    async def press(self, interaction: Interaction) -> None:
        """Show it. Raise TooOftenError."""
        spend(interaction, PICTURES)
        table = await interaction.client.host.tables.load_started(self.number)
        text, file, view = await replay_panel(interaction.client, interaction.user.id, table, self.turn)
        files = [] if file is MISSING else [file]
        await interaction.edit_original_response(content=text, attachments=files, view=view)


async def replay_panel(
    client: Client, person_id: int, table: StartedTable, turn: int
) -> tuple[str, discord.File, discord.ui.View]:
    """Return what shows a game after so many turns, or after its last: words, a picture (MISSING where drawing fails),
    and buttons."""
    chronicle = await client.host.history.replay_log(table.number)
    plies = resting_plies(chronicle)
    last = len(plies) - 1
    turn = min(turn, last)
    then = _as_it_was(table, chronicle, plies[turn])
    file = await pictures_for(client, person_id).board(then, f"replay{table.number}-{turn}")
    view = buttons(
        ReplayButton(table.number, Way.FIRST, 0, leads_on=turn > 0),
        ReplayButton(table.number, Way.PREVIOUS, max(turn - 1, 0), leads_on=turn > 0),
        ReplayButton(table.number, Way.NEXT, min(turn + 1, last), leads_on=turn < last),
        ReplayButton(table.number, Way.LAST, last, leads_on=turn < last),
    )
    return replay_text(last_news(then, chronicle), turn, last), file, view


def resting_plies(chronicle: GameHistory) -> list[int]:
    """Return the plies, of those that stand, at which a turn began or the game was over. Who resigns begins no turn."""

    def rests(ply: int) -> bool:
        phase = chronicle.states[ply].phase
        return phase is Phase.OVER or (phase is Phase.PLACE and not isinstance(chronicle.logged[ply - 1], Resign))

    return list(filter(rests, standing(chronicle.logged)))


def _as_it_was(table: StartedTable, chronicle: GameHistory, ply: int) -> StartedTable:
    if table.status.is_over and ply == table.ply:
        return table
    return table_at(table, ply, chronicle.states[ply])
