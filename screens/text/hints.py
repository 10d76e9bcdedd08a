"""Texts of hints."""

from collections.abc import Sequence

from carcassonne import DeployNobody, State, Turn, apply
from screens.text.features import deployment_name, placement_text
from screens.text.i18n import N_, _, pgettext
from screens.text.markup import subtext
from screens.text.placeholders import fixed_text


def hint_text(state: State, turns: Sequence[tuple[Turn, float]]) -> str:
    """Return the turns of a hint, a line for each, the best first, with the lead at the end that each leads to."""
    head = _("**What the expert computer would play**, with your lead at the end:")
    lines = [
        f"{number}. {turn_words(state, turn)} · **{signed_text(value)}**"
        for number, (turn, value) in enumerate(turns, 1)
    ]
    return "\n".join([head, *lines])


def turn_words(state: State, turn: Turn) -> str:
    """Return a turn in words: the cell, the rotation, who goes on the tile."""
    turned = apply(state, turn.placement).state.cells[turn.placement.position].turned
    deployment = deployment_name(turn.deployment or DeployNobody(), turned, state.ruleset.terms)
    return f"**{placement_text(turn.placement)}** · {deployment}"


def told_at_the_end_text() -> str:
    return subtext(_("A guess, in points. At the end, I'll say that you had hints."))


def guided_anyway_text() -> str:
    return subtext(_("A guess, in points. In the guided game, play the turn that it asks for."))


def signed_text(value: float) -> str:
    """Return a number with its sign and one decimal: ``+3.2``, ``−0.4``, ``0.0``."""
    rounded = round(value, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + decimal_text(abs(rounded))


def decimal_text(value: float) -> str:
    """Return a number with one decimal: ``3.2``."""
    return f"{value:.1f}".replace(".", pgettext("the sign between a number and its decimals", "."))


no_hint_text = fixed_text(N_("I can't think of a hint right now. Try again in a moment."))
