"""Every legal turn of every edition can be played with buttons and with `/place`, within Discord's limits."""

import random
from collections.abc import Iterator

import discord
import pytest

from carcassonne import (
    DeployNobody,
    Phase,
    PlaceTile,
    State,
    Turn,
    apply,
    draws,
    find_ruleset,
    format_turn,
    legal_moves,
    new_game,
    parse_turn,
)
from carcassonne.lookahead import legal_turns
from carcassonne.tiles import visual_key
from cogs.discord_screens import view_of
from screens.picker import step_rows, step_text
from screens.picker_steps import (
    Cell,
    Page,
    Step,
    cell_pages,
    format_step,
    next_steps,
    parse_step,
    previous_step,
    skip_single_choices,
)
from screens.screen import Rows
from screens.text.markup import MESSAGE_LENGTH
from screens.text.picker import deployments_alt_text, rotations_alt_text
from tests.carcassonne.random_play import rulesets
from tests.cogs.example_tables import NAMES, ODD_NAMES, seated
from tests.discord_schema.messages import message_problems
from tests.fixtures.cases import slow_but_each_edition

EVERY = 7
"""The number of turns of which one is checked; each game starts with another one."""

every_ruleset = pytest.mark.parametrize(
    ("edition", "options", "seed"),
    slow_but_each_edition(4, [(*names, number % 3) for number, names in enumerate(rulesets())]),
)


def positions(edition: str, options: str, seed: int) -> Iterator[State]:
    """The states of a random game in which a tile is to be placed."""
    rules, dice = find_ruleset(edition, options.split()), random.Random(f"{edition} {options} {seed}")
    state = new_game(rules, dice.choice(rules.players))
    while not state.is_over:
        if state.phase is Phase.PLACE and state.turn % EVERY == seed:
            yield state
        state = apply(state, dice.choice(draws(state) or legal_moves(state))).state


def walk(state: State) -> Iterator[Step]:
    """Every step of the picker that buttons lead to from the first page."""
    steps = [skip_single_choices(state, Page(number)) for number in range(len(cell_pages(state)))]
    while steps:
        step = steps.pop()
        yield step
        steps += (skip_single_choices(state, one) for one in next_steps(state, step))


@every_ruleset
def test_every_legal_turn_can_be_chosen(edition: str, options: str, seed: int) -> None:
    """The last steps are the legal turns, each exactly once. Rotations that look alike count as one."""
    for state in positions(edition, options, seed):
        tile = state.tile
        assert tile is not None
        chosen = [step for step in walk(state) if isinstance(step, Turn) and step.deployment is not None]
        legal = {
            (position, visual_key(tile.turned[rotation]), deployment or DeployNobody())
            for position, rotation, deployment in legal_turns(state)
        }
        reached = [
            (one.placement.position, visual_key(tile.turned[one.placement.rotation]), one.deployment) for one in chosen
        ]  # fmt: skip
        assert len(reached) == len(set(reached))
        assert set(reached) == legal
        assert all(parse_turn(format_turn(one)) == one for one in chosen)


@every_ruleset
def test_every_step_keeps_discords_limits(edition: str, options: str, seed: int) -> None:
    for state in list(positions(edition, options, seed))[::3]:
        table = seated(state, ODD_NAMES[: state.seats])
        for step in random.Random(seed).sample(steps := list(walk(state)), min(len(steps), 40)):
            view = view_of(step_rows(table, step))
            assert view
            assert message_problems({"content": step_text(table, step), "components": view.to_components()}) == []
            assert 0 < len(step_text(table, step)) <= MESSAGE_LENGTH
            for button in view.children:
                assert isinstance(button, discord.ui.Button)
                assert 0 < len(button.label or "") <= 80
                assert len(button.custom_id or "") <= 100


@pytest.mark.parametrize(("edition", "options"), slow_but_each_edition(4, rulesets()))
def test_steps_can_be_read_and_lead_back(edition: str, options: str) -> None:
    for state in list(positions(edition, options, 1))[::3]:
        for step in walk(state):
            assert parse_step(format_step(step)) == step
            before = previous_step(state, step)
            if before is None:
                assert isinstance(step, Page) or step == skip_single_choices(state, Page(0))
            else:
                assert skip_single_choices(state, before) == before
                assert step in map_next(state, before)


def map_next(state: State, step: Step) -> set[Step]:
    """The steps to which the buttons of a step lead."""
    return {skip_single_choices(state, one) for one in next_steps(state, step)}


def test_where_nothing_can_be_chosen_the_turn_is_only_confirmed() -> None:
    """A page with one cell, a cell with one rotation, and a tile that nobody can go onto are no questions."""
    state = only_one_turn()
    complete = skip_single_choices(state, Page(0))
    assert isinstance(complete, Turn)
    assert complete.deployment == DeployNobody()
    assert previous_step(state, complete) is None
    assert labels_of(step_rows(seated(state, NAMES[: state.seats]), complete)) == [["Confirm"]]


def only_one_turn() -> State:
    """A position on the river in which there is only one way to go on."""
    dice = random.Random(3)
    state = new_game(find_ruleset("new-edition", ["river"]), 2)
    while state.phase is not Phase.PLACE or len(legal_turns(state)) > 1:
        state = apply(state, dice.choice(draws(state) or legal_moves(state))).state
    return state


def late_position() -> State:
    return next(state for state in positions("classic", "", 5) if len(cell_pages(state)) > 1)


def test_pages_begin_near_the_last_moves() -> None:
    state = late_position()
    table = seated(state, NAMES[: state.seats])
    first, *others = cell_pages(state)
    assert len(first) == 20
    assert first == sorted(first)
    assert "Page 1 of 2: cells near the last turns." in step_text(table, Page(0))
    assert "Page 2 of 2: cells farther away." in step_text(table, Page(1))
    labels = labels_of(step_rows(table, Page(0)))
    assert [len(row) for row in labels] == [5, 5, 5, 5, 1]
    assert labels[-1] == ["More cells"]
    assert labels_of(step_rows(table, Page(len(others))))[-1] == ["Nearer cells"]


def labels_of(shown: Rows) -> list[list[str]]:
    """The labels of buttons as Discord shows them, row by row."""
    view = view_of(shown)
    assert view
    return [[button["label"] for button in row["components"]] for row in view.to_components()]


def test_alt_texts_name_every_choice() -> None:
    for state in positions("new-edition", "river abbot", 2):
        for step in walk(state):
            match step:
                case Cell(position):
                    turns = [one.placement.rotation for one in next_steps(state, step) if isinstance(one, Turn)]
                    text = rotations_alt_text(state, position, turns)
                    assert all(f"{rotation}° · " in text for rotation in turns)
                case Turn(PlaceTile() as place, None):
                    laid = apply(state, place).state
                    followers = [
                        one.deployment for one in next_steps(state, step) if isinstance(one, Turn) and one.deployment
                    ]
                    assert "nobody" in deployments_alt_text(place, laid, followers)
