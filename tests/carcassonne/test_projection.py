"""Projected points, dead cells, and the tiles still to come."""

from carcassonne import Phase, State, apply_all, find_ruleset, format_cell, legal_placements, new_game, parse_move
from carcassonne.projection import dead_cells, projected_events, projected_scores, tiles_to_come
from tests.render.games import game


def played(*moves: str) -> State:
    return apply_all(new_game(find_ruleset("classic"), 2), [parse_move(move) for move in moves]).state


def test_a_road_just_begun_promises_a_point_a_tile() -> None:
    state = played("draw U", "place N13 90", "deploy thief E")
    (road,) = projected_events(state)
    assert (road.points, road.seats) == (2, (0,))
    assert projected_scores(state) == (2, 0)
    assert state.scores == [0, 0]


def test_nothing_is_promised_after_the_end() -> None:
    state = game(99, Phase.OVER)
    assert projected_events(state) == ()
    assert projected_scores(state) == tuple(state.scores)


def test_tiles_to_come_are_all_but_those_laid_and_in_hand() -> None:
    state = game(9, Phase.PLACE, edition="new-edition", options="river abbot")
    assert sum(tiles_to_come(state).values()) == state.tiles_left - 1


def test_a_cell_that_only_used_up_tiles_would_fit_is_dead() -> None:
    state = game(70, Phase.PLACE)
    assert not set(dead_cells(state)) & {position for position, _ in legal_placements(state)}
    over = game(99, Phase.OVER)
    assert set(dead_cells(over)) == set(over.frontier)
    assert dead_cells(new_game(find_ruleset("classic"), 2)) == ()
    assert all(format_cell(cell) for cell in dead_cells(over))
