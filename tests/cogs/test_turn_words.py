"""What a turn's texts say of the drawn tile and of points: what the picture shows, and what the rules give."""

import random
import re
from dataclasses import replace
from itertools import islice

import pytest

from carcassonne import (
    FOLLOWER,
    Deploy,
    DeployNobody,
    ExtraTurn,
    FeatureScored,
    Item,
    Kind,
    PlaceTile,
    Role,
    State,
    Turn,
    Unit,
    apply,
    draws,
    find_ruleset,
    legal_deployments,
    legal_moves,
    legal_placements,
    new_game,
    parse_turn,
)
from host.model.controllers import Computer
from host.model.table import RunningTable
from host.model.table_options import LANGUAGES
from render.pieces.spots import shown_tile
from screens.picker import step_text
from screens.picker_steps import NOBODY
from screens.text.agreements import undone_text
from screens.text.board import board_text
from screens.text.features import deployment_text, none_can_go_text, tile_text
from screens.text.i18n import use_language
from screens.text.markup import lines_on_phone, subtext
from screens.text.nouns import figure_notes, none_left_text
from screens.text.picker import deployments_text
from screens.text.status import score_text
from screens.text.tile_notes import tile_notes
from screens.text.turns import announcement
from tests.carcassonne.scenario import Game
from tests.cogs.example_tables import NAMES, every_turn, seated

RULES = find_ruleset("new-edition", ("abbot",))
AT_ONCE = re.compile(r"(take your abbot) back: (\d+) points?|.*, (scores) (\d+) now")


def test_what_a_figure_scores_at_once_is_what_the_rules_give() -> None:
    dice, seen = random.Random(5), set[str]()
    state = new_game(RULES, 2)
    while len(seen) < 2:
        for move in legal_deployments(state):
            applied = apply(state, move)
            scored = [event.points for event in applied.events if isinstance(event, FeatureScored)]
            comes_back = len(applied.state.figures) < len(state.figures) + isinstance(move, Deploy)
            if said := AT_ONCE.fullmatch(deployment_text(state, move, RULES.terms)):
                assert comes_back
                assert int(said[2] or said[4]) in scored
                seen.add(said[1] or said[3])
        state = apply(state, dice.choice(draws(state) or legal_moves(state))).state


def test_a_drawn_tile_is_described_as_the_picture_turns_it() -> None:
    rotations = set()
    for played in islice(every_turn("chat-room", (), NAMES[:2], seed=3), 25):
        turned = shown_tile(played.after.state)
        assert turned is not None
        letter = f"{turned.tile.name}, {turned.rotation}°" if turned.rotation else turned.tile.name
        shows = tile_text(turned, played.after.state.ruleset.terms)
        assert f"\nTile {letter}: **{shows}**\n" in announcement(played)
        rotations.add(turned.rotation)
    assert len(rotations) > 1


def test_six_players_read_what_scores_for_what_and_often_what_signs_mean() -> None:
    """Everybody's points, which the picture shows, are left out before that."""
    scored, notes = list[str](), list[bool]()
    for played in every_turn("new-edition", ("river", "abbot", "inns", "traders"), NAMES[:6], seed=3):
        text, tile = announcement(played), played.after.state.tile
        if any(isinstance(event, FeatureScored) and not event.is_final for event in played.events):
            scored.append(text)
        if tile and list(tile_notes(tile)):
            notes.append("-# " in text)
    assert len(scored) > 10
    assert all(re.search(r" scores? \d+ (each )?for a ", text) for text in scored)
    assert sum(notes) > 0.6 * len(notes)


BIG_GAME = ("river", "abbot", "inns", "traders")
LONG_NAMES = tuple(f"{name} von und zu Unterlüdenscheidt" for name in NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_six_players_read_what_a_sign_does_when_the_tile_is_drawn(language: str) -> None:
    """A German message of six players left it out for every tile but one."""
    with use_language(language):
        for played in every_turn("new-edition", BIG_GAME, NAMES[:6], seed=3):
            tile, text = played.after.state.tile, announcement(played)
            has_scored = any(isinstance(event, FeatureScored) for event in played.events)
            if tile and not has_scored and isinstance(played.before, RunningTable):
                notes = zip(tile_notes(tile), tile_notes(tile, is_short=True), strict=True)
                assert all(full in text or short in text for full, short in notes), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_note_of_a_sign_has_one_line_on_a_phone(language: str) -> None:
    with use_language(language):
        for tile in find_ruleset("new-edition", BIG_GAME).tiles.values():
            assert [one for one in tile_notes(tile, is_short=True) if lines_on_phone(subtext(one)) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_have_a_reason_however_long_the_names_are(language: str) -> None:
    """ "Ann +4." was all that some messages said."""
    with use_language(language):
        turns = [one for one in every_turn("new-edition", BIG_GAME, LONG_NAMES[:6], seed=3) if one.after.state.tile]
        said = [text for text in map(announcement, turns) if re.search(r" \+\d+", text)]
    assert said
    assert [text for text in said if re.search(r" \+\d+\.", text)] == []


def test_who_plays_again_is_told_why_however_long_the_names_are() -> None:
    games = (every_turn("new-edition", ("traders",), LONG_NAMES[:5], seed) for seed in range(6))
    turns = [one for game in games for one in game]
    again = [one for one in turns if any(isinstance(event, ExtraTurn) for event in one.events)]
    assert again
    assert all("plays again: the builder's " in announcement(one) for one in again)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picker_says_what_signs_and_figures_do_that_it_offers(language: str) -> None:
    told = set[str]()
    with use_language(language):
        for played in every_turn("new-edition", BIG_GAME, NAMES[:6], seed=3):
            table = played.after
            if not isinstance(table, RunningTable) or table.state.tile is None:
                continue
            placement = PlaceTile(*legal_placements(table.state)[0])
            laid = apply(table.state, placement).state
            lines = deployments_text(table, placement, laid).splitlines()
            offered = {one.figure for one in legal_deployments(laid) if isinstance(one, Deploy)}
            notes = [*tile_notes(table.state.tile), *figure_notes(offered)]
            assert {line for line in lines if line.startswith("-# ")} == {subtext(one) for one in notes}
            told.update(one.name for one in offered)
    assert told == {one.name for one in find_ruleset("new-edition", BIG_GAME).supply}


def lacks_a_follower(laid: State) -> bool:
    """Whether one more follower could go on the tile just laid, and its player has none."""
    richer = laid.copy()
    richer.add_to_supply(FOLLOWER, laid.seat, 1)
    could_go = any(isinstance(one, Deploy) and one.figure == FOLLOWER for one in legal_deployments(richer))
    return could_go and not laid.supply[FOLLOWER][laid.seat]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picker_says_that_no_follower_is_left_where_one_could_go(language: str) -> None:
    """It offered the abbot alone, or said that no follower could go there, and nothing of why."""
    told = set[tuple[bool, bool]]()
    with use_language(language):
        none_left = none_left_text(Role.THIEF, FOLLOWER, {})
        for played in every_turn("new-edition", BIG_GAME, NAMES[:2], seed=4):
            table = played.after
            if not isinstance(table, RunningTable) or table.state.tile is None:
                continue
            placement = PlaceTile(*legal_placements(table.state)[0])
            laid = apply(table.state, placement).state
            lines, can_go = deployments_text(table, placement, laid).splitlines(), bool(legal_deployments(laid))
            sure = step_text(table, Turn(placement, NOBODY))
            lacks = lacks_a_follower(laid)
            assert (none_left in lines) == lacks
            assert (none_left in sure) == (lacks and not can_go)
            assert (none_can_go_text() in sure) == (not lacks and not can_go)
            told.add((lacks, can_go))
    assert told >= {(True, True), (True, False), (False, True)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_board_answers_says_what_a_sign_does(language: str) -> None:
    with use_language(language):
        tables = [one.after for one in every_turn("new-edition", BIG_GAME, NAMES[:6], seed=3)]
        for table in tables:
            if isinstance(table, RunningTable) and table.state.tile:
                assert all(subtext(one) in board_text(table) for one in tile_notes(table.state.tile))


def test_a_score_is_told_to_one_of_those_who_get_it() -> None:
    def told(*seats: int) -> str:
        event = FeatureScored(Kind.CITY, None, 8, seats, (Item(Unit.TILE, 4, 2),))
        return score_text(event, NAMES, RULES.terms, reader=0)

    assert told(0) == "You score 8 for a city of 4 tiles."
    assert told(0, 1) == f"You and {NAMES[1]} score 8 each for a city of 4 tiles."
    assert told(1) == f"{NAMES[1]} scores 8 for a city of 4 tiles."


def test_an_extra_turn_of_a_computer_is_undone_with_its_first_one() -> None:
    """The seats were counted round the table, so the extra turn counted as one of a person."""
    game = Game(options="traders")
    game.play("1 U N13 90 thief E\n2 B M14 0 -\n1 U O13 90 builder E")
    game.draw("B")
    begun = game.state
    game.make(parse_turn("O14 0").placement, DeployNobody())
    game.play("1 U P13 90 -\n1 U Q13 90 -")
    table = seated(begun, NAMES[:2])
    club = replace(table, seats=(replace(table.seats[0], controller=Computer(2)), table.seats[1]))
    assert undone_text(club, game.state, NAMES[:2]) == "Bob's turn and the computer's are undone."
