"""Why something was not done: one sentence for every reason of the rules and every trouble of the host.

Each says which rule stands in the way and, where it can, what would be right.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from carcassonne import (
    CarcassonneError,
    IllegalMoveError,
    Kind,
    Phase,
    PlaceTile,
    Position,
    Reason,
    Role,
    Rotation,
    State,
    apply,
    format_cell,
    legal_deployments,
    legal_placements,
)
from cogs.shared.words.castle import AT_THE_END, question_text, wall_tile_text
from cogs.shared.words.editions import EDITION_NAMES
from cogs.shared.words.features import follower_name, kind_name, role_name
from cogs.shared.words.language import clipped, listed, safe, safe_labels, some
from cogs.shared.words.links import board_link
from host import HostError, Table, Trouble

Data: TypeAlias = Mapping[str, Any]

SIDES: Final = {"N": "north", "E": "east", "S": "south", "W": "west"}
_FEW: Final = 8


@dataclass(frozen=True, slots=True)
class Subject:
    """What was attempted: at which table, and with the tile laid where and how, as far as it is known."""

    table: Table | None = None
    cell: Position | None = None
    rotation: Rotation | None = None

    @property
    def state(self) -> State | None:
        """The state that the attempt was made in."""
        return self.table.state if self.table else None


def refusal(error: CarcassonneError | HostError, subject: Subject, mention: Callable[[str], str]) -> str:
    """Return the sentence for an error; ``mention`` writes a command so that it can be clicked."""
    if isinstance(error, HostError):
        return TROUBLES[error.trouble](error.data, mention)
    return REASONS[error.reason](error.data, subject)


def _cell(data: Data) -> str:
    return format_cell(data["cell"])


def _quoted(text: object) -> str:
    return f"“{safe(clipped(str(text), 40))}”"


def _terms(subject: Subject) -> Mapping[str, str]:
    return subject.state.ruleset.terms if subject.state else {}


def _fitting_cells(state: State | None) -> str:
    """Return where the tile in hand fits."""
    if state is None or state.tile is None:
        return ""
    cells = dict.fromkeys(format_cell(position) for position, _ in sorted(legal_placements(state)))
    return f" Tile {state.tile.name} fits on {some(list(cells), _FEW)}."


def _fitting_rotations(subject: Subject, cell: Position | None = None) -> str:
    """Return how the tile in hand would have to be turned to fit on the cell, or else where it fits."""
    cell = subject.cell if cell is None else cell
    placements = legal_placements(subject.state) if subject.state else []
    rotations = [f"{rotation}°" for position, rotation in placements if position == cell]
    if not rotations:
        return _fitting_cells(subject.state)
    return f" It fits there turned {listed(rotations, 'or')}."


def _fitting_followers(subject: Subject) -> str:
    """Return who could be put on the tile, if it lay where it was to be laid."""
    if subject.state is None or subject.cell is None or subject.rotation is None:
        return ""
    try:
        laid = apply(subject.state, PlaceTile(subject.cell, subject.rotation)).state
    except IllegalMoveError:
        return ""
    terms = laid.ruleset.terms
    possible = [follower_name(follower, terms) for follower in legal_deployments(laid)]
    if not possible:
        return f" No {terms['figure']} can go onto this tile: choose `-` for nobody."
    return f" Possible here: {listed([*possible, '`-` for nobody'], 'or')}."


def _edge_mismatch(data: Data, subject: Subject) -> str:
    terms, side = _terms(subject), SIDES[data["side"]]
    have, want = (Kind(data[name]) for name in ("tile_shows", "neighbour_shows"))
    if Kind.PATH in (have, want):
        words = f"{_cell(data)} does not fit: a {kind_name(Kind.PATH, terms)} must continue on the {side} side."
    else:
        shown, met = kind_name(have, terms), kind_name(want, terms)
        words = f"{_cell(data)} does not fit: a {shown} meets a {met} on the {side} side."
    return words + _fitting_rotations(subject, data["cell"])


def _is_outside(data: Data, subject: Subject) -> bool:
    """Say whether the cell is none where tiles may lie, however the game goes on."""
    bounds = subject.state.ruleset.bounds if subject.state else None
    return bounds is not None and data["cell"] not in bounds


def _not_adjacent(data: Data, subject: Subject) -> str:
    if _is_outside(data, subject):
        return f"{_cell(data)} is not within the castle wall." + _fitting_cells(subject.state)
    if subject.state is not None and subject.state.ruleset.bounds is not None:
        return f"There is no start space and no tile beside {_cell(data)}." + _fitting_cells(subject.state)
    return f"{_cell(data)} does not touch the board." + _fitting_cells(subject.state)


def _occupied(data: Data, subject: Subject) -> str:
    if _is_outside(data, subject):
        return f"{_cell(data)} is not within the castle wall." + _fitting_cells(subject.state)
    return f"There is a tile on {_cell(data)} already." + _fitting_cells(subject.state)


def _river_end(data: Data, subject: Subject) -> str:
    return "A river tile has to carry on the river at its open end." + _fitting_cells(subject.state)


def _river_u_turn(data: Data, subject: Subject) -> str:
    words = f"On {_cell(data)} the river would turn the same way twice in a row."
    return words + _fitting_rotations(subject, data["cell"])


def _no_such_segment(data: Data, subject: Subject) -> str:
    if data["role"] == "recall":
        return "You have no abbot to take back: he must stand on something that is not complete yet."
    role = role_name(Role(data["role"]), _terms(subject))
    where = f" on its {data['point']} side" if data["point"] else ""
    return f"The tile as it lies has no place for a {role}{where}." + _fitting_followers(subject)


def _segment_taken(data: Data, subject: Subject) -> str:
    role = role_name(Role(data["role"]), _terms(subject)).capitalize()
    where = f" {data['point']}" if data["point"] else ""
    return f"{role}{where}: somebody is in there already." + _fitting_followers(subject)


def _none_left(data: Data, subject: Subject) -> str:
    name = "abbot" if data["role"] == Role.ABBOT else _terms(subject).get("figure", "follower")
    return f"You have no {name} left in hand." + _fitting_followers(subject)


def _wrong_phase(_: Data, subject: Subject) -> str:
    if subject.state is not None and subject.state.phase is Phase.PLACE:
        return "First your tile has to be laid: say with `at` and `rotation` where it goes."
    if subject.state is not None and (question := question_text(subject.state)):
        return f"First a question has to be answered, with its buttons or with `/pass`: {question}"
    return "The game does not wait for that now."


def _unknown_option(data: Data, _: Subject) -> str:
    edition = EDITION_NAMES[data["edition"]]
    if "needs" in data:
        return f"The option {data['option']} goes only together with {data['needs']}."
    known = f"it knows {listed(data['known'])}" if data["known"] else "it has no options"
    return f"{edition} has no option {_quoted(data['option'])}: {known}."


def _players(data: Data, _: Subject) -> str:
    return f"This game is for {data['fewest']} to {data['most']} players, not {data['players']}."


def _bad_answer(data: Data, subject: Subject) -> str:
    if "text" in data:
        return f"{_quoted(data['text'])} is no answer: name a cell and a side, as in `C4 N`."
    question = question_text(subject.state) if subject.state else ""
    return f"The game asks something else: {question}" if question else "The game does not ask that now."


def _not_completed(data: Data, subject: Subject) -> str:
    return f"Nothing that waits to be scored is at {_cell(data)} {data['point']}: name a feature just completed."


def _no_such_wall_tile(data: Data, _: Subject) -> str:
    if "text" in data:
        return f"{_quoted(data['text'])} names no wall tiles: write `-` for none, or their numbers, such as `1 2`."
    number = data["number"]
    if number >= AT_THE_END:
        return f"Nobody has to play {wall_tile_text(number)}: it counts by itself at the end."
    hand = listed([str(one) for one in data.get("hand", ())])
    yours = f"your wall tiles: {hand}" if hand else "you have no wall tile"
    return f"You can't play {wall_tile_text(number)} this turn; {yours}."


REASONS: Final[Mapping[Reason, Callable[[Data, Subject], str]]] = {
    Reason.UNREADABLE: lambda data, _: "I can't read that: write cell, rotation and follower, as in `M14 90 thief E`.",
    Reason.BAD_TAG: lambda data, _: "The record has a tag that I can't read.",
    Reason.UNKNOWN_EDITION: lambda data, _: f"I don't know that edition: choose {listed(data['known'], 'or')}.",
    Reason.UNKNOWN_OPTION: _unknown_option,
    Reason.PLAYERS: _players,
    Reason.TURN_NUMBER: lambda data, _: "The turns of the record are not numbered in order.",
    Reason.WRONG_SEAT: lambda data, _: "That seat is not to move.",
    Reason.UNKNOWN_TILE: lambda data, _: "This edition has no such tile.",
    Reason.NOT_IN_BAG: lambda data, _: "That tile is not in the bag any more.",
    Reason.TILE_ORDER: lambda data, _: "That tile comes later: the river is drawn first.",
    Reason.TILE_FITS: lambda data, _: "That tile can be laid, so it does not leave the game.",
    Reason.BAD_CELL: lambda data, subject: (
        f"{_quoted(data['text'])} is not a cell: write a column and a row, as in `M14`." + _fitting_cells(subject.state)
    ),
    Reason.BAD_ROTATION: lambda data, subject: (
        "A tile is turned by 0, 90, 180 or 270 degrees." + _fitting_rotations(subject)
    ),
    Reason.OCCUPIED: _occupied,
    Reason.NOT_ADJACENT: _not_adjacent,
    Reason.EDGE_MISMATCH: _edge_mismatch,
    Reason.RIVER_END: _river_end,
    Reason.RIVER_U_TURN: _river_u_turn,
    Reason.BAD_FOLLOWER: lambda data, subject: (
        f"{_quoted(data['text'])} is no follower: write who and where, as in `thief E`, `monk`, or `-` for nobody."
        + _fitting_followers(subject)
    ),
    Reason.NO_SUCH_SEGMENT: _no_such_segment,
    Reason.SEGMENT_TAKEN: _segment_taken,
    Reason.NONE_LEFT: _none_left,
    Reason.AFTER_END: lambda data, _: "The game is over.",
    Reason.UNFINISHED: lambda data, _: "The record breaks off before the game's end.",
    Reason.WRONG_RESULT: lambda data, _: "The record's result is not what its moves lead to.",
    Reason.WRONG_PHASE: _wrong_phase,
    Reason.BAD_ANSWER: _bad_answer,
    Reason.NOT_COMPLETED: _not_completed,
    Reason.NO_SUCH_WALL_TILE: _no_such_wall_tile,
    Reason.UNANSWERED: lambda data, _: "The record goes on where a question of the game has not been answered.",
}


def _table(data: Data) -> str:
    return f"#{data['table'].number}"


def _no_table(data: Data, mention: Callable[[str], str]) -> str:
    if "text" in data:
        return f"{_quoted(data['text'])} is not the number of a game, such as #12; {mention('games')} lists yours."
    if "number" in data:
        return f"There is no game #{data['number']} that you can see from here; {mention('games')} lists yours."
    return f"There is no game here yet: {mention('join')} takes a seat, {mention('start')} begins."


def _not_seated(data: Data, mention: Callable[[str], str]) -> str:
    table: Table = data["table"]
    if table.seats:
        return f"You don't play in game {_table(data)}: {listed(_names(table))} do."
    return f"You have no seat at table {_table(data)} yet: {mention('join')} gives you one."


def _already_seated(data: Data, mention: Callable[[str], str]) -> str:
    return f"You have a seat at table {_table(data)} already; {mention('start')} begins the game."


def _already_started(data: Data, mention: Callable[[str], str]) -> str:
    return f"Game {_table(data)} has begun already. To give it up, use {mention('resign')}."


def _not_started(data: Data, mention: Callable[[str], str]) -> str:
    return f"Game {_table(data)} has not begun yet: {mention('start')} begins it."


def _not_your_turn(data: Data, _: Callable[[str], str]) -> str:
    table: Table = data["table"]
    return f"It is {safe_labels(table)[data['to_move'].number]}'s turn in game {_table(data)}, not yours."


def _stale(data: Data, _: Callable[[str], str]) -> str:
    return f"That turn of game {_table(data)} is over; here is {board_link(data['table'], 'the board now')}."


def _alone(data: Data, mention: Callable[[str], str]) -> str:
    return (
        f"You are alone at table {_table(data)}: a game needs 2 to 5 players, and others come with {mention('join')}."
    )


def _too_many(data: Data, _: Callable[[str], str]) -> str:
    return f"You are {data['players']} at table {_table(data)}, but this edition is for at most {data['most']} players."


def _held(data: Data, _: Callable[[str], str]) -> str:
    scores = f" Its final scores were {listed([str(score) for score in data['scores']])}." if data["scores"] else ""
    return f"Game #{data['number']} is on hold: its record does not add up. The bot's owner has to look at it.{scores}"


def _names(table: Table) -> list[str]:
    return [safe(person.name) for person in table.people]


TROUBLES: Final[Mapping[Trouble, Callable[[Data, Callable[[str], str]], str]]] = {
    Trouble.NO_TABLE: _no_table,
    Trouble.NOT_SEATED: _not_seated,
    Trouble.ALREADY_SEATED: _already_seated,
    Trouble.TABLE_FULL: lambda data, _: f"Table {_table(data)} is full: {data['most']} players fit.",
    Trouble.ALREADY_STARTED: _already_started,
    Trouble.NOT_STARTED: _not_started,
    Trouble.GAME_OVER: lambda data, _: f"Game {_table(data)} is over.",
    Trouble.NOT_YOUR_TURN: _not_your_turn,
    Trouble.STALE: _stale,
    Trouble.ALONE: _alone,
    Trouble.NOT_ALONE: lambda data, _: (
        f"You are not alone at table {_table(data)} any more: {listed(_names(data['table']))} sit there."
    ),
    Trouble.TOO_MANY: _too_many,
    Trouble.RESIGNED: lambda data, _: f"You have resigned from game {_table(data)}.",
    Trouble.HELD: _held,
    Trouble.FILE_IN_USE: lambda data, _: f"Another bot already uses the database {data['path']}.",
    Trouble.BAD_URL: lambda data, _: (
        f"I can't open the database {data['url']!r}: write sqlite:///relative.db or sqlite:////absolute.db."
    ),
    Trouble.NEWER_DATABASE: lambda data, _: (
        f"The database is of a newer version ({data['version']}) than this program knows ({data['known']})."
    ),
}
