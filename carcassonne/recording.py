"""Writes a game's moves as a record."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from carcassonne.events import TileDiscarded
from carcassonne.moves import (
    Answer,
    Deploy,
    Deployment,
    DeployNobody,
    DrawTile,
    Move,
    PlaceTile,
    PlayWallTile,
    Recall,
    Resign,
    RevealWallTile,
    ScoreFirst,
    Skip,
)
from carcassonne.notation import Turn
from carcassonne.record import UNFINISHED, DiscardLine, Entry, Record, ResignLine, SkipLine, Tag, TurnLine
from carcassonne.rules import step
from carcassonne.state import Phase, State


def record_game(
    start: State, moves: Iterable[Move], names: Sequence[str], tags: dict[str, str] | None = None
) -> Record:
    """Write a game as a record: the state before the first draw, its moves, the players' names, further tags."""
    state = start.copy()
    entries = _entries(state, moves)
    is_finished = state.is_over and not state.tiles_left
    result = " ".join(map(str, state.scores)) if is_finished else UNFINISHED
    every = {
        "Edition": (state.ruleset.edition,),
        "Options": (" ".join(state.ruleset.options),),
        "Players": tuple(names),
        **{name: (value,) for name, value in (tags or {}).items()},
        "Result": (result,),
    }
    return Record({name: Tag(values) for name, values in every.items()}, entries, result)


def _entries(state: State, moves: Iterable[Move]) -> tuple[Entry, ...]:
    """Return the lines of a game. Its state is stepped in place."""
    recorder = _Recorder(state)
    for move in moves:
        recorder.make(move)
    recorder.write_tile_in_hand()
    return tuple(recorder.entries)


@dataclass(slots=True)
class _Recorder:
    """Makes moves one after another, and writes their lines."""

    state: State
    entries: list[Entry] = field(default_factory=list)
    tile: str = ""
    """The tile that was drawn last."""
    placement: PlaceTile | None = None
    """The placement that was made last."""

    def make(self, move: Move) -> None:
        """Make a move, and write the line that it completes."""
        self._write_before(move)
        events = step(self.state, move)
        match move:
            case DrawTile(tile) if TileDiscarded(tile) in events:
                self.entries.append(DiscardLine(tile))
            case Resign(seat) if seat in self.state.resigned:  # not if the turn that it ended was the last
                self.entries.append(ResignLine(seat))

    def write_tile_in_hand(self) -> None:
        """Write the line of a turn that has begun.

        Half a turn cannot be written, so a tile that is already placed counts as in hand.
        """
        state = self.state
        if state.phase in (Phase.PLACE, Phase.DEPLOY):
            number = state.turn + 1 if state.phase is Phase.PLACE else state.turn
            self.entries.append(TurnLine(number, state.seat, self.tile, None))

    def _write_before(self, move: Move) -> None:
        """Write what a move completes, as long as the state still has the turn and its seat."""
        match move:
            case DrawTile(tile):
                self.tile = tile
            case PlaceTile():
                self.placement = move
            case Deploy() | Recall() | DeployNobody():
                self._write_turn(_canonical(self.state, move))
            case ScoreFirst() | PlayWallTile() | RevealWallTile():
                self._write_answer(move)
            case Skip():
                self.entries.append(SkipLine(self.state.seat, self.tile))
            case Resign(seat):
                if self.state.phase is Phase.DEPLOY and seat == self.state.seat:
                    self._write_turn(DeployNobody())
            case _:
                assert_never(move)

    def _write_turn(self, deployment: Deployment) -> None:
        assert self.placement is not None  # noqa: S101 (the type checker learns it)
        turn = Turn(self.placement, deployment)
        self.entries.append(TurnLine(self.state.turn, self.state.seat, self.tile, turn))

    def _write_answer(self, answer: Answer | RevealWallTile) -> None:
        """Write an answer, or the wall tile that was revealed, into the line of the turn that was just played."""
        line = self.entries[-1]
        assert isinstance(line, TurnLine)  # noqa: S101 (the type checker learns it)
        self.entries[-1] = replace(line, answers=(*line.answers, answer))


def _canonical(state: State, deployment: Deployment) -> Deployment:
    """Return a deployment with the first point of its segment, clockwise from north."""
    if not isinstance(deployment, Deploy) or state.last is None:
        return deployment
    option = state.cells[state.last].turned.deploy_options.find(deployment)
    return option.move if option else deployment
