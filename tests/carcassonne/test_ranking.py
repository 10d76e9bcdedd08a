"""Who is ahead, and who has won."""

from carcassonne import Phase, find_ruleset, new_game, ranks, winners


def test_equal_scores_share_a_rank_and_who_has_resigned_is_last() -> None:
    state = new_game(find_ruleset("classic"), 5)
    state.scores = [7, 9, 7, 9, 3]
    assert ranks(state) == [3, 1, 3, 1, 5]
    state.resigned = frozenset({1})
    assert ranks(state) == [2, 5, 2, 1, 4]


def test_only_a_game_that_is_over_has_winners() -> None:
    state = new_game(find_ruleset("classic"), 3)
    state.scores = [7, 9, 9]
    assert winners(state) == frozenset()
    state.phase = Phase.OVER
    assert winners(state) == {1, 2}
    state.resigned = frozenset({1})
    assert winners(state) == {2}
