"""The text of ``/help``."""

from typing import Final

from cogs.text.commands import command_mention
from cogs.text.i18n import N_, _
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
_LINES: Final = (
    N_("**Carcassonne, over days.** After every move the next player is pinged, with the board as a picture."),
    N_(
        "- {join} takes a seat in this channel, {leave} gives it back. "
        "{start} begins; {oldstart} begins with the original farmer scoring. "
        "Alone, you can practise."
    ),
    N_(
        "- {place} lays your tile: a cell, a rotation, and who goes onto it. "
        "What fits is offered while you type. {pass} lays it with nobody."
    ),
    N_("- Buttons do it, too: “{place_button}”, and then “{take_back_button}” or “{done_button}”."),
    N_("- `M14 90 thief E` is the tile on M14, turned 90° clockwise, with a thief on its road to the east."),
    N_(
        "- Where the game asks you something (The Castle), answer with the buttons, with {pass} for the "
        "first answer, or beforehand with `wall` and `first` when you lay the tile."
    ),
    N_("- Or write it as a message that mentions me, or to me in private."),
    N_("- {settings}: your language, quiet hours, vacation, turns in private, and how pictures look."),
    N_("- {games} lists your games and whose turn it is."),
    N_("- {stats}: what you have played, and who plays best here."),
    N_("- {board} shows the board, {tiles} what is left, {log} and {replay} the moves so far."),
    N_("- {rules} tells the rules of your game in short."),
    N_("- {undo} asks the others to let you undo your last turn."),
    N_(
        "- {resign} gives up, or suggests ending the game for all. "
        "Server managers can end any game: `/carcassonne-admin end`."
    ),
    N_("- {privacy} shows what I keep of you, or deletes it."),
    N_("- {vote} lets the table decide when somebody's time is out."),
)
_SEVERAL_GAMES: Final = N_("If you play several games, the option `game` says which one you mean, such as #12.")


def help_text() -> str:
    """Explain how to use the bot."""
    lines = [*map(_, _LINES), "", _(_SEVERAL_GAMES)]
    labels = {"place_button": _(PLACE_LABEL), "take_back_button": _(TAKE_BACK_LABEL), "done_button": _(DONE_LABEL)}
    return "\n".join(lines).format_map({name: command_mention(name) for name in COMMANDS} | labels)
