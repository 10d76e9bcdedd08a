"""Every table of the rules is complete for the kinds, roles, figures, modifiers or editions that key it."""

from dataclasses import replace

import pytest

from carcassonne import EDITIONS, EXPANSIONS, FIGURES, Figure, Kind, Modifier, Role, Ruleset, Terrain, find_ruleset
from carcassonne.editions import CLASSIC
from carcassonne.kinds import ENCLOSED, NO_SEGMENTS, OPEN_GROUND, SURROUNDED, TERRAIN_OF
from carcassonne.matching import NO_RIVER
from carcassonne.notation import parse_deployment

from .random_play import rulesets

RULESETS = [find_ruleset(edition, options.split()) for edition, options in rulesets()]

every_ruleset = pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: " ".join([rules.edition, *rules.options]))


def test_every_kind_says_when_it_is_complete() -> None:
    groups = [SURROUNDED, ENCLOSED, OPEN_GROUND, NO_SEGMENTS, {Kind.RIVER}]
    assert sorted(kind for group in groups for kind in group) == sorted(Kind)


def test_every_kind_that_leaves_its_tile_has_a_terrain() -> None:
    assert set(TERRAIN_OF) == set(Kind) - SURROUNDED - NO_SEGMENTS
    assert {*TERRAIN_OF.values(), Terrain.WALL} == set(Terrain)
    assert all(0 < terrain < NO_RIVER for terrain in Terrain)


def test_every_role_is_played_by_a_figure_and_can_be_written() -> None:
    assert {role for figure in FIGURES.values() for role in figure.roles.values()} == set(Role)
    for role in Role:
        kinds = {kind for figure in FIGURES.values() for kind, its in figure.roles.items() if its is role}
        parse_deployment(role if kinds <= SURROUNDED else f"{role} N")


def test_figures_are_told_apart() -> None:
    assert all(name == figure.name and name.isidentifier() and name.islower() for name, figure in FIGURES.items())
    named = [(figure.prefix, role) for figure in FIGURES.values() for role in set(figure.roles.values())]
    assert len(named) == len(set(named))


def test_modifiers_are_told_apart() -> None:
    modifiers: set[Modifier] = {
        modifier
        for rules in RULESETS
        for tile in rules.tiles.values()
        for segment in tile.segments
        for modifier in segment.modifiers
    }
    assert len({modifier.name for modifier in modifiers}) == len(modifiers) > 1


@every_ruleset
def test_everything_that_can_be_completed_has_a_score(rules: Ruleset) -> None:
    claimable = {kind for figure in rules.figures for kind in figure.roles}
    kinds = {kind for tile in rules.tiles.values() for kind in tile.kinds}
    assert kinds & claimable & (ENCLOSED | SURROUNDED) <= set(rules.complete)
    assert set(rules.incomplete) == set(rules.complete)


@every_ruleset
def test_all_tiles_and_figures_are_known(rules: Ruleset) -> None:
    assert {name for bag in rules.bags for name in bag} | {name for _, name, _ in rules.start} <= set(rules.tiles)
    assert all(FIGURES[figure.name] is figure for figure in rules.figures)


def test_every_expansion_is_offered_and_every_option_is_an_expansion() -> None:
    assert {option for edition in EDITIONS.values() for option in edition.options} == set(EXPANSIONS)
    for edition in EDITIONS.values():
        assert edition.name == edition.rules.edition
        assert edition.rules.options == ()
        needed = {EXPANSIONS[option].requires for option in edition.options} - {None}
        assert needed <= set(edition.options)


def test_a_ruleset_too_large_for_the_counters_is_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        replace(CLASSIC, supply={Figure("crowd", {}, strength=300): 1})
    with pytest.raises(ValueError, match="too large"):
        replace(CLASSIC, bags=({"D": 1024},))
