"""The custom ids of what is below a game in review. See ``custom_ids.py``.

``whose`` says whose turns are offered: of all players if it is 0, else of the seat with this number, from 1.
"""

from typing import Final

from screens.custom_ids import TableId

ReviewId: Final = TableId.kind("review", "Shows a game in review, in a new private message.")
ReviewPlayerId: Final = TableId.kind("review-player", "A menu of the players whose turns a review offers.")


class ReviewPageId(TableId, action="review-page"):
    """Leads back from a turn to the whole game in review."""

    whose: int


class ReviewTurnId(TableId, action="review-turn"):
    """A menu of the turns that stand out, by their numbers. It shows the one that is chosen."""

    whose: int
