"""The names of the editions and their options, and the texts of each. A test checks that every edition has a name."""

from collections.abc import Mapping
from typing import Final

from carcassonne import State
from cogs.text.castle import CastleTexts
from cogs.text.edition_texts import EditionTexts
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


def edition_text(edition: str, options: tuple[str, ...]) -> str:
    """Return the names of an edition and its options: ``Carcassonne, new edition with The River``."""
    if not options:
        return edition_name(edition)
    chosen = ", ".join(map(option_name, options))
    return _("{edition} with {options}").format(edition=edition_name(edition), options=chosen)
