"""The list with which the host of a knockout orders its players: a name in each line."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from host.model.tournament_errors import WrongNamesError
from host.model.tournaments import OrganisedTournament
from screens.refused_forms import lines_of
from screens.screen import TextField
from screens.text.i18n import _
from screens.text.matches import entrant_name
from screens.text.names import unmarked_name

_LIST_LENGTH: Final = 3500
"""The most characters of a list in a form."""
_NUMBERED: Final = re.compile(r"^\d{1,3}(?:[.)]\s*|\s)")
"""What may stand before a name in a list, as in spreadsheets."""


def order_field(tournament: OrganisedTournament, order: Sequence[int]) -> TextField:
    """Return a field with a player in each line, in this order; of too many, the first ones."""
    names, lines, note = _distinct_names(tournament), list[str](), _("A name in each line. Empty: by their ratings")
    for entrant in order:
        if sum(len(line) + 1 for line in lines) + len(names[entrant]) > _LIST_LENGTH:
            break
        lines.append(names[entrant])
    shown = "\n".join(lines)
    return TextField("order", _("The players, strongest first"), "Ann", shown, description=note, is_long=True)


def _distinct_names(tournament: OrganisedTournament) -> dict[int, str]:
    """Return the names of all entrants; with the numbers of their entries where several are called alike."""
    names = {one.entrant.id: " ".join(entrant_name(tournament, one.entrant.id).split()) for one in tournament.people}
    several = Counter(map(str.casefold, names.values()))
    return {one: f"{name} ({one})" if several[name.casefold()] > 1 else name for one, name in names.items()}


def _by_name(tournament: OrganisedTournament) -> dict[str, int]:
    """Return the entrants by their names in lower case, computers' also without their sign."""
    computers = {one.entrant.id: unmarked_name(one.computer) for one in tournament.people if one.computer}
    return {name.casefold(): one for each in (computers, _distinct_names(tournament)) for one, name in each.items()}


def find_name(tournament: OrganisedTournament, typed: str) -> int | None:
    """Return the entrant with a name; None if nobody has it, or several have."""
    return _by_name(tournament).get(" ".join(typed.split()).casefold())


def read_order(tournament: OrganisedTournament, text: str) -> tuple[int, ...]:
    """Return the entrants of a list with a name in each line. Raise WrongNamesError, which has all that are wrong."""
    by_name = _by_name(tournament)
    found, unknown, twice = dict[int, str](), dict[str, str](), dict[int, str]()
    for line in lines_of(text):
        entrant = by_name.get(line.casefold()) or by_name.get(_NUMBERED.sub("", line).casefold())
        if entrant is None:
            unknown.setdefault(line.casefold(), line)
        else:
            (twice if entrant in found else found)[entrant] = line
    if unknown or twice:
        raise WrongNamesError(tournament, unknown=tuple(unknown.values()), twice=tuple(twice.values()))
    return tuple(found)
