"""Texts of ``/replay``."""

from typing import Final

from cogs.text.formatting import clipped
from cogs.text.i18n import _, marked
from cogs.text.results import final_lines
from cogs.text.turn import past_announcement
from host import FinishedTable, PlayResult

FIRST: Final = marked("First turn")
PREVIOUS: Final = marked("Previous turn")
NEXT: Final = marked("Next turn")
LAST: Final = marked("Last turn")


def replay_text(played: PlayResult, turn: int, turns: int) -> str:
    """Return the number of the turn, what was played in it, and everybody's points then."""
    where = _("After {turn} of {turns} turns").format(turn=turn, turns=turns)
    after = played.after
    if isinstance(after, FinishedTable):
        return clipped("\n".join([where, *final_lines(after, played.events)]))
    return clipped(f"{where}\n{past_announcement(played)}")
