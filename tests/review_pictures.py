"""Draws the pictures of a game in review for ``docs/``, of a game in ``docs/games``. Its review takes some seconds."""

from pathlib import Path
from typing import Final

from carcassonne import Colour, apply_all, new_game, parse_record, replay
from carcassonne.replay import recorded_moves
from players.review import EXPLAINED, GameReview, played_turns, review
from render import Curve, CurveLine, CurveMark, draw_compared, draw_curve
from render.english import english
from render.look.theme import PieceStyle
from screens.text.review import captions
from tests.fixtures.message_ids import ROOT

NAMES: Final = ("Ann", "Björn")
GAME: Final = ROOT / "docs" / "games" / "classic.carc"
REVIEW_PICTURES: Final = ("review.png", "review-turn.png")
"""The curve, and the turn that has cost most."""


def draw_review_pictures(folder: Path) -> None:
    """Draw them into a folder."""
    record = parse_record(GAME.read_text("utf-8"))
    end = replay(record).state
    assert end is not None
    start, moves = new_game(end.ruleset, end.seats), [move for one in record.entries for move in recorded_moves(one)]
    found = review(start, moves)
    curve, turn = REVIEW_PICTURES
    (folder / curve).write_bytes(draw_curve(_curve(found)).png)
    [dearest] = found.dearest(1)
    played = next(one for one in played_turns(start, moves) if one.number == dearest.number)
    laid = [apply_all(played.state, one).state for one in (played.moves, dearest.instead)]
    (folder / turn).write_bytes(draw_compared(laid, captions(dearest), english(end, NAMES)).png)


def _curve(found: GameReview) -> Curve:
    colours = zip(NAMES, Colour, strict=False)
    lines = [
        CurveLine(name, colour.value, PieceStyle(seat, colour), tuple(found.curve(seat)))
        for seat, (name, colour) in enumerate(colours)
    ]
    marks = [
        CurveMark(one.number, one.seat, found.turns.index(one) + 1)
        for one in [*found.dearest(EXPLAINED), *found.best(EXPLAINED)]
    ]
    return Curve(tuple(lines), tuple([one.number for one in found.turns]), tuple(marks))
