"""The pages of the rules that two expansions add: Inns & Cathedrals, Traders & Builders.

``docs/rules.md`` tells which of their sentences are our own reading.
"""

from collections.abc import Iterator

from carcassonne import ABBOT, Ruleset
from screens.text.i18n import _


def inns_rules(rules: Ruleset) -> Iterator[str]:
    yield _("You have a **big follower**, too. It goes wherever a follower can go, but not on a garden.")
    yield _("It counts as two when players compare who has the most. It doesn't double any points.")
    yield ""
    yield _("- A road with an **inn** scores 2 per tile when it's finished. Unfinished at the end, it scores nothing.")
    yield _(
        "- A city with a **cathedral** scores 3 per tile and 3 per {emblem} when it's finished. Unfinished at the end, "
        "it scores nothing."
    )
    yield ""
    yield _(
        "A second inn or cathedral changes nothing. Farmers get 3 points for a city with a cathedral, as for any other."
    )
    yield _(
        "Each inn belongs to one road: the one at its lake. One lies where three roads meet: with the side without a "
        "road at the top, its road leads to the right."
    )


def traders_rules(rules: Ruleset) -> Iterator[str]:
    yield _(
        "Instead of a follower, you can put your **builder** on a road or city that has your follower and isn't "
        "finished."
    )
    yield _(
        "Each time a tile of yours makes it longer, you play another tile right after this turn. It also counts if the "
        "tile finishes it."
    )
    yield _("There's never a third tile, and you can't turn the second one down.")
    yield _("If you resign or are skipped, the extra turn is lost.")
    yield _("Your builder comes back when the road or city is finished.")
    if ABBOT in rules.supply:
        yield _("An abbot that you place in the first of two turns can come back in the second.")
    yield ""
    yield _(
        "Instead of a follower, you can put your **pig** in a field with a farmer of yours. It stays until the end."
    )
    yield _("If you score that field, you get 4 points for each finished city, not 3.")
    yield _("Builder and pig don't count when players compare who has the most.")
    yield ""
    yield _(
        "**Goods** lie in some cities: wine, grain and cloth. The player who finishes such a city takes them, even if "
        "somebody else scores it."
    )
    yield _("At the end, the player with the most of each scores 10. In a tie, everyone tied gets 10.")
