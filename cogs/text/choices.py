"""The fixed choices of options that texts name. Their names are marked for translation, their values never are.

Discord shows each choice in the language of the reader's Discord. Texts name it in the same way with ``choice_name``.
"""

from collections.abc import Mapping
from typing import Final

from cogs.text.i18n import N_, _, client_language, use_language

VIEW_NAMES: Final[Mapping[str, str]] = {
    "normal": N_("normal"),
    "words": N_("words"),
    "since": N_("since: tiles placed since my last one"),
    "fields": N_("fields: where each begins and ends"),
    "claims": N_("claims: who holds what"),
    "score": N_("score: if the game ended now"),
    "dead": N_("dead: cells where nothing fits any more"),
}
FOLLOW_NAMES: Final[Mapping[str, str]] = {
    "end": N_("the end"),
    "round": N_("each round"),
    "nothing": N_("nothing"),
}
SCOPE_NAMES: Final[Mapping[str, str]] = {"person": N_("person"), "server": N_("server")}


def choice_name(names: Mapping[str, str], value: str) -> str:
    """Return the name by which the reader's Discord shows a choice: of ``claims: who holds what`` only ``claims``."""
    with use_language(client_language()):
        return _(names[value]).partition(":")[0].strip()
