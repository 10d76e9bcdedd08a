"""Why a change of a tournament by hand was refused, where that takes more than a sentence with its values."""

from collections.abc import Sequence
from typing import Final

from host.errors import TooMuchTimeError
from host.model.tournament_errors import WrongNamesError
from screens.text.i18n import _, ngettext
from screens.text.markup import quote, short_list
from screens.text.typed_input import format_duration

_NAMES_SHOWN: Final = 12
"""How many names of a list are said to be wrong."""


def too_much_time_text(error: TooMuchTimeError) -> str:
    text = _("You can give at most {most} at once, not {more}.")
    return text.format(most=format_duration(error.longest), more=format_duration(error.more))


def wrong_names_text(error: WrongNamesError) -> str:
    unknown, twice = error.unknown, error.twice
    text = ngettext(
        "Nobody in this tournament is called {names}. Write the name as the form shows it.",
        "Nobody in this tournament has these names: {names}. Write them as the form shows them.",
        len(unknown),
    )
    lines = [text.format(names=_quoted(unknown))] if unknown else []
    text = ngettext(
        "{names} stands in your list twice. Take one of them out.",
        "These names stand in your list twice: {names}. Keep each of them once.",
        len(twice),
    )
    return "\n".join([*lines, *([text.format(names=_quoted(twice))] if twice else [])])


def _quoted(names: Sequence[str]) -> str:
    return short_list(list(map(quote, names)), _NAMES_SHOWN)
