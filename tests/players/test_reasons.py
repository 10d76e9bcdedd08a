"""Why a turn is better than another one: feature by feature, and each number is that of the evaluation."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from carcassonne import (
    Kind,
    Move,
    Position,
    SegmentRef,
    State,
    apply_all,
    feature_at,
    find_ruleset,
    new_game,
    parse_cell,
    parse_move,
)
from carcassonne.state import OPEN
from players.evaluation import Evaluation
from players.prospects import Prospects
from players.reasons import Fact, Reason, best_reasons, reasons_between
from players.review import searched
from players.search import Weighed, take, with_tile
from players.valuations import LEARNT, valuation_of
from players.weights import PARTS
from tests.fixtures.cases import slow_but
from tests.players.random_positions import GAMES, some_positions
from tests.players.random_positions import positions as positions_of

BY_FARM = ("classic", "travel", "new-edition", "castle")
"""The editions in which each field counts by itself."""
EDITION = PARTS.index("edition_points")


def in_turn(lines: str, tile: str, edition: str = "classic", options: str = "") -> State:
    """A position after these moves, each with the tile before it, and with another tile in hand."""
    state = new_game(find_ruleset(edition, options.split()), 2)
    for line in lines.splitlines():
        drawn, place, rotation, deployment = line.split(maxsplit=3)
        moves = [f"draw {drawn}", f"place {place} {rotation}", f"deploy {deployment}"]
        state = apply_all(state, [*map(parse_move, moves)]).state
    return apply_all(state, [parse_move(f"draw {tile}")]).state


def turn(written: str) -> tuple[Move, ...]:
    place, rotation, deployment = written.split(maxsplit=2)
    return parse_move(f"place {place} {rotation}"), parse_move(f"deploy {deployment}")


def compared(state: State, better: str, worse: str) -> tuple[Reason, ...]:
    search = searched(state)
    return reasons_between(state, search.weighed(turn(better)), search.weighed(turn(worse)))


def recalled(state: State) -> tuple[Reason, ...]:
    """Compare a tile whose player takes the abbot back with the same tile and nobody."""
    place = parse_move("place M12 180")
    search = searched(state)
    better, worse = (search.weighed((place, parse_move(one))) for one in ("deploy recall", "deploy -"))
    return reasons_between(state, better, worse)


def of(reasons: tuple[Reason, ...], seat: int, kind: Kind | None, cell: str | None = None) -> Reason:
    [found] = [
        one
        for one in reasons
        if (one.seat, one.kind) == (seat, kind) and (cell is None or one.cell == parse_cell(cell))
    ]
    return found


@cache
def positions(edition: str, options: str, seats: int) -> list[tuple[State, Weighed, Weighed]]:
    """Positions with the best turn and the fourth one, or the last there is."""
    found = []
    for state in some_positions(edition, options, seats, seed=7, number=3):
        search = searched(state)
        candidates = sorted((search.weighed(one.moves) for one in search.candidates()), key=lambda one: -one.turn.value)
        if len(candidates) > 1:
            found.append((state, candidates[0], candidates[:4][-1]))
    return found


def ends(weighed: Weighed) -> Iterator[tuple[float, State]]:
    """The positions after the answers to a turn, with how much each counts."""
    if not weighed.answers:
        yield 1.0, weighed.after
    for one in weighed.answers:
        end = with_tile(weighed.after, one.tile)
        take(end, one.moves)
        yield one.weight, end


def values(state: State, weighed: Weighed) -> list[float]:
    """What a turn is worth to each seat, on average over the positions after the answers."""
    prospects = Prospects(state)
    weights = valuation_of(LEARNT, state).at(prospects.left)
    every = [(share, Evaluation(end, prospects).values(weights)) for share, end in ends(weighed)]
    return [sum(share * worth[seat] for share, worth in every) for seat in range(state.seats)]


@pytest.mark.parametrize(("edition", "options", "seats"), slow_but(3, GAMES))
def test_the_reasons_of_each_seat_add_up_to_what_lies_between_the_turns(edition: str, options: str, seats: int) -> None:
    for state, better, worse in positions(edition, options, seats):
        reasons = reasons_between(state, better, worse)
        differences = zip(values(state, better), values(state, worse), strict=True)
        for seat, (more, less) in enumerate(differences):
            told = sum(one.points for one in reasons if one.seat == seat)
            assert told == pytest.approx(more - less, abs=0.2)  # differences of less than 0.005 are left out


@pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
def test_the_parts_of_an_evaluation_belong_to_features(edition: str, options: str, seats: int) -> None:
    """All that unfinished features and fields count belongs to the features that have figures."""
    for state in some_positions(edition, options, seats, seed=8, number=6):
        prospects = Prospects(state)
        evaluation = Evaluation(state, prospects)
        weights = valuation_of(LEARNT, state).at(prospects.left)
        by_feature = evaluation.by_feature()
        assert by_feature.keys() == {state.root(placed.node) for placed in state.figures.values()}
        for seat, vector in enumerate(evaluation.parts):
            whole = [sum(vectors[seat][part] for vectors in by_feature.values()) for part in range(len(weights))]
            whole[0] += state.scores[seat]
            left = [total - own for total, own in zip(vector, whole, strict=True)]
            assert left == pytest.approx([0.0] * 10 + vector[10:13] + [0.0] * 4 + vector[17:])


@pytest.mark.parametrize(("edition", "options", "seats"), [one for one in GAMES if one[0] in BY_FARM])
def test_a_feature_counts_what_the_evaluation_loses_without_its_figures(edition: str, options: str, seats: int) -> None:
    for state in some_positions(edition, options, seats, seed=9, number=4):
        prospects = Prospects(state)
        evaluation = Evaluation(state, prospects)
        for root, vectors in evaluation.by_feature().items():
            without = Evaluation(without_figures(state, root), prospects).parts
            for with_all, less, counts in zip(evaluation.parts, without, vectors, strict=True):
                lost = [more - left for more, left in zip(with_all, less, strict=True)]
                assert lost[:EDITION] == pytest.approx(counts[:EDITION])


def without_figures(state: State, root: int) -> State:
    """The position in which the figures of a feature are nowhere."""
    other = state.copy()
    for ref, placed in state.figures.items():
        if state.root(placed.node) == root:
            del other.figures[ref]
    other.counters[root] &= OPEN
    return other


@pytest.mark.parametrize(("edition", "options", "seats"), slow_but(3, GAMES))
def test_each_number_is_what_the_board_shows_right_after_the_better_turn(
    edition: str, options: str, seats: int
) -> None:
    for state, better, worse in positions(edition, options, seats):
        for one in reasons_between(state, better, worse):
            if one.cell is not None and one.kind is not None:
                assert any(check(one, better.after, ref) for ref in segments(better.after, one.cell, one.kind)), one


def segments(state: State, cell: Position, kind: Kind) -> list[SegmentRef]:
    turned = state.cells[cell].turned
    return [SegmentRef(cell, number) for number, one in enumerate(turned.segments) if one.kind is kind]


def check(reason: Reason, after: State, ref: SegmentRef) -> bool:
    """Return whether a fact is true of a feature."""
    feature = feature_at(after, ref)
    holders = after.ruleset.majority(after.counters[after.root_at(ref)] >> 12)
    match reason.fact:
        case Fact.ENDS | Fact.TILES:
            return feature.open_sides == reason.number and reason.seat in holders
        case Fact.CITIES:
            return feature.complete_cities == reason.number and reason.seat in holders
        case Fact.FINISHES:
            return feature.is_complete
        case Fact.GIVES:
            return holders == (reason.seat,)
        case Fact.SHARES:
            return reason.seat in holders and len(holders) > 1
        case Fact.TAKES | Fact.WAY | Fact.NO_WAY | Fact.LESS_WAY:
            return reason.seat not in holders and reason.owner in {None, *holders}
        case _:
            return True


@pytest.mark.slow
def test_nothing_is_called_a_reason_that_speaks_against_the_better_turn() -> None:
    for edition, options, seats in GAMES:
        for state, better, worse in positions(edition, options, seats):
            found = best_reasons(state, better, worse)
            assert all((one.points > 0) == (one.seat == state.seat) for one in found)
            assert [abs(one.points) for one in found] == sorted((abs(one.points) for one in found), reverse=True)
            named = [(one.kind, one.cell) for one in found if one.kind]
            assert len(named) == len(set(named))


def test_nobody_who_has_resigned_is_named_in_a_reason() -> None:
    """Turns were said to be better because a field was worth less to who had resigned, and scored nothing there."""
    positions_after = (one for one in positions_of("chat-room-old", "", 4, seed=3, resigning=True) if one.resigned)
    for state in islice(positions_after, 1, 20, 5):
        search = searched(state)
        candidates = [search.weighed(one.moves) for one in search.candidates()]
        better = max(candidates, key=lambda one: one.turn.value)
        for worse in candidates:
            assert not {one.seat for one in best_reasons(state, better, worse)} & state.resigned


def test_after_an_extra_turn_the_answer_to_it_counts_too() -> None:
    """The turn with the extra turn was said to bring the other one 4.5 points less from a builder, who comes after it:
    all reasons made 12.3 points of a turn that was 6.8 better.
    """
    state = next(one for one in positions_of("new-edition", "traders", 2, seed=0) if one.turn == 24)
    search = searched(state)
    candidates = sorted((search.weighed(one.moves) for one in search.candidates()), key=lambda one: -one.turn.value)
    better, worse = candidates[:2]
    assert (better.after.seat, worse.after.seat) == (state.seat, 1 - state.seat)
    reasons = reasons_between(state, better, worse)
    told = sum(one.points if one.seat == state.seat else -one.points for one in reasons)
    assert told == pytest.approx(better.turn.value - worse.turn.value, abs=0.2)
    assert (Fact.KEPT_LESS, 1 - state.seat) not in [(one.fact, one.seat) for one in reasons]


def test_a_city_that_is_finished_is_named_and_so_is_a_monastery_with_the_tiles_that_it_lacks() -> None:
    """Björn can finish the city at the start tile, or put the same tile beside Ann's monastery."""
    state = in_turn("B M14 0 monk", "E")
    reasons = compared(state, "M12 180 knight S", "M15 180 knight S")
    city = of(reasons, 1, Kind.CITY)
    assert (city.fact, city.cell, city.owner) == (Fact.FINISHES, parse_cell("M13"), 1)
    assert city.points == pytest.approx(4, abs=0.5), "four points, less what he could have expected of it"
    assert (of(reasons, 0, Kind.CITY).fact, of(reasons, 0, Kind.CITY).points < 0) == (Fact.NO_WAY, True)
    monastery = of(reasons, 0, Kind.MONASTERY)
    assert (monastery.fact, monastery.number) == (Fact.TILES, 7)
    assert (monastery.cell, monastery.owner) == (parse_cell("M14"), 0)
    hand = next(one for one in reasons if one.fact is Fact.IN_HAND)
    assert (hand.seat, hand.number, hand.kind) == (1, 7, None)


def test_with_the_last_tile_nothing_is_called_finished_that_only_the_final_scoring_pays() -> None:
    """The better turn was said to finish a city with two open ends, a field, or a monastery that lacks 7 tiles."""
    state = in_turn("B M14 0 monk", "E")
    state.bag = {}
    given = of(compared(state, "M15 180 knight S", "M15 180 -"), 1, Kind.CITY, "M15")
    assert given.fact is Fact.GIVES
    farmed = of(compared(state, "M12 180 farmer NNE", "M12 180 -"), 1, Kind.FIELD)
    assert farmed.fact is Fact.GIVES
    finished = of(compared(state, "M12 180 knight S", "M15 180 knight S"), 1, Kind.CITY, "M13")
    assert finished.fact is Fact.FINISHES


def test_an_abbot_who_comes_home_finishes_nothing() -> None:
    state = in_turn("B M14 0 abbot\nE M15 180 -", "E", "new-edition", "abbot")
    home = of(recalled(state), 0, Kind.MONASTERY)
    assert home.fact is not Fact.FINISHES


def test_what_only_the_other_turn_would_join_is_told_of_the_part_that_is_meant() -> None:
    """The better turn was said to take Ann's field from her: it joins that one to no other, so she keeps it."""
    state = next(one for one in positions_of("classic", "", 2, seed=6) if one.turn == 15)
    search = searched(state)
    ranked = sorted((search.weighed(one.moves) for one in search.candidates()), key=lambda one: -one.turn.value)
    reasons = best_reasons(state, ranked[0], ranked[2])
    field = of(reasons, 0, Kind.FIELD, "M14")
    assert any(check(field, ranked[0].after, ref) for ref in segments(ranked[0].after, parse_cell("M14"), Kind.FIELD))
    assert (field.fact, field.owner) == (Fact.LESS, 0)


def test_the_same_tile_with_and_without_a_follower() -> None:
    """One feature is given, and nothing else on the board is another one."""
    reasons = compared(in_turn("B M14 0 monk", "E"), "M15 180 knight S", "M15 180 -")
    given = of(reasons, 1, Kind.CITY, "M15")
    assert (given.fact, given.owner, given.points > 0) == (Fact.GIVES, None, True)
    assert {one.fact for one in reasons if one.seat == 1 and one.kind is None and one.points < 0} == {Fact.IN_HAND}


def test_a_way_into_a_city_is_found_in_the_answers() -> None:
    """Right after the turn nobody new is in it, so only the answers can tell."""
    found = set[Fact]()
    for edition, options, seats in GAMES:
        for state, better, worse in positions(edition, options, seats):
            for one in reasons_between(state, better, worse):
                if one.fact in {Fact.WAY, Fact.NO_WAY, Fact.LESS_WAY}:
                    found.add(one.fact)
                    assert (one.points > 0) == (one.fact is Fact.WAY)
    assert found >= {Fact.WAY, Fact.NO_WAY}
