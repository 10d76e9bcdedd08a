"""What happened around a violation: the moves, the seats, the messages and the outages of that time, in order."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from carcassonne import State
from host.model.game_log import LogEntry
from tests.month.results import Violation
from tests.month.sent_messages import SentMessage
from tests.month.simulation import Simulation

PLIES_AROUND = 8
"""How many plies are told before and after that of a violation."""
TIME_AROUND = timedelta(minutes=1)
"""How much longer than these plies the messages are told: those about the last ply come after it."""


async def story_of(simulation: Simulation, violation: Violation) -> list[str]:
    """Tell what happened around a violation, line by line; nothing if it belongs to no game."""
    if not violation.game:
        return []
    host, sent = simulation.world.host, simulation.world.sent_messages.sent
    log, states = await host.history.log(violation.game), (await host.history.replay_log(violation.game)).states
    near = [one for one in log if not violation.ply or abs(one.ply - violation.ply) <= PLIES_AROUND]
    if not near:
        return []
    start, end = near[0].at, near[-1].at + TIME_AROUND
    seats = await host.seats.substitutions(violation.game)
    told = [
        *((one.at, _move_line(one, states)) for one in near),
        *((one.at, _message_line(one)) for one in sent if start <= one.at <= end and _is_about(one, violation.game)),
        *_outage_lines(simulation, start, end),
    ]
    lines = [f"{at:%m-%d %H:%M:%S} {what}" for at, what in sorted(told, key=lambda one: one[0])]
    return [*lines, *(f"a seat changed hands: {one}" for one in seats)]


def _move_line(move: LogEntry, states: Sequence[State]) -> str:
    mover = move.computer or move.person_id or "nobody"
    state = states[move.ply]
    return f"ply {move.ply}: {move.move} by {mover}, then {state.phase.name} of seat {state.seat}"


def _message_line(message: SentMessage) -> str:
    kind = "in private" if message.is_private else "in public"
    ply = f"with ply {message.turn[1]}" if message.turn else "without a picture"
    return f"told {kind}, {ply}, pinged {message.pinged}: {message.text[:60]!r}"


def _is_about(message: SentMessage, game: int) -> bool:
    is_named = any(button.split(":")[2:3] == [str(game)] for button in message.buttons)
    return is_named or (message.turn is not None and message.turn[0] == game)


def _outage_lines(simulation: Simulation, start: datetime, end: datetime) -> Iterator[tuple[datetime, str]]:
    for one in simulation.outages:
        if one.start <= end and one.until >= start:
            yield one.start, f"begins: {one.kind}"
            yield one.until, f"is over: {one.kind}"
    for channel, at in simulation.world.deleted_channels.items():
        yield at, f"channel {channel} is deleted"
