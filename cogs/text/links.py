"""Links from one message to another."""

from cogs.text.i18n import _
from host.model.table import BaseTable, MessageRef, SeatedTable


def board_link(table: BaseTable, text: str = "") -> str:
    """Return a link to the latest board of a game: its message, else its channel."""
    url = board_url(table)
    text = text or _("board")
    return f"[{text}]({url})" if url else f"<#{table.venue.channel}>"


def board_url(table: BaseTable) -> str | None:
    """Return the URL of the latest message of a game; None if there is none."""
    if not isinstance(table, SeatedTable) or table.message is None:
        return None
    return _url(table, MessageRef(table.venue.channel, table.message))


def lobby_url(table: BaseTable) -> str | None:
    """Return the URL of the status message of a table; None if there is none."""
    return _url(table, table.status_message) if table.status_message else None


def lobby_link(table: BaseTable) -> str:
    """Return a link to the status message of a table, else to its channel."""
    url, text = lobby_url(table), _("table")
    return f"[{text}]({url})" if url else f"<#{table.venue.channel}>"


def _url(table: BaseTable, message: MessageRef) -> str:
    server = table.venue.guild or "@me"
    return f"https://discord.com/channels/{server}/{message.channel}/{message.message}"
