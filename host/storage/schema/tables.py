"""The tables of the database, described once for all kinds of databases.

Seeds and hashes are hex. How older databases come to these tables is told in
``host/storage/schema/migrations.py``.
"""

from functools import partial
from typing import Any, Final

from sqlalchemy import (
    DOUBLE_PRECISION,
    BigInteger,
    CheckConstraint,
    Column,
    ColumnElement,
    ForeignKey,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    MetaData,
    Table,
    UniqueConstraint,
    and_,
    literal_column,
    text,
)

from carcassonne import Colour, Kind
from host.model.audit_log import AuditAction
from host.model.clock import ReminderStage, VoteChoice
from host.model.follows import Followed
from host.model.notifications import DeliveryOutcome, NotificationKind
from host.model.preferences import DmPreference, PictureSize, Reminders, Theme
from host.model.table import Status
from host.model.table_options import LANGUAGES
from host.storage.schema.column_types import TEXT, Choice, Flag, UtcTime

NAMES: Final = {
    "pk": "%(table_name)s_pkey",
    "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
    "uq": "%(table_name)s_%(column_0_N_name)s_key",
}
"""How constraints are called: as PostgreSQL itself calls them, so databases on servers have always had these names.
Checks are named where they stand. SQLite can change a table only by a copy of it, and a check without a name gets lost.
"""
METADATA: Final = MetaData(naming_convention=NAMES)

_COUNTED: Final = BigInteger().with_variant(Integer(), "sqlite")
"""A number that the database gives to each new row. Numbers only grow."""


def _column(
    kind: Any,
    name: str,
    *constraints: ForeignKey,
    default: int | str | None = None,
    is_key: bool = False,
    is_optional: bool = False,
) -> Column[Any]:
    server_default = None if default is None else text(repr(default))
    return Column(
        name,
        kind,
        *constraints,
        primary_key=is_key,
        autoincrement=False,
        nullable=is_optional,
        server_default=server_default,
    )


_id: Final = partial(_column, BigInteger)
"""Makes a column with a number that Discord or the host has given."""
_number: Final = partial(_column, Integer)
_text: Final = partial(_column, TEXT)
_time: Final = partial(_column, UtcTime)
_flag: Final = partial(_column, Flag)


def _choice(name: str, kind: Choice, **options: Any) -> Column[Any]:
    return _column(kind, name, **options)


def _game(*, is_key: bool = False, is_optional: bool = False) -> Column[int]:
    return _id("game", ForeignKey("games.number"), is_key=is_key, is_optional=is_optional)


def _person(name: str = "person", *, is_key: bool = False, is_optional: bool = False) -> Column[int]:
    return _id(name, ForeignKey("people.id"), is_key=is_key, is_optional=is_optional)


def _is_either(person: str, level: str, name: str) -> CheckConstraint:
    """Demand a person or the level of a computer, and not both."""
    return CheckConstraint(f"({person} IS NULL) <> ({level} IS NULL)", name=name)


def _partial_index(name: str, *columns: Column[Any], where: ColumnElement[bool], unique: bool = False) -> None:
    Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


def is_word(column: ColumnElement[str], *words: str) -> ColumnElement[bool]:
    """Return a condition that names its words, as the conditions of indexes do. A query without them finds no index."""
    return column.in_([literal_column(f"'{word}'") for word in words])


def begins_with(column: ColumnElement[str], word: str) -> ColumnElement[bool]:
    """Return a condition that names the word with which a text begins, as the conditions of indexes do."""
    return column.like(literal_column(f"'{word} %'"))


people: Final = Table(
    "people",
    METADATA,
    _id("id", is_key=True),
    _text("name"),
    _flag("is_ranked_everywhere", default=0),
    _choice(
        "letters", Choice(DmPreference, DmPreference.OFF), default="off"
    ),  # the turns in private: off, on, or refused, which is told once and becomes off
    _choice("language", Choice(LANGUAGES, None), is_optional=True),
    _text("zone", is_optional=True),
    _number("quiet_from", is_optional=True),  # minutes of their day
    _number("quiet_until", is_optional=True),
    _choice("theme", Choice(Theme, Theme.EVENING), is_optional=True),
    _choice("size", Choice(PictureSize, PictureSize.USUAL), is_optional=True),
    _id("dm_channel", is_optional=True),
    _time("dm_opened_at", is_optional=True),
    _choice("reminders", Choice(Reminders, Reminders.USUAL), is_optional=True),
    _number("digest_at", is_optional=True),  # minutes of their day
    _time("digest_since", is_optional=True),
)
_partial_index("people_dm_opened_at", people.c.dm_opened_at, where=people.c.dm_opened_at.is_not(None))

NAMELESS: Final = range(-6, 1)
"""The ids of those who take the place of people who had themselves deleted: -1 for the first of a game, -2 for the
second, and so on; 0 where they were no players. Their name is ``?``.
"""
NOWHERE: Final = 0
"""Stands for the channel of a game that was played in private by somebody who had themselves deleted."""

games: Final = Table(
    "games",
    METADATA,
    _id("number", is_key=True),
    _id("guild", is_optional=True),
    _id("channel"),
    _id("parent", is_optional=True),
    _choice("status", Choice(Status)),
    _person("organiser"),
    _text("edition"),
    _text("options"),
    _number("rules"),
    _text("seed"),
    _flag("is_practice"),
    _number("ply"),
    _number("announced"),
    _id("message", is_optional=True),
    _time("opened_at"),
    _time("moved_at"),
    _id("lobby_channel", is_optional=True),
    _id("lobby", is_optional=True),
    _time("due_at", is_optional=True),  # until then the turn just played can be taken back
    _flag("rated", default=1),
    _number("undo_seat", is_optional=True),
    _number("undo_ply", is_optional=True),
    _number("shown_ply", is_optional=True),
    _number("shown_round", is_optional=True),
    _time("shown_due", is_optional=True),
    _number("undo_number", is_optional=True),
    _number("ending_seat", is_optional=True),
    _number("ending_number", is_optional=True),
    _id("rematch_of", is_optional=True),
    _number("best_of", is_optional=True),
    _text("occasion", is_optional=True),  # what a table was opened for that no person has opened: "tournament 12"
    _flag("is_told_quarantined", default=0),
    _text("computers", default=""),  # the levels of those that are to play at a table that waits: "2 2 3"
    _text("token", default=""),  # another one after each change: a change is stored only if this is as it was read
    _number("losses", default=0),  # how often its table was told that the server had lost turns
    _text("settings", default="{}"),  # JSON, by the names of the fields of ``TableSettings``, but for ``rated``
    CheckConstraint("status IN ('open', 'running', 'finished', 'ended')", name="games_status_check"),
)
HAS_ENDED: Final = and_(is_word(games.c.status, "finished", "ended"), games.c.ply > literal_column("0"))
"""The condition of games that were begun and are over."""
Index("games_status", games.c.status)
Index("games_channel", games.c.channel)
Index("games_parent", games.c.parent)
_partial_index("games_ended", games.c.guild, games.c.moved_at, games.c.number, where=HAS_ENDED)
Index("games_rematch_of", games.c.rematch_of)
_partial_index("games_occasion", games.c.occasion, unique=True, where=games.c.occasion.is_not(None))

players: Final = Table(
    "players",
    METADATA,
    _game(is_key=True),
    _number("place", is_key=True),
    _person(),
    _flag("is_ending"),
    _choice("colour", Choice(Colour), is_optional=True),
    _flag("is_undoing", default=0),
    UniqueConstraint("game", "person"),
)
Index("players_person", players.c.person)

seats: Final = Table(
    "seats",
    METADATA,
    _game(is_key=True),
    _number("number", is_key=True),
    _person(is_optional=True),
    _number("computer", is_optional=True),
    _number("score", is_optional=True),
    _choice("colour", Choice(Colour)),
    _flag("is_open", default=0),
    _number("computer_number", is_optional=True),
    _is_either("person", "computer", "seats_check"),
)
Index("seats_person", seats.c.person)

# The log: rows are added, never changed. Everything about a running game follows from it.
moves: Final = Table(
    "moves",
    METADATA,
    _game(is_key=True),
    _number("ply", is_key=True),
    _number("seat"),
    _person(is_optional=True),  # NULL for what was drawn, was forced, or a computer did
    _text("notation"),
    _time("at"),
    _text("hash"),
    _number("computer", is_optional=True),
)
IS_RESIGNATION: Final = begins_with(moves.c.notation, "resign")
_partial_index("moves_resigned", moves.c.game, moves.c.ply, where=IS_RESIGNATION)

substitutions: Final = Table(
    "substitutions",
    METADATA,
    Column("number", _COUNTED, Identity(), primary_key=True),  # tells the order of those at one ply
    _game(),
    _number("ply"),
    _number("seat"),
    _person("giver", is_optional=True),
    _number("from_level", is_optional=True),
    _number("from_number", is_optional=True),
    _person("taker", is_optional=True),
    _number("to_level", is_optional=True),
    _number("to_number", is_optional=True),
    _is_either("giver", "from_level", "substitutions_check"),
    _is_either("taker", "to_level", "substitutions_check1"),
)
Index("substitutions_game", substitutions.c.game)

# A request for the seat of a computer, until it is answered or due.
seat_requests: Final = Table(
    "seat_requests",
    METADATA,
    _game(is_key=True),
    _number("seat"),
    _person(),
    _number("number"),
    _time("due_at"),
)
Index("seat_requests_person", seat_requests.c.person)

rematch_seats: Final = Table(
    "rematch_seats",
    METADATA,
    _game(is_key=True),
    _number("place", is_key=True),
    _person(is_optional=True),
    _number("computer", is_optional=True),
    _choice("colour", Choice(Colour)),
    _number("wins"),
    _is_either("person", "computer", "rematch_seats_check"),
)
Index("rematch_seats_person", rematch_seats.c.person)

clocks: Final = Table(
    "clocks",
    METADATA,
    _game(is_key=True),
    _number("round"),  # the time that is given once; it never goes back
    _time("since"),
    _time("due_at", is_optional=True),
    _choice("told", Choice(ReminderStage)),
    _time("counted", is_optional=True),
    _number("paused"),
)

# Rows are added and changed, never deleted with the round: what was voted stays known.
votes: Final = Table(
    "votes",
    METADATA,
    _game(is_key=True),
    _number("round", is_key=True),
    _person(is_key=True),
    _choice("choice", Choice(VoteChoice)),
    _time("at"),
)

# Every notification: stored before it is sent (outcome NULL), then how that went. The key is why none is sent twice.
pings: Final = Table(
    "pings",
    METADATA,
    _game(is_key=True),
    _number("round", is_key=True),
    _choice("kind", Choice(NotificationKind), is_key=True),
    _id("person"),
    _time("at"),
    _time("due_at", is_optional=True),
    _choice("outcome", Choice(DeliveryOutcome), is_optional=True),
    _id("channel", is_optional=True),
    _id("message", is_optional=True),
    _flag("is_open", default=0),  # not used any more
    _text("claimed_by", is_optional=True),  # the process that sends it, until the time that follows
    _time("claimed_until", is_optional=True),
    _text("answer", is_optional=True),  # how the question was decided, and by which seat, or about which
    _number("answer_seat", is_optional=True),
)
IS_UNSENT: Final = pings.c.outcome.is_(None)
_partial_index("pings_unsent", pings.c.at, where=IS_UNSENT)

# The same for what is about no game. When the person is deleted, so are these.
personal_notifications: Final = Table(
    "personal_notifications",
    METADATA,
    _person(is_key=True),
    _text("topic", is_key=True),
    _id("number", is_key=True),
    _time("at"),
    _choice("outcome", Choice(DeliveryOutcome), is_optional=True),
    _text("claimed_by", is_optional=True),
    _time("claimed_until", is_optional=True),
)
IS_PERSONAL_UNSENT: Final = personal_notifications.c.outcome.is_(None)
_partial_index("personal_notifications_unsent", personal_notifications.c.at, where=IS_PERSONAL_UNSENT)

# The messages whose buttons are to be taken away when the question of their notification is over.
question_messages: Final = Table(
    "question_messages",
    METADATA,
    _id("channel", is_key=True),
    _id("message", is_key=True),
    _id("game"),
    _number("round"),
    _choice("kind", Choice(NotificationKind)),
    _text("language", default=""),  # empty: the table's
    ForeignKeyConstraint(["game", "round", "kind"], ["pings.game", "pings.round", "pings.kind"]),
)
Index("question_messages_game", question_messages.c.game)

follows: Final = Table(
    "follows",
    METADATA,
    _person(is_key=True),
    Column("game", Integer().with_variant(BigInteger(), "postgresql"), ForeignKey("games.number"), primary_key=True,
           autoincrement=False),
    _choice("what", Choice(Followed, Followed.END)),
    _number("turn"),
)  # fmt: skip
Index("follows_by_game", follows.c.game)

vacations: Final = Table(
    "vacations",
    METADATA,
    _person(is_key=True),
    _time("start_at", is_key=True),
    _time("until_at"),
)

# When each shard of so many was last known to be there: what lies between is an outage.
heartbeat: Final = Table("heartbeat", METADATA, _time("at"), _number("shard", default=0), _number("total", default=1))

# What was worked out from games that are over, such as their results, and by which version.
derivations: Final = Table(
    "derivations",
    METADATA,
    _game(is_key=True),
    _text("name", is_key=True),
    _number("version"),
)

# What follows from the logs of games that are over, kept to be added up. What is missing is worked out again.
results: Final = Table(
    "results",
    METADATA,
    _game(is_key=True),
    _number("seat", is_key=True),
    _number("place"),
    _number("score", is_optional=True),
    _flag("is_substitute", default=0),
)
harvests: Final = Table(
    "harvests",
    METADATA,
    _game(is_key=True),
    _number("seat", is_key=True),
    _choice("kind", Choice(Kind), is_key=True),
    *(_number(name) for name in ("points", "features", "best", "best_tiles", "longest")),
)
ratings: Final = Table(
    "ratings",
    METADATA,
    _id("pool", is_key=True),  # a server, or 0 for all of them together
    _person(is_key=True),
    Column("mu", DOUBLE_PRECISION, nullable=False),
    Column("sigma", DOUBLE_PRECISION, nullable=False),
    _number("games"),
    _number("wins"),
    _game(),  # the last one that counted
)

# What the managers of a server have chosen; what is NULL is as it comes.
servers: Final = Table(
    "servers",
    METADATA,
    _id("guild", is_key=True),
    _text("channels", default=""),
    _number("most_tables", is_optional=True),
    _choice("language", Choice(LANGUAGES, None), is_optional=True),
    _flag("is_told_closed", default=0),
    _text("token", default=""),  # another one after each change, as at games
    _text("table_options", default="{}"),  # JSON, by the names of the fields of ``TableOptions``
)

# What managers have done, never changed: at a game, at its ply then; or (game NULL) to the settings of the server.
acts: Final = Table(
    "acts",
    METADATA,
    Column("number", _COUNTED, Identity(), primary_key=True),
    _id("guild"),
    _game(is_optional=True),
    _number("ply", is_optional=True),
    _person("manager"),
    _choice("kind", Choice(AuditAction)),
    _number("seat", is_optional=True),
    _person("giver", is_optional=True),
    _person("taker", is_optional=True),
    _text("detail"),
    _time("at"),
    _number("from_level", is_optional=True),
    _number("to_level", is_optional=True),
    _number("from_number", is_optional=True),
    _number("to_number", is_optional=True),
)
Index("acts_game", acts.c.game)
Index("acts_guild", acts.c.guild)

welcomes: Final = Table("welcomes", METADATA, _id("guild", is_key=True), _time("joined_at"))
