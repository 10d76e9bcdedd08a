"""What no tournament may break, asked of a played one, and what it had to give.

What is asked of a round holds at the moment in which it is paired. Later somebody leaves or comes back, and a host has
two change places. So where that happens, each round is looked at as it is paired (``wrong_as_paired``), and the
whole one at its end (``wrong_as_played``).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from networkx import Graph, is_perfect_matching, max_weight_matching

from tournaments.history import history
from tournaments.kinds import standings_of
from tournaments.league import divisions, rounds_of_division
from tournaments.round_robin import rounds_of_everybody
from tournaments.tables_of_several import table_sizes
from tournaments.tournament import POINT, Ending, Pairing, Round, Tournament, points_of


def breaches(tournament: Tournament) -> Iterator[str]:
    """What is wrong with a tournament that is over, in which nothing was changed by hand: nothing, if the hard rules
    hold.
    """
    for number in range(1, len(tournament.rounds) + 1):
        yield from wrong_as_paired(replace(tournament, rounds=tournament.rounds[:number]))
    yield from wrong_as_played(tournament)


def wrong_as_paired(tournament: Tournament) -> Iterator[str]:
    """What is wrong with the last round of a tournament, among those who are there."""
    before = replace(tournament, rounds=tournament.rounds[:-1])
    yield from (f"round {len(tournament.rounds)}: {wrong}" for wrong in _wrong_in_round(before, tournament.rounds[-1]))


def wrong_as_played(tournament: Tournament) -> Iterator[str]:
    """What is wrong with a tournament that is over, whatever was changed by hand in it."""
    for number, played in enumerate(tournament.rounds, 1):
        if set(Counter(seat for one in played for seat in one.seats).values()) - {1}:
            yield f"round {number}: somebody is paired twice"
        for one in played:
            yield from (f"round {number}: {wrong}" for wrong in _wrong_in_match(one, tournament.best_of))
    yield from _WRONG_AT_THE_END.get(tournament.kind, _nothing)(tournament)
    table = standings_of(tournament)
    if sorted(one.entrant for one in table) != sorted(tournament.by_id):
        yield "not everybody stands in the table once"
    if [one.place for one in table] != sorted(one.place for one in table):
        yield "the places are out of order"


def _nothing(_tournament: Tournament) -> Iterator[str]:
    return iter(())


def _wrong_in_round(before: Tournament, played: Round) -> Iterator[str]:
    if before.kind != "swiss":
        return
    present = sorted(one.id for one in before.present)
    if sorted(seat for one in played for seat in one.seats) != present:
        yield "not those are paired who are there"
    if before.table_size > 2:
        sizes = sorted((len(one.seats) for one in played), reverse=True)
        if sizes != table_sizes(len(present), before.table_size):
            yield f"tables of {sizes}"
        return
    byes = [one.seats[0] for one in played if one.ending is Ending.BYE]
    if len(byes) != len(present) % 2:
        yield f"{len(byes)} byes"
    if _forced(before, byes, [one.seats for one in played if len(one.seats) == 2]):
        return
    if any(before.meetings(*one.seats) for one in played if len(one.seats) == 2):
        yield "two meet again, and need not"
    if any(history(before, one).byes for one in byes):
        yield "a second bye, and it need not be"


def _wrong_in_match(match: Pairing, best_of: int) -> Iterator[str]:
    """Who begins changes, and nothing is played after somebody cannot be caught up any more, unless an earlier game was
    decided by hand after it; nor is anything left out before.
    """
    if best_of == 1 or len(match.seats) == 1:
        if match.games:
            yield "a match where there is none"
        return
    if any(one.seats != match.seats[:: 1 - 2 * (number % 2)] for number, one in enumerate(match.games)):
        yield "the wrong one has begun"
    leads = [0]
    for game in match.games:
        leads.append(leads[-1] + game.score_of(match.seats[0]).points - game.score_of(match.seats[1]).points)
    is_decided = [abs(lead) > (best_of - number) * POINT for number, lead in enumerate(leads)]
    is_by_hand = any(game.ending in (Ending.AWARDED, Ending.ANNULLED) for game in match.games)
    if (any(is_decided[:-1]) and not is_by_hand) or (match.games and not is_decided[-1] and len(match.games) < best_of):
        yield f"a match of {len(match.games)} games"
    if match.games:
        first, second = (one.points for one in match.scores)
        if (first > second) - (first < second) != (leads[-1] > 0) - (leads[-1] < 0) or first + second > POINT:
            yield "a match that the other has won"


def _forced(before: Tournament, byes: list[int], pairs: list[tuple[int, ...]]) -> bool:
    """Whether something has to give: there is no way to pair the round without meeting again and without second byes.

    It is only searched where something did.
    """
    if not any(before.meetings(*pair) for pair in pairs) and not any(history(before, one).byes for one in byes):
        return False
    ids = [one for pair in pairs for one in pair] + byes
    graph = Graph()
    graph.add_nodes_from(ids)
    graph.add_edges_from(pair for pair in combinations(ids, 2) if not before.meetings(*pair))
    if byes:
        graph.add_edges_from((one, "bye") for one in ids if not history(before, one).byes)
        graph.add_node("bye")
    return not is_perfect_matching(graph, max_weight_matching(graph, maxcardinality=True))


def _wrong_for_everybody(tournament: Tournament) -> Iterator[str]:
    if len(tournament.rounds) < rounds_of_everybody(len(tournament.entrants)):
        if sum(one.last_round is None for one in tournament.entrants) > 1:
            yield "it ended too early"
        return
    for one, other in combinations(tournament.by_id, 2):
        if tournament.meetings(one, other) != 1:
            yield f"{one} and {other} were paired {tournament.meetings(one, other)} times"
    for one in tournament.by_id:
        firsts = [pairing.seats[0] == one for pairing in tournament.pairings_of(one) if len(pairing.seats) == 2]
        if abs(2 * sum(firsts) - len(firsts)) > 1:
            yield f"{one} began {sum(firsts)} times in {len(firsts)} games"


def _wrong_in_knockout(tournament: Tournament) -> Iterator[str]:
    lost = Counter[int]()
    for number, played in enumerate(tournament.rounds):
        for pairing in played:
            for entrant in pairing.seats:
                is_third = number == len(tournament.rounds) - 1 and all(lost[one] for one in pairing.seats)
                if lost[entrant] and not is_third:
                    yield f"{entrant} plays on after a loss"
            if len(pairing.seats) == 2:
                first, second = (one.points for one in pairing.scores)
                lost.update([pairing.seats[0]] if first <= second else [])
                lost.update([pairing.seats[1]] if second < first or not first + second else [])
    left = [one for one in tournament.entrants if one.last_round is None]
    winners = [one.entrant for one in standings_of(tournament) if one.place == 1]
    if len(left) == len(tournament.entrants) and any(lost[one] for one in winners):
        yield "the winner has lost"


def _wrong_in_league(tournament: Tournament) -> Iterator[str]:
    """In each division, the same as where everybody meets everybody; and nobody meets anybody of another."""
    for ids in divisions(tournament) if tournament.table_size == 2 else ():
        inside = tuple(one for one in tournament.entrants if one.id in ids)
        rounds = tuple(
            tuple(one for one in pairings if set(one.seats) <= set(ids))
            for pairings in tournament.rounds[: rounds_of_everybody(len(ids))]
        )
        yield from _wrong_for_everybody(replace(tournament, entrants=inside, rounds=rounds))
    if tournament.table_size > 2:
        yield from _wrong_at_tables(tournament)
    division_of = {one: number for number, ids in enumerate(divisions(tournament)) for one in ids}
    if any(len({division_of[seat] for seat in one.seats}) > 1 for pairings in tournament.rounds for one in pairings):
        yield "two divisions meet"


def _wrong_at_tables(tournament: Tournament) -> Iterator[str]:
    """In each division, all who are there sit at tables of the right sizes, and meet about equally often."""
    for ids in divisions(tournament):
        for number, pairings in enumerate(tournament.rounds[: rounds_of_division(len(ids), tournament.table_size)], 1):
            there = [one for one in ids if tournament.by_id[one].plays_in(number)]
            tables = [one for one in pairings if set(one.seats) <= set(ids)]
            if sorted(seat for one in tables for seat in one.seats) != sorted(there):
                yield f"round {number}: not those are paired who are there"
            if sorted((len(one.seats) for one in tables), reverse=True) != table_sizes(
                len(there), tournament.table_size
            ):
                yield f"round {number}: tables of other sizes"
        is_whole = all(tournament.by_id[one].last_round is None for one in ids)
        met = [tournament.meetings(*pair) for pair in combinations(ids, 2)]
        if is_whole and len(ids) > 2 and (min(met) == 0 or max(met) - min(met) > 3):
            yield f"some have met {min(met)} times, and some {max(met)} times"


_WRONG_AT_THE_END = {
    "everybody": _wrong_for_everybody,
    "knockout": _wrong_in_knockout,
    "league": _wrong_in_league,
}


def what_gave(tournament: Tournament) -> Counter[str]:
    """How often each soft rule gave in a Swiss tournament, and how often it could have."""
    found = Counter[str]()
    if tournament.kind != "swiss":
        return found
    kind = "two" if tournament.table_size == 2 else "several"
    for number, played in enumerate(tournament.rounds, 1):
        before = replace(tournament, rounds=tournament.rounds[: number - 1])
        least = min((points_of(before, one.seats[0]) for one in played), default=0)
        for pairing in played:
            pairs = list(combinations(pairing.seats, 2))
            found[f"{kind}: pairs"] += len(pairs)
            found[f"{kind}: met again"] += sum(before.meetings(*pair) > 0 for pair in pairs)
            gaps = [abs(points_of(before, one) - points_of(before, other)) for one, other in pairs]
            found[f"{kind}: more than a point apart"] += sum(gap > 24 for gap in gaps)
            if pairing.ending is Ending.BYE:
                found[f"{kind}: byes"] += 1
                found[f"{kind}: second byes"] += history(before, pairing.seats[0]).byes > 0
                found[f"{kind}: byes that did not go to the last"] += points_of(before, pairing.seats[0]) > least
            elif kind == "two":
                found.update(f"two: {what}" for what in _gave(before, pairing.seats))
    for one in tournament.by_id:
        balance = abs(history(tournament, one).first_balance)
        found[f"{kind}: entrants"] += 1
        found[f"{kind}: entrants who began three times more or less than not"] += balance > 2
    return found


def _gave(before: Tournament, seats: tuple[int, ...]) -> Iterator[str]:
    one, other = (history(before, seat) for seat in seats)
    if one.points == other.points:
        return
    yield "floats"
    upper, lower = (one, other) if one.points > other.points else (other, one)
    if upper.floats[:1] == (1,) or lower.floats[:1] == (-1,):
        yield "floats the same way as in the round before"
