"""The toy inns in the rules: scores, majorities, notation, records, fingerprints, and what computer players use."""

import random

import pytest

from carcassonne import (
    ABBOT,
    EDITIONS,
    EXPANSIONS,
    FIGURES,
    FOLLOWER,
    Deploy,
    IllegalMoveError,
    Kind,
    NotationError,
    Phase,
    PlaceTile,
    Reason,
    Role,
    apply,
    draws,
    feature_at,
    find_ruleset,
    format_move,
    format_record,
    legal_deployments,
    legal_moves,
    legal_placements,
    new_game,
    parse_deployment,
    parse_move,
    parse_record,
    record_game,
    replay,
    step,
)
from carcassonne.catalogue import registered
from carcassonne.lookahead import legal_turns
from host.model.fingerprint import fingerprint, format_state
from tests.carcassonne.random_play import play
from tests.carcassonne.scenario import Game
from tests.expansion.toy import BIG, EDITIONS_WITH_INNS, EVERYTHING, INN, INNS
from tests.frozen.records import FINGERPRINTS, fingerprint_line, split

GAMES = [("classic", "toy-inns", 6), ("new-edition", "toy-inns", 2), ("new-edition", EVERYTHING, 3),
         ("new-edition", EVERYTHING, 6), ("new-edition", "river abbot start-tile toy-inns", 5)]  # fmt: skip

every_game = pytest.mark.parametrize(("edition", "options", "seats"), GAMES)


def test_a_finished_road_pays_two_a_tile() -> None:
    game = Game(options="toy-inns")
    game.turn("W N13 0 -")
    game.turn("iA L13 90 thief E")
    assert game.turn("W K13 0 -") == ["road 8 to 2"]


def test_two_inns_are_as_good_as_one() -> None:
    game = Game(options="toy-inns")
    game.turn("W N13 0 -")
    game.turn("iA L13 90 thief E")
    game.turn("iA K13 90 -")
    assert feature_at(game.state, next(iter(game.state.figures))).modifiers == {INN: 2}
    assert game.turn("W J13 0 -") == ["road 10 to 2"]


def test_an_unfinished_road_with_an_inn_pays_nothing() -> None:
    game = Game(options="toy-inns")
    game.turn("iA L13 90 thief E")
    (ref,) = game.state.figures
    [road] = [event for scorer in game.state.ruleset.final for event in scorer(game.state.copy()) if event.ref == ref]
    assert (road.points, road.seats) == (0, (0,))


def test_a_road_without_an_inn_pays_as_ever() -> None:
    game = Game(options="toy-inns")
    game.turn("W N13 0 -")
    assert game.turn("W L13 0 thief E") == ["road 3 to 2"]


def test_the_big_figure_outweighs_a_follower() -> None:
    """A tile joins a road with a big thief and a road with an ordinary one."""
    game = Game(options="toy-inns")
    game.play("""
        1 A L13 270 big thief E
        2 B M14 0 -
        1 B N14 0 -
        2 B O14 0 -
        1 B P14 0 -
        2 U O13 90 thief E
        1 E Q14 180 -
        2 U N13 90 -
    """)
    assert game.feature("M13", "thief E").claims == (2, 1)
    game.turn("U P13 90 -")
    assert game.turn("A Q13 90 -") == ["road 6 to 1"]
    assert game.state.supply == {FOLLOWER: (7, 7), BIG: (1, 1)}


def test_there_is_only_one_big_figure() -> None:
    game = Game(options="toy-inns")
    game.turn("U N13 90 big thief E")
    assert game.state.supply == {FOLLOWER: (7, 7), BIG: (0, 1)}
    game.turn("W L13 0 -")
    with pytest.raises(IllegalMoveError) as refused:
        game.turn("E M12 180 big knight S")
    assert refused.value.reason is Reason.NONE_LEFT
    assert refused.value.data == {"role": Role.KNIGHT, "prefix": "big"}


def test_notation_names_the_figure() -> None:
    assert parse_deployment(" BIG Knight n ") == Deploy(Role.KNIGHT, "N", BIG)
    assert format_move(Deploy(Role.MONK, None, BIG)) == "deploy big monk"
    assert parse_deployment("big farm ENE") == Deploy(Role.FARMER, "ENE", BIG)
    for text in ("big", "big abbot", "big big knight N", "big N", "knight big N"):
        with pytest.raises(NotationError):
            parse_deployment(text)


def test_six_may_play() -> None:
    assert new_game(find_ruleset("classic", ["toy-inns"]), 6).seats == 6
    with pytest.raises(IllegalMoveError):
        new_game(find_ruleset("classic"), 6)


@every_game
def test_random_games_are_recorded_and_replayed(edition: str, options: str, seats: int) -> None:
    plies = play(edition, options, seats, seed=0)
    moves = [ply.move for ply in plies]
    assert [parse_move(format_move(move)) for move in moves] == moves
    text = format_record(record_game(plies[0].before, moves, [f"P{seat}" for seat in range(seats)]))
    again = replay(parse_record(text))
    assert again.error is None
    assert again.state is not None
    assert again.state.scores == plies[-1].after.scores
    assert fingerprint(again.state) == fingerprint(plies[-1].after)
    assert any(f" {BIG.prefix} " in line for line in text.splitlines())


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


@every_game
def test_a_computer_player_sees_every_turn(edition: str, options: str, seats: int) -> None:
    plies = [ply.before for ply in play(edition, options, seats, seed=0) if ply.before.phase is Phase.PLACE]
    for state in plies[::9]:
        turns = []
        for position, rotation in legal_placements(state):
            laid = apply(state, PlaceTile(position, rotation)).state
            turns += [(position, rotation, choice) for choice in (None, *legal_deployments(laid))]
        assert legal_turns(state) == turns


def test_every_move_changes_the_fingerprint() -> None:
    plies = play("new-edition", EVERYTHING, 6, seed=0)
    assert len({fingerprint(ply.after) for ply in plies}) == len(plies)


def test_the_text_of_a_state_tells_what_only_this_game_has() -> None:
    game = Game(options="toy-inns", seats=6)
    game.turn("iA L13 90 big thief E")
    lines = format_state(game.state).splitlines()
    assert lines[0] == "rules classic toy-inns"
    assert [line for line in lines if line.startswith("supply")] == [
        "supply 7 7 7 7 7 7", "supply 0 0 0 0 0 0", "supply big 0 1 1 1 1 1",
    ]  # fmt: skip
    assert lines[-1] == "0 L13 big thief E"


def test_stored_games_are_not_held_because_the_program_has_learnt_something() -> None:
    """Checks one game of each edition and choice of options among those with stored fingerprints."""
    expected = FINGERPRINTS.read_text("utf-8").splitlines()
    texts = {text.split("[Players")[0]: (number, text) for number, text in enumerate(split())}
    assert len(texts) > len(EDITIONS)
    assert [line for line in (fingerprint_line(*one) for one in texts.values()) if line not in expected] == []


def test_what_is_registered_is_gone_afterwards() -> None:
    with pytest.raises(ValueError, match="already"), registered(INNS, EDITIONS_WITH_INNS):
        pass
    assert "toy-inns" in EDITIONS["classic"].options
    assert FIGURES["big"] is BIG


def test_other_editions_do_not_offer_it() -> None:
    with pytest.raises(NotationError) as refused:
        find_ruleset("travel", ["toy-inns"])
    assert refused.value.reason is Reason.UNKNOWN_OPTION
    assert set(find_ruleset("new-edition", EVERYTHING.split()).figures) == {FOLLOWER, ABBOT, BIG}


@pytest.mark.parametrize("edition", ["chat-room", "chat-room-old", "classic", "travel", "new-edition"])
@pytest.mark.parametrize(
    "chosen", ["toy-inns", "abbot", "river", "abbot toy-inns", "start-tile abbot river toy-inns", "toy-fair toy-inns"]
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
