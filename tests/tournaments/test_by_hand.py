"""Two change places in the round that is paired: what follows for the pairings and, in a knockout, for the bracket."""

from dataclasses import replace

from tournaments.by_hand import pair_again, with_swap, with_swapped_seeds
from tournaments.kinds import KINDS, with_next_round
from tournaments.knockout import brackets
from tournaments.tournament import Entrant, Round, Tournament, scored


def paired(kind: str, entrants: int) -> Tournament:
    return with_next_round(Tournament(kind, tuple(Entrant(one, one) for one in range(1, entrants + 1))))


def seats(pairings: Round) -> list[tuple[int, ...]]:
    return [one.seats for one in pairings]


def test_two_sit_at_each_others_tables() -> None:
    before = paired("swiss", 4)
    [[one, other], [third, fourth]] = seats(before.rounds[0])
    after = with_swap(before, other, fourth)
    assert after
    assert seats(after.rounds[0]) == [(one, fourth), (third, other)]
    assert after.meetings(one, other) == 0, "so the next round can pair them"


def test_two_at_one_table_change_who_begins() -> None:
    before = paired("swiss", 4)
    [one, other] = before.rounds[0][0].seats
    after = with_swap(before, one, other)
    assert after
    assert seats(after.rounds[0])[0] == (other, one)


def test_who_has_no_game_changes_places_with_somebody() -> None:
    before = paired("swiss", 5)
    *_, rest = before.rounds[0]
    one = before.rounds[0][0].seats[0]
    after = with_swap(before, rest.seats[0], one)
    assert after
    assert (after.rounds[0][-1].seats, after.rounds[0][-1].ending) == ((one,), rest.ending)


def test_nobody_changes_places_after_their_game_or_with_themselves() -> None:
    before = paired("swiss", 4)
    first, second = before.rounds[0]
    played = replace(before, rounds=((scored(first, (9, 5)), second),))
    assert with_swap(played, first.seats[0], second.seats[0]) is None
    assert with_swap(before, first.seats[0], first.seats[0]) is None
    assert with_swap(before, first.seats[0], 99) is None


def test_in_a_knockout_the_bracket_follows_in_the_first_round_only() -> None:
    before = paired("knockout", 5)
    after = with_swapped_seeds(before, 1, 5)
    assert after
    ids = {frozenset(slot for slot in match if slot) for match in brackets(after)[0]}
    assert {frozenset(one) for one in seats(after.rounds[0])} == ids
    over = replace(after, rounds=(tuple(one if one.is_over else scored(one, (9, 5)) for one in after.rounds[0]),))
    assert with_swapped_seeds(with_next_round(over), 5, 2) is None


def semifinals(*points: tuple[int, int]) -> Tournament:
    """A knockout of four whose semi-finals, 1 against 4 and 2 against 3, ended with these points by seat."""
    first = paired("knockout", 4)
    over = tuple(scored(one, both) for one, both in zip(first.rounds[0], points, strict=True))
    return replace(first, rounds=(over,))


def test_in_a_knockout_others_meet_after_a_correction_and_who_is_as_before_stays() -> None:
    before = with_next_round(semifinals((9, 5), (9, 5)))
    final, third = before.rounds[1]
    [[winner, loser], _other] = seats(before.rounds[0])
    corrected = semifinals((5, 9), (9, 5)).rounds[0]
    again = pair_again(before, replace(before, rounds=(corrected, before.rounds[1])))
    assert again
    swapped = {winner: loser, loser: winner}
    expected = [{swapped.get(seat, seat) for seat in one.seats} for one in (final, third)]
    assert [set(one) for one in seats(again)] == expected
    higher = semifinals((99, 0), (9, 5)).rounds[0]
    assert pair_again(before, replace(before, rounds=(higher, before.rounds[1]))) == before.rounds[1]


def test_in_a_knockout_a_correction_reaches_the_next_round_only() -> None:
    eight = paired("knockout", 8)
    rounds = (tuple(scored(one, (9, 5)) for one in eight.rounds[0]),)
    second = with_next_round(replace(eight, rounds=rounds))
    played = (*rounds, tuple(scored(one, (9, 5)) for one in second.rounds[1]))
    before = with_next_round(replace(second, rounds=played))
    corrected = (scored(rounds[0][0], (5, 9)), *rounds[0][1:])
    assert pair_again(before, replace(before, rounds=(corrected, *before.rounds[1:]))) is None


def test_where_everybody_meets_everybody_the_order_is_fixed() -> None:
    assert [name for name, kind in KINDS.items() if kind.swap is None] == ["everybody", "league"]
