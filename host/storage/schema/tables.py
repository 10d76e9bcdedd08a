"""The tables of the database, described once for all kinds of databases.

Seeds and hashes are hex. How older databases come to these tables is told in
``host/storage/schema/migrations.py``.
"""

from typing import Final

from sqlalchemy import (
    DOUBLE_PRECISION,
    BigInteger,
    CheckConstraint,
    Column,
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
)

from carcassonne import Colour, Kind
from host.model.audit_log import AuditAction
from host.model.clock import ReminderStage, VoteChoice
from host.model.follows import Followed
from host.model.notifications import DeliveryOutcome, NotificationKind
from host.model.preferences import DmPreference, PictureSize, Reminders, Theme
from host.model.table import Status
from host.model.table_options import LANGUAGES
from host.storage.schema.column_types import TEXT, Choice
from host.storage.schema.columns import (
    COUNTED,
    begins_with,
    choice_column,
    flag_column,
    game_column,
    id_column,
    is_either,
    is_word,
    number_column,
    partial_index,
    person_column,
    text_column,
    time_column,
)

NAMES: Final = {
    "pk": "%(table_name)s_pkey",
    "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
    "uq": "%(table_name)s_%(column_0_N_name)s_key",
}
"""How constraints are called: as PostgreSQL itself calls them, so databases on servers have always had these names.
Checks are named where they stand. SQLite can change a table only by a copy of it, and a check without a name gets lost.
"""
METADATA: Final = MetaData(naming_convention=NAMES)

people: Final = Table(
    "people",
    METADATA,
    id_column("id", is_key=True),
    text_column("name"),
    flag_column("is_ranked_everywhere", default=0),
    choice_column(
        "letters", Choice(DmPreference, DmPreference.OFF), default="off"
    ),  # the turns in private: off, on, or refused, which is told once and becomes off
    choice_column("language", Choice(LANGUAGES, None), is_optional=True),
    text_column("zone", is_optional=True),
    number_column("quiet_from", is_optional=True),  # minutes of their day
    number_column("quiet_until", is_optional=True),
    choice_column("theme", Choice(Theme, Theme.EVENING), is_optional=True),
    choice_column("size", Choice(PictureSize, PictureSize.USUAL), is_optional=True),
    id_column("dm_channel", is_optional=True),
    time_column("dm_opened_at", is_optional=True),
    choice_column("reminders", Choice(Reminders, Reminders.USUAL), is_optional=True),
    number_column("digest_at", is_optional=True),  # minutes of their day
    time_column("digest_since", is_optional=True),
    time_column("deletion_asked_at", is_optional=True),
)
partial_index("people_dm_opened_at", people.c.dm_opened_at, where=people.c.dm_opened_at.is_not(None))

NAMELESS: Final = range(-6, 1)
"""The ids of those who take the place of people who had themselves deleted: -1 for the first of a game, -2 for the
second, and so on; 0 where they were no players. Their name is ``?``."""
NOWHERE: Final = 0
"""Stands for the channel of a game that was played in private by somebody who had themselves deleted."""

games: Final = Table(
    "games",
    METADATA,
    id_column("number", is_key=True),
    id_column("guild", is_optional=True),
    id_column("channel"),
    id_column("parent", is_optional=True),
    choice_column("status", Choice(Status)),
    person_column("organiser"),
    text_column("edition"),
    text_column("options"),
    number_column("rules"),
    text_column("seed"),
    flag_column("is_practice"),
    number_column("ply"),
    number_column("announced"),
    id_column("message", is_optional=True),
    time_column("opened_at"),
    time_column("moved_at"),
    id_column("lobby_channel", is_optional=True),
    id_column("lobby", is_optional=True),
    time_column("due_at", is_optional=True),  # until then the turn just played can be taken back
    flag_column("rated", default=1),
    number_column("undo_seat", is_optional=True),
    number_column("undo_ply", is_optional=True),
    number_column("shown_ply", is_optional=True),
    number_column("shown_round", is_optional=True),
    time_column("shown_due", is_optional=True),
    number_column("undo_number", is_optional=True),
    number_column("ending_seat", is_optional=True),
    number_column("ending_number", is_optional=True),
    id_column("rematch_of", is_optional=True),
    number_column("best_of", is_optional=True),
    text_column("occasion", is_optional=True),  # what a table was opened for that no person has opened: "tournament 12"
    flag_column("is_told_quarantined", default=0),
    text_column("computers", default=""),  # the levels of those that are to play at a table that waits: "2 2 3"
    text_column("token", default=""),  # another one after each change: one is stored only if this is as it was read
    number_column("losses", default=0),  # how often its table was told that the server had lost turns
    text_column("settings", default="{}"),  # JSON, by the names of the fields of ``TableSettings``, but for ``rated``
    CheckConstraint("status IN ('open', 'running', 'finished', 'ended')", name="games_status_check"),
)
HAS_ENDED: Final = and_(is_word(games.c.status, "finished", "ended"), games.c.ply > literal_column("0"))
"""The condition of games that were begun and are over."""
Index("games_status", games.c.status)
Index("games_channel", games.c.channel)
Index("games_parent", games.c.parent)
partial_index("games_ended", games.c.guild, games.c.moved_at, games.c.number, where=HAS_ENDED)
Index("games_rematch_of", games.c.rematch_of)
partial_index("games_occasion", games.c.occasion, unique=True, where=games.c.occasion.is_not(None))

players: Final = Table(
    "players",
    METADATA,
    game_column(is_key=True),
    number_column("place", is_key=True),
    person_column(),
    flag_column("is_ending"),
    choice_column("colour", Choice(Colour), is_optional=True),
    flag_column("is_undoing", default=0),
    UniqueConstraint("game", "person"),
)
Index("players_person", players.c.person)

seats: Final = Table(
    "seats",
    METADATA,
    game_column(is_key=True),
    number_column("number", is_key=True),
    person_column(is_optional=True),
    number_column("computer", is_optional=True),
    number_column("score", is_optional=True),
    choice_column("colour", Choice(Colour)),
    flag_column("is_open", default=0),
    number_column("computer_number", is_optional=True),
    is_either("person", "computer", "seats_check"),
)
Index("seats_person", seats.c.person)

# The log: rows are added, never changed. Everything about a running game follows from it.
moves: Final = Table(
    "moves",
    METADATA,
    game_column(is_key=True),
    number_column("ply", is_key=True),
    number_column("seat"),
    person_column(is_optional=True),  # NULL for what was drawn, was forced, or a computer did
    text_column("notation"),
    time_column("at"),
    text_column("hash"),
    number_column("computer", is_optional=True),
)
IS_RESIGNATION: Final = begins_with(moves.c.notation, "resign")
partial_index("moves_resigned", moves.c.game, moves.c.ply, where=IS_RESIGNATION)

substitutions: Final = Table(
    "substitutions",
    METADATA,
    Column("number", COUNTED, Identity(), primary_key=True),  # tells the order of those at one ply
    game_column(),
    number_column("ply"),
    number_column("seat"),
    person_column("giver", is_optional=True),
    number_column("from_level", is_optional=True),
    number_column("from_number", is_optional=True),
    person_column("taker", is_optional=True),
    number_column("to_level", is_optional=True),
    number_column("to_number", is_optional=True),
    is_either("giver", "from_level", "substitutions_check"),
    is_either("taker", "to_level", "substitutions_check1"),
)
Index("substitutions_game", substitutions.c.game)

# A request for the seat of a computer, until it is answered or due.
seat_requests: Final = Table(
    "seat_requests",
    METADATA,
    game_column(is_key=True),
    number_column("seat"),
    person_column(),
    number_column("number"),
    time_column("due_at"),
)
Index("seat_requests_person", seat_requests.c.person)

rematch_seats: Final = Table(
    "rematch_seats",
    METADATA,
    game_column(is_key=True),
    number_column("place", is_key=True),
    person_column(is_optional=True),
    number_column("computer", is_optional=True),
    choice_column("colour", Choice(Colour)),
    number_column("wins"),
    is_either("person", "computer", "rematch_seats_check"),
)
Index("rematch_seats_person", rematch_seats.c.person)

clocks: Final = Table(
    "clocks",
    METADATA,
    game_column(is_key=True),
    number_column("round"),  # the time that is given once; it never goes back
    time_column("since"),
    time_column("due_at", is_optional=True),
    choice_column("told", Choice(ReminderStage)),
    time_column("counted", is_optional=True),
    number_column("paused"),
)

# Rows are added and changed, never deleted with the round: what was voted stays known.
votes: Final = Table(
    "votes",
    METADATA,
    game_column(is_key=True),
    number_column("round", is_key=True),
    person_column(is_key=True),
    choice_column("choice", Choice(VoteChoice)),
    time_column("at"),
)

# Every notification: stored before it is sent (outcome NULL), then how that went. The key is why none is sent twice.
pings: Final = Table(
    "pings",
    METADATA,
    game_column(is_key=True),
    number_column("round", is_key=True),
    choice_column("kind", Choice(NotificationKind), is_key=True),
    id_column("person"),
    time_column("at"),
    time_column("due_at", is_optional=True),
    choice_column("outcome", Choice(DeliveryOutcome), is_optional=True),
    id_column("channel", is_optional=True),
    id_column("message", is_optional=True),
    flag_column("is_open", default=0),  # not used any more
    text_column("claimed_by", is_optional=True),  # the process that sends it, until the time that follows
    time_column("claimed_until", is_optional=True),
    text_column("answer", is_optional=True),  # how the question was decided, and by which seat, or about which
    number_column("answer_seat", is_optional=True),
)
IS_UNSENT: Final = pings.c.outcome.is_(None)
partial_index("pings_unsent", pings.c.at, where=IS_UNSENT)

# The messages whose buttons are to be taken away when the question of their notification is over.
question_messages: Final = Table(
    "question_messages",
    METADATA,
    id_column("channel", is_key=True),
    id_column("message", is_key=True),
    id_column("game"),
    number_column("round"),
    choice_column("kind", Choice(NotificationKind)),
    text_column("language", default=""),  # empty: the table's
    ForeignKeyConstraint(["game", "round", "kind"], ["pings.game", "pings.round", "pings.kind"]),
)
Index("question_messages_game", question_messages.c.game)

follows: Final = Table(
    "follows",
    METADATA,
    person_column(is_key=True),
    Column("game", Integer().with_variant(BigInteger(), "postgresql"), ForeignKey("games.number"), primary_key=True,
           autoincrement=False),
    choice_column("what", Choice(Followed, Followed.END)),
    number_column("turn"),
)  # fmt: skip
Index("follows_by_game", follows.c.game)

vacations: Final = Table(
    "vacations",
    METADATA,
    person_column(is_key=True),
    time_column("start_at", is_key=True),
    time_column("until_at"),
)

# A link to the page in the browser has such a code, which works once. Only hashes of codes and tokens are stored.
web_codes: Final = Table(
    "web_codes",
    METADATA,
    text_column("hash", is_key=True),
    person_column(),
    game_column(is_optional=True),
    time_column("until_at"),
)
Index("web_codes_person", web_codes.c.person)
Index("web_codes_until_at", web_codes.c.until_at)

# The browsers in which people are signed in.
web_sessions: Final = Table(
    "web_sessions",
    METADATA,
    Column("number", COUNTED, Identity(), primary_key=True),
    text_column("hash"),
    person_column(),
    time_column("since"),
    time_column("used_on"),  # noon of the day
    time_column("until_at"),
    UniqueConstraint("hash"),
)
Index("web_sessions_person", web_sessions.c.person)
Index("web_sessions_until_at", web_sessions.c.until_at)

# When each shard of so many was last known to be there: what lies between is an outage.
heartbeat: Final = Table(
    "heartbeat", METADATA, time_column("at"), number_column("shard", default=0), number_column("total", default=1)
)

# What was worked out from games that are over, such as their results, and by which version.
derivations: Final = Table(
    "derivations",
    METADATA,
    game_column(is_key=True),
    text_column("name", is_key=True),
    number_column("version"),
)

# What follows from the logs of games that are over, kept to be added up. What is missing is worked out again.
results: Final = Table(
    "results",
    METADATA,
    game_column(is_key=True),
    number_column("seat", is_key=True),
    number_column("place"),
    number_column("score", is_optional=True),
    flag_column("is_substitute", default=0),
)
harvests: Final = Table(
    "harvests",
    METADATA,
    game_column(is_key=True),
    number_column("seat", is_key=True),
    choice_column("kind", Choice(Kind), is_key=True),
    *(number_column(name) for name in ("points", "features", "best", "best_tiles", "longest")),
)
ratings: Final = Table(
    "ratings",
    METADATA,
    id_column("pool", is_key=True),  # a server, or 0 for all of them together
    person_column(is_key=True),
    Column("mu", DOUBLE_PRECISION, nullable=False),
    Column("sigma", DOUBLE_PRECISION, nullable=False),
    number_column("games"),
    number_column("wins"),
    game_column(),  # the last one that counted
)

# Reviews of games that were played to their end, as text. What is missing is made again.
reviews: Final = Table("reviews", METADATA, game_column(is_key=True), text_column("content"))

# What the managers of a server have chosen; what is NULL is as it comes.
servers: Final = Table(
    "servers",
    METADATA,
    id_column("guild", is_key=True),
    text_column("channels", default=""),
    number_column("most_tables", is_optional=True),
    choice_column("language", Choice(LANGUAGES, None), is_optional=True),
    flag_column("is_told_closed", default=0),
    text_column("token", default=""),  # another one after each change, as at games
    text_column("table_options", default="{}"),  # JSON, by the names of the fields of ``TableOptions``
    id_column("puzzle_channel", is_optional=True),  # where the puzzle of each day is posted
)

# What nobody may know who can't read the database, each made once: the puzzles follow from theirs.
secrets: Final = Table("secrets", METADATA, text_column("name", is_key=True), text_column("content"))

# The puzzle of each day, as text. It is made once, and never changes.
puzzles: Final = Table("puzzles", METADATA, text_column("day", is_key=True), text_column("content"))

# What people have answered: the turn, how many points it is worth less than the best one, and on which server.
puzzle_answers: Final = Table(
    "puzzle_answers", METADATA, Column("day", TEXT, ForeignKey("puzzles.day"), primary_key=True),
    person_column(is_key=True), text_column("turn"), Column("lost", DOUBLE_PRECISION, nullable=False),
    id_column("guild", is_optional=True),
)  # fmt: skip
Index("puzzle_answers_person", puzzle_answers.c.person)
Index("puzzle_answers_guild", puzzle_answers.c.guild, puzzle_answers.c.day)

# For each server where puzzles are posted, the day of the last one.
puzzle_posts: Final = Table("puzzle_posts", METADATA, id_column("guild", is_key=True), text_column("day"))

# What managers have done, never changed: at a game, at its ply then; or (game NULL) to the settings of the server.
acts: Final = Table(
    "acts",
    METADATA,
    Column("number", COUNTED, Identity(), primary_key=True),
    id_column("guild"),
    game_column(is_optional=True),
    number_column("ply", is_optional=True),
    person_column("manager"),
    choice_column("kind", Choice(AuditAction)),
    number_column("seat", is_optional=True),
    person_column("giver", is_optional=True),
    person_column("taker", is_optional=True),
    text_column("detail"),
    time_column("at"),
    number_column("from_level", is_optional=True),
    number_column("to_level", is_optional=True),
    number_column("from_number", is_optional=True),
    number_column("to_number", is_optional=True),
)
Index("acts_game", acts.c.game)
Index("acts_guild", acts.c.guild)

welcomes: Final = Table("welcomes", METADATA, id_column("guild", is_key=True), time_column("joined_at"))
