"""The words on a page for a browser, which the caller provides."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageWords:
    """The words on a page that are the same for all turns. ``language`` is its code, such as ``en``."""

    title: str
    language: str = "en"
    board: str = "The board"
    turn: str = "Turn {turn} of {turns}"
    """How the turn that is shown is counted."""
    first: str = "First turn"
    previous: str = "Previous turn"
    next: str = "Next turn"
    last: str = "Last turn"
    play: str = "Play"
    pause: str = "Pause"
    zoom_in: str = "Zoom in"
    zoom_out: str = "Zoom out"
    whole: str = "Show the whole board"
    theme: str = "Light or dark"
    players: str = "Players"
    followers: str = "Followers left: {count}"
    """How many followers a player has left."""
    scores: str = "Scores"
    turns: str = "All turns"
    keys: str = "The arrow keys go from turn to turn, and the space bar plays. Drag the board to move it."
