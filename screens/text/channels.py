"""Texts about where a game is played: which game was meant, threads, direct messages, channels that are gone."""

from collections.abc import Sequence
from typing import Final

from host.model.table import BaseTable, ClosedTable, StartedTable, Table, WaitingTable
from host.model.table_lookup import FoundTable
from screens.text.choices import VIEW_NAMES, choice_name
from screens.text.i18n import _
from screens.text.markup import command_mention, safe_name, truncate, with_heading, word_list
from screens.text.names import game_name, table_names


def other_games_in_message_text(found: FoundTable[StartedTable]) -> str:
    """Say which of several games was meant, and how a message names another; empty if there was only one."""
    if not found.others:
        return ""
    words = _("This is game #{number}. To play in {others}, put its number first.")
    others = word_list([f"#{table.number}" for table in found.others])
    return f" ({words.format(number=found.table.number, others=others)})"


def how_to_write_text() -> str:
    """Say how people write a turn."""
    return _(
        "Write your turn like this: `M14 90 thief E`, `M14 90 -` for no follower, or `pass`. {help} tells you more."
    ).format(help=command_mention("help"))


THREAD_NAME_LENGTH: Final = 100
"""The most characters of a thread's name."""


def thread_name(table: BaseTable) -> str:
    """Return the name of a game's thread: ``Carcassonne #12: Ann, Bob``."""
    players = ", ".join(table_names(table))
    return truncate(with_heading(game_name(table), players), THREAD_NAME_LENGTH)


def thread_opening_text(table: BaseTable) -> str:
    """Return the first message of a game's thread, which brings the players into it."""
    players = word_list([f"<@{person.id}>" for person in table.people])
    return _("This is the thread for game #{number}: {players}.").format(number=table.number, players=players)


def no_thread_text() -> str:
    """Say why a game that should have a thread is played in the channel."""
    return _("I can't open a thread in this channel, so you're playing here.")


def thread_lost_text(table: BaseTable) -> str:
    """Say that a game goes on without its thread."""
    return _("I can't reach the thread of game #{number} any more. The game goes on here.").format(number=table.number)


def dms_held_back_text(names: Sequence[str]) -> str:
    """Say in the channel of a table to whom no direct message was sent, because Discord limits how many begin."""
    text = _(
        "I can't write to {names} in private right now, because Discord limits how often I can. "
        "You'll find everything in this channel."
    )
    return text.format(names=word_list([safe_name(name) for name in names]))


def no_picture_text() -> str:
    """Say why a public message has no picture, and what to use instead."""
    text = _("-# I can't attach files here, so there's no picture. {board} `view:{words}` describes the board.")
    return text.format(board=command_mention("board"), words=choice_name(VIEW_NAMES, "words"))


def others_not_told_text(table: BaseTable) -> str:
    """Say that something is done, but the others do not know: the channel of the table is gone."""
    text = _("That's done, but the channel of {game} is gone, so I couldn't tell the others.")
    return text.format(game=game_name(table))


def channel_gone_text(table: Table) -> str:
    """Say how a game or a table goes on after its channel is gone."""
    if isinstance(table, WaitingTable | ClosedTable):
        text = _("The channel of table #{number} is gone, so the table is closed. Open another with {join}.")
        return text.format(number=table.number, join=command_mention("join"))
    if table.status.is_over:
        text = _("That's saved, but the channel of game #{number} is gone. I'll tell the players in private.")
        return text.format(number=table.number)
    text = _(
        "That's saved, but the channel of game #{number} is gone. The game goes on in private: I'll tell each of "
        "you when it's your turn."
    )
    return text.format(number=table.number)


def no_channel_left_text(server: str | None = None) -> str:
    """Tell managers that no channel is left where tables can be opened. ``server`` is its name, in private."""
    command = command_mention("carcassonne-admin channels")
    if server is None:
        text = _("The last channel for Carcassonne tables was deleted. Choose another with {channels}.")
        return text.format(channels=command)
    text = _("**{server}**: the last channel for Carcassonne tables was deleted. Choose another with {channels}.")
    return text.format(server=safe_name(server), channels=command)


def other_games_text(found: FoundTable[StartedTable]) -> str:
    """Say which of several games was meant, and how to name another; empty if there was only one."""
    if not found.others:
        return ""
    numbers = word_list([f"#{table.number}" for table in found.others])
    text = _("(This is game #{number}. For {numbers}, use the option `game`.)")
    return " " + text.format(number=found.table.number, numbers=numbers)
