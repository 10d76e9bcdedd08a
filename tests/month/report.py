"""A month in words: what was played, how it ended, and what must not have been."""

from collections.abc import Iterator
from datetime import timedelta

from tests.month.checks import Accounts
from tests.month.simulation import Month

MOST = 40
"""Violations of which each has a line."""


def lines(month: Month, accounts: Accounts, took: timedelta) -> Iterator[str]:
    """The report of a month, line by line."""
    plan = month.plan
    yield f"{plan.games} games of {plan.people} people in {plan.channels} channels, {plan.days} days, seed {plan.seed}"
    yield f"{month.acts} things that people did, in {took.total_seconds():.0f} s. No pictures were drawn."
    yield ""
    for name, number in sorted(accounts.totals.items()):
        yield f"{name:48} {number:7}"
    yield ""
    yield "What broke:"
    for one in month.outages:
        yield f"  {one.kind:5} {one.start:%m-%d %H:%M} for {(one.until - one.start).total_seconds() / 3600:5.1f} h"
    for channel, at in month.world.gone.items():
        yield f"  channel {channel} deleted {at:%m-%d %H:%M}"
    yield f"  {len(month.left)} people left the server"
    yield f"Games that wait: {len(accounts.waiting)}"
    for text in accounts.waiting:
        yield f"  {text}"
    yield f"Violations: {len(accounts.violations)}"
    for wrong in accounts.violations[:MOST]:
        yield f"  game {wrong.game}, ply {wrong.ply}: {wrong.what}"
