"""Words for what people choose for themselves."""

from collections.abc import Callable

from cogs.shared.words.speech import _
from host import Letters


def settings_head() -> str:
    """Return what the panel is about."""
    return _("**Your settings**, in all your games")


def letters_line(letters: Letters) -> str:
    """Return whether somebody's turns are sent in private."""
    if letters is Letters.ON:
        return _("- Your turns are sent to you in private as well, and you can play there.")
    return _("- Your turns are shown at the table only, where you are pinged.")


def letters_label(letters: Letters) -> str:
    """Return the label of the button that makes this choice."""
    return _("Send me my turns in private") if letters is Letters.ON else _("Send me nothing in private")


def no_letters_text() -> str:
    """Return why the choice was not stored."""
    return _("I can't write to you: allow private messages from this server in its privacy settings, then try again.")


def refused_text(mention: Callable[[str], str]) -> str:
    """Return that private messages to somebody have stopped."""
    text = _("I could not write to you in private, so I stopped; {settings} begins again.")
    return text.format(settings=mention("settings"))


def welcome_text(mention: Callable[[str], str]) -> str:
    """Return the first private message."""
    text = _("From now on I send you your turns here; play with the buttons or write `M14 90 thief E`. {settings}")
    return text.format(settings=mention("settings"))
