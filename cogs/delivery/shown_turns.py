"""What the latest messages of the games tell, so that no log is replayed to tell it once more."""

from cogs.message.turn_reports import as_of, joined
from host import FinishedTable, Played, StartedTable, table_at


class ShownTurns:
    """What the latest message of each running game tells. After a start of the bot nothing is known."""

    def __init__(self) -> None:
        self._shown: dict[int, Played] = {}

    def put(self, played: Played) -> None:
        """Note what the latest message of a game tells now. A turn may take several steps, with a message for each."""
        number = played.after.number
        earlier = self._shown.pop(number, None)
        if not isinstance(played.after, FinishedTable):
            self._shown[number] = joined(earlier, played) if earlier else played

    def find(self, table: StartedTable) -> Played | None:
        """Return what the message at the ply of a table tells; None if that is not known."""
        played = self._shown.get(table.number)
        return as_of(table, played) if played and played.after.ply == table.ply else None

    def find_past(self, table: StartedTable, ply: int) -> Played | None:
        """Return what the message at a ply told, as if the game still stood there; None if that is not known."""
        played = self._shown.get(table.number)
        if played is None or played.after.ply != ply:
            return None
        return as_of(table_at(table, ply, played.after.state), played)
