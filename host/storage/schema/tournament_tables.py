"""The tables of tournaments."""

from typing import Final

from sqlalchemy import Column, ForeignKey, ForeignKeyConstraint, Identity, Index, Table

from host.model.table_options import LANGUAGES
from host.model.tournaments import TournamentStatus
from host.storage.schema.column_types import Choice
from host.storage.schema.columns import (
    COUNTED,
    choice_column,
    game_column,
    id_column,
    is_word,
    number_column,
    partial_index,
    person_column,
    text_column,
    time_column,
)
from host.storage.schema.tables import METADATA
from tournaments.tournament import Ending

tournaments: Final = Table(
    "tournaments",
    METADATA,
    Column("number", COUNTED, Identity(), primary_key=True),
    id_column("guild"),
    id_column("channel"),
    person_column("organiser"),
    choice_column("language", Choice(LANGUAGES, "en")),
    choice_column("status", Choice(TournamentStatus)),
    text_column("name"),
    text_column("terms"),  # JSON, by the names of the fields of ``TournamentTerms``
    time_column("opened_at"),
    time_column("begins_at", is_optional=True),
    time_column("round_due", is_optional=True),
    time_column("round_begun_at", is_optional=True),  # NULL for a round that was paired before this was stored
    time_column("paused_at", is_optional=True),
    id_column("message", is_optional=True),
    number_column("told_round"),
    id_column("round_message", is_optional=True),  # NULL for a round that was announced before this was stored
    number_column("season"),
    id_column("previous", ForeignKey("tournaments.number"), is_optional=True),  # the season before
    text_column("token"),  # another one after each change of anything about the tournament
)
IS_LIVE: Final = is_word(tournaments.c.status, "draft", "open", "running")
partial_index("tournaments_live", tournaments.c.guild, where=IS_LIVE)
Index("tournaments_guild", tournaments.c.guild)
partial_index("tournaments_previous", tournaments.c.previous, where=tournaments.c.previous.is_not(None), unique=True)
Index("tournaments_organiser", tournaments.c.organiser)


def _tournament_column() -> Column[int]:
    return id_column("tournament", ForeignKey("tournaments.number"), is_key=True)


tournament_entrants: Final = Table(
    "tournament_entrants",
    METADATA,
    _tournament_column(),
    number_column("entrant", is_key=True),
    person_column(),
    number_column("seed"),  # of somebody who was replaced, the entrant that they were
    number_column("first_round"),  # of somebody who was replaced, 0
    number_column("last_round", is_optional=True),
    number_column("computer", is_optional=True),  # the level of a computer; its person is the nameless one, 0
    number_column("computer_number", is_optional=True),
)
Index("tournament_entrants_person", tournament_entrants.c.person)

# Who waits for the organiser to let them in: a row goes when that is decided.
tournament_applicants: Final = Table(
    "tournament_applicants",
    METADATA,
    _tournament_column(),
    person_column(is_key=True),
    number_column("place"),
)
Index("tournament_applicants_person", tournament_applicants.c.person)

tournament_boards: Final = Table(
    "tournament_boards",
    METADATA,
    _tournament_column(),
    number_column("round", is_key=True),
    number_column("board", is_key=True),
    game_column(is_optional=True),
    choice_column("ending", Choice(Ending), is_optional=True),
    number_column("more_time", is_optional=True),  # in seconds, where somebody gave its game more by hand
)
Index("tournament_boards_game", tournament_boards.c.game)

tournament_games: Final = Table(  # those of matches that are over
    "tournament_games",
    METADATA,
    id_column("tournament", is_key=True),
    number_column("round", is_key=True),
    number_column("board", is_key=True),
    number_column("number", is_key=True),  # of the game in its match, from 1
    game_column(is_optional=True),
    choice_column("ending", Choice(Ending)),
    number_column("first"),  # the points of who sat first on the board, in 24ths, whoever began this game
    number_column("second"),
    number_column("difference"),  # of who sat first on the board
    ForeignKeyConstraint(
        ["tournament", "round", "board"],
        ["tournament_boards.tournament", "tournament_boards.round", "tournament_boards.board"],
    ),
)
Index("tournament_games_game", tournament_games.c.game)

tournament_seats: Final = Table(
    "tournament_seats",
    METADATA,
    id_column("tournament", is_key=True),
    number_column("round", is_key=True),
    number_column("board", is_key=True),
    number_column("seat", is_key=True),
    number_column("entrant"),
    number_column("points", is_optional=True),  # in 24ths
    number_column("difference", is_optional=True),
    ForeignKeyConstraint(
        ["tournament", "round", "board"],
        ["tournament_boards.tournament", "tournament_boards.round", "tournament_boards.board"],
    ),
)
