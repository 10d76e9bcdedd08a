"""The turns of a record as they are shown around, in English."""

from collections.abc import Iterator, Sequence

from carcassonne import Deploy, Event, FeatureScored, Recall, Record, State, format_cell, step, winners
from carcassonne.moves import Deployment
from carcassonne.notation import format_deployment
from carcassonne.record import DiscardLine, Entry, ResignLine, SkipLine, TurnLine
from carcassonne.replay import opening, recorded_moves
from render.english import english
from render.share.steps import Step


def record_steps(record: Record) -> list[Step]:
    """Return the game before its first turn and after each line of a record. The record must be legal."""
    state, names = opening(record), record.tags["Players"].values
    steps = [Step(state.copy(), english(state, names), text="The game begins.")]
    for number, entry in enumerate(record.entries, 1):
        seat = state.seat
        events = [event for move in recorded_moves(entry) for event in step(state, move)]
        won = frozenset(winners(state)) if state.is_over else None
        text = "\n".join(_sentences(state, entry, names, events))
        steps.append(Step(state.copy(), english(state, names), number, seat, text, won))
    return steps


def _sentences(state: State, entry: Entry, names: Sequence[str], events: Sequence[Event]) -> Iterator[str]:
    match entry:
        case TurnLine(seat=seat, tile=tile, turn=None):
            yield f"{names[seat]} holds tile {tile}."
        case TurnLine(seat=seat, tile=tile, turn=turn) if turn is not None:
            where, rotation = format_cell(turn.placement.position), turn.placement.rotation
            yield f"{names[seat]} placed tile {tile} at {where} ({rotation}°){_figure(turn.deployment)}."
        case DiscardLine(tile):
            yield f"Tile {tile} fits nowhere and is out of the game."
        case SkipLine(seat, tile):
            yield f"{names[seat]} was skipped, so tile {tile} is out of the game."
        case ResignLine(seat):
            yield f"{names[seat]} resigned."
    for event in events:
        if isinstance(event, FeatureScored) and event.points and event.seats:
            kind = state.ruleset.terms.get(event.kind.value, event.kind.value)
            yield f"{', '.join(names[seat] for seat in event.seats)}: +{event.points} ({kind})"
    if state.is_over:
        result = english(state, tuple(names)).result
        yield f"{result.format(*names)}." if result else "The game is over."


def _figure(deployment: Deployment | None) -> str:
    match deployment:
        case Deploy():
            return f" with {format_deployment(deployment)}"
        case Recall():
            return " and took the abbot back"
        case _:
            return ""
