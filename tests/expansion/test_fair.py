"""The toy fair with the toy inns, the river and the abbots: turns, apples, fields, records, fingerprints, computers."""

import random
from itertools import pairwise

import pytest

from carcassonne import (
    ABBOT,
    EDITIONS,
    EXPANSIONS,
    FOLLOWER,
    IllegalMoveError,
    Phase,
    PlaceTile,
    Reason,
    apply,
    draws,
    find_ruleset,
    format_move,
    format_position,
    format_record,
    legal_deployments,
    legal_moves,
    legal_placements,
    new_game,
    parse_move,
    parse_position,
    parse_record,
    record_game,
    replay,
    step,
)
from carcassonne.holding import earnings
from carcassonne.lookahead import legal_turns
from carcassonne.projection import projected_scores
from host.model.fingerprint import fingerprint, format_state
from players import LEVELS, choose
from players.evaluation import Evaluation
from players.policy import valued_turns
from players.prospects import Prospects
from players.turns import whole_turns
from players.valuations import LEARNT
from tests.carcassonne.random_play import Ply
from tests.carcassonne.scenario import Game, state_text
from tests.expansion.eager_play import play
from tests.expansion.second_toy import EVERYTHING, MASON, NAME, SHEPHERD, fair_of
from tests.expansion.toy import BIG

every_game = pytest.mark.parametrize(
    ("edition", "options", "seats"), [("classic", "toy-fair", 2), ("new-edition", EVERYTHING, 3)]
)


def fair(script: str = "", seats: int = 2, options: str = "toy-fair") -> Game:
    game = Game(options=options, seats=seats)
    game.play(script)
    return game


THIEF = """
    1 U N13 90 thief E
    2 B M14 0 -
"""
MASON_JOINS = f"""{THIEF}
    1 U O13 90 mason thief E
    2 B N14 0 -
"""
OF_THREE = """
    1 U N13 90 thief E
    2 B M14 0 -
    3 B N14 0 -
    1 U O13 90 mason thief E
    2 B O14 0 -
    3 B L14 0 -
"""


def test_a_mason_joins_his_players_thief_and_nobody_else() -> None:
    game = fair(THIEF)
    game.lay("U O13 90")
    assert [text for text in game.followers() if text.startswith("mason")] == ["mason thief E"]
    other = fair("1 U N13 90 thief E\n")
    with pytest.raises(IllegalMoveError) as refused:
        other.turn("U O13 90 mason thief E")
    assert refused.value.reason is Reason.NO_OWN_FOLLOWER


def test_a_mason_does_not_stand_on_what_is_complete() -> None:
    game = fair("1 A L13 270 thief E\n2 B M14 0 -\n")
    game.lay("A N13 90")
    assert "mason" not in " ".join(game.followers())


def test_a_mason_and_a_shepherd_count_in_no_majority() -> None:
    game = fair(MASON_JOINS)
    assert game.feature("O13", "thief E").claims == (1, 0)
    assert game.state.supply[MASON] == (0, 1)


def test_who_extends_what_the_mason_builds_has_one_more_turn_and_no_third() -> None:
    game = fair(MASON_JOINS)
    game.turn("U P13 90 -")
    assert (game.to_move, game.state.phase) == (1, Phase.DRAW)
    game.turn("U Q13 90 -")
    assert game.to_move == 2
    game.turn("B O14 0 -")
    game.turn("U R13 90 -")
    assert game.to_move == 1
    assert state_text(game.replayed()) == state_text(game.state)


def test_the_tile_that_brings_the_mason_home_gives_a_turn_too() -> None:
    game = fair(f"{THIEF}\n1 U O13 90 mason thief E\n2 A L13 270 -")
    assert game.turn("A P13 90 -") == ["road 5 to 1"]
    assert game.to_move == 1
    assert (game.state.supply[MASON], game.state.supply[FOLLOWER]) == ((1, 1), (7, 7))


def test_somebody_else_who_extends_it_has_no_turn_for_that() -> None:
    game = fair(MASON_JOINS)
    game.turn("B O14 0 -")
    game.turn("U P13 90 -")
    assert (game.to_move, fair_of(game.state).is_second) == (1, False)


def test_a_second_turn_that_is_skipped_is_gone() -> None:
    game = fair(MASON_JOINS)
    game.turn("U P13 90 -")
    game.skip("V")
    assert (game.to_move, fair_of(game.state).is_second) == (2, False)


def test_who_resigns_after_placing_has_no_second_turn() -> None:
    game = fair(OF_THREE, 3)
    game.lay("U P13 90")
    game.resign(1)
    assert (game.to_move, game.state.phase, fair_of(game.state).is_second) == (2, Phase.DRAW, False)


def test_the_tile_of_a_second_turn_goes_to_the_next_seat_if_its_player_resigns() -> None:
    game = fair(OF_THREE, 3)
    game.turn("U P13 90 -")
    game.draw("U")
    game.resign(1)
    assert (game.to_move, game.state.phase, fair_of(game.state).is_second) == (2, Phase.PLACE, False)


def test_after_the_last_tile_no_second_turn_begins() -> None:
    game = fair(MASON_JOINS)
    game.skip_all_but(keep="U")
    game.state = game.state.copy()
    game.state.seat = 0
    assert game.turn("U P13 90 -") == ["road 4 to 1"]
    assert game.state.is_over


def test_who_completes_it_takes_the_apples_even_if_it_is_nobodys() -> None:
    game = fair()
    assert game.turn("fA M12 180 -") == []
    assert fair_of(game.state).apples == (1, 0)
    assert game.end() == ["road 5 to 1"]


def test_tied_seats_each_get_the_points_for_apples() -> None:
    game = fair("1 fA M12 180 -\n2 fA L13 180 -\n1 U N13 90 -\n2 E L14 0 -\n")
    assert fair_of(game.state).apples == (1, 1)
    assert game.end() == ["road 5 to 1 2"]


def test_a_shepherds_player_gets_a_point_more_for_each_city() -> None:
    """Both have a farmer in one field beside a complete city, one has a shepherd, too."""
    game = fair("""
        1 U N13 90 farmer NNE
        2 E M12 180 farmer NNE
        1 B N12 0 -
        2 B M14 0 -
        1 U O13 90 shepherd farmer NNE
    """)
    assert game.feature("N13", "farmer NNE").claims == (1, 1)
    assert sorted(points for (_, ref), points in earnings(game.state).items()) == [3, 4]
    assert game.end() == ["field 4 to 1", "field 3 to 2"]


@every_game
def test_random_games_are_recorded_and_replayed(edition: str, options: str, seats: int) -> None:
    plies = play(edition, options, seats, seed=0)
    moves = [ply.move for ply in plies]
    assert [parse_move(format_move(move)) for move in moves] == moves
    text = format_record(record_game(plies[0].before, moves, [f"P{seat}" for seat in range(seats)]))
    again = replay(parse_record(text))
    assert again.error is None
    assert again.state is not None
    assert fingerprint(again.state) == fingerprint(plies[-1].after)
    for figure in (MASON, SHEPHERD):
        assert any(f" {figure.prefix} " in line for line in text.splitlines())


@every_game
def test_every_move_changes_the_fingerprint(edition: str, options: str, seats: int) -> None:
    plies = play(edition, options, seats, seed=0)
    assert len({fingerprint(ply.after) for ply in plies}) == len(plies)
    assert format_state(plies[-1].after).splitlines()[-1].startswith(f"{NAME} ")


@every_game
def test_positions_are_written_and_read(edition: str, options: str, seats: int) -> None:
    for ply in play(edition, options, seats, seed=0)[::11]:
        again = parse_position(format_position(ply.after))
        assert format_state(again) == format_state(ply.after)
        assert legal_moves(again) == legal_moves(ply.after)


@every_game
def test_there_are_second_turns_and_never_a_third(edition: str, options: str, seats: int) -> None:
    laid = [ply for ply in play(edition, options, seats, seed=0) if isinstance(ply.move, PlaceTile)]
    seconds = [fair_of(ply.before).is_second for ply in laid]
    assert any(seconds)
    assert not any(one and two for one, two in pairwise(seconds))
    assert all(one.before.seat == two.before.seat for one, two in pairwise(laid) if fair_of(two.before).is_second)


@every_game
def test_the_holdings_and_the_computers_count_what_would_be_paid(edition: str, options: str, seats: int) -> None:
    for ply in turns(edition, options, seats)[::6]:
        state = ply.before
        expected = [points - now for points, now in zip(projected_scores(state), state.scores, strict=True)]
        apples = fair_of(state).apples
        for seat in range(seats):
            paid = sum(points for (owner, _), points in earnings(state).items() if owner == seat)
            is_first = any(apples) and apples[seat] == max(apples) and seat not in state.resigned
            assert paid + 5 * is_first == expected[seat]


@every_game
def test_a_turn_is_worth_what_the_position_after_it_is(edition: str, options: str, seats: int) -> None:
    for ply in turns(edition, options, seats)[5::25]:
        prospects = Prospects(ply.before)
        weights = LEARNT["classic"].at(prospects.left)
        valued = {one.moves: one.by_seat for one in valued_turns(ply.before, prospects, weights)}
        assert valued == {
            turn.moves: pytest.approx(Evaluation(turn.after, prospects).values(weights))
            for turn in whole_turns(ply.before)
        }


@every_game
def test_all_turns_are_listed(edition: str, options: str, seats: int) -> None:
    for ply in turns(edition, options, seats)[::9]:
        listed = []
        for position, rotation in legal_placements(ply.before):
            laid = apply(ply.before, PlaceTile(position, rotation)).state
            listed += [(position, rotation, choice) for choice in (None, *legal_deployments(laid))]
        assert legal_turns(ply.before) == listed


def turns(edition: str, options: str, seats: int) -> list[Ply]:
    return [ply for ply in play(edition, options, seats, seed=0) if ply.before.phase is Phase.PLACE]


@pytest.mark.parametrize("level", LEVELS)
def test_a_computer_plays(level: str) -> None:
    ply = turns("new-edition", EVERYTHING, 3)[30]
    moves = choose(ply.before, LEVELS[level], random.Random(1).randrange)
    assert apply(ply.before, moves[0]).state.turn == ply.before.turn + 1


@pytest.mark.parametrize("edition", ["chat-room", "chat-room-old", "travel"])
def test_it_composes_with_editions_that_do_not_offer_it(edition: str) -> None:
    rules, dice = find_ruleset(edition), random.Random(edition)
    for name in ("abbot", "river", "toy-inns", "toy-fair"):
        rules = EXPANSIONS[name].add(rules)
    state = new_game(rules, 4)
    while not state.is_over:
        step(state, dice.choice(draws(state) or legal_moves(state)))
    assert state.tiles_left == 0
    assert set(state.supply) == {FOLLOWER, ABBOT, BIG, MASON, SHEPHERD}
    assert "toy-fair" not in EDITIONS[edition].options
