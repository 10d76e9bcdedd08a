"""The example positions in the rules: every edition has some, and each shows what its caption says."""

import pytest

from carcassonne import EDITIONS, Phase, find_ruleset, format_cell, legal_deployments, legal_placements
from carcassonne.castle import castle_state
from host.model.table_options import LANGUAGES
from screens.examples import EXAMPLES, OPTION_EXAMPLES, Lesson, caption, examples_of
from screens.text.i18n import use_language
from screens.text.labels import RulesPage
from screens.text.rules import rules_pages


def test_every_page_of_every_edition_has_an_example() -> None:
    assert set(EXAMPLES) == set(EDITIONS)
    for edition in EDITIONS.values():
        rules = find_ruleset(edition.name, edition.options)
        assert all(examples_of(rules, page) for page in rules_pages(rules))
        assert {one.page for one in EXAMPLES[edition.name]} <= set(rules_pages(rules))


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_shows_what_it_is_to_show(edition: str) -> None:
    for example in (
        *EXAMPLES[edition],
        *(OPTION_EXAMPLES[one] for one in EDITIONS[edition].options if one in OPTION_EXAMPLES),
    ):
        state = example.state(edition)
        said = caption(example.lesson, state)
        match example.lesson:
            case Lesson.SPOTS:
                assert len(legal_deployments(state)) >= 3
            case Lesson.SCORED:
                assert state.phase is Phase.DEPLOY
                assert said.startswith("In this example, the tile just placed finishes something. Ann scores ")
                shown = example.shown_state(edition)
                assert f"Ann scores {shown.scores[0]} for " in said
            case Lesson.AT_THE_END:
                assert said.startswith("If the game ended here: Ann scores ")
            case Lesson.NEXT:
                [cell] = {cell for cell, _rotation in legal_placements(state)}
                assert said == f"The next tile fits at {format_cell(cell)}."
            case Lesson.WALL_TILE:
                assert state.scores == [12, 0]
                assert castle_state(state).hands == ((2,), ())
                assert "stopped at 12, on a corner tower" in said
            case Lesson.BOARD:
                assert state.turn == 0


@pytest.mark.parametrize(
    ("edition", "points"), [("classic", "6"), ("chat-room", "6"), ("new-edition", "6"), ("castle", "4")]
)
def test_the_points_are_those_of_the_edition(edition: str, points: str) -> None:
    [example] = [one for one in EXAMPLES[edition] if one.page is RulesPage.SCORING]
    assert f"Ann scores {points} for a " in caption(example.lesson, example.state(edition))


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_fit_as_descriptions(language: str) -> None:
    with use_language(language):
        for edition in EDITIONS:
            assert all(len(caption(one.lesson, one.state(edition))) <= 150 for one in EXAMPLES[edition])
