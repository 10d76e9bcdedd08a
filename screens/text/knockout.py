"""Texts of knockouts: what their rounds are called, and how far somebody has come."""

from collections.abc import Mapping
from typing import Final

from screens.text.i18n import N_, _
from tournaments.kinds import KINDS
from tournaments.knockout import Stage
from tournaments.tournament import Tournament

_STILL_IN: Final = (N_("in the final"), N_("in the semi-final"), N_("in the quarter-final"))
"""By the rounds that follow."""
_OUT: Final = (N_("lost the final"), N_("out in the semi-final"), N_("out in the quarter-final"))


_LAST_ROUNDS: Final = (N_("Final"), N_("Semi-finals"), N_("Quarter-finals"))
"""By the rounds that follow."""


def round_names(total: int) -> list[str]:
    """Return what each of some rounds is called, from the first to the final."""
    return [
        _(_LAST_ROUNDS[left]) if left < len(_LAST_ROUNDS) else _("Round {number}").format(number=total - left)
        for left in reversed(range(total))
    ]


def stage_texts(tournament: Tournament) -> Mapping[int, str]:
    """Return how far each entrant has come; nothing where points say it."""
    stages = KINDS[tournament.kind].stages
    if stages is None:
        return {}
    return {entrant: _stage_text(one) for entrant, one in stages(tournament).items()}


def _stage_text(stage: Stage) -> str:
    if stage.is_third:
        return _third_text(stage)
    if stage.is_won and not stage.rounds_left:
        return _("won without a final") if stage.is_lone else _("won the final")
    texts, early = (_OUT, _("out in round {number}")) if stage.is_won is False else (_STILL_IN, _("in round {number}"))
    return _(texts[stage.rounds_left]) if stage.rounds_left < len(texts) else early.format(number=stage.round)


def _third_text(stage: Stage) -> str:
    if stage.is_won is None:
        return _("in the match for third place")
    return _("won the match for third place") if stage.is_won else _("lost the match for third place")
