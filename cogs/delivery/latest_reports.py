"""What the latest message of each running game reports, kept in memory: so the log is not replayed at every turn."""

from dataclasses import replace

from carcassonne import DrawTile, Phase
from host import Played, RunningTable, StartedTable, table_at


class LatestReports:
    """Keeps what was just sent. What was sent before a restart, or is reported in another way later, is not here."""

    def __init__(self) -> None:
        self._latest: dict[int, Played] = {}

    def keep(self, played: Played) -> None:
        """Keep what the latest message of a game reports, and nothing of a game that is over."""
        number = played.after.number
        self._latest.pop(number, None)
        if isinstance(played.after, RunningTable) and _is_one_whole_turn(played):
            self._latest[number] = played

    def at(self, table: StartedTable, ply: int) -> Played | None:
        """Return what the message of a game at a ply reports, with everybody's names as its table has them now; None
        where only the log tells that.
        """
        played = self._latest.get(table.number)
        if played is None or played.after.ply != ply or not isinstance(played.before, RunningTable):
            return None
        before = table_at(table, played.before.ply, played.before.state)
        return replace(played, before=before, after=table_at(table, ply, played.after.state))


def _is_one_whole_turn(played: Played) -> bool:
    """Say whether a report from the log would tell just the same: it tells from one tile in hand to the next."""
    if not isinstance(played.before, RunningTable) or played.before.state.phase is not Phase.PLACE or played.undo:
        return False
    draws = sum(isinstance(move, DrawTile) for move in played.moves)
    return bool(played.moves) and draws <= 1
