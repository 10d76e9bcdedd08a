"""The custom ids of buttons, menus and forms about tables. Each has exactly one handler, in the feature it belongs to.

Those about nothing but a person stand in ``personal_ids.py``.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from carcassonne import Answer, Position, Turn, format_cell, format_move, format_turn, parse_cell, parse_turn
from carcassonne.castle.planned_answers import NO_PLANNED_ANSWERS, PlannedAnswers, format_planned, parse_planned
from carcassonne.notation import parse_answer
from cogs.message.custom_id import CustomId, Number, OptionalNumber, Part, enum_part
from cogs.message.personal_ids import SettingsFormId
from cogs.message.picker_steps import Step, format_step, parse_step
from cogs.message.table_options import format_options, parse_options
from cogs.text.board import BoardView
from cogs.text.share import SharedForm
from cogs.text.zoom import ZoomLevel, ZoomPress
from host.model.clock import VoteChoice
from host.model.table_options import TableOptions


@dataclass(frozen=True, slots=True)
class TableId(CustomId):
    """The base of ids that name a table."""

    number: Number


@dataclass(frozen=True, slots=True)
class PlyId(TableId):
    """The base of ids that name a table and its ply. They work only until the next move."""

    ply: Number


# Playing a turn


@dataclass(frozen=True, slots=True)
class PlaceId(PlyId):
    """Opens the picker."""

    action = "place"


@dataclass(frozen=True, slots=True)
class PickId(PlyId):
    """Leads to a step of the picker."""

    action = "pick"
    step: Annotated[Step, Part(r".+", format_step, parse_step)]


@dataclass(frozen=True, slots=True)
class TurnId(PlyId):
    """Plays a whole turn, with planned answers to the questions that the game may ask."""

    action = "turn"
    turn: Annotated[Turn, Part(r"[^;]+", format_turn, parse_turn)]
    planned: Annotated[
        PlannedAnswers, Part(r"[^;]*;[^;]*", format_planned, parse_planned, separator=";", is_optional=True)
    ] = NO_PLANNED_ANSWERS


@dataclass(frozen=True, slots=True)
class AnswerId(PlyId):
    """Answers a question of the game."""

    action = "answer"
    answer: Annotated[Answer, Part(r"(?:first|wall) .+", format_move, parse_answer)]


@dataclass(frozen=True, slots=True)
class TakeBackId(PlyId):
    """Takes back a turn that is pending; where nobody else plays, also an earlier one."""

    action = "takeback"


@dataclass(frozen=True, slots=True)
class DoneId(PlyId):
    """Ends a turn that is pending."""

    action = "done"


# Looking at a game


class Jump(StrEnum):
    """Where a button of the replay leads. It makes ids differ that lead to the same turn."""

    FIRST = "first"
    PREVIOUS = "previous"
    NEXT = "next"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class BoardId(TableId):
    """Shows the board."""

    action = "board"


@dataclass(frozen=True, slots=True)
class ZoomId(TableId):
    """Shows the board at a level of the zoom, around a cell; without one around the last move."""

    action = "zoom"
    press: Annotated[ZoomPress, enum_part(ZoomPress)]
    view: Annotated[BoardView, enum_part(BoardView)]
    level: Annotated[ZoomLevel, enum_part(ZoomLevel)]
    middle: Annotated[Position | None, Part(r"[^:]+", format_cell, parse_cell, is_optional=True)] = None


@dataclass(frozen=True, slots=True)
class TilesId(TableId):
    """Shows the tiles that are left."""

    action = "tiles"


@dataclass(frozen=True, slots=True)
class ReplayId(TableId):
    """Shows the game after ``turn`` turns."""

    action = "replay"
    jump: Annotated[Jump, enum_part(Jump)]
    turn: Number


@dataclass(frozen=True, slots=True)
class ShareId(TableId):
    """Asks in which form to share a game: all of it, or from a turn on."""

    action = "share"
    turn: Number


@dataclass(frozen=True, slots=True)
class DrawSharedId(TableId):
    """Draws a game in a form, from a turn on."""

    action = "share-draw"
    form: Annotated[SharedForm, enum_part(SharedForm)]
    first: Number


@dataclass(frozen=True, slots=True)
class PostSharedId(TableId):
    """Posts the file of its message in the channel."""

    action = "share-post"
    form: Annotated[SharedForm, enum_part(SharedForm)]


# A table that waits


@dataclass(frozen=True, slots=True)
class OpenTableId(CustomId):
    """Takes a seat in the channel, at a new table if none waits there."""

    action = "open"


@dataclass(frozen=True, slots=True)
class JoinId(TableId):
    """Takes a seat."""

    action = "join"


@dataclass(frozen=True, slots=True)
class LeaveId(TableId):
    """Leaves the table."""

    action = "leave"


@dataclass(frozen=True, slots=True)
class StartId(TableId):
    """Begins the game."""

    action = "start"


ChosenOptions: TypeAlias = Annotated[
    TableOptions, Part(r"[A-Za-z0-9_ +-]*(?::[A-Za-z0-9_ +-]*){4,8}", format_options, parse_options)
]


@dataclass(frozen=True, slots=True)
class PracticeId(TableId):
    """Begins a practice game with the options of the command."""

    action = "practice"
    options: ChosenOptions


@dataclass(frozen=True, slots=True)
class ComputerGameId(TableId):
    """Begins a game against a computer with the options of the command."""

    action = "computer-game"
    options: ChosenOptions


@dataclass(frozen=True, slots=True)
class OpenComputerGameId(CustomId):
    """Opens a table in the channel, and begins a game against a computer there."""

    action = "computer-open"


@dataclass(frozen=True, slots=True)
class ComputersId(TableId):
    """Opens the menus about the computers."""

    action = "computers"


@dataclass(frozen=True, slots=True)
class AddComputerId(TableId):
    """The menu of the level of one more computer."""

    action = "computer-add"


@dataclass(frozen=True, slots=True)
class RemoveComputerId(TableId):
    """The menu of the computer that is taken away."""

    action = "computer-remove"


@dataclass(frozen=True, slots=True)
class SeatsId(TableId):
    """Opens the menus about the seats."""

    action = "seats"


@dataclass(frozen=True, slots=True)
class ColourId(TableId):
    """The menu of one's colour."""

    action = "colour"


@dataclass(frozen=True, slots=True)
class OrderId(TableId):
    """The menu of the order of the seats."""

    action = "order"


@dataclass(frozen=True, slots=True)
class SuccessorId(TableId):
    """The menu of the next organiser."""

    action = "successor"


@dataclass(frozen=True, slots=True)
class OpenOptionsId(TableId):
    """Opens the form of the options."""

    action = "choose"


@dataclass(frozen=True, slots=True)
class OptionsFormId(TableId):
    """The form of the options."""

    action = "options"


@dataclass(frozen=True, slots=True)
class TimeFormId(TableId):
    """Opens the form of the time for a turn. The form has the same id."""

    action = "time"


# After a game


@dataclass(frozen=True, slots=True)
class RematchId(TableId):
    """Takes a seat at the rematch of a game; in a series, at its next game."""

    action = "rematch"


@dataclass(frozen=True, slots=True)
class AskLevelId(TableId):
    """Asks which level the computer is to have at the rematch of a game."""

    action = "level-ask"


@dataclass(frozen=True, slots=True)
class LevelId(TableId):
    """The menu of that level. It begins the rematch."""

    action = "level"


@dataclass(frozen=True, slots=True)
class SeriesId(TableId):
    """Asks how long a series is to be that begins with a game."""

    action = "series"


@dataclass(frozen=True, slots=True)
class BeginSeriesId(TableId):
    """Begins a series with a game, and takes a seat at the next one."""

    action = "series-begin"
    best_of: Number


@dataclass(frozen=True, slots=True)
class AskEndSeriesId(TableId):
    """Asks whether to end the series of a game."""

    action = "series-ask-end"


@dataclass(frozen=True, slots=True)
class EndSeriesId(TableId):
    """Ends the series of a game."""

    action = "series-end"


# Deciding together


@dataclass(frozen=True, slots=True)
class VoteId(TableId):
    """Votes on the late turn of a round."""

    action = "vote"
    round: Number
    choice: Annotated[VoteChoice, enum_part(VoteChoice)]


@dataclass(frozen=True, slots=True)
class TakeSeatId(TableId):
    """Takes a seat that is open, or a computer's."""

    action = "take"
    seat: Number


@dataclass(frozen=True, slots=True)
class UndoAnswerId(TableId):
    """The base of the two answers to an undo request: the ply when it was asked, and the ply to go back to."""

    asked_at: Number
    ply: Number


@dataclass(frozen=True, slots=True)
class AgreeUndoId(UndoAnswerId):
    """Agrees to undo a turn."""

    action = "undo-agree"


@dataclass(frozen=True, slots=True)
class RefuseUndoId(UndoAnswerId):
    """Refuses to undo a turn."""

    action = "undo-refuse"


@dataclass(frozen=True, slots=True)
class ResignId(TableId):
    """Gives up one's seat."""

    action = "resign"


@dataclass(frozen=True, slots=True)
class KeepPlayingId(TableId):
    """Closes the question whether to resign."""

    action = "keep-playing"


@dataclass(frozen=True, slots=True)
class LeaveToComputerId(TableId):
    """Leaves one's seat to a computer."""

    action = "computer-leave"


@dataclass(frozen=True, slots=True)
class SuggestEndId(TableId):
    """Suggests to all players to end the game."""

    action = "end"


@dataclass(frozen=True, slots=True)
class EndAnswerId(TableId):
    """The base of the two answers to the suggestion to end the game."""

    question_number: OptionalNumber = 0


@dataclass(frozen=True, slots=True)
class AgreeEndId(EndAnswerId):
    """Agrees to end the game."""

    action = "agree"


@dataclass(frozen=True, slots=True)
class RefuseEndId(EndAnswerId):
    """Refuses to end the game."""

    action = "end-refuse"


FORM_IDS: Final = (OptionsFormId, TimeFormId, SettingsFormId)
"""The ids that a submitted form may have."""
