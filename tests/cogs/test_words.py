"""The texts: there is one for everything that can be said, and each fits where Discord shows it."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import cycle, product
from typing import Any, get_type_hints

import pytest

from carcassonne import (
    ABBOT,
    EDITIONS,
    FOLLOWER,
    Colour,
    Deploy,
    FeatureScored,
    IllegalMoveError,
    Item,
    Kind,
    Phase,
    PlaceTile,
    Reason,
    Resign,
    Role,
    Unit,
    apply,
    draws,
    find_ruleset,
    format_cell,
    legal_deployments,
    legal_moves,
    new_game,
    parse_cell,
    parse_move,
)
from host.errors import HostError
from host.model.game import PlayResult
from host.model.requests import UndoRequest
from host.model.shards import ShardGroup, ShardsTakenError
from host.model.table import Pending, summary_of
from host.model.table_errors import NoTableHereError
from host.model.table_options import LANGUAGES
from screens.pictures import picture_words
from screens.text.alt_text import alt_text, position_texts
from screens.text.board import board_text, tiles_texts
from screens.text.choices import EDITION_NAMES, OPTION_NAMES
from screens.text.editions import edition_text
from screens.text.features import deployment_text, tile_text
from screens.text.games import games_texts
from screens.text.help import help_text
from screens.text.host_errors import SENTENCES, host_error_text
from screens.text.i18n import _, use_language
from screens.text.labels import HelpPage, Label
from screens.text.markup import (
    DESCRIPTION_LENGTH,
    MESSAGE_LENGTH,
    PAGE_LENGTH,
    join_lines,
    safe_name,
    set_command_ids,
    short_list,
    split_pages,
    with_heading,
    word_list,
)
from screens.text.move_errors import REASON_TEXTS, ActionContext, rejection_text
from screens.text.nouns import FIGURE_WORDS, NOUNS
from screens.text.rules import EDITION_RULES, OPTION_RULES, rules_pages, rules_text
from screens.text.spots import deployments_by_number
from screens.text.status import scored_feature_text, seat_score_text
from screens.text.turns import announcement, move_sentences
from tests.cogs.example_tables import NAMES, NOW, ODD_NAMES, every_turn, first_state, over, seated, waiting
from tests.cogs.example_tournaments import running as running_tournament
from tests.fixtures.cases import slow_but

BUTTON = 80
"""The most characters in a button's label."""

COMMANDS = (
    "join", "start", "oldstart", "place", "games", "follow", "stats", "board", "tiles", "log",
    "replay", "rules", "undo", "resign", "settings", "privacy", "tournament",
)  # fmt: skip
"""The commands that texts name."""

REASON_DATA: dict[str, Any] = {
    "text": "zz", "cell": parse_cell("M14"), "side": "E", "tile_shows": "road", "neighbour_shows": "city",
    "rotation": 45, "role": Role.THIEF, "point": "E", "option": "river", "edition": "classic", "known": ("river",),
    "players": 6, "fewest": 2, "most": 5, "seat": 1, "to_move": 0, "tile": "D", "line": 1, "expected": "place",
    "hand": (1, 5), "end": parse_cell("M14"), "tag": "Edition", "number": 2, "spots": 4, "result": "1 2",
    "reached": "2 1",
}  # fmt: skip


@pytest.fixture(autouse=True)
def ids() -> Iterator[None]:
    """Ids of commands, as long as Discord's can be."""
    set_command_ids(dict.fromkeys((*COMMANDS, "carcassonne-admin"), 123456789012345678))
    yield
    set_command_ids({})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_words(reason: Reason, language: str) -> None:
    assert set(REASON_TEXTS) == set(Reason)
    for subject in (ActionContext(), ActionContext(seated(first_state(), NAMES[:2]), parse_cell("M14"), 180)):
        with use_language(language):
            text = rejection_text(IllegalMoveError(reason, **REASON_DATA), subject)
        check_sentence(text)
        assert not re.search(r"`/(?!pass)\w", text), "no data, and no command either"


def kinds_of_host_errors(base: type[HostError] = HostError) -> list[type[HostError]]:
    """The error classes that are raised, which are those without subclasses."""
    special = base.__subclasses__()
    return [kind for one in special for kind in kinds_of_host_errors(one)] if special else [base]


def example_error(kind: type[HostError]) -> HostError:
    """An error of a class, with data for every field."""
    table = seated(first_state(), NAMES[:2])
    pending, request = Pending(1, 1, NOW), UndoRequest(1, 1, frozenset())
    data: dict[str, Any] = {
        "number": 12, "most": 5, "players": 6, "to_move": table.seats[0], "ply": 7, "scores": (1, 2),
        "colour": Colour.RED, "path": "x.db", "problem": "it is torn", "url": "x", "version": 3, "known": 2,
        "database": "y.db", "package": "asyncpg", "names": NAMES, "channels": (10, 20), "pending": pending,
        "request": request,
        "tables": (table,), "here": (table,), "elsewhere": (), "person": table.people[1], "is_own": True,
        "text": "x", "value": "7y", "turn": 5, "games": (3, 8),
        "own": ShardGroup(4, 7, 16), "other": ShardGroup(0, 5, 16),
        "about": running_tournament(), "fewest": 3,
        "time": NOW, "at": NOW, "until": NOW, "left": NOW - NOW, "year": 2026,
        "role": 7, "more": timedelta(days=40, hours=6), "longest": timedelta(days=28),
        "unknown": ("Annn", "Bobb"), "twice": ("Bob",),
    }  # fmt: skip
    hints = get_type_hints(kind)
    if "table" in hints:
        data["table"] = next(one for one in (table, waiting(NAMES[:2]), over(table)) if isinstance(one, hints["table"]))
    if "seat" in hints:
        data["seat"] = 4 if hints["seat"] is int else table.seats[0]
    return kind(**{name: data[name] for name in hints})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", kinds_of_host_errors())
def test_every_host_error_has_words(kind: type[HostError], language: str) -> None:
    assert {*host_error_text.registry, *SENTENCES} - {object, HostError} == set(kinds_of_host_errors())
    assert set(host_error_text.registry).isdisjoint(SENTENCES)
    with use_language(language):
        text = rejection_text(example_error(kind), ActionContext())
    check_sentence(text)
    assert not re.search(r"`/\w", text), "no field, and no command either"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("own", "other"), [("0/1", "0-3/4"), ("0-3/4", "0/1"), ("0-3/4", "0-7/8"), ("0-3/8", "2/8")])
def test_shards_that_are_in_the_way_are_named(own: str, other: str, language: str) -> None:
    with use_language(language):
        text = host_error_text(ShardsTakenError("bot@server/games", ShardGroup.parse(own), ShardGroup.parse(other)))
    check_sentence(text)
    for shards in {own, other} - {"0/1"}:
        assert shards in text


def test_the_code_of_an_error_is_its_class() -> None:
    for kind in kinds_of_host_errors():
        assert str(example_error(kind)).split()[0] == kind.__name__


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_no_table_is_meant_another_may_be(language: str) -> None:
    table = seated(first_state(), NAMES[:2])
    with use_language(language):
        for here, elsewhere in (((table,), ()), ((), (table,)), ((), ())):
            check_sentence(rejection_text(NoTableHereError(here, elsewhere), ActionContext()))


def check_sentence(words: str) -> None:
    assert words[0].isupper() or words[0] in "“„«<"
    assert words[-1] in ".!)"
    assert len(words) < 350
    assert "None" not in words
    assert not {"{", "}"} & set(words)


def test_every_edition_and_option_has_a_name_and_rules() -> None:
    assert set(EDITION_NAMES) == set(EDITION_RULES) == set(EDITIONS)
    options = {option for edition in EDITIONS.values() for option in edition.options}
    assert set(OPTION_NAMES) == set(OPTION_RULES) == options
    for edition in EDITIONS.values():
        rules = find_ruleset(edition.name, edition.options)
        for page in rules_pages(rules):
            assert rules_text(rules, page).startswith(f"**{edition_text(rules.edition, rules.options)}** · ")


def test_everything_that_the_rules_name_has_a_word() -> None:
    """A thing without a row in the table of nouns would appear under its internal name, in every language."""
    for edition in EDITIONS.values():
        rules = find_ruleset(edition.name, edition.options)
        segments = [segment for tile in rules.tiles.values() for segment in tile.segments]
        kinds = {segment.kind for segment in segments}
        words = [rules.terms.get(name, name) for name in (
            *{segment.kind.value for segment in segments},
            *{modifier.name for segment in segments for modifier in segment.modifiers},
        )]  # fmt: skip
        assert [word for word in words if word not in NOUNS] == []
        for figure in rules.figures:
            roles = {rules.terms.get(role.value, role.value) for kind, role in figure.roles.items() if kind in kinds}
            assert roles <= set(FIGURE_WORDS[figure.name].roles), figure


@pytest.mark.parametrize(
    ("edition", "options", "seats"),
    slow_but(
        2, [("new-edition", ("river", "abbot"), 5), ("chat-room-old", (), 2), ("castle", (), 2), ("chat-room", (), 5)]
    ),
)
def test_everything_fits_in_whole_games(edition: str, options: tuple[str, ...], seats: int) -> None:
    turns = zip(every_turn(edition, options, ODD_NAMES[:seats], seed=1), cycle(LANGUAGES), strict=False)
    for played, language in turns:
        with use_language(language):
            check_lengths(played)


@pytest.mark.parametrize(
    ("role", "words"),
    [(Role.ABBOT, "with an abbot"), (Role.MONK, "with a monk"), (Role.KNIGHT, "with a knight")],
)
def test_who_was_put_onto_a_tile_has_the_right_article(role: Role, words: str) -> None:
    tile, point = ("N", "N") if role is Role.KNIGHT else ("B", None)
    state = apply(new_game(find_ruleset("new-edition", ["abbot"]), 2), parse_move(f"draw {tile}")).state
    deploy = Deploy(role, point, ABBOT if role is Role.ABBOT else FOLLOWER)
    [sentence, *_] = move_sentences(state, (PlaceTile(parse_cell("M12"), 0), deploy), ("Ann", "Bob"))
    assert sentence.endswith(f" {words}.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_the_buttons_as_they_are_called(language: str) -> None:
    with use_language(language):
        labels = (Label.PLACE, Label.CONFIRM, Label.TAKE_BACK, Label.TUTORIAL)
        assert all(f"**{_(label)}**" in help_text() for label in labels)


def check_lengths(played: PlayResult) -> None:
    table = played.after
    assert table.state is not None
    text = announcement(played)
    assert len(text) <= MESSAGE_LENGTH
    assert "…" not in text
    assert 100 < len(alt_text(table)) <= DESCRIPTION_LENGTH
    assert all(len(text) <= PAGE_LENGTH for text in position_texts(table))
    assert all(len(text) < MESSAGE_LENGTH - 100 for text in tiles_texts(table.state))
    assert len(board_text(table)) <= MESSAGE_LENGTH


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_can_be_chosen_fits_onto_a_button_in_every_language(edition: str) -> None:
    options, dice = EDITIONS[edition].options, random.Random(5)
    state = new_game(find_ruleset(edition, options), 2)
    while not state.is_over:
        if state.phase is Phase.DEPLOY:
            for language, move in product(LANGUAGES, legal_deployments(state)):
                with use_language(language):
                    assert len(deployment_text(state, move, state.ruleset.terms)) <= BUTTON
        state = apply(state, dice.choice(draws(state) or legal_moves(state))).state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_long_texts_fit_in_every_language(language: str, edition: str) -> None:
    with use_language(language):
        rules = find_ruleset(edition, EDITIONS[edition].options)
        assert all(len(rules_text(rules, page)) <= MESSAGE_LENGTH - 200 for page in rules_pages(rules))
        assert all(len(help_text(page)) <= MESSAGE_LENGTH / 2 for page in HelpPage)


def test_the_whole_position_is_in_the_alt_text_of_an_ordinary_game() -> None:
    """In a game of two it names every figure and tile for the first forty turns, even of random play."""
    for played in every_turn("chat-room", (), NAMES[:2], seed=3):
        table = played.after
        state = table.state
        assert state is not None
        if state.turn > 40:
            break
        position, _, fits = alt_text(table).partition(" The tile fits at: ")
        assert fits
        assert " more." not in position
        assert position.count("; ") >= len(state.figures)
        for cell, laid in state.cells.items():
            assert f"{laid.turned.tile.name}{laid.turned.rotation}" in position
            assert cell - 1 in state.cells or f" {format_cell(cell)} " in position


def test_a_position_in_words_tells_whose_figures_are_nobodys() -> None:
    states = (played.after.state for played in every_turn("chat-room", (), NAMES[:3], seed=3))
    state = next(one for one in states if len({meeple.seat for meeple in one.figures.values()}) == 3)
    table = seated(apply(state, Resign(1)).state, NAMES[:3])
    text = alt_text(table)
    standing = re.findall(r"(\w+): \d+ points?, ([^;]*); ", text)
    assert [(name, "resigned, grey, no longer scoring" in said) for name, said in standing] == [
        ("Ann", False),
        ("Bob", True),
        ("Chloé", False),
    ]
    assert picture_words(table).resigned == "resigned"


def test_an_alt_text_leaves_out_whole_items_and_says_how_many_and_where_they_are() -> None:
    texts = [alt_text(played.after) for played in every_turn("chat-room", (), ODD_NAMES[:5], seed=2)]
    assert any(re.search(r"; \d+ more\. ", text) for text in texts)
    assert texts[-1].endswith(" All: /board view:words.")
    assert len(texts[-1]) > 900
    assert not texts[0].endswith("words.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_points_of_all_six_are_in_the_alt_text_however_long_it_gets(language: str) -> None:
    """The figures of those before them had taken all the room."""
    *_, nearly_last, last = every_turn("classic", ("inns", "traders"), ODD_NAMES, seed=2)
    with use_language(language):
        for played in (nearly_last, last):
            text, state = alt_text(played.after), played.after.state
            assert state is not None
            assert len(text) <= DESCRIPTION_LENGTH
            assert all(with_heading(name, seat_score_text(state, seat)) in text for seat, name in enumerate(ODD_NAMES))


def test_a_position_in_messages_is_whole() -> None:
    *_, last = every_turn("chat-room", (), ODD_NAMES[:5], seed=2)
    texts, state = position_texts(last.after), last.after.state
    assert state is not None
    assert len(texts) > 1
    assert max(map(len, texts)) < MESSAGE_LENGTH - 100
    lines = "\n".join(texts).splitlines()
    assert len([line for line in lines if "tile, " in line or "tiles, " in line or "(field" in line]) >= len(
        state.figures
    )
    for cell, laid in state.cells.items():
        shown = f"{laid.turned.tile.name}{laid.turned.rotation}"
        assert any(shown in line.split() for line in lines)
        assert cell - 1 in state.cells or any(
            line.split()[0] == format_cell(cell) or f" {format_cell(cell)} " in line for line in lines
        )


def test_a_long_list_of_games_is_told_in_several_messages() -> None:
    tables = [replace(seated(first_state(seats=5), ODD_NAMES), number=number) for number in range(110)]
    texts = games_texts(list(map(summary_of, tables)), {table.number: table.state for table in tables}, 10**18)
    assert all(len(text) <= MESSAGE_LENGTH for text in texts)
    head, *lines, last = "\n".join(texts).splitlines()
    assert head == "It's your turn in 110 games."
    assert [line.split(" · ")[0] for line in lines] == [f"**#{number}**" for number in range(100)]
    assert last == "… and 10 more"


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_tile_has_words(edition: str) -> None:
    rules = find_ruleset(edition, EDITIONS[edition].options)
    for tile in rules.tiles.values():
        words = tile_text(tile.turned[0], rules.terms)
        assert 0 < len(words) <= 80
        kinds = {segment.kind for segment in tile.segments} - {Kind.FIELD}
        assert all(rules.terms.get(kind, kind).rstrip("y") in words for kind in kinds)


def test_a_follower_is_named_by_where_it_would_stand() -> None:
    laid = apply(first_state(), PlaceTile(parse_cell("M12"), 180)).state
    terms = laid.ruleset.terms
    assert [deployment_text(laid, move, terms) for move in deployments_by_number(laid)] == [
        "① knight · city · 2 tiles, scores 2 now",
        "② farmer · field in the middle · 1 finished city",
        "③ thief · road · 1 tile, 2 open ends",
        "④ farmer · field at the top · no finished city",
    ]


def test_small_words() -> None:
    assert [word_list(list(letters)) for letters in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]
    assert short_list(list("abcde"), 3) == "a, b, c and 2 more"
    assert (
        safe_name("**a** @everyone <@123456789012345678>")
        == "\\*\\*a\\*\\* @\u200beveryone <@\u200b123456789012345678>"
    )
    assert join_lines(["a" * 10, "b" * 10, "c" * 10], 25) == "aaaaaaaaaa\n… and 2 more"
    assert split_pages(["aaaa", "bbbb", "cccc"], 9) == ["aaaa\nbbbb", "cccc"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("[a](b)[win](http://x.co)", "\\[a](b)\\[win](http://x.co)"),
        ("[*a*](b) [*c*](d)", "\\[\\*a\\*](b) \\[\\*c\\*](d)"),
        ("\u202eevil", "evil"),
        ("\u2069\u202eDana \u05d3\u05e0\u05d4", "\u2068Dana \u05d3\u05e0\u05d4\u2069"),
        ("\u0645\u0631\u062d\u0628\u0627", "\u2068\u0645\u0631\u062d\u0628\u0627\u2069"),
        ("Zoë 👩\u200d👧", "Zoë 👩\u200d👧"),
    ],
)
def test_a_name_links_nowhere_and_turns_nothing_round(name: str, shown: str) -> None:
    assert safe_name(name) == shown


def test_the_original_farmer_scoring_counts_cities_not_fields() -> None:
    event = FeatureScored(Kind.FIELD, None, 4, (0,), (Item(Unit.CITY, 1, 4),), is_final=True)
    editions = ("chat-room", "chat-room-old")
    said = {edition: scored_feature_text(event, find_ruleset(edition).terms) for edition in editions}
    assert said == {"chat-room": "a field with 1 city", "chat-room-old": "farmers around 1 city"}
