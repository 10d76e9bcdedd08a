"""Words for those who write their turns as messages."""

from collections.abc import Callable

from cogs.shared.words.language import listed
from cogs.shared.words.speech import _
from host import Found


def others_in_text(found: Found) -> str:
    """Return, where a game was chosen among several, which one it was and how a message names another."""
    if not found.others:
        return ""
    words = _("This is game #{number}, waiting longest; to play in {others}, begin with its number.")
    others = listed([f"#{table.number}" for table in found.others])
    return f" ({words.format(number=found.table.number, others=others)})"


def how_to_write_text(mention: Callable[[str], str]) -> str:
    """Return how a turn is written."""
    return _(
        "Write your turn as cell, rotation and follower: `M14 90 thief E`, `M14 90 -` for nobody, or `pass`; "
        "{help} tells more."
    ).format(help=mention("help"))
