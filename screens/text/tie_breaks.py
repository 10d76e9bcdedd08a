"""Texts of what has decided between players of a tournament with the same points."""

from collections.abc import Sequence
from typing import Final

from screens.text.i18n import N_, _
from screens.text.matches import points_text
from tournaments.kinds import KINDS
from tournaments.standings import Standing

_TIE_BREAKS: Final = {
    "direct encounter": (
        N_("direct encounter {value}"),
        N_("Direct encounter: the points that players with equal points got against each other."),
    ),
    "median Buchholz": (
        N_("Buchholz {value}"),
        N_("Buchholz: the points of everyone you met; of three or more, without the best and the worst of them."),
    ),
    "Sonneborn-Berger": (
        N_("Sonneborn-Berger {value}"),
        N_("Sonneborn-Berger: the points of everyone you beat, and half of those of everyone you tied with."),
    ),
    "difference of games": (
        N_("games {value}"),
        N_("Games: the games you won in your matches, minus those you lost."),
    ),
    "difference of points": (
        N_("difference {value}"),
        N_("Difference: the points of your games, minus those of your opponents."),
    ),
}
"""For each tie-break how its number is shown, and what it is."""
_DECIDERS: Final = {
    "direct encounter": N_("Direct"),
    "median Buchholz": N_("Buchholz"),
    "Sonneborn-Berger": N_("Sonneborn"),
    "difference of games": N_("Games"),
    "difference of points": N_("Difference"),
}
"""The heading of a column with the numbers of a tie-break alone."""
_ANY_DECIDER: Final = N_("Tie-break")


def decider_text(one: Standing, table: Sequence[Standing]) -> str:
    """Return the numbers alone that tell somebody from the others with the same points; empty if there are none."""
    return " · ".join(points_text(one.values[name], _unit(name)) for name in _deciders(one, table))


def decider_heading(table: Sequence[Standing]) -> str:
    """Return what stands above the numbers alone: the tie-break, or that they are those of several."""
    names = _all_deciders(table)
    return _(_DECIDERS[names[0]] if len(names) == 1 else _ANY_DECIDER) if names else ""


def deciding_text(one: Standing, table: Sequence[Standing]) -> str:
    """Return the numbers with the names of the tie-breaks, so that lines with the same points can be compared."""
    named = (
        _(_TIE_BREAKS[name][0]).format(value=points_text(one.values[name], _unit(name)))
        for name in _deciders(one, table)
    )
    return ", ".join(named)


def _deciders(one: Standing, table: Sequence[Standing]) -> list[str]:
    """Return the tie-breaks that tell somebody from those beside them with the same points, in their order. In a
    league, those of another division stand elsewhere in the table.
    """
    beside = next(group for group in _tied(table) if one in group)
    return [name for name, value in one.values.items() if any(row.values.get(name, value) != value for row in beside)]


def _tied(table: Sequence[Standing]) -> list[list[Standing]]:
    """Return the rows of the table in groups in which only tie-breaks decide. The last of a division can have as many
    points as the first of the next one, and is in another group.
    """
    groups = list[list[Standing]]()
    for row in table:
        if not groups or (row.decided_by is None and row.place != groups[-1][-1].place):
            groups.append([])
        groups[-1].append(row)
    return groups


def _all_deciders(table: Sequence[Standing]) -> list[str]:
    return list(dict.fromkeys(name for one in table for name in _deciders(one, table)))


def _unit(name: str) -> int:
    return next(one.unit for kind in KINDS.values() for one in kind.tie_breaks if one.name == name)


def tie_break_notes(table: Sequence[Standing]) -> list[str]:
    """Return what each tie-break is that has decided something."""
    return [_(_TIE_BREAKS[name][1]) for name in _all_deciders(table)]
