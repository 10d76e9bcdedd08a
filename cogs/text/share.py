"""Texts for sharing a whole game: as an animation that plays in the chat, or as a page for a browser."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from cogs.text.formatting import safe_name, word_list
from cogs.text.i18n import N_, _
from cogs.text.nouns import counted
from cogs.text.results import winners_at
from cogs.text.table import game_name
from host.model.table import FinishedTable, StartedTable

SHARE: Final = N_("Share")
POST: Final = N_("Post it in the channel")


class SharedForm(StrEnum):
    """In which form a whole game is shared."""

    ANIMATION = "animation"
    PAGE = "page"


def form_label(form: SharedForm, first: int) -> str:
    """Return the label of the button for a form that begins with a turn; 0 is the whole game."""
    match form, first:
        case SharedForm.ANIMATION, 0:
            return _("Animation")
        case SharedForm.ANIMATION, _turn:
            return _("Animation from turn {turn}").format(turn=first)
        case SharedForm.PAGE, 0:
            return _("Web page")
        case _other:
            return _("Web page from turn {turn}").format(turn=first)


def share_text() -> str:
    """Ask in which form to share a game."""
    return _("How do you want to show this game? An animation plays in the chat, a web page opens in your browser.")


def drawing_text(form: SharedForm) -> str:
    """Say that the file is being drawn."""
    return _("Drawing the animation …") if form is SharedForm.ANIMATION else _("Drawing the web page …")


def progress_text(turn: int, turns: int) -> str:
    """Say how far the drawing of an animation is."""
    return _("Drawing the animation: turn {turn} of {turns} …").format(turn=turn, turns=turns)


def drawn_text(form: SharedForm) -> str:
    """Return the text above the file, for the one who asked for it."""
    if form is SharedForm.ANIMATION:
        return _("Here's the animation. Only you can see it.")
    return _("Here's the web page. Download it, then open it in your browser.")


def posted_text(table: StartedTable, form: SharedForm, name: str) -> str:
    """Return the public text above a file that somebody shares."""
    if form is SharedForm.ANIMATION:
        text = _("{name} shares {game} as an animation.")
    else:
        text = _("{name} shares {game} as a web page. Download it, then open it in your browser.")
    return text.format(name=safe_name(name), game=game_name(table))


def done_text() -> str:
    """Say that a file has been posted."""
    return _("Done: everyone here can see it.")


def too_long_text() -> str:
    """Say that a game has too much in it for a file."""
    return _("That's too much for one file. Go to a later turn in `/replay`, then share from there.")


def not_drawn_text() -> str:
    """Say that there is no file."""
    return _("The drawing didn't work out. Try it again in a minute.")


def ending_sentence(table: FinishedTable, names: Sequence[str]) -> str:
    """Say who has won, without the marks that only Discord understands."""
    won = winners_at(table)
    if not won:
        return _("The game is over")
    points = counted(table.state.scores[won[0]], "point")
    if len(won) == 1:
        text = _("**{name} wins** with {points}!").replace("**", "")
        return text.format(name=names[won[0]], points=points)
    text = _("**{names} share the win** with {points} each!").replace("**", "")
    return text.format(names=word_list([names[seat] for seat in won]), points=points)


def page_texts() -> dict[str, str]:
    """Return the words on a page, by the names of the fields of ``render.share.page_words.PageWords``."""
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
