"""The guided game and the short lessons after it: their tiles, the turns on both sides, and the tasks of the learner.

The tiles come in a fixed order, and the learner makes the scripted turn in the end. So the number of a task determines
the position, and nothing about a guided game is stored: the ids of the buttons name the task.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from carcassonne import (
    DrawTile,
    Event,
    FeatureScored,
    Move,
    State,
    Turn,
    apply_all,
    find_ruleset,
    new_game,
    parse_move,
    parse_turn,
)
from host.model.table_options import DEFAULT_EDITION
from screens import picker_steps as steps
from screens.text.labels import Label
from screens.text.tutorial import BUILDER_OVER, GUIDED_OVER, INNS_OVER, Lesson

LEARNER: Final = 0
"""The seat of the learner. The other seat belongs to the opponent."""


@dataclass(frozen=True, slots=True)
class Round:
    """The tile and the turn of the learner, and then those of the opponent.

    There is no reply in the last round, and where the learner plays again.
    """

    tile: str
    turn: str
    reply: tuple[str, str] | None = None


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


@dataclass(frozen=True, eq=False)
class Course:
    """A short game against a script. Compared by identity."""

    label: Label
    """The button that begins it."""
    first: int
    """The number of its first task. The end of the course has the number after the last. Numbers stand in the ids of
    buttons, so they never change."""
    rounds: Sequence[Round]
    tasks: Sequence[Task]
    over: Sequence[str]
    """The lines of its end, marked for translation."""
    edition: str = DEFAULT_EDITION
    options: Sequence[str] = ()
    opening: Sequence[str] = ()
    """The moves before the first round, as in a log."""

    @property
    def end(self) -> int:
        """Return the number of its end."""
        return self.first + len(self.tasks)

    def state(self, task: Task) -> State:
        """Return the position in which the learner chooses, with the tile drawn."""
        return position(self, task.round).state

    def undoes(self, task: Task) -> bool:
        """Return whether the turn is whole, so that the task is to undo it."""
        return not steps.next_steps(self.state(task), task.shown_step)

    def choices(self, task: Task) -> list[steps.Step]:
        """Return the steps from which the learner chooses."""
        return [task.wanted_step] if self.undoes(task) else steps.next_steps(self.state(task), task.shown_step)


GUIDED: Final = Course(
    Label.TUTORIAL,
    first=0,
    rounds=(
        Round("V", "N13 0 thief S", ("E", "O13 0 knight N")),
        Round("G", "M12 90 knight N", ("N", "O12 90 -")),
        Round("E", "M11 180 -", ("A", "L13 270 monk")),
        Round("B", "N12 0 monk", ("U", "M14 90 -")),
        Round("E", "N11 0 farmer ENE", ("V", "O11 180 -")),
        Round("W", "N14 90 -"),
    ),
    tasks=(
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
    ),
    over=GUIDED_OVER,
)

INNS_COURSE: Final = Course(
    Label.INNS_LESSON,
    first=100,
    edition="classic",
    options=("inns",),
    rounds=(
        Round("iC", "L13 0 big thief E", ("B", "M14 0 monk")),
        Round("W", "N13 0 -", ("U", "L14 0 -")),
        Round("iK", "M12 0 -"),
    ),
    tasks=(
        Task(Lesson.INN, 0, "L13", "L13 0"),
        Task(Lesson.BIG_FOLLOWER, 0, "L13 0", "L13 0 big thief E"),
        Task(Lesson.INN_SCORES, 1, "0", "N13"),
        Task(Lesson.CATHEDRAL, 2, "0", "M12"),
    ),
    over=INNS_OVER,
)

BUILDER_COURSE: Final = Course(
    Label.BUILDER_LESSON,
    first=200,
    edition="classic",
    options=("traders",),
    opening=("draw U", "place N13 90", "deploy thief W", "draw tT", "place M12 180", "deploy -"),
    rounds=(
        Round("U", "O13 90 builder E", ("B", "M14 0 -")),
        Round("U", "P13 90 -"),
        Round("E", "N12 270 farmer NNE", ("B", "L14 0 -")),
        Round("B", "N11 0 pig NNE"),
    ),
    tasks=(
        Task(Lesson.BUILDER, 0, "O13 90", "O13 90 builder E"),
        Task(Lesson.LONGER, 1, "0", "P13"),
        Task(Lesson.AGAIN, 2, "N12 270", "N12 270 farmer NNE"),
        Task(Lesson.PIG, 3, "N11 0", "N11 0 pig NNE"),
    ),
    over=BUILDER_OVER,
)

COURSES: Final = (GUIDED, INNS_COURSE, BUILDER_COURSE)


def course_at(number: int) -> Course | None:
    """Return the course that has a task, or its end, of this number."""
    return next((course for course in COURSES if course.first <= number <= course.end), None)


@dataclass(frozen=True, slots=True)
class ScriptedPosition:
    """A position of a course, and the events since the learner's previous tile was drawn."""

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
def position(course: Course, rounds: int) -> ScriptedPosition:
    """Return the position after this many rounds. After the last one the game is over, before that a tile is drawn."""
    if rounds == 0:
        return ScriptedPosition(apply_all(_start(course), [DrawTile(course.rounds[0].tile)]).state, ())
    moves = list(_moves_after_draw(course.rounds[rounds - 1]))
    if rounds < len(course.rounds):
        moves.append(DrawTile(course.rounds[rounds].tile))
    after = apply_all(position(course, rounds - 1).state, moves)
    return ScriptedPosition(after.state, after.events)


def _start(course: Course) -> State:
    """Return a game for two after the opening. Its bag holds the tiles of the script and no others."""
    opening = [parse_move(move) for move in course.opening]
    tiles = [move.tile for move in opening if isinstance(move, DrawTile)]
    tiles += [one.tile for one in course.rounds] + [one.reply[0] for one in course.rounds if one.reply]
    rules = replace(find_ruleset(course.edition, course.options), bags=(Counter(tiles),))
    return apply_all(new_game(rules, seats=2), opening).state


def _moves_after_draw(one: Round) -> Iterator[Move]:
    yield from _moves(parse_turn(one.turn))
    if one.reply:
        tile, turn = one.reply
        yield DrawTile(tile)
        yield from _moves(parse_turn(turn))


def _moves(turn: Turn) -> tuple[Move, Move]:
    return turn.placement, turn.deployment or steps.NOBODY
