"""Followers as people type them, in all languages."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from carcassonne import (
    EDITIONS,
    Deploy,
    Deployment,
    DeployNobody,
    IllegalMoveError,
    NotationError,
    PlaceTile,
    Reason,
    Role,
    SpotChoice,
    apply,
    chosen_deployment,
    find_ruleset,
    format_deployment,
    legal_deployments,
    legal_placements,
    new_game,
    parse_deployment,
    parse_move,
)
from carcassonne.castle.planned_answers import format_first
from cogs.typed_turns import parse_turn_request
from host.model.table import RunningTable
from host.model.table_options import LANGUAGES
from screens.text.channels import how_to_write_text
from screens.text.features import recorded_name
from screens.text.help import help_text
from screens.text.i18n import use_language
from screens.text.labels import HelpPage
from screens.text.move_errors import ActionContext, rejection_text
from screens.text.nouns import figure_name, role_name, typed_names
from screens.text.typed_input import plain, read_deployment, read_first, typed_forms
from tests.cogs.example_tables import NAMES, every_turn, seated


@pytest.mark.parametrize(
    ("language", "typed", "follower"),
    [
        ("en", "thief E", "thief E"),
        ("en", "Highwayman e", "thief E"),
        ("en", "nobody", "-"),
        ("de", "Bauer SSO", "farmer SSE"),
        ("de", "wegelagerer o", "thief E"),
        ("de", "Räuber W", "thief W"),
        ("de", "RITTER N", "knight N"),
        ("de", "Mönch", "monk"),
        ("de", "Mönch O", "monk"),
        ("de", "knight O", "knight E"),
        ("de", "Ritter E", "knight E"),
        ("de", "niemand", "-"),
        ("de", "Händler N", "merchant N"),
        ("fr", "moine", "monk"),
        ("fr", "chevalier O", "knight W"),
        ("fr", "brigand E", "thief E"),
        ("fr", "paysan NNO", "farmer NNW"),
        ("fr", "abbe", "abbot"),
        ("fr", "personne", "-"),
        ("es", "ladron O", "thief W"),
        ("es", "granjero ENE", "farmer ENE"),
        ("es", "nadie", "-"),
    ],
)
def test_a_follower_may_be_typed_in_the_language_spoken(language: str, typed: str, follower: str) -> None:
    with use_language(language):
        deployment = read_deployment(typed)
    assert not isinstance(deployment, SpotChoice)
    assert format_deployment(deployment) == follower


@pytest.mark.parametrize(
    ("language", "typed", "spot"),
    [
        ("en", "②", SpotChoice(2)),
        ("en", "2 monk", SpotChoice(2, Role.MONK)),
        ("en", "② farmer · field at the lower left · no finished city", SpotChoice(2, Role.FARMER)),
        ("de", "2 Mönch", SpotChoice(2, Role.MONK)),
        ("de", "② Wegelagerer", SpotChoice(2, Role.THIEF)),
        ("de", "③ großer Ritter", SpotChoice(3, Role.KNIGHT, "big")),
        ("fr", "2 paysan", SpotChoice(2, Role.FARMER)),
        ("es", "① caballero · ciudad", SpotChoice(1, Role.KNIGHT)),
    ],
)
def test_a_spot_may_be_typed_as_its_button_says_it(language: str, typed: str, spot: SpotChoice) -> None:
    with use_language(language):
        assert read_deployment(typed) == spot


@pytest.mark.parametrize("typed", ["", "x", "thief north", "monk north", "Bauer", "dieb E", "thief O"])
def test_what_is_no_follower_is_quoted_as_it_was_typed(typed: str) -> None:
    with pytest.raises(NotationError) as raised:
        read_deployment(typed)
    assert raised.value.reason is Reason.BAD_FOLLOWER


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_follower_is_called_can_be_typed(language: str, edition: str) -> None:
    rules = find_ruleset(edition, EDITIONS[edition].options)
    spots = {
        spot.move
        for tile in rules.tiles.values()
        for turned in tile.turned.values()
        for spot in turned.deploy_options[rules.figures]
    }
    with use_language(language):
        for move in spots:
            assert read_deployment(recorded_name(move, rules.terms)) == move


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_a_figure_can_be_typed_with_a_point_or_a_number(language: str) -> None:
    """Those of all editions and expansions, such as "großer Ritter", "Baumeister" and "Schwein"."""
    with use_language(language):
        for name, notation in typed_names():
            prefix, _, role = notation.rpartition(" ")
            numbered = parse_turn_request(f"M14 90 {name} 3").deployment
            assert numbered == SpotChoice(3, Role(role), prefix), name
            if role not in (Role.MONK, Role.ABBOT):  # they need no point
                pointed = parse_turn_request(f"M14 90 {name} N").deployment
                assert isinstance(pointed, Deploy)
                assert format_deployment(pointed) == f"{notation} N"


@pytest.mark.parametrize(
    ("language", "typed", "offered"),
    [
        ("de", "Wegel", "thief"),
        ("de", "wegelagerer O", "thief"),
        ("de", "Räuber w", "thief"),
        ("de", "thief E", "thief"),
        ("de", "großer Ritter N", "big knight"),
        ("de", "Grosser Wegelagerer 3", "big thief"),
        ("de", "Baumeister", "builder"),
        ("de", "Schwein SSO", "pig"),
        ("de", "niemand", "-"),
        ("fr", "brigand E", "thief"),
        ("fr", "batisseur", "builder"),
        ("es", "caballero grande", "big knight"),
        ("es", "Constructor", "builder"),
        ("en", "highwayman E", "thief"),
    ],
)
def test_what_somebody_begins_to_type_is_found_by_all_its_words(language: str, typed: str, offered: str) -> None:
    """A tile with a city in the north, a road from east to west, and fields."""
    rules = find_ruleset("new-edition", ("inns", "traders"))
    drawn = apply(new_game(rules, 2), parse_move("draw D")).state
    with use_language(language):
        unturned = next(one for one in legal_placements(drawn) if one[1] == 0)
        laid = apply(drawn, PlaceTile(*unturned)).state
        turned = laid.cells[laid.last or 0].turned
        moves: list[Deployment] = [spot.move for spot in turned.deploy_options[rules.figures]]
        moves.append(DeployNobody())
        found = {
            format_deployment(move).rpartition(" ")[0] or format_deployment(move)
            for move in moves
            if any(one.startswith(plain(typed)) for one in typed_forms(laid, move))
        }
    assert found == {offered}


@pytest.mark.parametrize(
    ("language", "typed", "first"),
    [("en", "c4 e", "C4 E"), ("de", "C4 O, O14 n", "C4 E O14 N"), ("fr", "C4 O", "C4 W"), ("es", "C4 E", "C4 E")],
)
def test_what_scores_first_may_be_typed_in_the_language_spoken(language: str, typed: str, first: str) -> None:
    with use_language(language):
        assert format_first(read_first(typed)) == first


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_who_names_no_spot_is_told_the_numbers(language: str, edition: str) -> None:
    """Each number in the answer can be typed."""
    rules = find_ruleset(edition)
    state = apply(new_game(rules, rules.players.start), parse_move(f"draw {next(iter(rules.bags[-1]))}")).state
    cell, rotation = legal_placements(state)[0]
    after_placement = apply(state, PlaceTile(cell, rotation)).state
    with use_language(language):
        error = NotationError(Reason.BAD_FOLLOWER, text=role_name(Role.KNIGHT, rules.terms))
        said = rejection_text(error, ActionContext(seated(state, NAMES[:2]), cell, rotation))
        *numbers, nobody = said.split("`")[1::2]
        typed = {chosen_deployment(read_deployment(one), state, PlaceTile(cell, rotation)) for one in numbers}
    assert nobody == "-"
    assert typed == set(legal_deployments(after_placement))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_suggests_words_of_its_language_and_each_can_be_typed(language: str) -> None:
    """A German refusal suggested ``pig 1``, ``big 2`` and ``recall``."""
    english, others = "pig builder abbot big recall thief knight", set[str]()
    for played in every_turn("new-edition", ("river", "abbot", "inns", "traders"), NAMES[:3], seed=5):
        table = played.after
        if not isinstance(table, RunningTable) or not (placements := legal_placements(table.state)):
            continue
        cell, rotation = placements[0]
        laid = apply(table.state, PlaceTile(cell, rotation)).state
        with use_language(language):
            said = rejection_text(NotationError(Reason.BAD_FOLLOWER, text="x"), ActionContext(table, cell, rotation))
            suggested = said.split("`")[1::2]
            turns = [parse_turn_request(f"M14 90 {one}").deployment for one in suggested]
        typed = {chosen_deployment(one, table.state, PlaceTile(cell, rotation)) for one in turns if one is not None}
        assert typed == {*legal_deployments(laid), DeployNobody()}, said
        others |= {word for one in suggested for word in one.split() if word.isalpha()}
    assert len(others) > 5, "all kinds of figures were suggested"
    assert language == "en" or not others & set(english.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_alone_is_enough_where_one_legal_spot_fits(language: str) -> None:
    """Each figure's name in each language, as ``/place`` and a typed turn read it.

    The only place for a builder had to be named where the tile has two roads.
    """
    named, several = set[str](), False
    for played in every_turn("new-edition", ("river", "abbot", "inns", "traders"), NAMES[:3], seed=5):
        table = played.after
        if not isinstance(table, RunningTable) or not (placements := legal_placements(table.state)):
            continue
        placement = PlaceTile(*placements[0])
        legal = [one for one in legal_deployments(apply(table.state, placement).state) if isinstance(one, Deploy)]
        names = Counter(one.name for one in legal)
        for move in (one for one in legal if names[one.name] == 1):
            with use_language(language):
                name = figure_name(move.role, move.figure, table.state.ruleset.terms)
                choice = parse_turn_request(f"M14 90 {name}").deployment
            assert choice is not None
            assert chosen_deployment(choice, table.state, placement) == move, name
            named.add(move.name)
        several |= any(number > 1 for number in names.values())
    assert {"builder", "pig", "abbot", "big knight", "big thief", "big farmer", "thief", "knight"} <= named
    assert several


def test_a_whole_side_of_a_field_is_answered_with_its_halves() -> None:
    error = IllegalMoveError(Reason.NO_SUCH_SEGMENT, role=Role.FARMER, point="S", prefix="")
    assert rejection_text(error, ActionContext()) == "Farmer: name half of that side, SSE or SSW."
    error = IllegalMoveError(Reason.NO_SUCH_SEGMENT, role=Role.THIEF, point="S", prefix="")
    assert rejection_text(error, ActionContext()) == "There's no place for a thief on the S side of this tile."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_of_a_turn_can_be_typed(language: str) -> None:
    with use_language(language):
        said = [
            help_text(HelpPage.PLAY),
            help_text(HelpPage.LOOK),
            how_to_write_text(),
            rejection_text(NotationError(Reason.UNREADABLE, text="x"), ActionContext()),
        ]
        examples = [one for text in said for one in re.findall("`(M14 .*?)`", text)]
        turns = [parse_turn_request(one) for one in examples]
    assert [one.deployment for one in turns].count(SpotChoice(2)) == len(said)
    assert parse_deployment("thief E") in [one.deployment for one in turns]


@pytest.mark.parametrize(("language", "button"), [("en", "Place"), ("de", "Legen"), ("es", "Colocar")])
def test_a_refusal_names_the_button_as_it_stands_at_the_table(language: str, button: str) -> None:
    table = seated(apply(new_game(find_ruleset("classic"), 2), parse_move("draw D")).state, NAMES[:2])
    table = replace(table, settings=replace(table.settings, language=language))
    with use_language("fr"):
        said = rejection_text(IllegalMoveError(Reason.WRONG_PHASE), ActionContext(table))
        assert f"**{button}**" in said
        alone = replace(table, settings=replace(table.settings, private=True))
        said = rejection_text(IllegalMoveError(Reason.WRONG_PHASE), ActionContext(alone))
    assert f"**{button}**" not in said
