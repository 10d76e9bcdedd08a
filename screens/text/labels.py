"""The labels of buttons, and the pages that buttons open. Sentences name them, so all stand in one place.

They are marked for translation; ``_`` or ``bold_label`` looks them up.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from host.model.clock import VoteChoice
from host.model.preferences import DmPreference
from screens.text.i18n import N_


class Label(StrEnum):
    """The label of a button. Labels that depend on a value are rows of the tables below."""

    # A waiting table
    JOIN = N_("Join")
    START = N_("Start")
    OPTIONS = N_("Options")
    """Opens what each person at a table chooses in private."""
    MORE_OPTIONS = N_("Time limit & more")
    """Opens the form of the options."""
    LEAVE = N_("Leave")
    WAIT = N_("Wait")
    """Closes the question whether to start while the host sets the table up."""
    PLAY_COMPUTER = N_("Play the computer")
    PRACTICE = N_("Practice")
    NEW_GAME = N_("New game")
    """Begins a private game although another one runs."""
    OPEN_TABLE = N_("Open a table")
    """Does what ``/join`` does."""
    COMPUTERS = N_("Computers")
    """Opens the menus about the computers at a table."""

    # A turn
    PLACE = N_("Place")
    """Opens the picker."""
    CONFIRM = N_("Confirm")
    """Plays the chosen turn."""
    TAKE_BACK = N_("Undo")
    HINT = N_("Hint")
    """Shows what a computer would play."""
    DONE = N_("Done")
    """Ends a turn that can still be taken back."""
    BOARD = N_("Board")
    """Shows the board. Links to it have the same label."""
    OPEN_PAGE = N_("Open board")
    """Gives a link to the game's page in the browser, and opens it."""

    # A question to the table
    AGREE = N_("Agree")
    REFUSE = N_("Refuse")
    END = N_("End for everyone")
    """Ends a game if the others agree."""
    END_ALONE = N_("End game")
    """The same where nobody else has to agree."""
    RESIGN = N_("Resign")
    COMPUTER = N_("Computer")
    END_GAME = N_("End it")
    """With this button a manager ends a game."""
    TAKE_SEAT = N_("Take seat")
    """Asks for a seat, or takes one that is open."""
    LET_IN = N_("Let in")
    """Lets somebody who has asked take a seat."""
    NO = N_("No")
    INVITE = N_("Invite")
    """Opens the computers' seats in a game that a person plays alone."""
    VOTE = N_("Vote")
    """Asks the table to vote on a late turn, or shows the votes so far."""

    # The puzzle of the day
    PUZZLE = N_("Puzzle")
    PUZZLE_LIST = N_("Who solves puzzles")
    """Shows the lists of this week and of this month."""

    # A game that is over
    REMATCH = N_("Rematch")
    SERIES = N_("Series")
    NEXT_GAME = N_("Next game")
    END_SERIES = N_("End series")
    LEVEL = N_("Other level")
    FIRST_TURN = N_("First turn")
    PREVIOUS_TURN = N_("Previous turn")
    NEXT_TURN = N_("Next turn")
    LAST_TURN = N_("Last turn")
    REVIEW = N_("Review")
    """Shows what each turn of the game has cost."""
    REPLAY = N_("Replay")
    SHARE = N_("Share")
    POST = N_("Post it in the channel")
    SHOW_HERE = N_("Show it here")
    """Posts the last picture of a private game in the channel."""

    # A tournament
    SIGN_UP = N_("Sign up")
    POST_CUP = N_("Post sign-up")
    """Lets people sign up for a tournament."""
    CUP_FRAME = N_("Name & times")
    CUP_BEGIN = N_("Start time")
    """Opens the form for the day and the time at which a tournament starts."""
    CUP_RULES = N_("Rules & rounds")
    CUP_ENTRY = N_("Who can play")
    CUP_ASKERS = N_("Let in")
    """Shows who asks to be let into a tournament."""
    LEAVE_CUP = N_("Leave tournament")
    CANCEL_CUP = N_("Cancel")
    """Asks whether to cancel a tournament."""
    CANCEL_CUP_NOW = N_("Cancel tournament")
    MANAGE_CUP = N_("Manage")
    EXPORT_CUP = N_("Files")
    """Gives the table, the pairings and the games of a tournament as files."""
    EXTEND_ROUND = N_("More time")
    REMOVE_PLAYER = N_("Take out")
    ADD_PLAYER = N_("Put in")
    REPLACE_PLAYER = N_("Replace")
    SEED_PLAYERS = N_("Seeding")
    ADD_COMPUTERS = N_("Add computers")
    SWAP_PLAYERS = N_("Swap players")
    AWARD_GAME = N_("Decide game")
    PAUSE_CUP = N_("Pause")
    RESUME_CUP = N_("Go on")
    STANDINGS = N_("Standings")
    CUP_GAMES = N_("Games")
    SEASONS = N_("All seasons")
    """Shows the table of a league over all its seasons."""
    MINE = N_("Mine")
    """Shows how the reader stands in a tournament, and whom they meet."""

    # What is about a person
    END_VACATION = N_("End vacation")
    CANCEL_VACATION = N_("Cancel vacation")
    """Cancels a vacation that has not begun."""
    BROWSERS = N_("Browsers")
    """Lists the browsers in which a person is signed in."""
    SIGN_OUT = N_("Sign out")
    """Ends the session of the only browser."""
    SIGN_OUT_ALL = N_("Sign out all")
    EXPORT = N_("Export")
    DELETE = N_("Delete …")
    TUTORIAL = N_("Guided game")
    INNS_LESSON = N_("What the inns do")
    BUILDER_LESSON = N_("What the builder does")
    STOP = N_("Stop")
    AGAIN = N_("Again")


VOTE_LABELS: Final = {
    VoteChoice.MORE_TIME: N_("More time"),
    VoteChoice.SKIP: N_("Skip turn"),
    VoteChoice.REPLACE: N_("Open seat"),
    VoteChoice.COMPUTER: N_("Computer"),
    VoteChoice.END: N_("End game"),
}
DM_LABELS: Final = {DmPreference.ON: N_("Turn on DMs"), DmPreference.OFF: N_("Turn off DMs")}


class HelpPage(StrEnum):
    """A page of the help. Its value stands in the ids of buttons, so it never changes."""

    PLAY = "play"
    GAMES = "games"
    COMPUTERS = "computers"
    LOOK = "look"
    MANAGERS = "managers"


HELP_LABELS: Final[Mapping[HelpPage, str]] = {
    HelpPage.PLAY: N_("Play a turn"),
    HelpPage.GAMES: N_("Your games"),
    HelpPage.COMPUTERS: N_("Computers"),
    HelpPage.LOOK: N_("Look and count"),
    HelpPage.MANAGERS: N_("For managers"),
}
"""The heading of each page, which is also the label of its button."""


class RulesPage(StrEnum):
    """A page of the rules. Its value stands in the ids of buttons, so it never changes."""

    TURN = "turn"
    SCORING = "scoring"
    WALL_TILES = "wall"
    INNS = "inns"
    TRADERS = "traders"
    ENDING = "end"
    DIFFERENT = "different"


RULES_LABELS: Final[Mapping[RulesPage, str]] = {
    RulesPage.TURN: N_("A turn"),
    RulesPage.SCORING: N_("Scoring"),
    RulesPage.WALL_TILES: N_("Wall tiles"),
    RulesPage.INNS: N_("Inns & Cathedrals"),
    RulesPage.TRADERS: N_("Traders & Builders"),
    RulesPage.ENDING: N_("The end"),
    RulesPage.DIFFERENT: N_("What's different"),
}
"""The heading of each page, which is also the label of its button."""
