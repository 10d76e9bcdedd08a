"""The goods of Traders & Builders on players' cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from carcassonne import State
from carcassonne.expansions.goods import MOST_POINTS, UNITS, goods_of, holders
from render.edition_picture import CardAdditions
from render.look.words import Words
from render.panel.holding import Sign

_LETTERS: Final[Mapping[str, str]] = {"wine": "🍇", "grain": "🌾", "cloth": "🧵"}


@dataclass(frozen=True, slots=True)
class GoodsPicture(CardAdditions):
    """How many of each of the goods a player has."""

    def signs(self, state: State, seat: int) -> Sequence[Sign]:
        goods = goods_of(state)
        if not goods:
            return []
        paid = {unit for unit, seats in holders(goods) if seat in seats and seat not in state.resigned}
        numbers = zip(UNITS.values(), goods[seat], strict=True)
        return [Sign(unit.value, number, MOST_POINTS if unit in paid else 0) for unit, number in numbers]

    def card_text(self, state: State, seat: int, words: Words) -> str:
        """Return each of the goods with its number."""
        return " ".join(f"{_LETTERS[sign.name]} {sign.number}" for sign in self.signs(state, seat))
