"""The report of a simulation as text: what was played, how it ended, and what went wrong."""

from collections.abc import Iterator
from datetime import timedelta

from tests.month.results import CheckResults
from tests.month.simulation import Simulation

MAX_VIOLATIONS = 40
"""The most violations that are listed."""


def report_lines(simulation: Simulation, results: CheckResults, took: timedelta) -> Iterator[str]:
    """The report of a simulation, line by line."""
    options = simulation.options
    yield f"{options.games} games of {options.people} people in {options.channels} channels"
    yield f"{options.days} days, seed {options.seed}"
    yield f"{simulation.actions} actions of people, in {took.total_seconds():.0f} s. No pictures were drawn."
    yield ""
    for name, number in sorted(results.totals.items()):
        yield f"{name:48} {number:7}"
    yield ""
    yield "Outages:"
    for one in simulation.outages:
        yield f"  {one.kind:14} {one.start:%m-%d %H:%M} for {(one.until - one.start).total_seconds() / 3600:5.1f} h"
    for channel, at in simulation.world.deleted_channels.items():
        yield f"  channel {channel} deleted {at:%m-%d %H:%M}"
    yield f"  {len(simulation.left_server)} people left the server"
    yield "Rare acts:"
    for name, number in sorted((simulation.acts + simulation.tournaments.acts).items()):
        yield f"  {name:46} {number:7}"
    yield f"Games that wait: {len(results.waiting)}"
    for text in results.waiting:
        yield f"  {text}"
    yield f"Violations: {len(results.violations)}"
    for wrong in results.violations[:MAX_VIOLATIONS]:
        yield f"  game {wrong.game}, ply {wrong.ply}: {wrong.what}"
    for (game, ply), lines in results.stories.items():
        if lines:
            yield f"Around ply {ply} of game {game}:"
            yield from (f"  {line}" for line in lines)
