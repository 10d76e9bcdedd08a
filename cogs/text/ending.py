"""Texts about a manager who ends a game or closes a table."""

from typing import Final

from cogs.text.i18n import N_, _
from cogs.text.table import game_name
from host.model.table import BaseTable, WaitingTable

END_GAME_LABEL: Final = N_("End it")


def end_question_text(table: BaseTable) -> str:
    """Return the question before a game is ended or a table is closed."""
    if isinstance(table, WaitingTable):
        return _("Close table #{number}? Everyone there loses their seat.").format(number=table.number)
    return _("End {game} without scoring? You can't undo this.").format(game=game_name(table))


def ended_text(table: BaseTable) -> str:
    """Say that a manager has ended a game or closed a table."""
    return _("You ended {game}.").format(game=game_name(table))


def only_managers_text() -> str:
    """Say who may end a game."""
    return _("Only this server's managers can end a game.")
