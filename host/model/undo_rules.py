"""The rules of undoing a turn: where a person's last turn began. Pure."""

from collections.abc import Sequence
from itertools import pairwise

from carcassonne import PlaceTile, Resign
from host.model.game import LogEntry
from host.model.game_log import Checkpoint, effective_plies, parse_logged
from host.model.log_replay import LoggedGame
from host.model.table import StartedTable
from host.model.table_errors import NoTurnYetError, ResignedSinceError


def last_turn_start(history: LoggedGame, person_id: int) -> Checkpoint:
    """Return where a person's last turn began, of those that were not taken back. Raise as ``last_turn_ply``."""
    return history.replayed.checkpoints[last_turn_ply(history.table, history.entries, person_id)]


def last_turn_ply(table: StartedTable, log: Sequence[LogEntry], person_id: int) -> int:
    """Return the ply at which a person's last turn began, of those that were not taken back.

    Turns of a predecessor in the same seat do not count. A turn before a resignation cannot be undone.

    Raise NoTurnYetError or ResignedSinceError.
    """
    logged = [parse_logged(entry.notation) for entry in log]
    plies = effective_plies(logged)

    def is_own(ply: int) -> bool:
        entry = log[ply - 1]
        has_seat = table.seats[entry.seat].is_played_by(person_id)
        return isinstance(logged[ply - 1], PlaceTile) and entry.person_id == person_id and has_seat

    starts = [start for start, ply in pairwise([0, *plies]) if is_own(ply)]
    if not starts:
        raise NoTurnYetError(table)
    for ply in plies:
        move = logged[ply - 1]
        if ply > starts[-1] and isinstance(move, Resign):
            raise ResignedSinceError(table, seat=table.seats[move.seat])
    return starts[-1]
