"""The puzzle of the day: the position with the ordinary picker, what comes after the answer, and what is posted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Final

from carcassonne import Colour, Move, Turn, format_turn
from host.model.controllers import LEVEL_NAMES, Computer, Controller, Person
from host.model.puzzles import PuzzleAnswer, PuzzleStreaks, start_of
from host.model.table import RunningTable, Seat, Venue
from host.model.table_options import DEFAULT_SETTINGS
from players.puzzles import Choice, Puzzle
from screens import picker_steps as steps
from screens.hints import turn_of
from screens.picker import PickerIds, picker_screen, turn_picture
from screens.pictures import Pictures
from screens.puzzle_ids import OpenPuzzleId, PuzzleListId, PuzzleStepId, PuzzleTurnId
from screens.screen import Button, File, Rows, Screen, Style, files, row
from screens.text import puzzle as texts
from screens.text.hints import turn_words
from screens.text.i18n import _, current_language
from screens.text.labels import Label
from screens.text.names import NO_GAME, safe_labels
from screens.text.reasons import why_text

SHOWN: Final = 4
"""How many of the best turns the solution lists."""
SPOILER: Final = "SPOILER_"
"""Discord hides a picture whose name begins so until somebody clicks it."""
_EXPERT: Final = LEVEL_NAMES.index("expert") + 1


@dataclass(frozen=True, slots=True)
class PuzzleOfDay:
    """The puzzle of a day, and how many people have answered with each turn."""

    day: date
    puzzle: Puzzle
    chosen: Mapping[str, int]


def written_turn(moves: Sequence[Move]) -> str:
    """Return a turn as it's stored with an answer."""
    return format_turn(turn_of(moves))


def choice_of(puzzle: Puzzle, turn: Turn) -> Choice | None:
    """Return the choice that a turn of the picker is; None if the position has no such turn."""
    return puzzle.find((turn.placement, turn.deployment or steps.NOBODY))


def puzzle_table(puzzle: Puzzle, reader: Person | None) -> RunningTable:
    """Return a table that shows the position of a puzzle. It is none that is stored, and has no number.

    The reader has the seat to move; if there is none, a computer has it like all others.
    """
    state = puzzle.state
    players: list[Controller] = [Computer(_EXPERT, seat + 1) for seat in range(state.seats)]
    if reader:
        players = [reader if seat == state.seat else Computer(_EXPERT) for seat in range(state.seats)]
    colours = zip(range(state.seats), players, Colour, strict=False)
    seats = [Seat(number, player, colour, resigned=False) for number, player, colour in colours]
    begun = start_of(date.min)
    return RunningTable(
        number=NO_GAME,
        venue=Venue(None, NO_GAME),
        organiser=reader or Person(NO_GAME, ""),
        people=(reader,) if reader else (),
        colours={},
        edition=state.ruleset.edition,
        options=state.ruleset.options,
        settings=replace(DEFAULT_SETTINGS, language=current_language(), private=True),
        opened_at=begun,
        moved_at=begun,
        seats=tuple(seats),
        is_practice=False,
        ply=0,
        announced=0,
        state=state,
        commitment="",
    )


async def question_screen(pictures: Pictures, of_day: PuzzleOfDay, reader: Person, step: steps.Step) -> Screen:
    """Return a step of the picker in the puzzle of a day."""
    buttons = PickerIds(partial(PuzzleStepId, of_day.day), partial(PuzzleTurnId, of_day.day))
    table = puzzle_table(of_day.puzzle, reader)
    shown = await picker_screen(pictures, table, step, buttons)
    if not isinstance(step, steps.Page):
        return shown
    return replace(shown, text=f"{texts.question_text(of_day.day, table.state)}\n{shown.text}")


async def solution_screen(
    pictures: Pictures,
    of_day: PuzzleOfDay,
    reader: Person,
    answer: PuzzleAnswer | None,
    streaks: PuzzleStreaks,
    *,
    offers_list: bool,
) -> Screen:
    """Return the solution of a puzzle, what other turns are worth, and what others have chosen. There is no picture if
    drawing failed.

    ``answer`` is the reader's. If there is none, the day of the puzzle is over.
    """
    table = puzzle_table(of_day.puzzle, reader)
    written = [written_turn(one.moves) for one in of_day.puzzle.choices]
    best = [_line(of_day, place) for place in range(SHOWN)]
    own = _line(of_day, written.index(answer.turn)) if answer and answer.turn in written else None
    text = [
        texts.verdict_text(answer.lost) if answer else texts.over_text(),
        texts.solution_text(best, own, people := sum(of_day.chosen.values())),
        _why_not(table, of_day.puzzle),
        texts.people_text(people) if people else "",
        texts.streaks_text(streaks) if answer else "",
    ]
    picture = await _solution_picture(pictures, table, of_day.puzzle, "solution")
    return Screen("\n".join(filter(None, text)), list_rows() if offers_list else (), files(picture))


def list_rows() -> Rows:
    return row(Button(PuzzleListId(), _(Label.PUZZLE_LIST)))


async def posted_screen(pictures: Pictures, today: PuzzleOfDay, yesterday: PuzzleOfDay | None) -> Screen:
    """Return the puzzle of a day for everybody, with the solution of the one before, hidden."""
    table = puzzle_table(today.puzzle, None)
    text = [texts.posted_text(today.day)]
    shown = [await pictures.board(table, f"puzzle-{today.day:%Y%m%d}", must_be_drawn=True)]
    if yesterday:
        before = puzzle_table(yesterday.puzzle, None)
        best = yesterday.puzzle.choices[0]
        solved = yesterday.chosen.get(written_turn(best.moves), 0)
        words = _words(yesterday.puzzle, best.moves)
        text.append(texts.yesterday_text(words, _why_not(before, yesterday.puzzle), yesterday.chosen, solved))
        name = f"{SPOILER}solution-{yesterday.day:%Y%m%d}"
        shown.append(await _solution_picture(pictures, before, yesterday.puzzle, name))
    button = Button(OpenPuzzleId(), _(Label.PUZZLE), Style.PRIMARY)
    return Screen("\n".join(text), row(button), files(*shown))


async def _solution_picture(pictures: Pictures, table: RunningTable, puzzle: Puzzle, name: str) -> File | None:
    return await turn_picture(pictures, table, turn_of(puzzle.choices[0].moves), name)


def _line(of_day: PuzzleOfDay, place: int) -> texts.PuzzleLine:
    """Return a turn as the solution lists it. The best one has the place 0."""
    choice = of_day.puzzle.choices[place]
    chosen = of_day.chosen.get(written_turn(choice.moves), 0)
    return texts.PuzzleLine(place + 1, _words(of_day.puzzle, choice.moves), choice.value, chosen)


def _words(puzzle: Puzzle, moves: Sequence[Move]) -> str:
    return turn_words(puzzle.state, turn_of(moves))


def _why_not(table: RunningTable, puzzle: Puzzle) -> str:
    """Return why the turn that looks best is not, with the names of the players at a table."""
    why = why_text(puzzle.reasons, safe_labels(table), puzzle.state.ruleset)
    return texts.why_not_text(_words(puzzle, puzzle.tempting), why)
