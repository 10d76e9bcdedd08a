"""The guided game: its tiles, the turns on both sides, and the tasks of the learner, each with its message.

The tiles come in a fixed order, and the learner makes the scripted turn in the end. So the number of a task determines
the position, and nothing about a guided game is stored: the ids of the buttons name the task.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Final, assert_never

from carcassonne import (
    DrawTile,
    Event,
    FeatureScored,
    Move,
    PlaceTile,
    State,
    Turn,
    apply,
    apply_all,
    find_ruleset,
    format_cell,
    new_game,
    parse_turn,
)
from host.model.table_options import DEFAULT_EDITION
from render import COMPACT, draw, draw_laid_tile, draw_rotations
from screens import custom_ids as ids
from screens import picker_steps as steps
from screens.lobby import open_computer_game_button, open_table_button
from screens.picker import choice_button
from screens.pictures import DrawIn, Pictures, example_words
from screens.screen import Button, File, Rows, Screen, Style, files, row, rows
from screens.text.alt_text import example_alt_text
from screens.text.features import deployment_name, drawn_tile
from screens.text.i18n import _
from screens.text.labels import Label
from screens.text.picker import deployments_alt_text, rotations_alt_text
from screens.text.tutorial import Lesson, lesson_text, over_text, player_names, undo_label

LEARNER: Final = 0
"""The seat of the learner. The other seat belongs to the opponent."""


@dataclass(frozen=True, slots=True)
class Round:
    """The tile and the turn of the learner, and then those of the opponent; the last round has no reply."""

    tile: str
    turn: str
    reply: tuple[str, str] | None = None


ROUNDS: Final[Sequence[Round]] = (
    Round("V", "N13 0 thief S", ("E", "O13 0 knight N")),
    Round("G", "M12 90 knight N", ("N", "O12 90 -")),
    Round("E", "M11 180 -", ("A", "L13 270 monk")),
    Round("B", "N12 0 monk", ("U", "M14 90 -")),
    Round("E", "N11 0 farmer ENE", ("V", "O11 180 -")),
    Round("W", "N14 90 -"),
)


@dataclass(frozen=True, slots=True)
class Task:
    """What the learner has to choose next. Steps are written as in the ids of the picker."""

    lesson: Lesson
    round: int
    at: str
    """How much of the turn is chosen already."""
    wanted: str
    """The step to choose. It comes after ``at``, or before it where a turn is undone."""

    @property
    def shown_step(self) -> steps.Step:
        return steps.parse_step(self.at)

    @property
    def wanted_step(self) -> steps.Step:
        return steps.parse_step(self.wanted)

    @property
    def state(self) -> State:
        """The position in which the learner chooses, with the tile drawn."""
        return position(self.round).state

    @property
    def undoes(self) -> bool:
        """Whether the turn is whole, so that the task is to undo it."""
        return not steps.next_steps(self.state, self.shown_step)

    def choices(self) -> list[steps.Step]:
        return [self.wanted_step] if self.undoes else steps.next_steps(self.state, self.shown_step)


TASKS: Final[Sequence[Task]] = (
    Task(Lesson.PLACE, 0, "0", "N13"),
    Task(Lesson.TURN, 0, "N13", "N13 0"),
    Task(Lesson.THIEF, 0, "N13 0", "N13 0 thief S"),
    Task(Lesson.CITY, 1, "0", "M12"),
    Task(Lesson.KNIGHT, 1, "M12 90", "M12 90 knight N"),
    Task(Lesson.COMPLETE, 2, "0", "M11"),
    Task(Lesson.SCORE, 3, "0", "N12"),
    Task(Lesson.NOBODY, 3, "N12 0", "N12 0 -"),
    Task(Lesson.UNDO, 3, "N12 0 -", "N12 0"),
    Task(Lesson.MONK, 3, "N12 0", "N12 0 monk"),
    Task(Lesson.SURROUND, 4, "0", "N11"),
    Task(Lesson.FARMER, 4, "N11 0", "N11 0 farmer ENE"),
    Task(Lesson.LAST_TILE, 5, "0", "N14"),
)


@dataclass(frozen=True, slots=True)
class ScriptedPosition:
    """A position of the guided game, and the events since the learner's previous tile was drawn."""

    state: State
    events: tuple[Event, ...]

    def points(self) -> int:
        """Return what the learner has scored by these events for completed features."""
        return sum(event.points for event in self._scored() if not event.is_final)

    def final_points(self) -> int:
        """Return what the learner has scored by these events because the game is over."""
        return sum(event.points for event in self._scored() if event.is_final)

    def _scored(self) -> Iterator[FeatureScored]:
        return (one for one in self.events if isinstance(one, FeatureScored) and LEARNER in one.seats)


@cache
def position(rounds: int) -> ScriptedPosition:
    """Return the position after this many rounds. After the last one the game is over, before that a tile is drawn."""
    if rounds == 0:
        return ScriptedPosition(apply_all(_start(), [DrawTile(ROUNDS[0].tile)]).state, ())
    moves = list(_moves_after_draw(ROUNDS[rounds - 1]))
    if rounds < len(ROUNDS):
        moves.append(DrawTile(ROUNDS[rounds].tile))
    after = apply_all(position(rounds - 1).state, moves)
    return ScriptedPosition(after.state, after.events)


def _start() -> State:
    """Return a game for two whose bag holds the tiles of the script and no others."""
    tiles = [one.tile for one in ROUNDS] + [one.reply[0] for one in ROUNDS if one.reply]
    return new_game(replace(find_ruleset(DEFAULT_EDITION), bags=(Counter(tiles),)), seats=2)


def _moves_after_draw(one: Round) -> Iterator[Move]:
    yield from _moves(parse_turn(one.turn))
    if one.reply:
        tile, turn = one.reply
        yield DrawTile(tile)
        yield from _moves(parse_turn(turn))


def _moves(turn: Turn) -> tuple[Move, Move]:
    return turn.placement, turn.deployment or steps.NOBODY


def tutorial_button() -> Button:
    return Button(ids.TutorialId(ids.TutorialAction.BEGIN), _(Label.TUTORIAL))


async def tutorial_message(
    pictures: Pictures, number: int, *, is_wrong: bool = False, offers_table: bool = False
) -> Screen:
    """Return the text, the buttons and the picture of a task; after the last task, of the end of the game.

    ``is_wrong`` says that another choice was wanted. ``offers_table`` says that a table can be opened where the learner
    is. There is no picture if drawing failed.
    """
    if number == len(TASKS):
        return await _end(pictures, offers_table=offers_table)
    task = TASKS[number]
    points, place = position(task.round).points(), (number + 1, len(TASKS))
    text = lesson_text(task.lesson, _wanted_words(task), points, place, is_wrong=is_wrong)
    return Screen(text, _view(number, task), files(await _picture(pictures, task)))


async def _end(pictures: Pictures, *, offers_table: bool) -> Screen:
    end = position(len(ROUNDS))
    play = [open_computer_game_button(Style.SUCCESS), *([open_table_button(Style.SECONDARY)] if offers_table else [])]
    text = over_text(end.state, end.points(), end.final_points())
    return Screen(text, row(*play, _again_button()), files(await _board(pictures, end.state)))


def stopped_rows() -> Rows:
    """Return the button below what is left of a guided game that was stopped."""
    return row(_again_button())


def _again_button() -> Button:
    return Button(ids.TutorialId(ids.TutorialAction.AGAIN), _(Label.AGAIN))


def _wanted_words(task: Task) -> dict[str, str]:
    """Return what is to be chosen, by its placeholder in the texts."""
    match task.wanted_step:
        case steps.Cell(cell):
            return {"cell": format_cell(cell)}
        case Turn(placement, None):
            return {"rotation": str(placement.rotation)}
        case Turn(placement, deployment):
            state = task.state
            turned = drawn_tile(state).turned[placement.rotation]
            return {"follower": deployment_name(deployment or steps.NOBODY, turned, state.ruleset.terms)}
        case steps.Page():
            return {}
        case _ as never:
            assert_never(never)


def _view(number: int, task: Task) -> Rows:
    stop = Button(ids.TutorialId(ids.TutorialAction.STOP), _(Label.STOP))
    if task.undoes:
        return rows([Button(ids.TutorialChoiceId(number, task.wanted_step), undo_label(), Style.DANGER)], [stop])
    return rows([choice_button(ids.TutorialChoiceId(number, one), task.state, one) for one in task.choices()], [stop])


async def _picture(pictures: Pictures, task: Task) -> File | None:
    """Return what the picker of a real game shows: the board, the tile in several ways, or the tile and its spots."""
    state = task.state
    match task.shown_step:
        case steps.Page():
            return await _board(pictures, state, shows_spots=knows_spots(task))
        case steps.Cell(cell):
            ways = steps.rotation_choices(state, cell)
            placed = [apply(state, PlaceTile(cell, rotation)).state for rotation in ways]
            job = partial(draw_rotations, placed, example_words(state, player_names()), shows_spots=knows_spots(task))
            return await _file(pictures, job, rotations_alt_text(state, cell, ways))
        case Turn(placement, None):
            after = apply(state, placement).state
            job = partial(draw_laid_tile, after, example_words(after, player_names()))
            alt = deployments_alt_text(placement, after, steps.deployment_choices(after))
            return await _file(pictures, job, alt)
        case Turn(placement, deployment):
            return await _board(
                pictures, steps.preview_state(apply(state, placement).state, deployment or steps.NOBODY)
            )
        case _ as never:
            assert_never(never)


def knows_spots(task: Task) -> bool:
    """Return whether the learner has been told what the numbers on a tile are."""
    return TASKS.index(task) > [one.lesson for one in TASKS].index(Lesson.THIEF)


async def _board(pictures: Pictures, state: State, *, shows_spots: bool = True) -> File | None:
    words = example_words(state, player_names())
    job = partial(draw, state, words, shows_spots=shows_spots)
    return await _file(pictures, job, example_alt_text(state, words.names, words.colours, LEARNER))


async def _file(pictures: Pictures, job: DrawIn, alt: str) -> File | None:
    """Return a picture of one size for all steps, whatever size the learner has chosen.

    On a phone it's readable, and nobody has to scroll between the text and the buttons.
    """
    look = replace(pictures.look, size=COMPACT)
    return await pictures.with_look(look).file("the guided game", job, "guided-game", alt)
