"""The names of players and of tables, and links to the messages of a table."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from host.model.controllers import LEVEL_NAMES, Computer, Controller, Person, with_numbers
from host.model.table import BaseTable, MessageRef, SeatedTable, WaitingTable
from screens.text.choices import level_name
from screens.text.i18n import _, current_language, use_language
from screens.text.markup import bold_label, capitalize, command_mention, safe_name

NO_GAME: Final = 0
"""The number of a table that shows a position of no game: a puzzle."""
COMPUTER_MARK: Final = "🤖"
_MAX_NUMBER: Final = 9
"""The highest number of a computer that is looked for: a game seldom has more of one level, even one after another."""
MAX_PLACES: Final = 8
"""The most tables or channels that a sentence names."""


def seat_labels(table: SeatedTable) -> tuple[str, ...]:
    """Return the players' names by seat where room is short, as in lists and on buttons, with numbers if two are alike.

    They are not yet safe for a message.
    """
    return player_names([seat.controller for seat in table.seats])


def picture_labels(table: SeatedTable) -> tuple[str, ...]:
    """Return the players' names by seat for a picture, which draws the mark of computers itself."""
    return tuple(
        unmarked_name(seat.controller) if isinstance(seat.controller, Computer) else label
        for seat, label in zip(table.seats, seat_labels(table), strict=True)
    )


def player_name(player: Controller) -> str:
    """Return the name of a person or a computer in a sentence, safe for a message."""
    return sentence_names([player])[0]


def sentence_labels(table: SeatedTable) -> tuple[str, ...]:
    """Return the players' names by seat in a sentence, safe for a message."""
    return sentence_names([seat.controller for seat in table.seats])


def sentence_names(players: Sequence[Controller]) -> tuple[str, ...]:
    """Return the names of people and computers in a sentence, safe for a message, with numbers if two are alike."""
    return tuple(
        computer_name(player) if isinstance(player, Computer) else safe_name(label)
        for player, label in zip(players, player_names(players), strict=True)
    )


def player_names(players: Sequence[Controller]) -> tuple[str, ...]:
    """Return the names of people and computers as ``seat_labels`` has them."""
    names = [computer_label(one) if isinstance(one, Computer) else one.name for one in players]
    seen = Counter(name.casefold() for name in names)
    return tuple(f"{name} ({number})" if seen[name.casefold()] > 1 else name for number, name in enumerate(names, 1))


def safe_labels(table: SeatedTable) -> tuple[str, ...]:
    return tuple(map(safe_name, seat_labels(table)))


def table_names(table: BaseTable) -> tuple[str, ...]:
    """Return the names of everybody at a table: as they joined, then the computers. They are not yet safe."""
    return player_names((*table.people, *computers_at(table)))


def computers_at(table: BaseTable) -> tuple[Computer, ...]:
    """Return the computers at a table with their numbers, whether it waits or its game has begun."""
    players: Iterable[Controller] = ()
    if isinstance(table, WaitingTable):
        players = with_numbers(table.computers)
    elif isinstance(table, SeatedTable):
        players = (seat.controller for seat in table.seats)
    return tuple(one for one in players if isinstance(one, Computer))


def computer_name(computer: Computer) -> str:
    """Return the name of a computer in a sentence: ``the club computer``, ``club computer 2``.

    A translation reads well after every preposition: it takes no other form there.
    """
    text = _("the {level} computer") if computer.number == 1 else _("{level} computer {number}")
    return text.format(level=level_name(computer.level), number=computer.number)


def computer_label(computer: Computer) -> str:
    """Return the name of a computer where room is short: ``🤖 Club``, ``🤖 Club 2``."""
    return f"{COMPUTER_MARK} {unmarked_name(computer)}"


def unmarked_name(computer: Computer) -> str:
    """Return the name of a computer where a mark says already that it is one: ``Club``, ``Club 2``."""
    name = capitalize(level_name(computer.level))
    return name if computer.number == 1 else f"{name} {computer.number}"


def with_capitals(text: str) -> str:
    """Return sentences, each with a capital letter if it begins with the name of a computer, bold or not.

    The names of people stay as they write them.
    """
    return _computers_at_beginnings(current_language()).sub(lambda found: found[1] + capitalize(found[2]), text)


@cache
def _computers_at_beginnings(language: str) -> re.Pattern[str]:
    """Return the pattern of a computer's name at the beginning of a sentence, with what stands before it there."""
    levels = range(1, len(LEVEL_NAMES) + 1)
    with use_language(language):
        names = [computer_name(Computer(level, number)) for level in levels for number in range(1, _MAX_NUMBER + 1)]
    return re.compile(rf"((?:^|[.!?]\s)(?:\*\*)?)({'|'.join(map(re.escape, names))})", re.MULTILINE)


def mention(person: Person) -> str:
    return f"<@{person.id}>"


def role_mention(role: int | None) -> str:
    """Return a mention of a role, which pings nobody; Discord shows one that is gone as unknown."""
    return f"<@&{role or 0}>"


def game_name(table: BaseTable) -> str:
    return f"Carcassonne #{table.number}" if table.number != NO_GAME else _("The puzzle")


def table_language(table: BaseTable) -> str:
    """Return the language of public messages at a table."""
    return table.settings.language


def public_label(table: BaseTable, label: str) -> str:
    """Return the label of a button of a public message, in the language of the table."""
    with use_language(table_language(table)):
        return bold_label(label)


def board_link(table: BaseTable, text: str = "") -> str:
    """Return a link to the latest board of a game: its message, else its channel; of a private game, the command."""
    if table.is_private:
        return command_mention("play")
    url = board_url(table)
    text = text or _("board")
    return f"[{text}]({url})" if url else f"<#{table.venue.channel}>"


def board_url(table: BaseTable) -> str | None:
    """Return the URL of the latest message of a game; None if there is none."""
    if not isinstance(table, SeatedTable) or table.message is None:
        return None
    return _url(table, MessageRef(table.venue.channel, table.message))


def lobby_url(table: BaseTable) -> str | None:
    """Return the URL of the status message of a table; None if there is none."""
    return _url(table, table.status_message) if table.status_message else None


def lobby_link(table: BaseTable) -> str:
    """Return a link to the status message of a table, else to its channel; of a private one, the command."""
    if table.is_private:
        return command_mention("play")
    url, text = lobby_url(table), _("table")
    return f"[{text}]({url})" if url else f"<#{table.venue.channel}>"


def _url(table: BaseTable, message: MessageRef) -> str:
    server = table.venue.guild or "@me"
    return f"https://discord.com/channels/{server}/{message.channel}/{message.message}"
