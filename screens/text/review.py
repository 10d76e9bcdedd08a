"""Texts of a game in review: who lost what, why, and what the draws made of it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from carcassonne import Kind, Ruleset
from players.review import GameReview, Reason
from screens.text.hints import signed_text
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import capitalize, word_list
from screens.text.names import with_capitals

MOST_REASONS: Final = 3
"""How many reasons a sentence has."""


_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "points": ("points", "unfinished", "edition_points"),
    "cities": ("cities", "city_sides"),
    "roads": ("roads", "road_sides"),
    "monasteries": ("monasteries",),
    "fields": ("farmed", "farming", "open_farming"),
    "followers": ("in_hand", "first_in_hand", "third_in_hand", "standing", "returning", "stuck", "outnumbered"),
    "kept": ("kept",),
}
"""What a sentence puts together: parts of the evaluation by what they are about."""
_TOPICS: Final = {part: topic for topic, parts in _PARTS.items() for part in parts}
_SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    "points": (
        N_("{name} has more points so far ({points})"),
        N_("{name} has fewer points so far ({points})"),
    ),
    "cities": (
        N_("cities can still bring {name} more ({points})"),
        N_("cities can still bring {name} less ({points})"),
    ),
    "houses": (
        N_("houses and towers can still bring {name} more ({points})"),
        N_("houses and towers can still bring {name} less ({points})"),
    ),
    "roads": (
        N_("roads can still bring {name} more ({points})"),
        N_("roads can still bring {name} less ({points})"),
    ),
    "paths": (
        N_("paths can still bring {name} more ({points})"),
        N_("paths can still bring {name} less ({points})"),
    ),
    "monasteries": (
        N_("monasteries can still bring {name} more ({points})"),
        N_("monasteries can still bring {name} less ({points})"),
    ),
    "cloisters": (
        N_("cloisters can still bring {name} more ({points})"),
        N_("cloisters can still bring {name} less ({points})"),
    ),
    "fields": (
        N_("fields bring {name} more ({points})"),
        N_("fields bring {name} less ({points})"),
    ),
    "followers": (
        N_("{name} has more followers free ({points})"),
        N_("{name} has fewer followers free ({points})"),
    ),
    "kept": (
        N_("goods and builders bring {name} more ({points})"),
        N_("goods and builders bring {name} less ({points})"),
    ),
}
"""Says of a topic, or of what an edition has in its place, that it is worth more to somebody, and that it is less."""


def summary_lines(review: GameReview, names: Sequence[str]) -> list[str]:
    """Return a line for each seat: what its turns lost, and what its draws made of the result."""
    text = _("{name}: turns {lost} ({rate} each), draws {luck}")
    return [
        text.format(
            name=name,
            lost=signed_text(-review.lost(seat)),
            rate=signed_text(-review.error_rate(seat)),
            luck=signed_text(review.luck(seat)),
        )
        for seat, name in enumerate(names)
    ]


def why_text(reasons: Iterable[Reason], names: Sequence[str], rules: Ruleset) -> str:
    """Return a sentence about what the better of two turns changes most; empty if the evaluation sees no difference.

    ``names`` are those of the seats in a sentence, as ``sentence_labels`` has them.
    """
    found = grouped(reasons)
    most = sorted(found, key=lambda one: (-abs(found[one]), one))[:MOST_REASONS]
    clauses = list[str]()
    for topic, seat in most:
        points = signed_text(found[topic, seat])
        if points != signed_text(0):
            text = _(_SENTENCES[_edition_topic(topic, rules)][found[topic, seat] < 0])
            text = text if clauses else capitalize(text)  # the names of people stay as they write them
            clauses.append(text.format(name=names[seat], points=points))
    return with_capitals(word_list(clauses) + ".") if clauses else ""


def grouped(reasons: Iterable[Reason]) -> dict[tuple[str, int], float]:
    """Return what reasons come to, in points, by topic and seat."""
    found: dict[tuple[str, int], float] = {}
    for reason in reasons:
        key = _TOPICS[reason.part], reason.seat
        found[key] = found.get(key, 0.0) + reason.points
    return found


def even_luck_text(review: GameReview, names: Sequence[str]) -> str:
    """Say what the result would have been with even luck: who would have won, and how far ahead of the second."""
    scores = review.even_scores()
    second, first = sorted(scores)[-2:]
    points = round(first - second)
    if not points:
        return _("With even luck, it would have been a draw.")
    text = ngettext(
        "With even luck, {name} would have won by {points} point.",
        "With even luck, {name} would have won by {points} points.",
        points,
    )
    return with_capitals(text.format(name=names[scores.index(first)], points=points))


def _edition_topic(topic: str, rules: Ruleset) -> str:
    """Return what an edition has in the place of a topic."""
    if topic == "cities" and Kind.CITY not in rules.complete:
        return "houses"
    if topic == "roads" and Kind.ROAD not in rules.complete:
        return "paths"
    if topic == "monasteries" and rules.terms.get("monastery") == "cloister":
        return "cloisters"
    return topic
