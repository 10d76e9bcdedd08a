"""Texts of hints."""

from collections.abc import Sequence
from dataclasses import dataclass

from carcassonne import Turn
from screens.text.features import placement_text
from screens.text.i18n import N_, _, pgettext
from screens.text.markup import subtext
from screens.text.placeholders import fixed_text


@dataclass(frozen=True, slots=True)
class HintItem:
    """A turn that a computer would play."""

    turn: Turn
    deployment: str
    """Who goes on the tile, in words."""
    value: float
    """The lead that the computer expects at the end of the game, in points."""


def hint_text(items: Sequence[HintItem]) -> str:
    """Return the turns of a hint, a line for each, the best first."""
    head = _("**What the expert computer would play**, with your lead at the end:")
    lines = [
        f"{number}. **{placement_text(one.turn.placement)}** · {one.deployment} · **{signed_text(one.value)}**"
        for number, one in enumerate(items, 1)
    ]
    return "\n".join([head, *lines])


def told_at_the_end_text() -> str:
    return subtext(_("A guess, in points. At the end, I'll say that you had hints."))


def guided_anyway_text() -> str:
    return subtext(_("A guess, in points. Here the game goes on with its own turn."))


def signed_text(value: float) -> str:
    """Return a number with its sign and one decimal: ``+3.2``, ``−0.4``, ``0.0``."""
    rounded = round(value, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + decimal_text(abs(rounded))


def decimal_text(value: float) -> str:
    """Return a number with one decimal: ``3.2``."""
    return f"{value:.1f}".replace(".", pgettext("the sign between a number and its decimals", "."))


no_hint_text = fixed_text(N_("I can't think of a hint right now. Try again in a moment."))
