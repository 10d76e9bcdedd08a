"""Answers to questions that need everybody's consent: an undo, the end of a game."""

from collections.abc import Awaitable

from cogs.interaction.context import note_context
from cogs.interaction.press import Press
from cogs.interaction.replies import try_answer
from host.host import Host
from host.model.game import PlayResult
from host.model.notifications import NotificationKind
from host.model.table import RunningTable
from host.model.table_errors import GameOverError, NotAskedError


async def answer_request(
    press: Press, number: int, kind: NotificationKind, answering: Awaitable[PlayResult | RunningTable]
) -> None:
    """Give an answer, update the question, and publish what was carried out. Raise HostError.

    ``answering`` stores it, and returns what was carried out, else the table.
    """
    outbox, round_ = press.client.outbox, _round(press.host, number, kind)
    try:
        decided = await answering
    except (NotAskedError, GameOverError):
        await try_answer(number, outbox.questions.answered(number, press.interaction))
        raise
    note_context(press.interaction, decided.after if isinstance(decided, PlayResult) else decided)
    try:
        await outbox.questions.answered(number, press.interaction, round_, [kind])
    finally:  # the decision is stored, even if the question could not be edited
        if isinstance(decided, PlayResult):
            await outbox.publish(decided)


def _round(host: Host, number: int, kind: NotificationKind) -> int | None:
    """Return the number of the open question of a kind; None if there is none."""
    table = host.tables.running_summary(number)
    if table is None:
        return None
    request = table.undo_request if kind is NotificationKind.UNDO else table.end_request
    return request.number if request else None
