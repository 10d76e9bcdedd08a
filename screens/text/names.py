"""The names of players and of tables, and links to the messages of a table."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from host.model.controllers import Computer, Controller, Person, with_numbers
from host.model.table import BaseTable, EndedGame, MessageRef, SeatedTable, WaitingTable
from screens.text.choices import level_name
from screens.text.i18n import _, use_language
from screens.text.markup import bold_label, capitalize, command_mention, safe_name

NO_GAME: Final = 0
"""The number of a table that shows a position of no game: a puzzle."""
COMPUTER_MARK: Final = "🤖"
MAX_PLACES: Final = 8
"""The most tables or channels that a sentence names."""


def seat_labels(table: SeatedTable) -> tuple[str, ...]:
    """Return the players' names by seat, with numbers if two are alike. They are not yet safe for a message."""
    return player_names([seat.controller for seat in table.seats])


def picture_labels(table: SeatedTable) -> tuple[str, ...]:
    """Return the players' names by seat for a picture, which draws the mark of computers itself."""
    return tuple(
        unmarked_name(seat.controller) if isinstance(seat.controller, Computer) else label
        for seat, label in zip(table.seats, seat_labels(table), strict=True)
    )


def player_name(player: Controller) -> str:
    """Return the name of a person or a computer, safe for a message."""
    return safe_names([player])[0]


def player_names(players: Sequence[Controller]) -> tuple[str, ...]:
    """Return the names of people and computers as ``seat_labels`` has them."""
    names = [computer_label(one) if isinstance(one, Computer) else one.name for one in players]
    seen = Counter(name.casefold() for name in names)
    return tuple(f"{name} ({number})" if seen[name.casefold()] > 1 else name for number, name in enumerate(names, 1))


def safe_names(players: Sequence[Controller]) -> tuple[str, ...]:
    """Return the names of people and computers, safe for a message, with numbers if two are alike."""
    return tuple(map(safe_name, player_names(players)))


def safe_labels(table: SeatedTable) -> tuple[str, ...]:
    """Return the players' names by seat, safe for a message."""
    return safe_names([seat.controller for seat in table.seats])


def table_names(table: BaseTable) -> tuple[str, ...]:
    """Return the names of everybody at a table: as they joined, then the computers. They are not yet safe."""
    return player_names((*table.people, *computers_at(table)))


def table_label(table: BaseTable) -> str:
    """Return a table as menus name it: ``#12 · Ann, Bob``."""
    return f"#{table.number} · {', '.join(table_names(table))}"


def ended_label(game: EndedGame) -> str:
    """Return a game that is over as menus name it, with its date."""
    text, people = _("{people} · ended {date}"), ", ".join((*game.people, *player_names(game.computers)))
    return f"#{game.number} · {text.format(people=people, date=game.at.date().isoformat())}"


def computers_at(table: BaseTable) -> tuple[Computer, ...]:
    """Return the computers at a table with their numbers, whether it waits or its game has begun."""
    players: Iterable[Controller] = ()
    if isinstance(table, WaitingTable):
        players = with_numbers(table.computers)
    elif isinstance(table, SeatedTable):
        players = (seat.controller for seat in table.seats)
    return tuple(one for one in players if isinstance(one, Computer))


def computer_label(computer: Computer) -> str:
    """Return the name of a computer, the same in sentences and in lists: ``🤖 Club``, ``🤖 Club 2``.

    It takes no other form in any language, whatever stands before it.
    """
    return f"{COMPUTER_MARK} {unmarked_name(computer)}"


def unmarked_name(computer: Computer) -> str:
    """Return the name of a computer where a mark says already that it is one: ``Club``, ``Club 2``."""
    name = capitalize(level_name(computer.level))
    return name if computer.number == 1 else f"{name} {computer.number}"


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
    text = text or _("board")
    return f"[{text}]({board_url(table) or _channel_url(table)})"


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
    text = _("table")
    return f"[{text}]({lobby_url(table) or _channel_url(table)})"


def _url(table: BaseTable, message: MessageRef) -> str:
    server = table.venue.guild or "@me"
    return f"https://discord.com/channels/{server}/{message.channel}/{message.message}"


def _channel_url(table: BaseTable) -> str:
    """Return the URL of a table's channel. A mention of it would be a number on pages, which know no channels."""
    return f"https://discord.com/channels/{table.venue.guild or '@me'}/{table.venue.channel}"
