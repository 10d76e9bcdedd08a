"""Why a turn is better than another one, in a sentence that names what it changes on the board.

A clause has its feature as its direct object, so one form of each feature's name is enough in every language.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from carcassonne import Ruleset, format_cell
from players.reasons import Fact, Reason
from screens.text.hints import signed_text
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import word_list

MOST_REASONS: Final = 2
"""How many reasons a sentence has."""

_FEATURES: Final[Mapping[str, tuple[str, str]]] = {
    "city": (N_("{name}'s city at {cell}"), N_("the city at {cell}")),
    "road": (N_("{name}'s road at {cell}"), N_("the road at {cell}")),
    "cloister": (N_("{name}'s cloister at {cell}"), N_("the cloister at {cell}")),
    "monastery": (N_("{name}'s monastery at {cell}"), N_("the monastery at {cell}")),
    "garden": (N_("{name}'s garden at {cell}"), N_("the garden at {cell}")),
    "field": (N_("{name}'s field at {cell}"), N_("the field at {cell}")),
    "path": (N_("{name}'s path at {cell}"), N_("the path at {cell}")),
    "tower": (N_("{name}'s tower at {cell}"), N_("the tower at {cell}")),
    "house": (N_("{name}'s house at {cell}"), N_("the house at {cell}")),
    "court": (N_("{name}'s court at {cell}"), N_("the court at {cell}")),
}
"""By the editions' words for kinds: what a feature of a player is called, and one that is nobody's."""
_CLAUSES: Final[Mapping[Fact, str]] = {
    Fact.FINISHES: N_("finishes {feature} ({points})"),
    Fact.GIVES: N_("gives {name} {feature} ({points})"),
    Fact.SHARES: N_("lets {name} share {feature} ({points})"),
    Fact.TAKES: N_("takes {feature} from {name} ({points})"),
    Fact.WAY: N_("gives {name} a way into {feature} ({points})"),
    Fact.NO_WAY: N_("gives {name} no way into {feature} ({points})"),
    Fact.LESS_WAY: N_("makes it harder for {name} to get into {feature} ({points})"),
    Fact.EASIER: N_("makes it easier to finish {feature} ({points})"),
    Fact.HARDER: N_("makes it harder to finish {feature} ({points})"),
    Fact.MORE: N_("makes {feature} worth more ({points})"),
    Fact.LESS: N_("makes {feature} worth less ({points})"),
    Fact.NEXT_MORE: N_("leaves {name} more to gain with the next tile ({points})"),
    Fact.NEXT_LESS: N_("leaves {name} less to gain with the next tile ({points})"),
    Fact.HAND_MORE: N_("brings followers back to {name} sooner ({points})"),
    Fact.HAND_LESS: N_("keeps followers of {name} on the board for longer ({points})"),
    Fact.KEPT_MORE: N_("brings {name} more from goods and the builder ({points})"),
    Fact.KEPT_LESS: N_("brings {name} less from goods and the builder ({points})"),
    Fact.POINTS_MORE: N_("brings {name} more points ({points})"),
    Fact.POINTS_LESS: N_("brings {name} fewer points ({points})"),
}
_COUNTED: Final[Mapping[Fact, Callable[[int], str]]] = {
    Fact.ENDS: lambda number: ngettext(
        "leaves {feature} with {number} open end ({points})",
        "leaves {feature} with {number} open ends ({points})",
        number,
    ),
    Fact.TILES: lambda number: ngettext(
        "leaves {feature} with {number} tile to go ({points})",
        "leaves {feature} with {number} tiles to go ({points})",
        number,
    ),
    Fact.CITIES: lambda number: ngettext(
        "leaves {feature} with {number} finished city ({points})",
        "leaves {feature} with {number} finished cities ({points})",
        number,
    ),
    Fact.IN_HAND: lambda number: ngettext(
        "leaves {name} {number} follower in hand ({points})",
        "leaves {name} {number} followers in hand ({points})",
        number,
    ),
}
"""What the better turn does: the rest of a sentence that begins with it."""


def why_text(reasons: Iterable[Reason], names: Sequence[str], rules: Ruleset) -> str:
    """Return a sentence about what the better of two turns changes; empty if there is no reason.

    ``names`` are those of the seats in a sentence, as ``safe_labels`` has them.
    """
    clauses = [_clause(one, names, rules) for one in [*reasons][:MOST_REASONS]]
    return _("The better turn {changes}.").format(changes=word_list(clauses)) if clauses else ""


def _clause(reason: Reason, names: Sequence[str], rules: Ruleset) -> str:
    counted = _COUNTED.get(reason.fact)
    text = counted(reason.number) if counted else _(_CLAUSES[reason.fact])
    return text.format(
        name=names[reason.seat],
        feature=_feature(reason, names, rules),
        number=reason.number,
        points=signed_text(reason.points),
    )


def _feature(reason: Reason, names: Sequence[str], rules: Ruleset) -> str:
    if reason.kind is None or reason.cell is None:
        return ""
    owned, unowned = _FEATURES[rules.terms.get(reason.kind.value, reason.kind.value)]
    cell = format_cell(reason.cell)
    if reason.owner is None:
        return _(unowned).format(cell=cell)
    return _(owned).format(name=names[reason.owner], cell=cell)
