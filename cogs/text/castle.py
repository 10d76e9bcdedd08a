"""The Castle beside the table, in words: wall tiles, corner towers, keeps, and the questions that the game asks."""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from carcassonne import (
    Answer,
    FeatureScored,
    Phase,
    PlayWallTile,
    ScoreFirst,
    SegmentRef,
    State,
    apply,
    feature_at,
    format_cell,
    legal_moves,
)
from carcassonne.castle import Asking, find_castle_state
from carcassonne.castle.final_scoring import largest_empty_area
from carcassonne.geometry import PORTS
from cogs.text.features import feature_text, kind_name, point_text
from cogs.text.formatting import headed, listed
from cogs.text.i18n import _, marked, ngettext
from cogs.text.nouns import counted, noun

WALL_TILES: Final[Mapping[int, str]] = {
    1: marked("another complete turn"),
    2: marked("doubles a completed tower"),
    3: marked("doubles a completed house"),
    4: marked("scores an uncompleted path"),
    5: marked("scores an uncompleted tower"),
    6: marked("scores an uncompleted house"),
    7: marked("4 a market of one court"),
    8: marked("keep counts 2 tiles more"),
    9: marked("5 points"),
}
"""What each wall tile does, in short; see ``wall_tile_effect``."""

AT_THE_END: Final = 4
"""Wall tiles from this one on are played by themselves in the final scoring."""


def picture_terms() -> dict[str, str]:
    """Return the words that only pictures of The Castle have; see ``render.Words``."""
    return {"keep": noun("keep"), "empty_area": _("Largest empty area:")}


def wall_tile_effect(number: int) -> str:
    """Return what a wall tile does: ``doubles a completed tower``."""
    return _(WALL_TILES[number])


def wall_tile_text(number: int) -> str:
    """Return a wall tile and what it does: ``wall tile 2 (doubles a completed tower)``."""
    return _("wall tile {number} ({effect})").format(number=number, effect=wall_tile_effect(number))


def holdings(state: State, seat: int) -> Iterator[str]:
    """Yield a seat's wall tiles and its keep, as far as it has any; nothing where the edition knows none."""
    kept = find_castle_state(state)
    if kept is None:
        return
    if hand := kept.hands[seat]:
        tiles = ngettext("wall tile {numbers}", "wall tiles {numbers}", len(hand))
        yield tiles.format(numbers=listed([str(number) for number in hand]))
    if keep := kept.keeps[seat].tiles:
        yield ngettext("keep on {number} tile", "keep on {number} tiles", keep).format(number=keep)


def empty_area_text(state: State) -> str:
    """Return how large the largest empty area is, which the largest keep is worth; empty in other editions."""
    if find_castle_state(state) is None or state.is_over:
        return ""
    spaces = len(largest_empty_area(state))
    text = ngettext("largest empty area: {number} space", "largest empty area: {number} spaces", spaces)
    return text.format(number=spaces)


def question_text(state: State) -> str:
    """Return what the game asks the player to move; empty where it asks nothing."""
    kept = find_castle_state(state)
    if state.phase is not Phase.ASK or kept is None:
        return ""
    match kept.asking:
        case Asking.ORDER:
            return _(
                "Several features are complete: which is scored first? The order decides who reaches corner towers."
            )
        case Asking.DOUBLE:
            assert kept.current is not None
            feature = feature_text(feature_at(state, kept.current), state.ruleset.terms)
            text = _("Shall {wall_tile} be played now? It would double the one at {cell}: {feature}.")
            cell = format_cell(kept.current.position)
            return text.format(wall_tile=wall_tile_text(_number_asked(state)), cell=cell, feature=feature)
        case Asking.EXTRA_TURN:
            return _("Shall {wall_tile} be played now?").format(wall_tile=wall_tile_text(_number_asked(state)))
        case Asking.NOTHING:
            return ""
        case _:
            assert_never(kept.asking)


def answer_text(state: State, answer: Answer, names: tuple[str, ...]) -> str:
    """Return an answer to the question asked, and what it would pay: ``Play wall tile 2: 8 points, a wall tile``."""
    head = _answer_name(state, answer)
    outcome = listed(list(_outcome(state, answer, names)))
    return headed(head, outcome) if outcome else head


def answered_text(answer: Answer, name: str | None) -> str:
    """Return what somebody has answered, or with None what you have, as a sentence."""
    match answer:
        case ScoreFirst(position, point):
            text = _("{name} had {cell} {point} scored first.") if name else _("You had {cell} {point} scored first.")
            return text.format(name=name, cell=format_cell(position), point=point_text(point))
        case PlayWallTile(number):
            if number is None:
                return (_("{name} kept the wall tile.") if name else _("You kept the wall tile.")).format(name=name)
            text = _("{name} played {wall_tile}.") if name else _("You played {wall_tile}.")
            return text.format(name=name, wall_tile=wall_tile_text(number))
        case _:
            assert_never(answer)


def _number_asked(state: State) -> int:
    return next(
        move.number for move in legal_moves(state) if isinstance(move, PlayWallTile) and move.number is not None
    )


def _answer_name(state: State, answer: Answer) -> str:
    match answer:
        case ScoreFirst(position, point):
            segment = state.cells[position].turned.ports[PORTS[point]]
            kind = feature_at(state, SegmentRef(position, segment)).kind
            text = _("{cell} {point}, the {feature}")
            name = kind_name(kind, state.ruleset.terms)
            return text.format(cell=format_cell(position), point=point_text(point), feature=name)
        case PlayWallTile(None):
            return _("Keep the wall tile")
        case PlayWallTile(number):
            return _("Play wall tile {number}").format(number=number)
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
        yield _for_whom(counted(event.points, "point"), event.seats, state.seat, names)
    kept = find_castle_state(done.state)
    if done.state.phase is Phase.REVEAL and kept is not None:
        yield _for_whom(_("a wall tile"), (kept.taker,), state.seat, names)
    if done.state.phase is Phase.DRAW and done.state.seat == state.seat:
        yield _("another turn")


def _for_whom(what: str, seats: tuple[int, ...], mover: int, names: tuple[str, ...]) -> str:
    if seats == (mover,):
        return what
    return _("{what} for {names}").format(what=what, names=listed([names[seat] for seat in seats]))
