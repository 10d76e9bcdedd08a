"""The text of ``/help``."""

from typing import Final

from cogs.text.commands import command_mention
from cogs.text.i18n import _
from cogs.text.takeback import DONE_LABEL, TAKE_BACK_LABEL
from cogs.text.turn import PLACE_LABEL

COMMANDS: Final = (
    "join",
    "leave",
    "start",
    "oldstart",
    "place",
    "pass",
    "games",
    "stats",
    "board",
    "tiles",
    "log",
    "replay",
    "rules",
    "undo",
    "resign",
    "vote",
    "settings",
    "privacy",
)
"""The commands that the text names. Each is a placeholder in it."""


def help_text() -> str:
    """Explain how to use the bot."""
    lines = (
        _("**Carcassonne, over days.** After every move the next player is pinged, with the board as a picture."),
        _(
            "- {join} takes a seat in this channel, {leave} gives it back. "
            "{start} begins; {oldstart} begins with the original farmer scoring. "
            "Alone, you can practise."
        ),
        _(
            "- {place} lays your tile: a cell, a rotation, and who goes onto it. "
            "What fits is offered while you type. {pass} lays it with nobody."
        ),
        _("- Buttons do it, too: “{place_button}”, and then “{take_back_button}” or “{done_button}”."),
        _("- `M14 90 thief E` is the tile on M14, turned 90° clockwise, with a thief on its road to the east."),
        _(
            "- Where the game asks you something (The Castle), answer with the buttons, with {pass} for the "
            "first answer, or beforehand with `wall` and `first` when you lay the tile."
        ),
        _("- Or write it as a message that mentions me, or to me in private."),
        _("- {settings}: your language, quiet hours, vacation, turns in private, and how pictures look."),
        _("- {games} lists your games and whose turn it is."),
        _("- {stats}: what you have played, and who plays best here."),
        _("- {board} shows the board, {tiles} what is left, {log} and {replay} the moves so far."),
        _("- {rules} tells the rules of your game in short."),
        _("- {undo} asks the others to let you undo your last turn."),
        _(
            "- {resign} gives up, or suggests ending the game for all. "
            "Server managers can end any game: `/carcassonne-admin end`."
        ),
        _("- {privacy} shows what I keep of you, or deletes it."),
        _("- {vote} lets the table decide when somebody's time is out."),
        "",
        _("If you play several games, the option `game` says which one you mean, such as #12."),
    )
    labels = {"place_button": _(PLACE_LABEL), "take_back_button": _(TAKE_BACK_LABEL), "done_button": _(DONE_LABEL)}
    return "\n".join(lines).format_map({name: command_mention(name) for name in COMMANDS} | labels)
