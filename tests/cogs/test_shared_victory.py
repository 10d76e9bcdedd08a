"""Players with equal points share the win: in the last message, in the record and in the results."""

from dataclasses import replace

import pytest

from carcassonne import (
    DeployNobody,
    FeatureScored,
    Item,
    Kind,
    Move,
    Phase,
    PlaceTile,
    State,
    Turn,
    Unit,
    format_turn,
    legal_placements,
    replay,
)
from host.model.controllers import Computer
from host.model.table_options import LANGUAGES
from screens.pictures import picture_words
from screens.text.i18n import use_language
from screens.text.series import series_question
from screens.text.status import final_lines, winner_text
from tests.cogs.example_tables import NAMES, first_state, over, seated
from tests.cogs.room import ON_SIMCORD, Room


def without_followers(state: State) -> list[Move]:
    cell, rotation = legal_placements(state)[0]
    return [PlaceTile(cell, rotation), DeployNobody()]


@ON_SIMCORD
async def test_equal_points_are_a_shared_victory(room: Room) -> None:
    await room.begin()
    await room.fast_forward(choose=without_followers, until=lambda state: state.tiles_left == 1)
    await room.play(format_turn(Turn(PlaceTile(*legal_placements(room.state())[0]), DeployNobody())))
    assert room.bot.host.tables.cached(1) is None
    head, *scores = room.messages()[-1].content.splitlines()
    assert head == "Carcassonne #1 is over. **Ann and Bob share the win!**"
    assert scores[1:3] == ["🔴 Ann: 0", "🔵 Bob: 0"]
    record = await room.bot.host.history.record(1)
    assert record.result == "0 0"
    assert replay(record).error is None
    for person in (room.ann, room.bob):
        total = (await room.bot.host.statistics.of_person(person.user.id)).total
        assert (total.games, total.wins) == (1, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_names_those_with_most_points_and_nobody_else(language: str) -> None:
    state = first_state(seats=4)
    state.scores[:], state.phase = [31, 40, 40, 40], Phase.OVER
    with use_language(language):
        said = winner_text(over(seated(state, NAMES[:4]), is_scored=True))
    assert all(name in said for name in ("Bob", "Chloé", "Dmitri", "40"))
    assert "Ann" not in said


def test_who_has_resigned_does_not_share_it() -> None:
    state = first_state(seats=3)
    state.scores[:], state.resigned, state.phase = [9, 9, 9], frozenset({1}), Phase.OVER
    said = winner_text(over(seated(state, NAMES[:3]), is_scored=True))
    assert said == "**Ann and Chloé share the win** with 9 points each!"


@pytest.mark.parametrize(
    ("scores", "resigned", "is_scored", "said"),
    [
        ([51, 64, 43], set(), True, "{1} wins 64 : 51 : 43"),
        ([51, 51, 43], set(), True, "{0} and {1} share the win 51 : 51 : 43"),
        ([51, 64, 43], {1}, True, "{0} wins 51 : 43"),
        ([51, 64, 43], {0, 1}, False, "{2} wins"),
    ],
)
def test_the_picture_says_it_in_short(scores: list[int], resigned: set[int], is_scored: bool, said: str) -> None:
    state = first_state(seats=3)
    state.scores[:], state.resigned, state.phase = scores, frozenset(resigned), Phase.OVER
    table = over(seated(state, NAMES[:3]), is_scored=is_scored)
    assert picture_words(table).result == said
    state.phase = Phase.DRAW
    assert picture_words(table).result == ""


def test_points_of_one_kind_are_told_as_their_sum() -> None:
    state = first_state(seats=2)
    state.scores[:], state.phase = [20, 4], Phase.OVER
    road = FeatureScored(Kind.ROAD, None, 7, (0,), (Item(Unit.TILE, 7, 1),), is_final=True)
    farm = FeatureScored(Kind.FIELD, None, 4, (1,), (Item(Unit.CITY, 1, 4),), is_final=True)
    lines = final_lines(over(seated(state, NAMES[:2]), is_scored=True), [road, farm, road])
    assert "🔴 Ann: 20 = 6 in the game + roads 14" in lines
    assert "🔵 Bob: 4 = 0 in the game + fields 4" in lines


def test_a_computer_that_wins_begins_the_pictures_sentence_with_a_capital() -> None:
    state = first_state(seats=2)
    state.scores[:], state.phase = [4, 20], Phase.OVER
    table = seated(state, NAMES[:2])
    club = replace(table.seats[1], controller=Computer(2))
    table = replace(table, seats=(table.seats[0], club))
    assert picture_words(over(table, is_scored=True)).result == "Club wins 20 : 4"


def test_a_series_after_a_game_that_nobody_won_says_so() -> None:
    assert series_question(over(seated(first_state(), NAMES[:2]))) == (
        "How long should the series be? Game 1 had no winner."
    )
    assert series_question(over(seated(first_state(), NAMES[:2]), is_scored=True)) == (
        "How long should the series be? Game 1 counts for nobody."
    )
