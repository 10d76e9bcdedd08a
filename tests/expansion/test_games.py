"""Whole games with the expansions: notation, records, fingerprints, positions, and what computer players use."""

import random
from itertools import pairwise

import pytest

from carcassonne import (
    ABBOT,
    EDITIONS,
    EXPANSIONS,
    FOLLOWER,
    Deploy,
    Kind,
    NotationError,
    Phase,
    PlaceTile,
    Role,
    apply,
    draws,
    feature_at,
    find_ruleset,
    format_move,
    format_position,
    format_record,
    legal_deployments,
    legal_moves,
    legal_placements,
    new_game,
    parse_deployment,
    parse_move,
    parse_position,
    parse_record,
    record_game,
    replay,
    step,
)
from carcassonne.expansions.goods import goods_of
from carcassonne.figures import BIG_FOLLOWER, BUILDER, PIG
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
from tests.carcassonne.eager_play import play
from tests.carcassonne.random_play import Ply
from tests.carcassonne.scenario import Game
from tests.fixtures.cases import thorough

EVERYTHING = "river abbot start-tile inns traders"
GAMES = [("classic", "inns", 6), ("classic", "traders", 2), ("new-edition", EVERYTHING, 3)]

every_game = pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
with_builders = pytest.mark.parametrize(("edition", "options", "seats"), GAMES[1:])


def turns(edition: str, options: str, seats: int) -> list[Ply]:
    return [ply for ply in play(edition, options, seats, seed=0) if ply.before.phase is Phase.PLACE]


def test_notation_names_the_figure() -> None:
    assert parse_deployment(" BIG Knight n ") == Deploy(Role.KNIGHT, "N", BIG_FOLLOWER)
    assert format_move(Deploy(Role.MONK, None, BIG_FOLLOWER)) == "deploy big monk"
    assert parse_deployment("big farm ENE") == Deploy(Role.FARMER, "ENE", BIG_FOLLOWER)
    assert parse_deployment("BUILDER e") == Deploy(Role.BUILDER, "E", BUILDER)
    assert parse_deployment("pig c") == Deploy(Role.PIG, "C", PIG)
    assert format_move(Deploy(Role.PIG, "ENE", PIG)) == "deploy pig ENE"


@pytest.mark.parametrize(
    "text", ["big", "big abbot", "big big knight N", "big N", "knight big N", "big builder N", "big pig C", "builder"]
)
def test_what_names_no_figure(text: str) -> None:
    with pytest.raises(NotationError):
        parse_deployment(text)


@every_game
def test_games_are_recorded_and_replayed(edition: str, options: str, seats: int) -> None:
    plies = play(edition, options, seats, seed=0)
    moves = [ply.move for ply in plies]
    assert [parse_move(format_move(move)) for move in moves] == moves
    text = format_record(record_game(plies[0].before, moves, [f"P{seat}" for seat in range(seats)]))
    again = replay(parse_record(text))
    assert again.error is None
    assert again.state is not None
    assert again.state.scores == plies[-1].after.scores
    assert fingerprint(again.state) == fingerprint(plies[-1].after)
    words = [word for option, word in (("inns", " big "), ("traders", " builder "), ("traders", " pig "))
             if option in options.split()]  # fmt: skip
    assert [word for word in words if word not in text] == []


@every_game
def test_every_move_changes_the_fingerprint(edition: str, options: str, seats: int) -> None:
    plies = play(edition, options, seats, seed=0)
    assert len({fingerprint(ply.after) for ply in plies}) == len(plies)


@every_game
def test_positions_are_written_and_read(edition: str, options: str, seats: int) -> None:
    for ply in play(edition, options, seats, seed=0)[::11]:
        again = parse_position(format_position(ply.after))
        assert format_state(again) == format_state(ply.after)
        assert legal_moves(again) == legal_moves(ply.after)


@every_game
def test_figures_are_conserved_and_claims_are_their_strength(edition: str, options: str, seats: int) -> None:
    for ply in play(edition, options, seats, seed=0)[::7]:
        state = ply.after
        for figure, each in state.ruleset.supply.items():
            standing = [placed.seat for placed in state.figures.values() if placed.figure is figure]
            in_hand = state.supply[figure]
            assert [in_hand[seat] + standing.count(seat) for seat in range(seats)] == [each] * seats
        for ref in state.figures:
            feature = feature_at(state, ref)
            there = [placed for at, placed in state.figures.items() if at in feature.refs]
            strength = [sum(one.figure.strength for one in there if one.seat == seat) for seat in range(seats)]
            assert list(feature.claims) == strength


@with_builders
def test_there_are_extra_turns_and_never_a_third(edition: str, options: str, seats: int) -> None:
    laid = turns(edition, options, seats)
    extra = [str(ply.before.extras["again"]) == "now" for ply in laid]
    assert any(extra)
    assert not any(one and two for one, two in pairwise(extra))
    again = [(one, two) for (one, two), is_extra in zip(pairwise(laid), extra[1:], strict=True) if is_extra]
    assert all(one.before.seat == two.before.seat for one, two in again)


@every_game
def test_the_holdings_and_the_computers_count_what_would_be_paid(edition: str, options: str, seats: int) -> None:
    for ply in turns(edition, options, seats)[::6]:
        state = ply.before
        expected = [points - now for points, now in zip(projected_scores(state), state.scores, strict=True)]
        for seat in range(seats):
            paid = sum(points for (owner, _), points in earnings(state).items() if owner == seat)
            goods = goods_of(state) or ()
            most = [seat for good in zip(*goods, strict=True) if max(good) == good[seat] > 0]
            assert paid + 10 * len(most) * (seat not in state.resigned) == expected[seat]


@every_game
def test_a_turn_is_worth_what_the_position_after_it_is(edition: str, options: str, seats: int) -> None:
    for ply in turns(edition, options, seats)[5::25]:
        prospects = Prospects(ply.before)
        weights = LEARNT["classic"][0].at(prospects.left)
        valued = {one.moves: one.by_seat for one in valued_turns(ply.before, prospects, weights)}
        assert valued == {
            turn.moves: pytest.approx(Evaluation(turn.after, prospects).values(weights))
            for turn in whole_turns(ply.before)
        }


@every_game
def test_a_computer_player_sees_every_turn(edition: str, options: str, seats: int) -> None:
    for ply in turns(edition, options, seats)[::9]:
        listed = []
        for position, rotation in legal_placements(ply.before):
            laid = apply(ply.before, PlaceTile(position, rotation)).state
            listed += [(position, rotation, choice) for choice in (None, *legal_deployments(laid))]
        assert legal_turns(ply.before) == listed


@pytest.mark.parametrize("level", [thorough(level) if level == "master" else level for level in LEVELS])
def test_a_computer_plays(level: str) -> None:
    ply = turns("new-edition", EVERYTHING, 3)[30]
    moves = choose(ply.before, LEVELS[level], random.Random(1).randrange)
    assert apply(ply.before, moves[0]).state.turn == ply.before.turn + 1


def test_the_text_of_a_state_tells_what_only_this_game_has() -> None:
    game = Game(options="inns traders", seats=6)
    game.turn("iB L13 0 big thief E")
    lines = format_state(game.state).splitlines()
    assert lines[0] == "rules classic inns traders"
    assert [line for line in lines if line.startswith("supply")] == [
        "supply 7 7 7 7 7 7", "supply 0 0 0 0 0 0", "supply big 0 1 1 1 1 1", "supply builder 1 1 1 1 1 1",
        "supply pig 1 1 1 1 1 1",
    ]  # fmt: skip
    assert "0 L13 big thief E" in lines
    assert lines[-2:] == ["goods 0-0-0 0-0-0 0-0-0 0-0-0 0-0-0 0-0-0", "again no"]


@pytest.mark.parametrize("edition", ["chat-room", "chat-room-old", "classic", "travel", "new-edition"])
@pytest.mark.parametrize(
    "chosen", ["inns", "abbot", "river", "abbot inns", "start-tile abbot river inns", "abbot river inns traders"]
)
def test_expansions_compose_with_any_base_edition(edition: str, chosen: str) -> None:
    """This holds whether or not the edition offers the expansion to people."""
    rules, dice = find_ruleset(edition), random.Random(chosen)
    for name, expansion in EXPANSIONS.items():
        if name in chosen.split():
            rules = expansion.add(rules)
    state = new_game(rules, 5)
    while not state.is_over:
        step(state, dice.choice(draws(state) or legal_moves(state)))
    assert state.tiles_left == 0
    assert {Kind.GARDEN in tile.kinds for tile in rules.tiles.values()} >= {"abbot" in chosen}
    of_option = {"abbot": {ABBOT}, "inns": {BIG_FOLLOWER}, "traders": {BUILDER, PIG}}
    added = {figure for option, figures in of_option.items() if option in chosen.split() for figure in figures}
    assert set(state.supply) == {FOLLOWER, *added}


def test_editions_without_a_source_for_it_do_not_offer_it() -> None:
    offering = {name for name, edition in EDITIONS.items() if {"inns", "traders"} & set(edition.options)}
    assert offering == {"classic", "new-edition"}
