"""The labels of buttons, and the pages that buttons open. Sentences name them, so all stand in one place.

They are marked for translation; ``_`` or ``bold_label`` looks them up.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from host.model.clock import VoteChoice
from host.model.preferences import DmPreference
from screens.text.i18n import N_

# A waiting table
JOIN_LABEL: Final = N_("Join")
START_LABEL: Final = N_("Start")
OPTIONS_LABEL: Final = N_("Options")
PLAY_COMPUTER_LABEL: Final = N_("Play the computer")
PRACTICE_LABEL: Final = N_("Practice")
OPEN_TABLE_LABEL: Final = N_("Open a table")
"""The label of the button that does what ``/join`` does."""
ADD_COMPUTER_LABEL: Final = N_("Add a computer")
"""The label of the button about the computers at a table that has none."""
COMPUTERS_LABEL: Final = N_("Computers")
"""Its label at a table that has some."""

# A turn
PLACE_LABEL: Final = N_("Place")
"""The label of the button that opens the picker."""
CONFIRM_LABEL: Final = N_("Confirm")
"""The label of the button that plays the chosen turn."""
TAKE_BACK_LABEL: Final = N_("Undo")
DONE_LABEL: Final = N_("Done")
"""The labels of the two buttons below a turn that can still be taken back."""
BOARD_LABEL: Final = N_("Board")
"""The label of the button that shows the board, and of links to it."""

# A question to the table
AGREE_LABEL: Final = N_("Agree")
REFUSE_LABEL: Final = N_("Refuse")
END_LABEL: Final = N_("End for everyone")
"""The label of the button that ends a game if the others agree."""
END_ALONE_LABEL: Final = N_("End game")
"""Its label where nobody else has to agree."""
COMPUTER_LABEL: Final = N_("Computer")
END_GAME_LABEL: Final = N_("End it")
"""The label of the button with which a manager ends a game."""
TAKE_SEAT_LABEL: Final = N_("Take seat")
VOTE_LABELS: Final = {
    VoteChoice.MORE_TIME: N_("More time"),
    VoteChoice.SKIP: N_("Skip turn"),
    VoteChoice.REPLACE: N_("Open seat"),
    VoteChoice.COMPUTER: N_("Computer"),
    VoteChoice.END: N_("End game"),
}

# A game that is over
REMATCH_LABEL: Final = N_("Rematch")
SERIES_LABEL: Final = N_("Series")
NEXT_GAME_LABEL: Final = N_("Next game")
END_SERIES_LABEL: Final = N_("End series")
LEVEL_LABEL: Final = N_("Other level")
FIRST_TURN_LABEL: Final = N_("First turn")
PREVIOUS_TURN_LABEL: Final = N_("Previous turn")
NEXT_TURN_LABEL: Final = N_("Next turn")
LAST_TURN_LABEL: Final = N_("Last turn")
SHARE_LABEL: Final = N_("Share")
POST_LABEL: Final = N_("Post it in the channel")

# What is about a person
DM_LABELS: Final = {DmPreference.ON: N_("Turn on DMs"), DmPreference.OFF: N_("Turn off DMs")}
END_VACATION_LABEL: Final = N_("End vacation")
CANCEL_VACATION_LABEL: Final = N_("Cancel vacation")
"""The label of the button that cancels a vacation which has not begun."""
EXPORT_LABEL: Final = N_("Export")
DELETE_LABEL: Final = N_("Delete …")
TUTORIAL_LABEL: Final = N_("Guided game")
"""The label of the button that begins the guided game."""
STOP_LABEL: Final = N_("Stop")
AGAIN_LABEL: Final = N_("Again")


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
    ENDING = "end"
    DIFFERENT = "different"


RULES_LABELS: Final[Mapping[RulesPage, str]] = {
    RulesPage.TURN: N_("A turn"),
    RulesPage.SCORING: N_("Scoring"),
    RulesPage.WALL_TILES: N_("Wall tiles"),
    RulesPage.ENDING: N_("The end"),
    RulesPage.DIFFERENT: N_("What's different"),
}
"""The heading of each page, which is also the label of its button."""
