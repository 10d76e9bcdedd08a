"""The Castle beside the table, in words: wall tiles, corner towers, keeps, and the questions that the game asks."""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from carcassonne import (
    Answer,
    FeatureScored,
    Phase,
    Place,
    PlayWall,
    ScoreFirst,
    State,
    apply,
    feature_at,
    format_cell,
    legal_moves,
)
from carcassonne.castle import Asking, Walls
from carcassonne.castle_end import largest_empty_area
from carcassonne.geometry import PORTS
from cogs.shared.words.features import feature_text, kind_name
from cogs.shared.words.language import counted, listed

WALL_TILES: Final[Mapping[int, str]] = {
    1: "another complete turn",
    2: "doubles a completed tower",
    3: "doubles a completed house",
    4: "scores an uncompleted path",
    5: "scores an uncompleted tower",
    6: "scores an uncompleted house",
    7: "4 a market of one court",
    8: "keep counts 2 tiles more",
    9: "5 points",
}
"""What each wall tile does, in short."""

AT_THE_END: Final = 4
"""Wall tiles from this one on are played by themselves in the final scoring."""


def wall_tile_text(number: int) -> str:
    """Return a wall tile and what it does: ``wall tile 2 (doubles a completed tower)``."""
    return f"wall tile {number} ({WALL_TILES[number]})"


def holdings(state: State, seat: int) -> Iterator[str]:
    """Yield a seat's wall tiles and its keep, as far as it has any; nothing where the edition knows none."""
    aside = state.extras
    if not isinstance(aside, Walls):
        return
    if hand := aside.hands[seat]:
        tiles = "wall tile" if len(hand) == 1 else "wall tiles"
        yield f"{tiles} {listed([str(number) for number in hand])}"
    if keep := aside.keeps[seat].tiles:
        yield f"keep on {counted(keep, 'tile')}"


def empty_area_text(state: State) -> str:
    """Return how large the largest empty area is, which the largest keep is worth; empty in other editions."""
    if not isinstance(state.extras, Walls) or state.is_over:
        return ""
    return f"largest empty area: {counted(len(largest_empty_area(state)), 'space')}"


def question_text(state: State) -> str:
    """Return what the game asks the player to move; empty where it asks nothing."""
    aside = state.extras
    if state.phase is not Phase.ASK or not isinstance(aside, Walls):
        return ""
    match aside.asking:
        case Asking.ORDER:
            return "Several features are complete: which is scored first? The order decides who reaches corner towers."
        case Asking.DOUBLE:
            assert aside.current is not None
            feature = feature_text(feature_at(state, aside.current), state.ruleset.terms)
            where = f"at {format_cell(aside.current.position)}: {feature}"
            return f"Shall {wall_tile_text(_number_asked(state))} be played now? It would double the one {where}."
        case Asking.EXTRA_TURN:
            return f"Shall {wall_tile_text(_number_asked(state))} be played now?"
        case Asking.NOTHING:
            return ""
        case _:
            assert_never(aside.asking)


def answer_text(state: State, answer: Answer, names: tuple[str, ...]) -> str:
    """Return an answer to the question asked, and what it would pay: ``Play wall tile 2: 8 points, a wall tile``."""
    head = _answer_name(state, answer)
    outcome = listed(list(_outcome(state, answer, names)))
    return f"{head}: {outcome}" if outcome else head


def answered_text(answer: Answer, name: str) -> str:
    """Return what somebody has answered, as a sentence."""
    match answer:
        case ScoreFirst(position, point):
            return f"{name} had {format_cell(position)} {point} scored first."
        case PlayWall(number):
            return f"{name} kept the wall tile." if number is None else f"{name} played {wall_tile_text(number)}."
        case _:
            assert_never(answer)


def _number_asked(state: State) -> int:
    return next(move.number for move in legal_moves(state) if isinstance(move, PlayWall) and move.number is not None)


def _answer_name(state: State, answer: Answer) -> str:
    match answer:
        case ScoreFirst(position, point):
            segment = state.cells[position].turned.ports[PORTS[point]]
            kind = feature_at(state, Place(position, segment)).kind
            return f"{format_cell(position)} {point}, the {kind_name(kind, state.ruleset.terms)}"
        case PlayWall(None):
            return "Keep it"
        case PlayWall(number):
            return f"Play wall tile {number}"
        case _:
            assert_never(answer)


def _outcome(state: State, answer: Answer, names: tuple[str, ...]) -> Iterator[str]:
    """Yield what an answer brings, as far as chance leaves it open: the points, a wall tile, another turn."""
    done = apply(state, answer)
    scored = [event for event in done.events if isinstance(event, FeatureScored) and not event.is_final]
    while not scored and done.state.phase is Phase.ASK and isinstance(answer, ScoreFirst):
        done = apply(done.state, legal_moves(done.state)[0])
        scored = [event for event in done.events if isinstance(event, FeatureScored)]
    for event in scored[:1]:
        yield counted(event.points, "point") + _for_whom(event.seats, state.seat, names)
    if done.state.phase is Phase.REVEAL and isinstance(done.state.extras, Walls):
        yield "a wall tile" + _for_whom((done.state.extras.taker,), state.seat, names)
    if done.state.phase is Phase.DRAW and done.state.seat == state.seat:
        yield "another turn"


def _for_whom(seats: tuple[int, ...], mover: int, names: tuple[str, ...]) -> str:
    return "" if seats == (mover,) else f" for {listed([names[seat] for seat in seats])}"
