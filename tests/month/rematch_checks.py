"""Checks of rematches and series: who was asked, who plays, and how each series stands."""

from collections import Counter
from collections.abc import Mapping, Sequence

from carcassonne import winners
from host.model.table import FinishedTable, StartedTable
from tests.month.rematches import number_of
from tests.month.results import CheckResults
from tests.month.sent_messages import SentMessage


def invitations(sent: Sequence[SentMessage]) -> list[SentMessage]:
    """The messages that ask people to a rematch: no other message with a button to join pings."""
    return [one for one in sent if one.pinged and not one.is_private and number_of(one, "join") is not None]


def check_rematches(results: CheckResults, tables: Sequence[StartedTable], sent: Sequence[SentMessage]) -> None:
    """Each rematch asks once, and nobody else; its players are those of the game before, and the start moves on."""
    by_number = {table.number: table for table in tables}
    asked = Counter(number_of(one, "join") for one in invitations(sent))
    results.totals["invitations to a rematch"] = asked.total()
    for number, times in asked.items():
        results.check(times == 1, number or 0, 0, f"asked {times} times to a rematch")
    for table in tables:
        if table.rematch is None:
            continue
        results.totals["rematches"] += 1
        _check_players(results, table, by_number[table.rematch.previous])
        if table.rematch.best_of:
            _check_series(results, table, by_number)


def _check_players(results: CheckResults, table: StartedTable, before: StartedTable) -> None:
    """The first game of a pair keeps its players in the order of their seats, but for the one who began."""
    results.check(before.status.is_over, table.number, 0, f"repeats #{before.number}, which is not over")
    results.check(table.edition == before.edition, table.number, 0, f"another edition than #{before.number}")
    same = {seat.colour for seat in table.seats} <= {seat.colour for seat in before.seats}
    results.check(same, table.number, 0, f"other colours than in #{before.number}")
    if same and len(table.seats) == len(before.seats):
        order = [seat.colour for seat in (*before.seats[1:], before.seats[0])]
        results.check([seat.colour for seat in table.seats] == order, table.number, 0, "another order of seats")


def _check_series(results: CheckResults, table: StartedTable, tables: Mapping[int, StartedTable]) -> None:
    """What a game of a series has stored of the games before agrees with their results."""
    assert table.invitation is not None
    assert table.rematch is not None
    results.totals["games of series"] += 1
    won = _wins_before(table, tables)
    for person, wins in table.invitation.wins.items():
        results.check(wins == won[person], table.number, 0, f"{person} had won {won[person]} games, not {wins}")
    if isinstance(table, FinishedTable) and _is_decided(table, tables):
        results.totals["series decided"] += 1


def _wins_before(table: StartedTable, tables: Mapping[int, StartedTable]) -> Counter[int]:
    """The games of a series that each person had won before a game."""
    assert table.invitation is not None
    assert table.rematch is not None
    before = tables[table.rematch.previous]
    goes_on = before.rematch and before.rematch.best_of and not _is_decided(before, tables)
    won = _wins_before(before, tables) if goes_on else Counter[int]()
    return won + _winner(before)


def _is_decided(table: StartedTable, tables: Mapping[int, StartedTable]) -> bool:
    """Say whether somebody cannot be caught up any more after a game of a series."""
    assert table.invitation is not None
    assert table.rematch is not None
    assert table.rematch.best_of is not None
    won = _wins_before(table, tables) + _winner(table)
    here = {seat.person.id for seat in table.seats if seat.person}
    counts = sorted((won[person] for person in here), reverse=True)
    first, second = (*counts, 0, 0)[:2]  # a computer may have the seat of all others
    return first - second > max(table.rematch.best_of - sum(counts), 0)


def _winner(table: StartedTable) -> Counter[int]:
    """One win for whoever has won a game alone."""
    won = winners(table.state)
    person = table.seats[min(won)].person if len(won) == 1 and table.status.is_over else None
    return Counter({person.id: 1}) if person else Counter()
