"""The guided game: each step is legal and says what the rules say; a learner gets through it, and can always stop."""

import io
import itertools
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
import simcord
from PIL import Image

from carcassonne import (
    FeatureScored,
    Kind,
    PlaceTile,
    SegmentRef,
    State,
    apply,
    column_row,
    feature_at,
    format_cell,
    parse_cell,
    position_at,
)
from carcassonne.features import Feature
from host.model.table_options import LANGUAGES
from render import COMPACT, SIZES, Look, draw
from render.look.look import PHONE
from screens.courses import COURSES, GUIDED, Course, Task, position
from screens.custom_ids import TutorialChoiceId
from screens.picker_steps import NOBODY, Cell, Page
from screens.pictures import example_words
from screens.screen import Button
from screens.text.editions import DIFFERENCES, SMALL_CITIES
from screens.text.features import rotation_choices
from screens.text.i18n import use_language
from screens.text.markup import MESSAGE_LENGTH
from screens.text.tutorial import Lesson, player_names
from screens.tutorial import LESSONS, knows_spots, tutorial_message
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room, labels
from tests.fixtures import forgery

TASKS, ROUNDS = GUIDED.tasks, GUIDED.rounds
EVERY_TASK = [(course, task) for course in COURSES for task in course.tasks]
NUMBERS = [number for course in COURSES for number in range(course.first, course.end + 1)]
MAX_CHARACTERS = 420
"""The most characters of a step in English: what a phone shows above the picture."""


def task_of(lesson: Lesson) -> Task:
    [task] = [one for one in TASKS if one.lesson is lesson]
    return task


def feature(lesson: Lesson, kind: Kind, cell: str) -> Feature:
    """The feature of a kind on a cell, in the position of a lesson."""
    state, place = GUIDED.state(task_of(lesson)), parse_cell(cell)
    number = next(n for n, one in enumerate(state.cells[place].turned.segments) if one.kind is kind)
    return feature_at(state, SegmentRef(place, number))


# The script


def test_each_lesson_has_its_texts_and_one_task_in_this_order() -> None:
    assert [task.lesson for _, task in EVERY_TASK] == list(Lesson)


@pytest.mark.parametrize(("course", "task"), EVERY_TASK)
def test_what_a_task_wants_is_offered_and_a_wrong_choice_has_a_hint(course: Course, task: Task) -> None:
    choices = course.choices(task)
    assert task.wanted_step in choices
    assert bool(task.lesson.value.hint) == (len(choices) > 1)


@pytest.mark.parametrize("number", range(len(ROUNDS)))
def test_the_tasks_of_a_round_lead_to_its_turn(number: int) -> None:
    """Each begins where the one before has led to, or where only one choice is left; the last may leave the rest."""
    tasks = [task for task in TASKS if task.round == number]
    assert tasks[0].shown_step == Page(0)
    turn = ROUNDS[number].turn
    for before, after in itertools.pairwise(tasks):
        assert after.at.startswith(before.wanted)
    assert turn.startswith(tasks[-1].wanted)


def test_the_points_in_the_texts_are_those_of_the_rules() -> None:
    assert [position(GUIDED, number).points() for number in range(len(ROUNDS) + 1)] == [0, 0, 0, 6, 0, 9, 4]
    assert (task_of(Lesson.SCORE).round, task_of(Lesson.LAST_TILE).round) == (3, 5)
    end = position(GUIDED, len(ROUNDS))
    assert end.state.is_over
    assert (end.final_points(), list(end.state.scores)) == (3, [22, 6])


def test_the_texts_describe_the_positions() -> None:
    """Each sentence with a number or a place, in the order of the lessons."""
    assert len(GUIDED.choices(task_of(Lesson.TURN))) == 2
    [[followers, _]] = GUIDED.state(task_of(Lesson.PLACE)).supply.values()
    assert followers == 7
    assert len(rotation_choices(GUIDED.state(task_of(Lesson.KNIGHT)), parse_cell("M12"))) == 1
    assert feature(Lesson.CITY, Kind.CITY, "M13").claims == (0, 0)
    city = feature(Lesson.COMPLETE, Kind.CITY, "M12")
    assert (len(city.tiles), city.open_sides) == (2, 1)
    assert len(feature(Lesson.SCORE, Kind.CITY, "M12").tiles) == 3
    assert SMALL_CITIES in DIFFERENCES[GUIDED.state(task_of(Lesson.SCORE)).ruleset.edition]
    assert cells_around_the_monk(Lesson.MONK) == ["N11", "O11"]
    assert cells_around_the_monk(Lesson.SURROUND) == ["N11", "O11"]
    assert cells_around_the_monk(Lesson.LAST_TILE) == []
    road = feature(Lesson.LAST_TILE, Kind.ROAD, "N13")
    assert (len(road.tiles), road.open_sides, road.claims) == (3, 1, (1, 0))


def cells_around_the_monk(lesson: Lesson) -> list[str]:
    state, (column, row) = GUIDED.state(task_of(lesson)), column_row(parse_cell("N12"))
    around = [position_at(column + x, row + y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]
    return [format_cell(cell) for cell in around if cell not in state.cells]


def test_the_last_tile_closes_the_road_only_where_the_text_says() -> None:
    task = task_of(Lesson.LAST_TILE)
    state = GUIDED.state(task)
    for choice in GUIDED.choices(task):
        assert isinstance(choice, Cell)
        for rotation in rotation_choices(state, choice.position):
            placed = apply(state, PlaceTile(choice.position, rotation)).state
            assert closes_own_road(placed) == (choice == task.wanted_step)


def closes_own_road(placed: State) -> bool:
    events = [one for one in apply(placed, NOBODY).events if isinstance(one, FeatureScored) and not one.is_final]
    return any((one.kind, one.seats) == (Kind.ROAD, (0,)) for one in events)


# The messages


@ON_SIMCORD
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_step_keeps_to_the_limits(room: Room, language: str) -> None:
    with use_language(language):
        for number in NUMBERS:
            for is_wrong in (False, True):
                shown = await tutorial_message(room.bot.pictures, number, is_wrong=is_wrong, offers_table=True)
                assert len(shown.text) < (MAX_CHARACTERS if language == "en" else MESSAGE_LENGTH), shown.text
                assert "{" not in shown.text
                assert [0 < len(one.alt or "") <= 1024 for one in shown.files] == [True]
                ids = [str(one.id) for row in shown.rows for one in row if isinstance(one, Button)]
                assert len(set(ids)) == len(ids) <= 25


@ON_SIMCORD
@WITH_PICTURES
@pytest.mark.parametrize("number", range(len(TASKS) + 1))
async def test_the_pictures_are_readable_on_a_phone_beside_the_text_and_the_buttons(room: Room, number: int) -> None:
    """A phone reduces none of them but the tile in two ways, whose letters are larger for that."""
    [file] = (await tutorial_message(room.bot.pictures, number)).files
    width, height = Image.open(io.BytesIO(file.data)).size
    shows_ways = number == TASKS.index(task_of(Lesson.TURN))
    assert width <= PHONE.width * (1.4 if shows_ways else 1)
    assert height <= 350


@ON_SIMCORD
@WITH_PICTURES
@pytest.mark.parametrize("lesson", [Lesson.TURN, Lesson.MONK, Lesson.LAST_TILE])
async def test_each_picture_is_the_same_whatever_size_somebody_has_chosen(room: Room, lesson: Lesson) -> None:
    number = TASKS.index(task_of(lesson))
    looks = [room.bot.pictures.with_look(Look(size=size)) for size in SIZES.values()]
    files = [file for one in looks for file in (await tutorial_message(one, number)).files]
    assert len(files) == len(SIZES)
    assert len({file.data for file in files}) == 1


@ON_SIMCORD
@WITH_PICTURES
async def test_the_first_pictures_leave_out_what_comes_later(room: Room) -> None:
    """Until a spot's number is explained, no picture has one; nor has the first picture the tile's rotations."""
    assert [knows_spots(task) for task in TASKS] == [False] * 3 + [True] * (len(TASKS) - 3)
    [plain] = (await tutorial_message(room.bot.pictures, 0)).files
    state = GUIDED.state(TASKS[0])
    words = example_words(state, player_names())
    whole = draw(state, words, look=replace(room.bot.pictures.look, size=COMPACT))
    assert 0 < len(plain.data) < len(whole.png)


@ON_SIMCORD
async def test_the_words_for_who_cannot_see_the_picture_speak_to_the_learner(room: Room) -> None:
    [first] = (await tutorial_message(room.bot.pictures, 0)).files
    assert (first.alt or "").startswith("Your turn. Tile V: road")


@ON_SIMCORD
async def test_only_the_first_step_says_that_it_does_not_count(room: Room) -> None:
    said = [(await tutorial_message(room.bot.pictures, number)).text for number in range(len(TASKS))]
    assert [number for number, text in enumerate(said) if "It doesn't count." in text] == [0]


@ON_SIMCORD
async def test_who_holds_a_place_and_confirm_are_taught(room: Room) -> None:
    texts = [(await tutorial_message(room.bot.pictures, number)).text for number in range(len(TASKS))]
    assert sum("that somebody holds takes no other follower" in text for text in texts) == 1
    assert sum("**Confirm**" in text for text in texts) == 1


# A learner


async def begin(room: Room) -> Any:
    """Press the button below /help, and return the private message of the guided game."""
    asked = await room.ann.slash(room.channel, "help")
    assert asked.response is not None
    pressed = await room.ann.click(asked.response, label="Guided game")
    [private] = pressed.followups
    assert private.ephemeral
    return private


async def choose(learner: simcord.MemberActor, private: Any, custom_id: str) -> Any:
    """Press the button with this id, and return the changed message."""
    pressed = await learner.click(private, custom_id=custom_id)
    assert pressed.followups == []
    assert pressed.response is not None
    return pressed.response


def id_of(number: int) -> str:
    return f"carc:tutorial-choice:{number}:{TASKS[number].wanted}"


def step_of(private: Any) -> str:
    """The last line of a step."""
    return str(private.content.splitlines()[-1])


@ON_SIMCORD
async def test_a_learner_plays_from_the_first_button_to_the_last(room: Room) -> None:
    private = await begin(room)
    before = database(room)
    for number in range(len(TASKS)):
        assert f"step {number + 1} of {len(TASKS)}" in step_of(private)
        assert len(private.attachments) == 1
        private = await choose(room.ann, private, id_of(number))
    assert private.content.startswith("Your road is closed and scores 4.")
    assert "**You win 22 to 6!**" in private.content
    assert labels(private) == [
        "Play the computer",
        "Open a table",
        "What the inns do",
        "What the builder does",
        "Again",
    ]
    again = await choose(room.ann, private, "carc:tutorial:again")
    assert "step 1 of" in step_of(again)
    assert database(room) == before
    assert room.messages() == []


@ON_SIMCORD
@pytest.mark.parametrize("course", LESSONS.values(), ids=lambda course: course.label.name)
async def test_a_short_lesson_follows_the_guided_game(room: Room, course: Course) -> None:
    private = await begin(room)
    for number in range(len(TASKS)):
        private = await choose(room.ann, private, id_of(number))
    private = (await room.ann.click(private, label=course.label)).response
    assert private is not None
    for number, task in enumerate(course.tasks):
        assert step_of(private).startswith(f"-# {course.label}, step {number + 1} of 4")
        assert len(private.attachments) == 1
        private = await choose(room.ann, private, str(TutorialChoiceId(course.first + number, task.wanted_step)))
    assert "/rules" in private.content
    [other] = [one.label for one in LESSONS.values() if one is not course]
    assert labels(private) == ["Play the computer", "Open a table", other, "Again"]


def test_the_points_in_the_texts_of_the_lessons_are_those_of_the_rules() -> None:
    inns, builder = LESSONS.values()
    assert position(inns, 2).points() == 6
    end = position(builder, 4)
    assert {event.kind: event.points for event in end.events if isinstance(event, FeatureScored)} == {
        Kind.ROAD: 4,
        Kind.FIELD: 4,
        Kind.GOODS: 10,
    }
    assert end.state.scores == [18, 0]
    assert position(builder, 2).state.seat == position(builder, 1).state.seat, "the learner plays again"


def database(room: Room) -> list[str]:
    """Everything that is stored."""
    with closing(sqlite3.connect(f"file:{room.folder / 'test.db'}?mode=ro", uri=True)) as opened:
        return [line for line in opened.iterdump() if '"heartbeat"' not in line]


@ON_SIMCORD
async def test_a_wrong_choice_gets_a_sentence_and_another_try(room: Room) -> None:
    private = await begin(room)
    for number, task in enumerate(TASKS):
        await room.env.advance_time(60)  # nobody tries all of them in a minute
        for wrong in [one for one in GUIDED.choices(task) if one != task.wanted_step]:
            private = await choose(room.ann, private, str(TutorialChoiceId(number, wrong)))
            assert f"step {number + 1} of" in step_of(private)
            assert private.content.startswith(task.lesson.value.hint.partition("{")[0])
        private = await choose(room.ann, private, id_of(number))
    assert "You win" in private.content


@ON_SIMCORD
@pytest.mark.parametrize("number", range(len(TASKS)))
async def test_it_can_be_stopped_at_each_step(room: Room, number: int) -> None:
    private = await begin(room)
    for done in range(number):
        private = await choose(room.ann, private, id_of(done))
    stopped = await choose(room.ann, private, "carc:tutorial:stop")
    assert stopped.content.startswith("You stopped the guided game.")
    assert (labels(stopped), stopped.attachments) == (["Again"], [])
    assert "step 1 of" in step_of(await choose(room.ann, stopped, "carc:tutorial:again"))


@ON_SIMCORD
async def test_it_goes_on_after_a_restart(room: Room) -> None:
    private = await begin(room)
    for number in range(len(TASKS)):
        await room.restart()
        private = await choose(room.ann, private, id_of(number))
    assert "You win" in private.content


@ON_SIMCORD
async def test_who_leaves_it_for_a_game_or_begins_anew_is_stuck_nowhere(room: Room) -> None:
    left = await begin(room)
    left = await choose(room.ann, left, id_of(0))
    await room.begin()
    await room.play("M14 180 -")
    anew = await begin(room)
    assert "step 1 of" in step_of(anew)
    for number, message in ((0, anew), (1, left)):
        assert f"step {number + 2} of" in step_of(await choose(room.ann, message, id_of(number)))
    assert room.table().to_move is room.table().seats[1]


@ON_SIMCORD
async def test_in_a_private_conversation_it_offers_no_table(room: Room) -> None:
    asked = await room.ann.user.slash("help")
    assert asked.response is not None
    private: Any
    [private] = (await room.ann.user.click(asked.response, label="Guided game")).followups
    for number in range(len(TASKS)):
        private = (await room.ann.user.click(private, custom_id=id_of(number))).response
    assert labels(private) == ["Play the computer", "What the inns do", "What the builder does", "Again"]


@ON_SIMCORD
@pytest.mark.parametrize("chosen", ["99:M12", "0:A1", "0:0", "0:N13 0 thief S", "8:N12 0 monk"])
async def test_a_choice_that_is_not_offered_is_told_to_be_of_no_use(room: Room, chosen: str) -> None:
    backend, before, custom_id = room.env.backend, database(room), f"carc:tutorial-choice:{chosen}"
    message = forgery.posted(backend, room.channel.id, custom_id)
    record, event = forgery.component(backend, room.bob.user.id, custom_id, message, room.channel.id)
    backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    told = [backend.get_message(record.channel_id, one).content for one in record.followup_ids]
    assert told[0].startswith("This button, menu or form is out of date.")
    assert database(room) == before
