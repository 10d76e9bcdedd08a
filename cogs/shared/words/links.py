"""Links that people can follow from one message to another."""

from cogs.shared.words.speech import _
from host import Table


def board_link(table: Table, text: str = "") -> str:
    """Return where a table's board is: its last message, else its channel."""
    if table.message is None:
        return f"<#{table.venue.channel}>"
    server = table.venue.guild or "@me"
    shown = text or _("board")
    return f"[{shown}](https://discord.com/channels/{server}/{table.venue.channel}/{table.message})"
