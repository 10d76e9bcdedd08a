"""Texts of ``/replay``."""

from typing import Final

from cogs.text.formatting import truncate
from cogs.text.i18n import N_, _
from cogs.text.results import final_lines
from cogs.text.turn import past_announcement
from host.model.game_history import PlayResult
from host.model.table import FinishedTable

FIRST: Final = N_("First turn")
PREVIOUS: Final = N_("Previous turn")
NEXT: Final = N_("Next turn")
LAST: Final = N_("Last turn")


def replay_text(played: PlayResult, turn: int, turns: int) -> str:
    """Return the number of the turn, what was played in it, and everybody's points then."""
    where = _("After {turn} of {turns} turns").format(turn=turn, turns=turns)
    after = played.after
    if isinstance(after, FinishedTable):
        return truncate("\n".join([where, *final_lines(after, played.events)]))
    return truncate(f"{where}\n{past_announcement(played)}")
