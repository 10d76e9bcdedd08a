"""What the latest message of each game reports. It is kept so that no log has to be replayed to edit the message."""

from cogs.message.turn_reports import is_turn_start, merge_reports, with_current_table
from host import FinishedTable, PlayResult, StartedTable, table_at


class ShownTurns:
    """What the latest message of each running game reports. It is empty after a start of the bot."""

    def __init__(self) -> None:
        self._shown: dict[int, PlayResult] = {}

    def put(self, played: PlayResult) -> None:
        """Store what the latest message of a game reports. A turn may have several steps, each with a message.

        If an earlier step of the turn is unknown, as after a start, store nothing: only the log has the whole turn.
        """
        number = played.after.number
        earlier = self._shown.pop(number, None)
        turn = merge_reports(earlier, played) if earlier else played
        if not isinstance(played.after, FinishedTable) and is_turn_start(turn):
            self._shown[number] = turn

    def find(self, table: StartedTable) -> PlayResult | None:
        """Return what the message at a table's ply reports; None if that is unknown."""
        played = self._shown.get(table.number)
        return with_current_table(table, played) if played and played.after.ply == table.ply else None

    def find_past(self, table: StartedTable, ply: int) -> PlayResult | None:
        """Return what the message at an earlier ply reported, as of that ply; None if that is unknown."""
        played = self._shown.get(table.number)
        if played is None or played.after.ply != ply:
            return None
        return with_current_table(table_at(table, ply, played.after.state, played.after.played_at), played)
