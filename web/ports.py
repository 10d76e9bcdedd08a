"""What the pages need of the bot."""

from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from host.host import Host
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.table import BaseTable
from screens.pictures import Pictures

T = TypeVar("T")


class Bot(Protocol):
    """The bot, as the pages use it."""

    host: Host
    pictures: Pictures

    async def can_see(self, person_id: int, table: BaseTable) -> bool:
        """Return whether a person could see a table on Discord."""

    def language_of(self, person_id: int) -> str | None:
        """Return the language of a person, as far as it is known."""

    def server_name(self, guild: int | None) -> str:
        """Return the name of a server; empty if it is not known here."""

    async def carry_out(self, command: Coroutine[Any, Any, T]) -> T:
        """Carry out a command as one of the bot's own, and return what it returns: what follows is the bot's work."""

    def publish(self, person: Person, played: PlayResult) -> None:
        """Tell everybody what a person has played here. This returns before they are told."""

    async def rematch(self, person: Person, number: int) -> BaseTable:
        """Give a person a seat at the rematch of a game that they have played; return its table, which may have begun.

        Raise HostError.
        """

    def note_error(self, error: BaseException, place: str) -> int:
        """Write an error that nobody expected to the log, and return its number."""
