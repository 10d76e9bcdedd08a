"""The turns of a record as they are shown around, in English."""

from collections.abc import Iterator, Sequence

from carcassonne import Event, FeatureScored, Record, State, step, winners
from carcassonne.notation import format_deployment, format_placement
from carcassonne.record import DiscardLine, Entry, ResignLine, SkipLine, TurnLine
from carcassonne.replay import opening, recorded_moves
from render.english import english
from render.share.steps import Step


def record_steps(record: Record) -> list[Step]:
    """Return the game before its first turn and after each line of a record. The record must be legal."""
    state, names = opening(record), record.tags["Players"].values
    steps = [Step(state.copy(), english(state, names), text="The game begins.")]
    for entry in record.entries:
        seat = state.seat
        events = [event for move in recorded_moves(entry) for event in step(state, move)]
        won = frozenset(winners(state)) if state.is_over else None
        text = "\n".join(_sentences(state, entry, names, events))
        steps.append(Step(state.copy(), english(state, names), seat, text, won))
    return steps


def _sentences(state: State, entry: Entry, names: Sequence[str], events: Sequence[Event]) -> Iterator[str]:
    match entry:
        case TurnLine(seat=seat, tile=tile, turn=None):
            yield f"{names[seat]} holds tile {tile}."
        case TurnLine(seat=seat, tile=tile, turn=turn) if turn is not None:
            where = format_placement(turn.placement)
            who = "" if turn.deployment is None else f" with {format_deployment(turn.deployment)}"
            yield f"{names[seat]} placed tile {tile} at {where}{who}."
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
        yield "The game is over."
