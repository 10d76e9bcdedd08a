"""The welcome when the bot comes to a server."""

from cogs.text.commands import command_mention
from cogs.text.formatting import safe_name
from cogs.text.i18n import _
from cogs.text.lobby import OPEN_TABLE_LABEL, PLAY_COMPUTER_LABEL
from cogs.text.tutorial import TUTORIAL_LABEL


def welcome_text() -> str:
    """Return the message to everybody on the server."""
    hello = _("Hello! Play Carcassonne with your friends here, in one evening or over days.")
    buttons = _(
        "Press **{table}** when you're ready, **{computer}** if you're alone, "
        "or **{tutorial}** to learn it in two minutes."
    )
    labels = {"table": OPEN_TABLE_LABEL, "computer": PLAY_COMPUTER_LABEL, "tutorial": TUTORIAL_LABEL}
    return hello + "\n" + buttons.format(**{name: _(label) for name, label in labels.items()})


def private_welcome_text(server: str) -> str:
    """Return the message to the person who invited the bot, if it may write in no channel. ``server`` is its name."""
    hello = _(
        "Hello from **{server}**! I can't write in any channel there yet: let me into one, then type {join} in it."
    )
    button = _("Press **{tutorial}** to learn the game in two minutes.")
    shown = hello.format(server=safe_name(server), join=command_mention("join"))
    return shown + "\n" + button.format(tutorial=_(TUTORIAL_LABEL))
