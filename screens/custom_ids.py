"""The custom ids of buttons, menus and forms. Each has exactly one handler, in the feature it belongs to.

Posted messages have them for years: a class that is there never changes, except by values that may be missing.
"""

from enum import StrEnum
from typing import Annotated, Final

from carcassonne import Answer, Position, Turn, format_cell, format_move, format_turn, parse_cell, parse_turn
from carcassonne.castle.planned_answers import NO_PLANNED_ANSWERS, PlannedAnswers, format_planned, parse_planned
from carcassonne.notation import parse_answer
from host.model.clock import VoteChoice
from host.model.table_options import TableOptions
from screens.custom_id import CustomId, OptionalNumber, Part
from screens.picker_steps import Step, format_step, parse_step
from screens.table_options import ChosenRules, format_chosen_rules, format_options, parse_chosen_rules, parse_options
from screens.text.choices import BoardView, SharedForm, ZoomLevel, ZoomPress
from screens.text.labels import HelpPage, RulesPage


class TableId(CustomId):
    """The base of ids that name a table."""

    number: int


class PlyId(TableId):
    """The base of ids that name a table and its ply. They work only until the next move."""

    ply: int


# Playing a turn

PlaceId: Final = PlyId.kind("place", "Opens the picker.")


class PickId(PlyId, action="pick"):
    """Leads to a step of the picker."""

    step: Annotated[Step, Part(r".+", format_step, parse_step)]


class TurnId(PlyId, action="turn"):
    """Plays a whole turn, with planned answers to the questions that the game may ask."""

    turn: Annotated[Turn, Part(r"[^;]+", format_turn, parse_turn)]
    planned: Annotated[
        PlannedAnswers, Part(r"[^;]*;[^;]*", format_planned, parse_planned, separator=";", is_optional=True)
    ] = NO_PLANNED_ANSWERS


class AnswerId(PlyId, action="answer"):
    """Answers a question of the game."""

    answer: Annotated[Answer, Part(r"(?:first|wall) .+", format_move, parse_answer)]


TakeBackId: Final = PlyId.kind("takeback", "Takes back a pending turn; where nobody else plays, also an earlier one.")
HintId: Final = PlyId.kind("hint", "Shows what a computer would play.")
DoneId: Final = PlyId.kind("done", "Ends a turn that is pending.")

# Looking at a game


class Jump(StrEnum):
    """Where a button of the replay leads. It makes ids differ that lead to the same turn."""

    FIRST = "first"
    PREVIOUS = "previous"
    NEXT = "next"
    LAST = "last"
    OPEN = "open"
    """Opens the replay in a new private message."""


BoardId: Final = TableId.kind("board", "Shows the board.")


class ZoomId(TableId, action="zoom"):
    """Shows the board at a level of the zoom, around a cell; without one around the last move."""

    press: ZoomPress
    view: BoardView
    level: ZoomLevel
    middle: Annotated[Position | None, Part(r"[^:]+", format_cell, parse_cell, is_optional=True)] = None


class ViewId(TableId, action="view"):
    """A menu that shows the same part of the board in another view."""

    level: ZoomLevel
    middle: Annotated[Position | None, Part(r"[^:]+", format_cell, parse_cell, is_optional=True)] = None


PageId: Final = TableId.kind("page", "Gives a link to the game's page in the browser.")
TilesId: Final = TableId.kind("tiles", "Shows the tiles that are left.")


class ReplayId(TableId, action="replay"):
    """Shows the game after ``turn`` turns."""

    jump: Jump
    turn: int


class ShareId(TableId, action="share"):
    """Asks in which form to share a game: all of it, or from a turn on."""

    turn: int


class DrawSharedId(TableId, action="share-draw"):
    """Draws a game in a form, from a turn on."""

    form: SharedForm
    first: int


class PostSharedId(TableId, action="share-post"):
    """Posts the file of its message in the channel."""

    form: SharedForm


# A table that waits

OpenTableId: Final = CustomId.kind("open", "Takes a seat in the channel, at a new table if none waits there.")
JoinId: Final = TableId.kind("join", "Takes a seat.")
LeaveId: Final = TableId.kind("leave", "Leaves the table.")
StartId: Final = TableId.kind("start", "Begins the game.")


class OptionsId(TableId):
    """The base of ids that begin a game with the options of a command."""

    options: Annotated[TableOptions, Part(r"[A-Za-z0-9_ +-]*(?::[A-Za-z0-9_ +-]*){4,8}", format_options, parse_options)]


PracticeId: Final = OptionsId.kind("practice", "Begins a private practice game with the rules of a table.")
ComputerGameId: Final = OptionsId.kind("computer-game", "Asks for the level of a private game with these rules.")
StartAnywayId: Final = OptionsId.kind("start-anyway", "Begins the game while the organiser sets the table up.")
WaitId: Final = TableId.kind("wait", "Closes the question whether to begin the game meanwhile.")
OpenComputerGameId: Final = CustomId.kind("computer-open", "Asks for the level of a private game against a computer.")
ComputersId: Final = TableId.kind("computers", "Opens the menus about the computers.")
AddComputerId: Final = TableId.kind("computer-add", "The menu of the level of one more computer.")
RemoveComputerId: Final = TableId.kind("computer-remove", "The menu of the computer that is taken away.")
OpenOptionsId: Final = TableId.kind("choose", "Opens what people choose in private: a colour, the rules, to leave.")
SeatsId: Final = TableId.kind("seats", "Does the same, below messages of before.")
ColourId: Final = TableId.kind("colour", "The menu of one's colour.")
OrderId: Final = TableId.kind("order", "The menu of the order of the seats.")
SuccessorId: Final = TableId.kind("successor", "The menu of the next organiser.")
EditionId: Final = TableId.kind("edition", "The menu of the edition.")
OptionsFormId: Final = TableId.kind("options", "Opens the form of the options. The form has the same id.")
TimeFormId: Final = TableId.kind("time", "Opens the same form, below messages of before. It was a form of its own.")

# Private games: one person alone, shown to nobody else

ShowGameId: Final = TableId.kind("private", "Shows a private game as it stands.")
ShowHereId: Final = TableId.kind("private-share", "Posts the last picture of a private game in the channel.")
OpenPracticeId: Final = CustomId.kind("practice-open", "Begins a private practice game.")


class PrivateGameId(CustomId):
    """The base of ids that lead to a private game, also where another one runs."""

    options: Annotated[TableOptions, Part(r"[A-Za-z0-9_ +-]*(?::[A-Za-z0-9_ +-]*){4,8}", format_options, parse_options)]


NewComputerGameId: Final = PrivateGameId.kind("private-computer", "Asks for the level of the computer.")
NewPracticeId: Final = PrivateGameId.kind("private-practice", "Begins a practice game.")


class BeginPrivateGameId(PrivateGameId, action="private-begin"):
    """Begins a game against a computer of a level."""

    level: int


# After a game

RematchId: Final = TableId.kind("rematch", "Takes a seat at the rematch of a game; in a series, at its next game.")
AskLevelId: Final = TableId.kind("level-ask", "Asks which level the computer is to have at the rematch of a game.")
LevelId: Final = TableId.kind("level", "The menu of that level. It begins the rematch.")
SeriesId: Final = TableId.kind("series", "Asks how long a series is to be that begins with a game.")


class BeginSeriesId(TableId, action="series-begin"):
    """Begins a series with a game, and takes a seat at the next one."""

    best_of: int


AskEndSeriesId: Final = TableId.kind("series-ask-end", "Asks whether to end the series of a game.")
EndSeriesId: Final = TableId.kind("series-end", "Ends the series of a game.")

# Deciding together


class VoteId(TableId, action="vote"):
    """Votes on the late turn of a round."""

    round: int
    choice: VoteChoice


OpenVoteId: Final = TableId.kind("vote-open", "Asks the table to vote on a late turn, or shows the votes so far.")


class TakeSeatId(TableId, action="take"):
    """Shows a seat that is open, or a computer's, and asks whether somebody wants it."""

    seat: int


class AskSeatId(TableId, action="take-ask"):
    """Asks the players for a seat of a computer, or takes one that is open."""

    seat: int


DeclineSeatId: Final = TableId.kind("take-no", "Closes the question whether to take a seat.")


class SeatAnswerId(TableId):
    """The base of the two answers to somebody who asks for a seat."""

    question_number: int


LetInId: Final = SeatAnswerId.kind("let-in", "Lets somebody take the seat that they ask for.")
RefuseSeatId: Final = SeatAnswerId.kind("let-in-refuse", "Refuses the seat. Whoever asks withdraws the request.")
InviteId: Final = TableId.kind("invite", "Opens the computers' seats in a game that one person plays.")


class UndoAnswerId(TableId):
    """The base of the two answers to an undo request: the ply when it was asked, and the ply to go back to."""

    asked_at: int
    ply: int


AgreeUndoId: Final = UndoAnswerId.kind("undo-agree", "Agrees to undo a turn.")
RefuseUndoId: Final = UndoAnswerId.kind("undo-refuse", "Refuses to undo a turn.")
ResignId: Final = TableId.kind("resign", "Gives up one's seat.")
WhichGameId: Final = CustomId.kind("resign-which", "The menu of the game that a player wants to leave.")
KeepPlayingId: Final = TableId.kind("keep-playing", "Closes the question whether to resign.")
LeaveToComputerId: Final = TableId.kind("computer-leave", "Leaves one's seat to a computer.")
SuggestEndId: Final = TableId.kind("end", "Suggests to all players to end the game.")


class EndAnswerId(TableId):
    """The base of the two answers to the suggestion to end the game."""

    question_number: OptionalNumber = 0


AgreeEndId: Final = EndAnswerId.kind("agree", "Agrees to end the game.")
RefuseEndId: Final = EndAnswerId.kind("end-refuse", "Refuses to end the game.")

# The settings of a person


class SettingsForm(StrEnum):
    """The forms that the settings open."""

    HOURS = "hours"
    PICTURES = "pictures"
    VACATION = "vacation"
    REMINDERS = "reminders"


class Switch(StrEnum):
    ON = "on"
    OFF = "off"


class DirectMessagesId(CustomId, action="settings:letters"):
    """Switches direct messages about turns on or off."""

    switch: Switch


class RankingId(CustomId, action="settings:ranking"):
    """Switches on or off that one's rating over all servers is shown."""

    switch: Switch


class LanguageId(CustomId, action="language"):
    """The menu of languages. Its number has no meaning, but posted menus have it."""

    number: int = 0


class SettingsFormId(CustomId, action="settings"):
    """Opens a form of the settings. The form has the same id."""

    form: SettingsForm


EndVacationId: Final = CustomId.kind("settings:back", "Ends a vacation, or cancels a planned one.")
BrowsersId: Final = CustomId.kind("browsers", "Lists the browsers in which a person is signed in.")
EndBrowserId: Final = CustomId.kind("browser-end", "The menu of the browser that is signed out.")
EndBrowsersId: Final = CustomId.kind("browser-end-all", "Signs a person out of all browsers.")

# Managing a server


class ManagerId(CustomId):
    """The base of ids that only the managers of a server may use. They are no ``TableId``: managers reach all games of
    their server, also those that are paused.
    """


class AdminPage(StrEnum):
    """A page of the managers' panel, besides those of the games."""

    SERVER = "server"
    HEALTH = "health"
    ACTS = "acts"


class AdminForm(StrEnum):
    """The forms that the managers' panel opens."""

    TABLES = "tables"
    RULES = "rules"
    TIME = "time"


class AdminPageId(ManagerId, action="admin"):
    """Leads to a page of the managers' panel."""

    page: AdminPage


class AdminFormId(ManagerId, action="admin-form"):
    """Opens a form of the managers' panel. The form has the same id."""

    form: AdminForm


ToggleChannelId: Final = ManagerId.kind("admin-channel", "The menu of the channels where tables may be opened.")
AnyChannelId: Final = ManagerId.kind("admin-any-channel", "Lets tables be opened in any channel.")
TableLanguageId: Final = ManagerId.kind("admin-language", "The menu of the language of new tables.")
ResetTablesId: Final = ManagerId.kind("admin-reset", "Lets new tables begin as they do by default.")
FindGameId: Final = ManagerId.kind("admin-find", "Opens the form for the number of a game. The form has the same id.")


class AdminGamesId(ManagerId, action="admin-games"):
    """Leads to a page of the games of the server. The first is 0."""

    page: int


ChooseGameId: Final = ManagerId.kind("admin-choose", "The menu of the games of the server.")


class ServerGameId(ManagerId):
    """The base of managers' ids that name a game."""

    number: int


AdminGameId: Final = ServerGameId.kind("admin-game", "Shows what managers may do with a game.")
AskEndGameId: Final = ServerGameId.kind("admin-ask-end", "Asks whether to end a game, or to close a table.")
EndGameId: Final = ServerGameId.kind("admin-end", "Ends a game or closes a table.")
RetryGameId: Final = ServerGameId.kind("admin-retry", "Resumes a paused game, or posts what was not shown.")
GameActsId: Final = ServerGameId.kind("admin-acts", "Lists what managers have done to a game.")
GameFileId: Final = ServerGameId.kind("admin-file", "Gives out the log of a game as a file.")
ChooseSeatId: Final = ServerGameId.kind("admin-seats", "The menu of the seats of a game.")


class ServerSeatId(ServerGameId):
    """The base of managers' ids that name a seat of a game."""

    seat: int


SeatToMemberId: Final = ServerSeatId.kind("admin-member", "The menu of the member who gets a seat.")
SeatToComputerId: Final = ServerSeatId.kind("admin-computer", "The menu of the level of the computer that gets a seat.")

# The guided game


class TutorialAction(StrEnum):
    """What a button of the guided game does besides choosing."""

    BEGIN = "begin"
    """Shows the first task in a new private message; ``again`` does so in the same."""
    AGAIN = "again"
    STOP = "stop"
    INNS = "inns"
    """Shows the first task of the lesson about inns, in the same message."""
    BUILDER = "builder"


class TutorialId(CustomId, action="tutorial"):
    """Begins the guided game, or ends it."""

    choice: TutorialAction


class TutorialChoiceId(CustomId, action="tutorial-choice"):
    """Chooses something in a task of the guided game, or of a lesson: ``screens/courses.py`` has their numbers."""

    task: int
    chosen: Annotated[Step, Part(r".+", format_step, parse_step)]


class TutorialHintId(CustomId, action="tutorial-hint"):
    """Shows what a computer would play in a task of the guided game."""

    task: int


# Help and rules


class HelpId(CustomId, action="help"):
    """Leads to a page of the help."""

    page: HelpPage


class RulesId(CustomId, action="rules"):
    """Leads to a page of the rules of an edition with some options: ``carc:rules:turn:new-edition river``."""

    page: RulesPage
    rules: Annotated[ChosenRules, Part(r"[a-z-]+(?: [a-z0-9+ -]+)?", format_chosen_rules, parse_chosen_rules)]


# Personal data


class PrivacyAction(StrEnum):
    """What a person can do with their data."""

    EXPORT = "export"
    DELETE = "delete"
    """Asks for confirmation first; FORGET is the confirmation."""
    FORGET = "forget"
    KEEP = "keep"


class PrivacyId(CustomId, action="privacy"):
    """Exports or deletes the data of the person who uses it."""

    choice: PrivacyAction
