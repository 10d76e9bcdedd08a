"""The games of a tournament, round by round."""

from collections.abc import Mapping
from typing import Final

from host.errors import NotOfferedError
from host.model.table import BaseTable
from host.model.tournaments import OrganisedTournament
from screens import tournament_ids as ids
from screens.screen import Choice, Menu, Screen, choices
from screens.text.i18n import _
from screens.text.tournaments import games_texts

_MOST_ROUNDS: Final = 25
"""The most rounds of a menu."""


def games_screens(tournament: OrganisedTournament, tables: Mapping[int, BaseTable], number: int) -> list[Screen]:
    """Return the games of a round, in as many messages as it takes: the first has a menu of the rounds. ``tables`` are
    those that are known. Raise NotOfferedError if there is no such round; before the first, there is none yet.
    """
    if not min(tournament.round, 1) <= number <= tournament.round:
        raise NotOfferedError(str(number))
    first, *others = games_texts(tournament, tables, number)
    menu = Menu(ids.CupRoundId(tournament.number), round_choices(tournament, number))
    return [Screen(first, ((menu,),) if tournament.round > 1 else ()), *map(Screen, others)]


def round_choices(tournament: OrganisedTournament, number: int) -> tuple[Choice, ...]:
    """Return the rounds that were paired, one of which is chosen; of many, those around it."""
    first = max(1, min(number - _MOST_ROUNDS // 2, tournament.round - _MOST_ROUNDS + 1))
    shown = range(first, min(first + _MOST_ROUNDS, tournament.round + 1))
    return choices({str(one): _("Round {number}").format(number=one) for one in shown}, str(number))
