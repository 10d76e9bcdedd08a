"""Texts about where a game is played: which game was meant, threads, direct messages, channels that are gone."""

from collections.abc import Sequence
from typing import Final

from host.model.table import BaseTable, ClosedTable, SeatedTable, StartedTable, Table, WaitingTable
from host.model.table_lookup import FoundTable
from host.model.tournament_boards import board_of
from host.model.tournaments import OrganisedTournament
from screens.text.choices import VIEW_NAMES, choice_name
from screens.text.i18n import N_, _
from screens.text.markup import command_mention, plain_text, safe_name, truncate, with_heading
from screens.text.names import game_name, mention, safe_labels, table_names
from screens.text.placeholders import fill, fixed_text, table_text
from screens.text.tournament_names import cup_name

how_to_write_text = fixed_text(
    N_(
        "Write your turn like this: `M14 90 2` for a follower on spot 2, `M14 90 -` for no follower, or `pass`. "
        "{help} tells you more."
    )
)
no_thread_text = fixed_text(N_("I can't open a thread in this channel, so you're playing here."))
thread_lost_text = table_text(N_("I can't reach the thread of game #{number} any more. The game goes on here."))
others_not_told_text = table_text(N_("That's done, but the channel of {game} is gone, so I couldn't tell the others."))


def other_games_in_message_text(found: FoundTable[StartedTable]) -> str:
    """Say which of several games was meant, and how a message names another; empty if there was only one."""
    text = _("This is game #{number}. To play in {others}, put its number first.")
    return f" ({fill(text, found.table, others=found.others)})" if found.others else ""


def other_games_text(found: FoundTable[StartedTable]) -> str:
    """Say which of several games was meant, and how to name another; empty if there was only one."""
    text = _("(This is game #{number}. For {numbers}, use the option `game`.)")
    return f" {fill(text, found.table, numbers=found.others)}" if found.others else ""


THREAD_NAME_LENGTH: Final = 100


def thread_name(table: BaseTable, tournament: OrganisedTournament | None) -> str:
    """Return the name of a game's thread: ``Carcassonne #12: Ann, Bob``. That of a game of a tournament begins with the
    players, because lists of threads show the first words: ``#12 Ann, Bob · Spring Cup, round 2``.
    """
    players = ", ".join(table_names(table))
    if tournament is None or table.occasion is None:
        return truncate(with_heading(game_name(table), players), THREAD_NAME_LENGTH)
    text, (number, _place, _game) = _("#{game} {players} · {name}, round {number}"), board_of(table.occasion)
    values = {"game": table.number, "players": players, "name": plain_text(cup_name(tournament)), "number": number}
    return truncate(text.format(**values), THREAD_NAME_LENGTH)


def occasion_text(table: BaseTable, tournament: OrganisedTournament) -> str:
    """Return for what a game of a tournament is played: ``Spring Cup, round 2, board 3``."""
    number, place, _game = board_of(table.occasion) if table.occasion else (0, 0, 0)
    text = _("{name}, round {number}, board {board}")
    return text.format(name=cup_name(tournament), number=number, board=place)


def thread_opening_text(table: SeatedTable, tournament: OrganisedTournament | None) -> str:
    players = list(map(mention, table.people)) or list(safe_labels(table))  # two computers are named
    opening = fill(_("This is the thread for game #{number}: {players}."), table, players=players)
    if tournament is None or table.occasion is None:
        return opening
    text = _("**{name}**, round {number}, board {board}. The player to move when the round is over loses.")
    if tournament.best_of > 1:
        text = _(
            "**{name}**, round {number}, board {board}, game {game}. The player to move when its time is over loses it."
        )
    number, place, game = board_of(table.occasion)
    return f"{opening}\n{text.format(name=cup_name(tournament), number=number, board=place, game=game)}"


def dms_held_back_text(names: Sequence[str]) -> str:
    text = _(
        "I can't write to {names} in private right now, because Discord limits how often I can. "
        "You'll find everything in this channel."
    )
    return fill(text, names=[safe_name(name) for name in names])


def no_picture_text() -> str:
    text = _("-# I can't attach files here, so there's no picture. {board} `view:{words}` describes the board.")
    return fill(text, words=choice_name(VIEW_NAMES, "words"))


def channel_gone_text(table: Table) -> str:
    if isinstance(table, WaitingTable | ClosedTable):
        text = _("The channel of table #{number} is gone, so the table is closed. Open another with {join}.")
    elif table.status.is_over:
        text = _("That's saved, but the channel of game #{number} is gone. I'll tell the players in private.")
    else:
        text = _(
            "That's saved, but the channel of game #{number} is gone. The game goes on in private: I'll tell each of "
            "you when it's your turn."
        )
    return fill(text, table)


def no_channel_left_text(server: str | None = None) -> str:
    """Tell managers that no channel is left where tables can be opened. ``server`` is its name, in private."""
    text = _("The last channel for Carcassonne tables was deleted. Choose another with {channels}.")
    if server is not None:
        text = _("**{server}**: the last channel for Carcassonne tables was deleted. Choose another with {channels}.")
    return fill(text, server=safe_name(server or ""), channels=command_mention("carcassonne-admin"))
