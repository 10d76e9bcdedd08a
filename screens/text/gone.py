"""Where commands, options and subcommands went that people typed for weeks, and that are gone.

A Discord that has run for days may still offer them.
"""

from collections.abc import Collection, Mapping
from typing import Final

from screens.text.i18n import N_, _, current_language, use_language
from screens.text.labels import Label
from screens.text.markup import bold_label, command_mention
from screens.text.placeholders import fill

_COMMANDS: Final[Mapping[str, str]] = {
    "pass": N_("`/pass` is gone: press {place_button}, or give {place} with `-` as the follower."),
    "leave": N_("`/leave` is gone: press {leave_button} at the table, or mention me with `leave`."),
    "vote": N_("`/vote` is gone: press {vote_button} in {games}, or mention me with `vote`."),
}

_OF_START: Final = N_("{option} is gone from `/{command}`: press {options_button} at the table before you start.")
_OF_PLACE: Final = N_("{option} is gone from {place}: type it behind the follower, like `- wall:1 2 first:C4 N`.")
_OF_ADMIN: Final = N_("{option} is gone: give {admin} alone. Its panel has everything as buttons and menus.")

_OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "start": dict.fromkeys(("timeout", "aids", "order", "thread", "rated"), _OF_START),
    "oldstart": dict.fromkeys(("options", "timeout", "aids", "order", "thread", "rated"), _OF_START),
    "place": dict.fromkeys(("wall", "first"), _OF_PLACE),
    "carcassonne-admin": dict.fromkeys(
        (
            "settings", "channels", "tables", "defaults", "end", "seat", "computer", "held", "retry", "acts", "export",
            "import", "health",
        ),
        _OF_ADMIN,
    ),
}  # fmt: skip
"""By command and option: what to do now."""


_BUTTONS: Final = {"leave_button": Label.LEAVE, "vote_button": Label.VOTE}
"""By placeholder, the labels of buttons in private answers."""
_AT_TABLES: Final = {"place_button": Label.PLACE, "options_button": Label.OPTIONS}
"""Those of buttons that all see, in the language of their table."""


def gone_command_text(name: str, table_language: str | None = None) -> str | None:
    """Return where a command went; None if there was none of this name.

    ``table_language`` is the one in which tables have their buttons where the reader is; None for the reader's.
    """
    text = _COMMANDS.get(name)
    return None if text is None else _filled(_(text), table_language)


def gone_option_text(command: str, options: Collection[str], table_language: str | None = None) -> str | None:
    """Return where the first of these options went that a command has no more; None if there is none."""
    gone = _OPTIONS.get(command, {})
    option = next((one for one in options if one in gone), None)
    return None if option is None else _filled(_(gone[option]), table_language, option=f"`{option}`", command=command)


def _filled(text: str, table_language: str | None, **values: str) -> str:
    labels = {name: bold_label(label) for name, label in _BUTTONS.items()}
    with use_language(table_language or current_language()):
        labels |= {name: bold_label(label) for name, label in _AT_TABLES.items()}
    return fill(text, admin=command_mention("carcassonne-admin"), **labels, **values)
