"""How tournaments, their kinds and those who meet in them are called."""

from collections.abc import Mapping
from typing import Final

from host.model.tournaments import OrganisedTournament
from screens.text.i18n import N_, _
from screens.text.markup import safe_name
from tournaments.kinds import KINDS

KIND_TEXTS: Final[Mapping[str, tuple[str, str]]] = {
    "swiss": (N_("Swiss"), N_("Each round, you meet someone with as many points. Nobody is out.")),
    "everybody": (N_("Everyone meets everyone"), N_("For a small group: one round less than there are players.")),
    "league": (N_("League"), N_("Divisions of 4 to 8, season after season. The best go up.")),
    "knockout": (N_("Knockout"), N_("Lose, and you're out. With a match for third place.")),
}
"""For each kind its name, and a few words about it."""


def kind_name(kind: str) -> str:
    return _(KIND_TEXTS[kind][0])


def cup_name(tournament: OrganisedTournament) -> str:
    """Return the name of a tournament, of a league with its season."""
    name = safe_name(tournament.terms.name)
    if KINDS[tournament.terms.kind].divisions is None:
        return name
    return _("{name}, season {number}").format(name=name, number=tournament.season)
