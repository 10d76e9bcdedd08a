"""The option ``game``. Each command offers only the games that it accepts."""

from collections.abc import Collection, Iterator
from typing import Any, Final, TypeAlias

from discord import app_commands
from discord.app_commands import Choice, Transform

from cogs.interaction.client import Interaction
from cogs.interaction.context import guild_of, parse_game, venue_of
from cogs.interaction.options import CHOICE_NAME_LENGTH, matching_choices
from host.errors import HostError
from host.model.table import BaseRunningTable, BaseTable, EndedGame, LiveSummary, Status
from host.model.table_index import LIVE
from screens.text.i18n import _
from screens.text.markup import truncate
from screens.text.names import player_names, table_names

MAX_SEARCHED: Final = 200
"""The number of finished games that are searched for a typed text. Earlier games are found by their number only."""
MAX_LIVE_SEARCHED: Final = 1_000
"""The number of waiting and running tables that are searched, one's own first. Others are found by their number."""


class GameOption(app_commands.Transformer[Any]):
    """A table by its number, ``#12``. Autocomplete offers the tables with one of ``statuses`` that can be named here.

    With ``is_own``, it offers only those where the person has a seat.
    """

    def __init__(self, *statuses: Status, is_own: bool = False) -> None:
        self._statuses = frozenset(statuses)
        self._is_own = is_own

    async def transform(self, interaction: Interaction, value: str, /) -> int:
        """Return the number of the table. Raise UnreadableTableNumberError."""
        return parse_game(value)

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> list[Choice[Any]]:
        """Offer waiting and running tables, one's own first, then finished games, the latest first."""
        number = _try_parse_number(value)
        choices = list(self._live_choices(interaction, number))
        if Status.FINISHED in self._statuses:
            choices += map(_ended_choice, await self._ended_games(interaction, number))
        return matching_choices(choices, value)

    def _live_choices(self, interaction: Interaction, number: int | None) -> Iterator[Choice[str]]:
        person_id = interaction.user.id
        tables = self._tables(interaction, self._statuses & LIVE)
        named = None if number is None else self._table(interaction, number)
        if named and named.status in self._statuses and all(table.number != number for table in tables):
            tables.insert(0, named)
        for table in tables:
            if self._is_offered(table, person_id):
                yield _choice(table.number, _people(table))

    def _is_offered(self, table: LiveSummary, person_id: int) -> bool:
        """Return whether a table with one of the statuses is offered to a person."""
        return table.has_player(person_id) or not self._is_own

    def _tables(self, interaction: Interaction, statuses: Collection[Status]) -> list[LiveSummary]:
        tables, venue = interaction.client.host.tables, venue_of(interaction)
        return tables.nameable(venue, interaction.user.id, statuses, MAX_LIVE_SEARCHED)

    def _table(self, interaction: Interaction, number: int) -> LiveSummary | None:
        return interaction.client.host.tables.find_nameable(number, venue_of(interaction), interaction.user.id)

    async def _ended_games(self, interaction: Interaction, number: int | None) -> list[EndedGame]:
        return await interaction.client.host.tables.ended_games(
            venue_of(interaction), interaction.user.id, number, MAX_SEARCHED
        )


class SeatOption(GameOption):
    """A table where a person may take a seat: one that waits, or a game in which a computer plays."""

    def __init__(self) -> None:
        super().__init__(Status.OPEN, Status.RUNNING)

    def _is_offered(self, table: LiveSummary, person_id: int) -> bool:
        """Return whether a table waits, or has a computer's seat for a person who has none there."""
        if not isinstance(table, BaseRunningTable):
            return True
        return bool(table.computer_seats) and not table.seats_of(person_id)


class ServerGameOption(GameOption):
    """A table of this server, for its managers. With ``has_quarantined``, it also offers the tables on hold."""

    def __init__(self, *statuses: Status, has_quarantined: bool = False) -> None:
        super().__init__(*statuses)
        self._is_held = has_quarantined

    def _live_choices(self, interaction: Interaction, number: int | None) -> Iterator[Choice[str]]:
        yield from super()._live_choices(interaction, number)
        for one in interaction.client.host.administration.quarantined(guild_of(interaction)) if self._is_held else ():
            yield _choice(one.table.number, _("{people} · paused").format(people=_people(one.table)))

    def _tables(self, interaction: Interaction, statuses: Collection[Status]) -> list[LiveSummary]:
        return interaction.client.host.administration.tables(guild_of(interaction), statuses, MAX_LIVE_SEARCHED)

    def _table(self, interaction: Interaction, number: int) -> LiveSummary | None:
        return interaction.client.host.administration.find_table(guild_of(interaction), number)

    async def _ended_games(self, interaction: Interaction, number: int | None) -> list[EndedGame]:
        return await interaction.client.host.administration.ended_games(guild_of(interaction), number, MAX_SEARCHED)


def _try_parse_number(typed: object) -> int | None:
    try:
        return parse_game(str(typed))
    except HostError:
        return None


def _people(table: BaseTable) -> str:
    return ", ".join(table_names(table))


def _choice(number: int, words: str) -> Choice[str]:
    return Choice(name=truncate(f"#{number} · {words}", CHOICE_NAME_LENGTH), value=f"#{number}")


def _ended_choice(game: EndedGame) -> Choice[str]:
    text, players = _("{people} · ended {date}"), (*game.people, *player_names(game.computers))
    return _choice(game.number, text.format(people=", ".join(players), date=game.at.date().isoformat()))


GameWithSeatArg: TypeAlias = Transform[int, SeatOption()]
OwnWaitingGameArg: TypeAlias = Transform[int, GameOption(Status.OPEN, is_own=True)]
OwnGameArg: TypeAlias = Transform[int, GameOption(Status.RUNNING, is_own=True)]
AnyGameArg: TypeAlias = Transform[int, GameOption(Status.OPEN, Status.RUNNING, Status.FINISHED)]
RunningGameArg: TypeAlias = Transform[int, GameOption(Status.RUNNING)]
StartedGameArg: TypeAlias = Transform[int, GameOption(Status.RUNNING, Status.FINISHED)]

ServerRunningGameArg: TypeAlias = Transform[int, ServerGameOption(Status.RUNNING)]
ServerStartedGameArg: TypeAlias = Transform[int, ServerGameOption(Status.RUNNING, Status.FINISHED)]
ServerLiveGameArg: TypeAlias = Transform[int, ServerGameOption(Status.OPEN, Status.RUNNING, has_quarantined=True)]
ServerGameArg: TypeAlias = Transform[
    int, ServerGameOption(Status.OPEN, Status.RUNNING, Status.FINISHED, has_quarantined=True)
]
