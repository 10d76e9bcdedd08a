"""A tournament as who asks for it sees it, with a menu of others, and its games, round by round."""

from collections.abc import Mapping, Sequence

from host.errors import NotOfferedError
from host.model.table import BaseTable
from host.model.tournaments import OrganisedTournament
from screens import tournament_ids as ids
from screens.screen import MOST_CHOICES, Choice, Menu, Screen, choices, row
from screens.text.i18n import _
from screens.text.markup import plain_text
from screens.text.tournament_names import cup_name, kind_name
from screens.text.tournaments import games_texts, tournament_text
from screens.tournaments import tournament_rows


def games_screens(tournament: OrganisedTournament, tables: Mapping[int, BaseTable], number: int) -> list[Screen]:
    """Return the games of a round, in as many messages as it takes: the first has a menu of the rounds. ``tables`` are
    those that are known. Raise NotOfferedError if there is no such round; before the first, there is none yet.
    """
    if not min(tournament.round, 1) <= number <= tournament.round:
        raise NotOfferedError(str(number))
    first, *others = games_texts(tournament, tables, number)
    menu = Menu(ids.CupRoundId(tournament.number), round_choices(tournament, number))
    return [Screen(first, ((menu,),) if tournament.round > 1 else ()), *map(Screen, others)]


def shown_screen(tournament: OrganisedTournament, known: Sequence[OrganisedTournament]) -> Screen:
    """Return a tournament, with a menu of those that are ``known`` on its server if there are others."""
    ordered = {one.number: one for one in (tournament, *known)}
    shown = sorted(ordered.values(), key=lambda one: (one != tournament, -one.number))[:MOST_CHOICES]
    offered = tuple(
        Choice(
            plain_text(cup_name(one)),
            str(one.number),
            f"{kind_name(one.terms.kind)} · {one.opened_at:%Y-%m-%d}",
            is_chosen=one == tournament,
        )
        for one in sorted(shown, key=lambda one: -one.number)
    )
    menu = row(Menu(ids.OtherCupId(tournament.number), offered)) if len(offered) > 1 else ()
    return Screen(tournament_text(tournament), (*tournament_rows(tournament), *menu))


def round_choices(tournament: OrganisedTournament, number: int) -> tuple[Choice, ...]:
    """Return the rounds that were paired, one of which is chosen; of many, those around it."""
    first = max(1, min(number - MOST_CHOICES // 2, tournament.round - MOST_CHOICES + 1))
    shown = range(first, min(first + MOST_CHOICES, tournament.round + 1))
    return choices({str(one): _("Round {number}").format(number=one) for one in shown}, str(number))
