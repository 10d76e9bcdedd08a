"""The words of a page that shows a game turn by turn."""

from screens.text.i18n import _


def step_words() -> dict[str, str]:
    """Return the words around a game that is shown turn by turn, by the fields of ``render.share.steps.PageWords``."""
    return {
        "board": _("The board"),
        "turn": _("Turn {turn} of {turns}"),
        "first": _("First turn"),
        "previous": _("Previous turn"),
        "next": _("Next turn"),
        "last": _("Last turn"),
        "play": _("Play"),
        "pause": _("Pause"),
        "zoom_in": _("Zoom in"),
        "zoom_out": _("Zoom out"),
        "whole": _("Show the whole board"),
        "theme": _("Light or dark"),
        "players": _("Players"),
        "followers": _("Followers left: {count}"),
        "scores": _("Scores"),
        "turns": _("All turns"),
        "keys": _("The arrow keys go from turn to turn, and the space bar plays. Drag the board to move it."),
    }
