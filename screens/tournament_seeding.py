"""The list with which the host of a knockout orders its players: a name in each line."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from host.model.tournament_errors import NamedTwiceError, NoSuchNameError, TournamentError
from host.model.tournament_hand import HandAction
from host.model.tournaments import OrganisedTournament
from screens import tournament_ids as ids
from screens.screen import Button, Screen, TextField, row
from screens.text.host_errors import host_error_text
from screens.text.i18n import _
from screens.text.labels import Label
from screens.text.markup import MESSAGE_LENGTH, bold_label, split_pages
from screens.text.matches import entrant_name

_LIST_LENGTH: Final = 3500
"""The most characters of a list in a form."""
_NUMBERED: Final = re.compile(r"^\d{1,3}(?:[.)]\s*|\s)")
"""What may stand before a name in a list, as in spreadsheets."""
_FENCE: Final = "```"
_FENCED: Final = re.compile(r"^```\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
"""A text in a message that can be copied as it is."""


def order_field(tournament: OrganisedTournament, order: Sequence[int], typed: str | None = None) -> TextField:
    """Return a field with a player in each line, in this order; of too many, the first ones. ``typed`` is the list of
    before instead, if it was refused.
    """
    names, lines, note = _distinct_names(tournament), list[str](), _("A name in each line. Empty: by their ratings")
    for entrant in order:
        if sum(len(line) + 1 for line in lines) + len(names[entrant]) > _LIST_LENGTH:
            break
        lines.append(names[entrant])
    value = "\n".join(lines) if typed is None else typed
    return TextField("order", _("The players, strongest first"), "Ann", value, description=note, is_long=True)


def _distinct_names(tournament: OrganisedTournament) -> dict[int, str]:
    """Return the names of all entrants; with the numbers of their entries where several are called alike."""
    names = {one.entrant.id: " ".join(entrant_name(tournament, one.entrant.id).split()) for one in tournament.people}
    several = Counter(map(str.casefold, names.values()))
    return {one: f"{name} ({one})" if several[name.casefold()] > 1 else name for one, name in names.items()}


def read_order(tournament: OrganisedTournament, text: str) -> tuple[int, ...]:
    """Return the entrants of a list with a name in each line. Raise NoSuchNameError, NamedTwiceError."""
    by_name = {name.casefold(): entrant for entrant, name in _distinct_names(tournament).items()}
    found = list[int]()
    for line in _lines(text):
        entrant = by_name.get(line.casefold()) or by_name.get(_NUMBERED.sub("", line).casefold())
        if entrant is None:
            raise NoSuchNameError(tournament, line)
        if entrant in found:
            raise NamedTwiceError(tournament, line)
        found.append(entrant)
    return tuple(found)


def _lines(text: str) -> Iterable[str]:
    return filter(None, (" ".join(one.split()) for one in text.splitlines()))


def refused_order_screens(error: TournamentError, order: str, reason: str) -> list[Screen]:
    """Return why a list was refused, with what was typed, so that nothing is lost: a button opens the form filled in
    with it. What is too long for one message stands in several, from which it can be copied.
    """
    why, typed = host_error_text(error), "\n".join(_lines(order)).replace(_FENCE, "'''")
    text = _("Here is what you typed. Press {button} to go on with it.").format(button=bold_label(Label.SEED_PLAYERS))
    again = ids.CupHandId(error.about.number, HandAction.SEED)
    whole = "\n".join([why, text, _fenced(typed), _fenced(" ".join(reason.split()).replace(_FENCE, "'''"))])
    if len(whole) <= MESSAGE_LENGTH:
        return [Screen(whole, row(Button(again, _(Label.SEED_PLAYERS))))]
    text = _("Here is what you typed, to be copied:")
    room = MESSAGE_LENGTH - len(_fenced(""))
    pages = [_fenced(one) for one in split_pages(typed.split("\n"), room)]
    return [Screen(f"{why}\n{text}"), *map(Screen, pages)]


def _fenced(text: str) -> str:
    return f"{_FENCE}\n{text}\n{_FENCE}"


def typed_before(message: str) -> tuple[str | None, str]:
    """Return the list and the reason that stand in a message of ``refused_order_screens``; no list in any other."""
    found = _FENCED.findall(message)
    return (found[0], found[1]) if len(found) == 2 else (None, "")
