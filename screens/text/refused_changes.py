"""Why a change of a tournament by hand was refused, where that takes more than a sentence with its values."""

from collections.abc import Sequence
from typing import Final

from host.errors import TooMuchTimeError
from host.model.tournament_errors import NotSignedUpError, SignUpOverError, TournamentBegunError, WrongNamesError
from host.model.tournaments import OrganisedTournament, TournamentStatus
from screens.text.i18n import _, ngettext
from screens.text.markup import quote, short_list
from screens.text.tournament_names import cup_name
from screens.text.typed_input import format_duration

_NAMES_SHOWN: Final = 12
"""How many names of a list are said to be wrong."""


def too_much_time_text(error: TooMuchTimeError) -> str:
    text = _("You can give at most {most} at once, not {more}.")
    return text.format(most=format_duration(error.longest), more=format_duration(error.more))


def tournament_begun_text(error: TournamentBegunError) -> str:
    text = _("This tournament has already started. It can't be changed any more.")
    return _ended_text(error.about) or text


def sign_up_over_text(error: SignUpOverError) -> str:
    text = _(
        "Sign-up for this tournament is over: only a Swiss one takes players after its start, until its last round."
    )
    return _ended_text(error.about) or text


def not_signed_up_text(error: NotSignedUpError) -> str:
    """Return why somebody can't leave a tournament. Of one that has ended they may be."""
    return _ended_text(error.about) or _("You're not in this tournament.")


def _ended_text(tournament: OrganisedTournament) -> str | None:
    """Return that a tournament has ended; None if it has not. It needn't have started: a draft is cancelled after a
    day.
    """
    match tournament.status:
        case TournamentStatus.CANCELLED:
            text = _("**{name}** is cancelled.")
        case TournamentStatus.OVER:
            text = _("**{name}** is over.")
        case _:
            return None
    return text.format(name=cup_name(tournament))


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
