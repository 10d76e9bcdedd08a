"""The custom ids of tournaments. Posted messages have them for years, as those in ``custom_ids.py``."""

from enum import StrEnum
from typing import Final

from host.model.tournament_changes import HandAction
from screens.custom_id import CustomId


class TournamentId(CustomId):
    """The base of ids that name a tournament."""

    number: int


SignUpId: Final = TournamentId.kind("cup-sign-up", "Enters a tournament.")
LeaveCupId: Final = TournamentId.kind("cup-leave", "Leaves a tournament.")
LeaveCupNowId: Final = TournamentId.kind("cup-leave-now", "Leaves a tournament that runs.")
WhichCupId: Final = CustomId.kind("cup-leave-which", "The menu of the tournament that somebody wants to leave.")
StartCupId: Final = TournamentId.kind("cup-start", "Begins a tournament.")
PostCupId: Final = TournamentId.kind("cup-post", "Lets people sign up.")
AskCancelCupId: Final = TournamentId.kind("cup-ask-cancel", "Asks whether to cancel a tournament.")
CancelCupId: Final = TournamentId.kind("cup-cancel", "Cancels a tournament.")
StandingsId: Final = TournamentId.kind("cup-standings", "Shows the standings, and what decides between equal points.")
CupGamesId: Final = TournamentId.kind("cup-games", "Shows the games of the round under way.")
OtherCupId: Final = TournamentId.kind("cup-other", "Shows another tournament of the server, which was chosen.")
CupRoundId: Final = TournamentId.kind("cup-round", "Shows the games of the round that was chosen.")
SeasonsId: Final = TournamentId.kind("cup-seasons", "Shows the table of a league over all its seasons.")
MineId: Final = TournamentId.kind("cup-mine", "Shows how a person stands, and whom they meet.")


ManageCupId: Final = TournamentId.kind("cup-manage", "Shows what its host and managers can change by hand.")
ExportCupId: Final = TournamentId.kind("cup-export", "Gives the table, the pairings and the games as files.")


AskersId: Final = TournamentId.kind("cup-askers", "Shows who asks to be let into a tournament.")
AdmitId: Final = TournamentId.kind("cup-admit", "Lets those in who are chosen of them.")
TurnDownId: Final = TournamentId.kind("cup-turn-down", "Says no to those who are chosen of them.")


CupComputersId: Final = TournamentId.kind("cup-computers", "Opens the form that puts computers in, and submits it.")


class CupHandId(TournamentId, action="cup-hand"):
    """Opens the form of a change by hand, and submits it. Of a decision, it shows the games. Forms that were open when
    games were typed submit it, too.
    """

    what: HandAction


DecideRoundId: Final = TournamentId.kind("cup-decide-round", "Shows the games of another round, to decide one by hand.")


class DecideGameId(TournamentId, action="cup-decide-game"):
    """Opens the form that decides a game of a round, chosen in a menu, and submits it."""

    round: int
    place: int
    """Of a form its board, of a menu the first of its boards."""


class CupForm(StrEnum):
    """A form of what the host of a tournament chooses."""

    FRAME = "frame"
    """The name, the kind, and the times."""
    RULES = "rules"
    """The rules and settings of its games."""
    ENTRY = "entry"
    """Who may sign up."""
    BEGIN = "begin"
    """When it starts, as a day and a time."""


class CupFormId(TournamentId, action="cup-form"):
    """Opens a form of a tournament, and submits it. The number 0 is that of a tournament which is made by it."""

    form: CupForm
