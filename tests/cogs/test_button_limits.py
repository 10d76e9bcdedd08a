"""Discord's limits for buttons in every language: long names, The Castle's questions, far cells."""

import random
from typing import Any

import pytest

from carcassonne import (
    EDITIONS,
    Deploy,
    Phase,
    PlaceTile,
    Role,
    Turn,
    draws,
    find_ruleset,
    legal_moves,
    new_game,
    parse_cell,
)
from carcassonne import apply as after
from cogs.discord_screens import view_of
from host.model.table_options import LANGUAGES
from screens.custom_ids import PickId
from screens.game_buttons import answer_rows
from screens.picker import step_rows, step_text
from screens.picker_steps import Page, next_steps, skip_single_choices
from screens.screen import Rows
from screens.text.i18n import use_language
from screens.text.markup import MESSAGE_LENGTH
from tests.cogs.example_tables import ODD_NAMES, seated
from tests.discord_schema.messages import message_problems

LABEL, CUSTOM_ID = 80, 100


def check(content: str, rows: Rows) -> None:
    view = view_of(rows)
    components: list[Any] = view.to_components() if view else []
    assert 0 < len(content) <= MESSAGE_LENGTH
    assert message_problems({"content": content, "components": components}) == []
    for row in components:
        for button in row["components"]:
            assert 0 < len(button["label"]) <= LABEL
            assert len(button["custom_id"]) <= CUSTOM_ID


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_panel_fits(edition: str, language: str) -> None:
    """For some turns of a random game: one path through the picker, and the answers to questions."""
    rules, dice = find_ruleset(edition, EDITIONS[edition].options), random.Random(4)
    state = new_game(rules, max(rules.players))
    with use_language(language):
        while not state.is_over:
            table = seated(state, ODD_NAMES[: state.seats])
            if state.phase is Phase.ASK and (rows := answer_rows(table)):
                check("?", rows)
            if state.phase is Phase.PLACE and state.turn % 9 == 4:
                step = skip_single_choices(state, Page(0))
                while steps := next_steps(state, step):
                    check(step_text(table, step), step_rows(table, step))
                    step = skip_single_choices(state, dice.choice(steps))
                check(step_text(table, step), step_rows(table, step))
            state = after(state, dice.choice(draws(state) or legal_moves(state))).state


def test_the_farthest_cell_fits_into_a_custom_id() -> None:
    turn = Turn(PlaceTile(parse_cell("-ZZ-99"), 270), Deploy(Role.MERCHANT, "WNW"))
    assert len(str(PickId(10**9, 9_999, turn))) <= CUSTOM_ID
