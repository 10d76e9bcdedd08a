"""Abbots and gardens of the new edition (docs/rules.md)."""

import pytest

from carcassonne import (
    ABBOT,
    EDITIONS,
    FeatureScored,
    IllegalMoveError,
    Kind,
    Reason,
    Recall,
    apply,
    find_ruleset,
    parse_move,
)

from .positions import AROUND_M14
from .scenario import BASE_EDITIONS, Game, state_text


def abbot_game(seats: int = 2) -> Game:
    return Game("new-edition", seats, "abbot")


def abbots(game: Game) -> list[int]:
    return list(game.state.supply[ABBOT])


@pytest.mark.parametrize("options", ["abbot", "river abbot", "river abbot start-tile"])
def test_one_copy_of_nine_kinds_has_a_garden(options: str) -> None:
    with_gardens = find_ruleset("new-edition", options.split())
    plain = find_ruleset("new-edition", [option for option in options.split() if option != "abbot"])
    counts = {name: copies for bag in with_gardens.bags for name, copies in bag.items()}
    gardens = {name for name in counts if name.endswith("+")}
    river = {"rJ+"} if "river" in options else set()
    assert gardens == {"E+", "H+", "I+", "M+", "N+", "R+", "U+", "V+"} | river
    assert {counts[name] for name in gardens} == {1}
    assert "rJ" not in counts
    for bag, with_bag in zip(plain.bags, with_gardens.bags, strict=True):
        joined: dict[str, int] = {}
        for name, copies in with_bag.items():
            joined[name.removesuffix("+")] = joined.get(name.removesuffix("+"), 0) + copies
        assert joined == dict(bag)


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_no_gardens_and_no_abbots_without_the_option(edition: str) -> None:
    rules = find_ruleset(edition, ["river"] if "river" in EDITIONS[edition].options else [])
    assert not any(name.endswith("+") for bag in rules.bags for name in bag)
    assert not any(tile.has(Kind.GARDEN) for tile in rules.tiles.values())
    game = Game(edition)
    assert game.refusal("B M14 0 abbot")["reason"] in {"none-left", "no-such-segment"}
    game.lay("B M14 0")
    assert game.followers() == ["farmer NNE", "monk"]


def test_garden_pennant_stays() -> None:
    game = abbot_game()
    game.turn("M+ M12 90 knight S")
    assert game.end() == ["city 3 to 1"]


@pytest.mark.parametrize(
    ("turn", "options"),
    [
        ("B M14 0", ["abbot", "farmer NNE", "monk"]),
        ("E+ M12 180", ["abbot", "farmer NNE", "knight S"]),
        ("E M12 180", ["farmer NNE", "knight S"]),
        ("U+ M14 90", ["abbot", "farmer ESE", "farmer NNE", "thief E"]),
    ],
)
def test_abbot_on_a_monastery_or_garden_and_nobody_else_on_a_garden(turn: str, options: list[str]) -> None:
    game = abbot_game()
    game.lay(turn)
    assert game.followers() == options


def test_monk_on_a_garden_is_refused() -> None:
    assert abbot_game().refusal("E+ M12 180 monk")["reason"] == "no-such-segment"


def test_one_abbot_a_player_beside_seven_followers() -> None:
    game = abbot_game()
    assert (game.supply, abbots(game)) == ([7, 7], [1, 1])
    game.turn("B M14 0 abbot")
    assert (game.supply, abbots(game)) == ([7, 7], [0, 1])
    game.skip("V")
    assert game.refusal("B L14 0 abbot")["reason"] == "none-left"
    game.lay("B L14 0")
    assert game.followers() == ["farmer NNE", "monk", "recall"]


def test_abbot_takes_the_monastery() -> None:
    game = abbot_game()
    game.turn("B M14 0 abbot")
    assert game.feature("M14", "monk").claims == (1, 0)


def test_abbot_scores_nine_and_comes_home_as_an_abbot() -> None:
    game = abbot_game()
    game.play(AROUND_M14.replace("monk", "abbot"))
    assert game.turn("E N15 180 -") == ["monastery 9 to 1"]
    assert (game.supply, abbots(game)) == ([7, 7], [1, 1])


def test_garden_is_complete_when_surrounded() -> None:
    game = abbot_game()
    game.play(AROUND_M14.replace("B M14 0 monk", "E+ M14 90 abbot").replace("B N14 0", "E N14 270"))
    assert game.turn("E N15 180 -") == ["garden 9 to 1"]
    assert abbots(game) == [1, 1]


def test_recall_pays_one_and_one_a_neighbour_the_new_tile_included() -> None:
    game = abbot_game()
    game.play("""
        1 B M14 0 abbot
        2 U N13 90 -
    """)
    assert game.turn("U L13 90 recall") == ["monastery 4 to 1"]
    assert (game.scores, game.supply, abbots(game)) == ([4, 0], [7, 7], [1, 1])
    event = game.events[-1]
    assert isinstance(event, FeatureScored)
    assert not event.is_final
    assert len(event.returned) == 1
    assert game.state.figures == {}


def test_recall_from_a_garden() -> None:
    game = abbot_game()
    game.turn("E+ M12 180 abbot")
    game.skip("V")
    assert game.turn("U N13 90 recall") == ["garden 3 to 1"]
    assert "\n2. 1 U N13 90 recall\n" in game.record()
    assert state_text(game.replayed()) == state_text(game.state)


def test_recall_is_instead_of_a_follower_and_comes_before_what_the_tile_completes() -> None:
    game = abbot_game()
    game.play("""
        1 B M14 0 abbot
        2 A L13 270 thief E
    """)
    assert game.turn("A N13 90 recall") == ["monastery 4 to 1", "road 3 to 2"]
    assert game.to_move == 2


def test_abbot_is_not_recalled_in_the_turn_in_which_he_is_placed() -> None:
    game = abbot_game()
    game.make(*map(parse_move, ("draw B", "place M14 0", "deploy abbot")))
    with pytest.raises(IllegalMoveError) as refused:
        apply(game.state, Recall())
    assert refused.value.reason is Reason.WRONG_PHASE


def test_abbot_is_not_recalled_from_what_this_tile_completes() -> None:
    game = abbot_game()
    game.play(AROUND_M14.replace("monk", "abbot"))
    game.skip("V")
    assert game.refusal("E N15 180 recall")["reason"] == "no-such-segment"
    assert game.turn("E N15 180 -") == ["monastery 9 to 1"]


def test_nobody_recalls_the_abbot_of_another() -> None:
    game = abbot_game()
    game.turn("B M14 0 abbot")
    game.lay("U N13 90")
    assert game.followers() == ["farmer ESE", "farmer NNE", "thief E"]


def test_everybody_recalls_his_own() -> None:
    game = abbot_game()
    game.play("""
        1 B M14 0 abbot
        2 E+ M12 180 abbot
        skip 1 V
    """)
    assert game.turn("U N13 90 recall") == ["garden 3 to 2"]
    assert abbots(game) == [0, 1]
    assert game.turn("U L13 90 recall") == ["monastery 4 to 1"]


def test_abbot_is_used_again_in_a_later_turn() -> None:
    game = abbot_game()
    game.turn("B M14 0 abbot")
    game.skip("V")
    game.turn("U N13 90 recall")
    game.skip("V")
    game.turn("B L14 0 abbot")
    assert (game.scores, abbots(game)) == ([3, 0], [0, 1])


def test_recall_with_no_follower_left() -> None:
    game = abbot_game()
    game.play("""
        1 A L13 270 abbot
        skip 2 V
        1 B M14 0 monk
        skip 2 V
        1 B L14 0 monk
        skip 2 V
        1 B N14 0 monk
        skip 2 V
        1 B M15 0 monk
        skip 2 V
        1 E L15 180 knight S
        skip 2 V
        1 E N15 180 knight S
        skip 2 V
        1 U O14 0 thief N
        skip 2 V
    """)
    assert (game.supply, abbots(game)) == ([0, 7], [0, 1])
    game.lay("U O15 0")
    assert game.followers() == ["recall"]


def test_abbots_at_the_end_of_the_game() -> None:
    game = abbot_game()
    game.turn("E+ M12 180 abbot")
    game.turn("B M14 0 abbot")
    assert sorted(game.end()) == ["garden 2 to 1", "monastery 2 to 2"]
    assert game.scores == [2, 2]


def test_garden_of_nobody_pays_nobody() -> None:
    game = abbot_game()
    game.turn("E+ M12 180 farmer NNE")
    assert game.end() == ["field 3 to 1"]
