"""Texts of a game in review: who lost what, why, and what the draws made of it."""

from collections.abc import Iterable, Sequence
from typing import Final

from carcassonne import Move, PlaceTile
from players.review import GameReview, Reason, ReviewedTurn
from screens.text.features import placement_text
from screens.text.hints import signed_text
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import capitalize, semicolon_list

_GROUPS: Final = {
    N_("points on the board"): ("points", "unfinished", "edition_points"),
    N_("cities to come"): ("cities", "city_sides"),
    N_("roads to come"): ("roads", "road_sides"),
    N_("monasteries to come"): ("monasteries",),
    N_("fields"): ("farmed", "farming", "open_farming"),
    N_("followers in hand"): ("in_hand", "first_in_hand", "third_in_hand"),
    N_("followers on the board"): ("standing", "returning", "stuck", "outnumbered"),
    N_("goods, builders and extra turns"): ("kept",),
}
"""What parts of the evaluation are about, in words, and which parts."""
MOST_REASONS: Final = 3
"""How many reasons a sentence has."""


def summary_lines(review: GameReview, names: Sequence[str]) -> list[str]:
    """Return a line for each seat: what its turns lost, and what its draws made of the result."""
    text = _("{name}: turns {lost} in all, {rate} each; draws {luck}; with even luck {even}")
    return [
        text.format(
            name=name,
            lost=signed_text(-review.lost(seat)),
            rate=signed_text(-review.error_rate(seat)),
            luck=signed_text(review.luck(seat)),
            even=signed_text(review.with_even_luck(seat)),
        )
        for seat, name in enumerate(names)
    ]


def turn_text(turn: ReviewedTurn, names: Sequence[str]) -> str:
    """Return what a turn cost, with what expert would have played, and why that is better."""
    text = _("Turn {number}, {name}: {loss}. Better: {better}.")
    told = text.format(
        number=turn.number, name=names[turn.seat], loss=signed_text(-turn.loss), better=_placed(turn.best)
    )
    return " ".join(filter(None, [told, why_text(turn.reasons, names)]))


def why_text(reasons: Iterable[Reason], names: Sequence[str]) -> str:
    """Return a sentence about what the better turn changes most; empty if one ply sees no difference."""
    found = grouped(reasons)
    most = sorted(found, key=lambda one: (-abs(found[one]), one))[:MOST_REASONS]
    items = [
        _("{what} {points} for {name}").format(what=_(what), points=signed_text(found[what, other]), name=names[other])
        for what, other in most
        if round(abs(found[what, other]), 1)
    ]
    return capitalize(semicolon_list(items)) + "." if items else ""


def grouped(reasons: Iterable[Reason]) -> dict[tuple[str, int], float]:
    """Return what reasons come to, in points, by what they are about and by seat."""
    about = {part: what for what, parts in _GROUPS.items() for part in parts}
    found: dict[tuple[str, int], float] = {}
    for reason in reasons:
        key = about[reason.part], reason.seat
        found[key] = found.get(key, 0.0) + reason.points
    return found


def even_luck_text(review: GameReview, names: Sequence[str]) -> str:
    """Say what the result of a game for two would have been with even luck."""
    ahead = max(range(len(names)), key=review.with_even_luck)
    points = abs(round(review.with_even_luck(ahead)))
    if not points:
        return _("With even luck, it would have been a draw.")
    text = ngettext(
        "With even luck, {name} would have won by {points} point.",
        "With even luck, {name} would have won by {points} points.",
        points,
    )
    return text.format(name=names[ahead], points=points)


def _placed(moves: Sequence[Move]) -> str:
    return placement_text(moves[0]) if isinstance(moves[0], PlaceTile) else ""
