"""The host: tables that last for days, and every command that changes or reads them."""

from collections.abc import Callable, Sequence
from datetime import datetime

from carcassonne import Move, Record, State
from host.tables import Found, LoggedMove, Person, Played, Settings, Table, Venue


class Host:
    """Everything that happens at the tables of one database."""

    @classmethod
    async def open(
        cls, url: str, *, now: Callable[[], datetime], seed: Callable[[], bytes], below: Callable[[int], int]
    ) -> "Host":
        """Open the database at ``url`` (``sqlite:///relative.db``) and take up the games that run there."""
        raise NotImplementedError

    async def close(self) -> None:
        """Let the database go."""
        raise NotImplementedError

    async def join(self, venue: Venue, person: Person, number: int | None = None) -> tuple[Table, bool]:
        raise NotImplementedError

    async def leave(self, venue: Venue, person: Person, number: int | None = None) -> Table:
        raise NotImplementedError

    async def start(
        self,
        venue: Venue,
        person: Person,
        number: int | None = None,
        *,
        edition: str = "chat-room",
        options: Sequence[str] = (),
        settings: Settings = Settings(),
        practice: bool = False,
    ) -> Played:
        raise NotImplementedError

    async def play(
        self, number: int, person: Person, moves: Sequence[Move], expected_ply: int | None = None
    ) -> Played:
        raise NotImplementedError

    async def resign(self, number: int, person: Person) -> Played:
        raise NotImplementedError

    async def end(self, number: int, person: Person, *, as_manager: bool = False) -> Played | Table:
        raise NotImplementedError

    async def table(self, number: int) -> Table:
        raise NotImplementedError

    async def find(
        self, venue: Venue, person: Person, number: int | None = None, *, running: bool = True
    ) -> Found:
        raise NotImplementedError

    async def tables_of(self, person_id: int) -> list[Table]:
        raise NotImplementedError

    async def tables_at(self, venue: Venue) -> list[Table]:
        raise NotImplementedError

    async def log(self, number: int) -> list[LoggedMove]:
        raise NotImplementedError

    async def record(self, number: int) -> Record:
        raise NotImplementedError

    async def history(self, number: int) -> list[State]:
        raise NotImplementedError

    async def state_at(self, number: int, ply: int) -> State:
        raise NotImplementedError

    def cached(self, number: int) -> Table | None:
        raise NotImplementedError

    def cached_to_move(self, venue: Venue, person_id: int) -> Table | None:
        raise NotImplementedError

    async def unannounced(self) -> list[Table]:
        raise NotImplementedError

    async def mark_announced(self, number: int, ply: int, message: int | None) -> None:
        raise NotImplementedError

    async def forget_messages(self) -> None:
        raise NotImplementedError
