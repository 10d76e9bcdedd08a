"""Texts of Traders & Builders alone: goods, and extra turns."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from carcassonne import Event, ExtraTurn, GoodsTaken, Kind, State
from carcassonne.expansions.goods import NAME as GOODS
from carcassonne.expansions.goods import UNITS, goods_of
from screens.text.edition_texts import EditionTexts
from screens.text.i18n import N_, _
from screens.text.markup import word_list
from screens.text.nouns import counted

_AGAIN: Final = {
    Kind.ROAD: N_("{name} plays again: the builder's road grew."),
    Kind.CITY: N_("{name} plays again: the builder's city grew."),
}
_YOU_AGAIN: Final = {
    Kind.ROAD: N_("You play again: your builder's road grew."),
    Kind.CITY: N_("You play again: your builder's city grew."),
}


class TradersTexts(EditionTexts):
    keeps: ClassVar = GOODS
    minor_events: ClassVar = (GoodsTaken,)

    def event_sentence(self, event: Event, names: Sequence[str], reader: int | None = None) -> str | None:
        match event:
            case GoodsTaken(seat, goods):
                text = _("You take {goods}.") if seat == reader else _("{name} takes {goods}.")
                taken = word_list([counted(number, good) for good, number in goods])
                return text.format(name=names[seat], goods=taken)
            case ExtraTurn(seat, kind):
                return _((_YOU_AGAIN if seat == reader else _AGAIN)[kind]).format(name=names[seat])
            case _:
                return None

    def seat_holdings(self, state: State, seat: int) -> Iterator[str]:
        """Yield how many of each of the goods a seat has: ``2 wine``."""
        goods = goods_of(state)
        for good, number in zip(UNITS.values(), goods[seat] if goods else (), strict=False):
            if number:
                yield counted(number, good)
