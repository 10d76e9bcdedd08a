"""Ratings are a function of games: what changes them, and what must not."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from host.model.ratings import NEWCOMER_RATING, RatedGame, RatedPlayer, Rating, Ratings, ratings_after, updated_ratings

START = datetime(2026, 1, 1, tzinfo=UTC)


def game(number: int, *entrants: RatedPlayer) -> RatedGame:
    return RatedGame(START + timedelta(minutes=number), number, entrants)


def shown(ratings: Ratings) -> dict[int, int]:
    return {person: rating.shown for person, rating in ratings.items()}


places = st.lists(st.integers(1, 5), min_size=2, max_size=5)
tables = st.tuples(st.permutations(range(101, 109)), places).map(
    lambda drawn: [RatedPlayer(person, place) for person, place in zip(*drawn, strict=False)]
)
histories = st.lists(tables, max_size=12).map(
    lambda all_: [game(number, *entrants) for number, entrants in enumerate(all_, 1)]
)


def test_a_newcomer_begins_at_a_round_number() -> None:
    assert Rating().shown == NEWCOMER_RATING == 1000


def test_who_wins_rises_and_who_loses_falls() -> None:
    after = shown(updated_ratings({}, game(1, RatedPlayer(1, 1), RatedPlayer(2, 2))))
    assert after[1] > NEWCOMER_RATING > after[2]


def test_a_tie_of_equals_moves_both_alike() -> None:
    after = updated_ratings({}, game(1, RatedPlayer(1, 1), RatedPlayer(2, 1)))
    assert after[1].mu == after[2].mu == Rating().mu
    assert (after[1].wins, after[2].wins) == (1, 1), "a shared victory is one"


def test_of_five_the_better_place_rises_more() -> None:
    after = shown(updated_ratings({}, game(1, *(RatedPlayer(place, place) for place in range(1, 6)))))
    assert sorted(after, key=lambda person: -after[person]) == [1, 2, 3, 4, 5]


def test_beating_the_strong_is_worth_more() -> None:
    strong = ratings_after([game(number, RatedPlayer(1, 1), RatedPlayer(2, 2)) for number in range(1, 6)])
    beats_strong = updated_ratings(strong, game(9, RatedPlayer(3, 1), RatedPlayer(1, 2)))[3]
    beats_weak = updated_ratings(strong, game(9, RatedPlayer(3, 1), RatedPlayer(2, 2)))[3]
    assert beats_strong.shown > beats_weak.shown > NEWCOMER_RATING


def test_one_person_alone_is_not_rated() -> None:
    assert updated_ratings({}, game(1, RatedPlayer(1, 1))) == {}


def test_games_count_in_the_order_in_which_they_ended() -> None:
    first, second = game(1, RatedPlayer(1, 1), RatedPlayer(2, 2)), game(2, RatedPlayer(1, 2), RatedPlayer(3, 1))
    assert ratings_after([second, first]) == updated_ratings(updated_ratings({}, first), second)
    assert ratings_after([first, second])[1].game == 2


@given(tables, histories)
def test_the_order_of_the_seats_does_not_matter(entrants: list[RatedPlayer], earlier: list[RatedGame]) -> None:
    before = ratings_after(earlier)
    assert updated_ratings(before, game(99, *entrants)) == updated_ratings(before, game(99, *reversed(entrants)))


@given(histories)
def test_one_game_after_the_other_or_all_at_once(games: list[RatedGame]) -> None:
    step_by_step: Ratings = {}
    for one in games:
        step_by_step = updated_ratings(step_by_step, one)
    assert ratings_after(reversed(games)) == step_by_step


@given(tables, histories, st.integers(0, 4))
def test_a_substitute_never_loses(entrants: list[RatedPlayer], earlier: list[RatedGame], seat: int) -> None:
    before = ratings_after(earlier)
    one = entrants[seat % len(entrants)]
    with_substitute = [RatedPlayer(each.person_id, each.rank, each is one) for each in entrants]
    after = updated_ratings(before, game(99, *with_substitute))
    plain = updated_ratings(before, game(99, *entrants))
    old = before.get(one.person_id, Rating())
    assert after[one.person_id].ordinal >= old.ordinal
    assert after[one.person_id].games == old.games + 1
    assert {person: after[person] for person in after if person != one.person_id} == {
        person: plain[person] for person in plain if person != one.person_id
    }, "the others are rated as ever"


@given(tables)
def test_equal_places_of_equals_come_out_equal(entrants: list[RatedPlayer]) -> None:
    after = updated_ratings({}, game(1, *entrants))
    by_place: dict[int, set[int]] = {}
    for entrant in entrants:
        by_place.setdefault(entrant.rank, set()).add(after[entrant.person_id].shown)
    assert all(len(numbers) == 1 for numbers in by_place.values())
