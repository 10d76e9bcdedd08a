"""The custom ids of all buttons, menus and forms. Each has exactly one handler, in the feature that it belongs to."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from carcassonne import Answer, Ruleset, Turn, format_move, format_turn, parse_turn
from carcassonne.castle.planned_answers import NO_PLANNED_ANSWERS, PlannedAnswers, format_planned, parse_planned
from carcassonne.notation import parse_answer
from cogs.message.custom_id import CustomId, Number, OptionalNumber, Part, enum_part
from cogs.message.picker_steps import Step, format_step, parse_step
from cogs.message.table_options import format_options, format_ruleset, parse_options, parse_ruleset
from cogs.text.help import HelpPage
from cogs.text.rules import RulesPage
from host import TableOptions, VoteChoice


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
    """Takes back a turn that is pending."""

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
class TilesId(TableId):
    """Shows the tiles that are left."""

    action = "tiles"


@dataclass(frozen=True, slots=True)
class ReplayId(TableId):
    """Shows the game after ``turn`` turns."""

    action = "replay"
    jump: Annotated[Jump, enum_part(Jump)]
    turn: Number


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


@dataclass(frozen=True, slots=True)
class PracticeId(TableId):
    """Begins a practice game with the options of the command."""

    action = "practice"
    options: Annotated[TableOptions, Part(r"[A-Za-z0-9_ +-]*(?::[A-Za-z0-9_ +-]*){4,8}", format_options, parse_options)]


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


# The settings of a person


class SettingsForm(StrEnum):
    """The forms that the settings open."""

    HOURS = "hours"
    PICTURES = "pictures"
    VACATION = "vacation"


class Switch(StrEnum):
    """On or off."""

    ON = "on"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class DirectMessagesId(CustomId):
    """Switches direct messages about turns on or off."""

    action = "settings:letters"
    switch: Annotated[Switch, enum_part(Switch)]


@dataclass(frozen=True, slots=True)
class RankingId(CustomId):
    """Switches on or off that one's rating over all servers is shown."""

    action = "settings:ranking"
    switch: Annotated[Switch, enum_part(Switch)]


@dataclass(frozen=True, slots=True)
class LanguageId(CustomId):
    """The menu of languages. Its number has no meaning, but posted menus have it."""

    action = "language"
    number: Number = 0


@dataclass(frozen=True, slots=True)
class SettingsFormId(CustomId):
    """Opens a form of the settings. The form has the same id."""

    action = "settings"
    form: Annotated[SettingsForm, enum_part(SettingsForm)]


@dataclass(frozen=True, slots=True)
class EndVacationId(CustomId):
    """Ends a vacation, or cancels a planned one."""

    action = "settings:back"


# Deciding together


@dataclass(frozen=True, slots=True)
class VoteId(TableId):
    """Votes on the late turn of a round."""

    action = "vote"
    round: Number
    choice: Annotated[VoteChoice, enum_part(VoteChoice)]


@dataclass(frozen=True, slots=True)
class TakeSeatId(TableId):
    """Takes a seat that is open."""

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


# Learning the game


class TutorialAction(StrEnum):
    """What a button of the guided game does besides choosing."""

    BEGIN = "begin"
    """Shows the first task in a new private message."""
    AGAIN = "again"
    """Shows the first task in the same message."""
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class TutorialId(CustomId):
    """Begins the guided game, or ends it."""

    action = "tutorial"
    choice: Annotated[TutorialAction, enum_part(TutorialAction)]


@dataclass(frozen=True, slots=True)
class TutorialChoiceId(CustomId):
    """Chooses something in a task of the guided game. The first task is 0."""

    action = "tutorial-choice"
    task: Number
    chosen: Annotated[Step, Part(r".+", format_step, parse_step)]


@dataclass(frozen=True, slots=True)
class HelpId(CustomId):
    """Leads to a page of the help."""

    action = "help"
    page: Annotated[HelpPage, enum_part(HelpPage)]


@dataclass(frozen=True, slots=True)
class RulesId(CustomId):
    """Leads to a page of an edition's rules."""

    action = "rules"
    page: Annotated[RulesPage, enum_part(RulesPage)]
    rules: Annotated[Ruleset, Part(r"[a-z-]+(?: [a-z-]+)*", format_ruleset, parse_ruleset)]


# Personal data


class PrivacyAction(StrEnum):
    """What a person can do with their data."""

    EXPORT = "export"
    DELETE = "delete"
    """Asks for confirmation first; FORGET is the confirmation."""
    FORGET = "forget"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class PrivacyId(CustomId):
    """Exports or deletes the data of the person who uses it."""

    action = "privacy"
    choice: Annotated[PrivacyAction, enum_part(PrivacyAction)]


FORM_IDS: Final = (OptionsFormId, TimeFormId, SettingsFormId)
"""The ids that a submitted form may have."""
