"""The script of the guided game: its tiles, the turns on both sides, and the tasks of the learner.

The tiles come in a fixed order, and the learner makes the scripted turn in the end. So the number of a task determines
the position, and nothing about a guided game is stored.
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
    parse_turn,
)
from host.model.table_options import DEFAULT_EDITION
from screens.picker_steps import NOBODY, Step, next_steps, parse_step
from screens.text.tutorial import Lesson

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
    def shown_step(self) -> Step:
        """The step of the picker that is shown."""
        return parse_step(self.at)

    @property
    def wanted_step(self) -> Step:
        """The step that leads to the next task."""
        return parse_step(self.wanted)

    @property
    def state(self) -> State:
        """The position in which the learner chooses, with the tile drawn."""
        return position(self.round).state

    @property
    def undoes(self) -> bool:
        """Whether the turn is whole, so that the task is to undo it."""
        return not next_steps(self.state, self.shown_step)

    def choices(self) -> list[Step]:
        """Return the steps that are offered."""
        return [self.wanted_step] if self.undoes else next_steps(self.state, self.shown_step)


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
    bag = Counter(tile for tile, _turn in _tiles_and_turns())
    return new_game(replace(find_ruleset(DEFAULT_EDITION), bags=(bag,)), seats=2)


def _tiles_and_turns() -> Iterator[tuple[str, str]]:
    for one in ROUNDS:
        yield one.tile, one.turn
        if one.reply:
            yield one.reply


def _moves_after_draw(one: Round) -> Iterator[Move]:
    """Yield the learner's turn, and then the opponent's draw and turn."""
    yield from _moves(parse_turn(one.turn))
    if one.reply:
        tile, turn = one.reply
        yield DrawTile(tile)
        yield from _moves(parse_turn(turn))


def _moves(turn: Turn) -> tuple[Move, Move]:
    return turn.placement, turn.deployment or NOBODY
