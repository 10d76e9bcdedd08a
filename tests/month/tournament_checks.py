"""Checks of tournaments: every one has ended, no hard rule broke, and each round and each end was told once."""

import re
from collections import Counter
from collections.abc import Sequence

from host.model.table import RunningTable
from host.model.tournaments import OrganisedTournament, TournamentStatus
from tests.month.results import CheckResults
from tests.month.sent_messages import SentMessage
from tests.month.simulation import Simulation
from tests.tournaments.checks import breaches
from tournaments.tournament import Ending

_ROUND = re.compile(r"\*\*(Cup \d+(?:, season \d+)?), round (\d+) of \d+\*\*\n")
_END = re.compile(
    r"(?:.+ (?:wins|share first place in) )?\*\*(Cup \d+(?:, season \d+)?)\*\*"
    r"(?:!| is cancelled\.$|: .+ cancelled the tournament\.)"
)
_CHANGE = re.compile(r"\*\*Cup \d+(?:, season \d+)?\*\*: manager (?:took|put|swapped) .+ Reason: because(?:\n.+)*$")
MOVED = "not those are paired"
"""Who comes back or is taken out was there, or not, in another way when a round was paired."""


def announced_round(message: SentMessage) -> tuple[str, int] | None:
    """The tournament and the round that a message announces."""
    found = None if message.is_private else _ROUND.match(message.text)
    return (found[1], int(found[2])) if found else None


def is_change_of_people(message: SentMessage) -> bool:
    """Whether a message tells who was taken out, put in or swapped by hand, and pings them."""
    return not message.is_private and _CHANGE.match(message.text) is not None


def announced_end(message: SentMessage) -> str | None:
    """The tournament whose end a message announces: not the one that is edited, which says that, too."""
    found = None if message.is_private else _END.match(message.text)
    return found[1] if found else None


async def check_tournaments(results: CheckResults, simulation: Simulation, sent: Sequence[SentMessage]) -> None:
    """Run every check on the tournaments of a simulation that is over."""
    rounds = Counter(announced_round(one) for one in sent)
    ends = Counter(told for one in sent if (told := announced_end(one)))
    used = Counter[int]()
    for one in await simulation.tournaments.all():
        results.totals[f"tournaments {one.status}"] += 1
        check_end(results, one)
        await _check_boards(results, simulation, one)
        used.update(table for board in one.boards() for table in board.tables)
        if one.venue.channel not in simulation.world.deleted_channels:
            check_told(results, one, rounds, ends)
    for table, times in used.items():
        results.check(times == 1, table, 0, f"{times} boards have this game")


def check_end(results: CheckResults, one: OrganisedTournament) -> None:
    results.check(not one.status.is_live, 0, 0, f"{_name(one)} has not ended: {one.status}, round {one.round}")
    if one.status is TournamentStatus.OVER:
        for wrong in breaches(one.course):
            results.check(MOVED in wrong, 0, 0, f"{_name(one)}: {wrong}")


async def _check_boards(results: CheckResults, simulation: Simulation, one: OrganisedTournament) -> None:
    for board in one.boards():
        results.totals["boards of tournaments"] += 1
        for game in board.pairing.games or (board.pairing,):
            results.totals[f"games of tournaments: {game.ending or 'unfinished'}"] += 1
        for number in board.tables if board.pairing.is_over else board.earlier:
            table = await simulation.world.host.tables.known(number)
            results.check(not isinstance(table, RunningTable), number, 0, f"goes on after its end in {_name(one)}")
        is_open = board.pairing.ending is None and one.status is TournamentStatus.OVER
        results.check(not is_open, 0, 0, f"{_name(one)}: board {board.place} of round {board.round} has no result")
        is_played = board.pairing.ending in (Ending.PLAYED, Ending.AWARDED)
        results.check(board.tables or not is_played, 0, 0, f"{_name(one)}: a result without a game")


def check_told(
    results: CheckResults, one: OrganisedTournament, rounds: Counter[tuple[str, int] | None], ends: Counter[str]
) -> None:
    """Each round was told once, but for one that was over before anybody could hear of it; and the end once."""
    for number in range(1, one.round + 1):
        times = rounds[_name(one), number]
        is_sent = times == 1 or (times == 0 and all(not board.tables for board in one.boards(number)))
        results.check(is_sent, 0, 0, f"round {number} of {_name(one)} was told {times} times")
        results.totals["rounds told"] += times
    results.check(ends[_name(one)] == 1, 0, 0, f"the end of {_name(one)} was told {ends[_name(one)]} times")


def _name(one: OrganisedTournament) -> str:
    """What messages call it."""
    return f"{one.terms.name}, season {one.season}" if one.terms.kind == "league" else one.terms.name
