"""Links that people can follow from one message to another."""

from host import Table


def board_link(table: Table, text: str = "board") -> str:
    """Return where a table's board is: its last message, else its channel."""
    if table.message is None:
        return f"<#{table.venue.channel}>"
    server = table.venue.guild or "@me"
    return f"[{text}](https://discord.com/channels/{server}/{table.venue.channel}/{table.message})"
