"""What both expansions refuse, with the reason. A refused turn changes nothing."""

import pytest

from carcassonne import IllegalMoveError, NotationError, Reason, find_ruleset, new_game
from tests.carcassonne.scenario import Game

THIEF = "1 U N13 90 thief E\n2 B M14 0 -"
BUILDER = f"{THIEF}\n1 U O13 90 builder E\n2 B N14 0 -"
FARMER = "1 U N13 90 farmer NNE\n2 B M14 0 -"


@pytest.mark.parametrize(
    ("before", "turn", "reason"),
    [
        pytest.param("", "U N13 90 builder E", "no-own-follower", id="builder on his follower's own tile"),
        pytest.param("1 U N13 90 thief E", "U O13 90 builder E", "no-own-follower", id="builder at somebody else's"),
        pytest.param(THIEF, "E M12 180 builder S", "no-own-follower", id="builder in another feature"),
        pytest.param("1 A L13 270 thief E\n2 B M14 0 -", "A N13 90 builder W", "no-own-follower", id="finished road"),
        pytest.param("1 G M12 90 knight N\n2 B M14 0 -", "E M11 180 builder S", "no-own-follower", id="finished city"),
        pytest.param(BUILDER, "U P13 90 builder E", "none-left", id="second builder"),
        pytest.param(THIEF, "B N14 0 builder N", "no-such-segment", id="builder where there is only a field"),
        pytest.param("", "U N13 90 pig NNE", "no-own-follower", id="pig without a farmer"),
        pytest.param(FARMER, "U O13 90 pig ESE", "no-own-follower", id="pig in another field"),
        pytest.param("1 U N13 90 farmer NNE", "U O13 90 pig NNE", "no-own-follower", id="pig at somebody else's"),
        pytest.param(f"{FARMER}\n1 U O13 90 pig NNE\n2 B N14 0 -", "U P13 90 pig NNE", "none-left", id="second pig"),
        pytest.param(THIEF, "U O13 90 pig E", "no-such-segment", id="pig on a road"),
        pytest.param(THIEF, "U O13 90 big thief E", "segment-taken", id="big follower where his own follower stands"),
        pytest.param("1 U N13 90 thief E", "U O13 90 big thief E", "segment-taken", id="where somebody else's stands"),
        pytest.param("1 U N13 90 big thief E\n2 B M14 0 -", "B N14 0 big monk", "none-left", id="second big follower"),
        pytest.param(BUILDER, "U P13 90 thief E", "segment-taken", id="follower where a builder stands"),
    ],
)
def test_where_a_figure_may_not_stand(before: str, turn: str, reason: str) -> None:
    game = Game(options="inns traders")
    game.play(before)
    assert game.refusal(turn)["reason"] == reason


def test_no_big_follower_in_a_garden() -> None:
    game = Game("new-edition", options="abbot inns")
    assert game.refusal("iB+ L13 0 big monk")["reason"] == "no-such-segment"
    assert game.refusal("iB+ L13 0 monk")["reason"] == "no-such-segment"


@pytest.mark.parametrize(
    ("edition", "options", "most"),
    [
        ("classic", "", 5), ("classic", "traders", 5), ("classic", "inns", 6), ("classic", "inns traders", 6),
        ("new-edition", "river abbot traders", 5), ("new-edition", "river abbot inns traders", 6),
    ],
)  # fmt: skip
def test_six_play_with_inns_and_cathedrals_only(edition: str, options: str, most: int) -> None:
    rules = find_ruleset(edition, options.split())
    assert new_game(rules, most).seats == most
    for seats in (1, most + 1):
        with pytest.raises(IllegalMoveError) as refused:
            new_game(rules, seats)
        assert refused.value.reason is Reason.PLAYERS


@pytest.mark.parametrize("edition", ["chat-room", "chat-room-old", "travel", "castle"])
@pytest.mark.parametrize("option", ["inns", "traders"])
def test_editions_without_a_source_refuse_it(edition: str, option: str) -> None:
    with pytest.raises(NotationError) as refused:
        find_ruleset(edition, [option])
    assert refused.value.reason is Reason.UNKNOWN_OPTION
    assert refused.value.data == {"option": option, "edition": edition, "known": ()}
