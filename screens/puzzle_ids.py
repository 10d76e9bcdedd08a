"""The custom ids of what belongs to the puzzle of the day. See ``custom_ids.py``.

A day is written as a number: ``20261126``.
"""

from datetime import date
from typing import Annotated, Final

from carcassonne import Turn, format_turn, parse_turn
from screens.custom_id import CustomId, Part
from screens.custom_ids import ManagerId
from screens.picker_steps import Step, format_step, parse_step

OpenPuzzleId: Final = CustomId.kind("puzzle", "Shows the puzzle of today, in a new private message.")
PuzzleListId: Final = CustomId.kind("puzzle-list", "Shows who has solved most puzzles on the server.")


def _read_day(text: str) -> date:
    return date(int(text[:4]), int(text[4:6]), int(text[6:]))


class PuzzleDayId(CustomId):
    """The base of ids that name the puzzle of a day."""

    day: Annotated[date, Part(r"[0-9]{8}", lambda day: f"{day:%Y%m%d}", _read_day)]


class PuzzleStepId(PuzzleDayId, action="puzzle-pick"):
    """Leads to a step of the picker."""

    step: Annotated[Step, Part(r".+", format_step, parse_step)]


class PuzzleTurnId(PuzzleDayId, action="puzzle-turn"):
    """Answers the puzzle with a whole turn."""

    turn: Annotated[Turn, Part(r".+", format_turn, parse_turn)]


PuzzlePageId: Final = ManagerId.kind("admin-puzzle", "Shows managers where puzzles are posted.")
PuzzleChannelId: Final = ManagerId.kind("admin-puzzle-channel", "The menu of the channel where puzzles are posted.")
NoPuzzleId: Final = ManagerId.kind("admin-puzzle-none", "Lets puzzles be posted no more.")
