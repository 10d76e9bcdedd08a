"""Texts about reminders, and about the daily list of games that wait."""

from collections.abc import Mapping, Sequence
from typing import Final

from carcassonne import State
from cogs.text.commands import command_mention
from cogs.text.games import games_texts
from cogs.text.i18n import N_, _
from cogs.text.links import board_link
from host.model.preferences import Digest, Preferences, Reminders, format_time_of_day
from host.model.table import BaseTable, LiveSummary

REMINDER_NAMES: Final[Mapping[Reminders, str]] = {
    Reminders.USUAL: N_("halfway through and near the end"),
    Reminders.ONCE: N_("once, near the end"),
    Reminders.NEVER: N_("never"),
}


def reminders_line(chosen: Preferences) -> str:
    """Say how often a person is reminded of a turn with a time limit."""
    return _("- Reminders before time runs out: {often}.").format(often=_(REMINDER_NAMES[chosen.reminders]))


def digest_line(digest: Digest) -> str:
    """Say when a person gets the daily list."""
    text = _("- Each day at {time} I send you one list in private instead of pings.")
    return text.format(time=format_time_of_day(digest.minute))


def digest_texts(tables: Sequence[LiveSummary], states: Mapping[int, State], person_id: int) -> list[str]:
    """Return the daily list of the games that wait for a person, split into messages."""
    return games_texts(tables, states, person_id)


def digest_enabled_text(chosen: Preferences) -> str:
    """Return the first direct message to a person who wants a daily list."""
    time = format_time_of_day(chosen.digest.minute) if chosen.digest else "?"
    text = _("Each day at {time} I'll send you a list of the games that wait for you. Change it with {settings}.")
    return text.format(time=time, settings=command_mention("settings"))


def digest_stopped_text(table: BaseTable, person_id: int) -> str:
    """Say at a table that a person's daily list could not be sent, and that they are pinged again."""
    text = _("{person}, I couldn't send your daily list in private, so I'll ping you again. It's your turn: {board}")
    return text.format(person=f"<@{person_id}>", board=board_link(table))
