"""What people choose by name: the editions, and the expansions that are their options."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from carcassonne.castle.edition import CASTLE
from carcassonne.editions import CHAT_ROOM, CHAT_ROOM_OLD, CLASSIC, NEW_EDITION, TRAVEL
from carcassonne.errors import NotationError, Reason
from carcassonne.expansions.abbot import ABBOTS
from carcassonne.expansions.inns import INNS
from carcassonne.expansions.river import RIVER_EXPANSION, START_TILE
from carcassonne.expansions.traders import TRADERS
from carcassonne.state import Ruleset
from carcassonne.values import Value


@dataclass(frozen=True, slots=True)
class Edition(Value):
    """A game that people can choose."""

    name: str
    rules: Ruleset
    """The ruleset without any option."""
    options: tuple[str, ...] = ()
    """The expansions that can be added to it, in the order in which records list them. New ones go to the end."""


EDITIONS: Final = {
    edition.name: edition
    for edition in (
        Edition("chat-room", CHAT_ROOM),
        Edition("chat-room-old", CHAT_ROOM_OLD),
        Edition("classic", CLASSIC, ("inns", "traders")),
        Edition("travel", TRAVEL),
        Edition("castle", CASTLE),
        Edition("new-edition", NEW_EDITION, ("river", "abbot", "start-tile", "inns", "traders")),
    )
}
"""Every edition by its name, in the order in which people are offered them."""

EXPANSIONS: Final = {expansion.name: expansion for expansion in (START_TILE, ABBOTS, RIVER_EXPANSION, INNS, TRADERS)}
"""Every expansion by its name, in the order in which they are added to a ruleset."""


def find_ruleset(edition: str, options: Iterable[str] = ()) -> Ruleset:
    """Return the ruleset of an edition with its options; raise NotationError for one that does not exist."""
    if edition not in EDITIONS:
        raise NotationError(Reason.UNKNOWN_EDITION, edition=edition, known=tuple(EDITIONS))
    known, chosen = EDITIONS[edition].options, set(options)
    for option in sorted(chosen - set(known)):
        raise NotationError(Reason.UNKNOWN_OPTION, option=option, edition=edition, known=known)
    in_order = tuple(option for option in known if option in chosen)
    for option in in_order:
        needs = EXPANSIONS[option].requires
        if needs is not None and needs not in chosen:
            raise NotationError(Reason.UNKNOWN_OPTION, option=option, edition=edition, known=known, needs=needs)
    return _build(edition, in_order)


def offered_options(edition: str, options: Iterable[str]) -> tuple[str, ...]:
    """Return those of some options that an edition offers, in its order, without those that need one left out.

    ``edition`` is a key of ``EDITIONS``.
    """
    offered = [option for option in EDITIONS[edition].options if option in set(options)]
    while unmet := [option for option in offered if EXPANSIONS[option].requires not in {None, *offered}]:
        offered = [option for option in offered if option not in unmet]
    return tuple(offered)


@cache
def _build(edition: str, options: tuple[str, ...]) -> Ruleset:
    rules = EDITIONS[edition].rules
    for expansion in EXPANSIONS.values():
        if expansion.name in options:
            rules = expansion.add(rules)
    return replace(rules, options=options) if options else rules
