"""The names of the editions and their options, and the texts of each. A test checks that every edition has a name."""

from collections.abc import Mapping, Sequence
from typing import Final

from carcassonne import EDITIONS, EXPANSIONS, State
from cogs.text.castle import CastleTexts
from cogs.text.edition_texts import EditionTexts
from cogs.text.formatting import quote, word_list
from cogs.text.i18n import N_, _

EDITION_NAMES: Final = {
    "chat-room": N_("Chat room"),
    "chat-room-old": N_("Chat room with original farmer scoring"),
    "classic": N_("Carcassonne (2000)"),
    "travel": N_("Carcassonne Travel"),
    "castle": N_("Carcassonne: The Castle"),
    "new-edition": N_("Carcassonne, new edition"),
}

OPTION_NAMES: Final = {
    "river": N_("The River"),
    "abbot": N_("The Abbot"),
    "start-tile": N_("start tile in the bag"),
}

COMMON_TEXTS: Final = EditionTexts()
EDITION_TEXTS: Final[Mapping[str, EditionTexts]] = {"castle": CastleTexts()}
"""The editions that have texts of their own."""


def texts_of(state: State) -> EditionTexts:
    """Return the texts of the edition of a state."""
    return EDITION_TEXTS.get(state.ruleset.edition, COMMON_TEXTS)


def edition_name(edition: str) -> str:
    """Return the name of an edition."""
    return _(EDITION_NAMES[edition])


def option_name(option: str) -> str:
    """Return the name of a rule option; the name in records if it has no other."""
    return _(OPTION_NAMES[option]) if option in OPTION_NAMES else option


def editions_with(option: str) -> str:
    """Return the names of the editions that offer a rule option; empty if there are none."""
    offering = [edition_name(name) for name, edition in EDITIONS.items() if option in edition.options]
    return word_list(offering, "or") if offering else ""


def needed_option_text(option: str, needs: str) -> str:
    """Say that a rule option needs another one."""
    text = _("The option {option} needs {needs}. Choose both.")
    return text.format(option=quote(option_name(option)), needs=quote(option_name(needs)))


def options_left_out_text(edition: str, kept: tuple[str, ...], left_out: Sequence[str]) -> str:
    """Tell a person who chose options which of them were left out, and why. The others are ``kept``."""
    foreign = [option for option in left_out if option not in EDITIONS[edition].options]
    unmet = [(option, EXPANSIONS[option].requires) for option in left_out if option not in foreign]
    lines = [needed_option_text(option, needs) for option, needs in unmet if needs]
    if foreign:
        editions = word_list(list(dict.fromkeys(map(editions_with, foreign))), "or")
        text = _("The table plays {rules}. I left out what's only in {editions}: {options}.")
        rules, options = edition_text(edition, kept), ", ".join(map(option_name, foreign))
        lines.insert(0, text.format(rules=rules, editions=editions, options=options))
    return "\n".join(lines)


def edition_text(edition: str, options: tuple[str, ...]) -> str:
    """Return the names of an edition and its options: ``Carcassonne, new edition with The River``."""
    if not options:
        return edition_name(edition)
    chosen = ", ".join(map(option_name, options))
    return _("{edition} with {options}").format(edition=edition_name(edition), options=chosen)
