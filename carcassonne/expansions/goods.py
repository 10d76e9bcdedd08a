"""The goods of Traders & Builders: who completes a city takes those in it, and most of each is worth 10 points."""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from carcassonne.events import Event, FeatureScored, GoodsTaken, Item, Unit
from carcassonne.kinds import Kind
from carcassonne.modifiers import Modifier, each_counts
from carcassonne.scoring import completed_features, completes_any, find_modifiers, pay
from carcassonne.state import Extra, State, TurnStep

WINE: Final = Modifier("wine", each_counts)
GRAIN: Final = Modifier("grain", each_counts)
CLOTH: Final = Modifier("cloth", each_counts)

UNITS: Final[Mapping[Modifier, Unit]] = {WINE: Unit.WINE, GRAIN: Unit.GRAIN, CLOTH: Unit.CLOTH}
"""Each of the goods, in the order in which people read them."""
MOST_POINTS: Final = 10

NAME: Final = "goods"
Goods: TypeAlias = tuple[tuple[int, ...], ...]
"""By seat: how many of each of the goods it has."""


def _format(goods: Goods) -> str:
    return " ".join("-".join(map(str, own)) for own in goods)


def _parse(text: str) -> Goods:
    goods = tuple(tuple(map(int, own.split("-"))) for own in text.split())
    if any(len(own) != len(UNITS) for own in goods):
        raise ValueError(text)
    return goods


GOODS: Final = {NAME: Extra(lambda seats: ((0,) * len(UNITS),) * seats, _format, _parse)}


def goods_of(state: State) -> Goods | None:
    """Return the goods of each seat; None where the game has no goods."""
    found: Goods | None = state.extras.get(NAME)
    return found


def take_goods(state: State) -> list[Event]:
    """Give the player who has laid the tile all goods of the cities that it has completed; in place.

    Traders & Builders, "Goods": whoever scores them, and if nobody does.
    """
    if not completes_any(state):
        return []
    found = [0] * len(UNITS)
    for ref in completed_features(state):
        if state.segment_at(ref).kind is Kind.CITY and (has := find_modifiers(state, state.root_at(ref))):
            found = [before + has[good] for before, good in zip(found, UNITS, strict=True)]
    if not any(found):
        return []
    goods: list[tuple[int, ...]] = list(state.extras[NAME])
    goods[state.seat] = tuple([own + more for own, more in zip(goods[state.seat], found, strict=True)])
    state.set_extra(NAME, tuple(goods))
    taken = zip(UNITS.values(), found, strict=True)
    return [GoodsTaken(state.seat, tuple([(unit, number) for unit, number in taken if number]))]


def holders(goods: Goods) -> Iterator[tuple[Unit, tuple[int, ...]]]:
    """Yield each of the goods that anybody has, and the seats that have most of it: all who are tied."""
    for number, unit in enumerate(UNITS.values()):
        most = max(own[number] for own in goods)
        if most:
            yield unit, tuple([seat for seat, own in enumerate(goods) if own[number] == most])


def score_goods(state: State) -> Iterator[FeatureScored]:
    """Pay 10 points for each of the goods to whoever has most of it, in full to all who are tied.

    Traders & Builders, "Scoring". What nobody has pays nobody; the goods of who has resigned still count.
    """
    for unit, held_by in holders(state.extras[NAME]):
        seats = pay(state, Kind.GOODS, held_by, MOST_POINTS)
        yield FeatureScored(Kind.GOODS, None, MOST_POINTS, seats, (Item(unit, 1, MOST_POINTS),), is_final=True)


TAKE_GOODS: Final = TurnStep(take_goods)
