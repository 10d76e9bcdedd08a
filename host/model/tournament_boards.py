"""The boards of a tournament: pairings with their tables, and the occasions for which these are opened."""

from dataclasses import dataclass
from typing import Final

from host.model.invitation import Occasion
from tournaments.tournament import Ending, Pairing

TOURNAMENT: Final = "tournament"
"""The kind of what is due, and the occasion for which its tables are opened."""
_MOST_ROUNDS: Final = 1000
_MOST_BOARDS: Final = 1000
_BOARDS_OF_GAME: Final = 250
"""How the boards of the first game of matches are told from those of the second and the third."""
_MOST_KEYS: Final = 10**15
"""How the boards after these are told from them, which a round has where many were swapped by hand."""


@dataclass(frozen=True, slots=True)
class Board:
    """A pairing with its table."""

    tournament: int
    round: int
    place: int
    """From 1."""
    pairing: Pairing
    game: int | None
    """The table of the game under way; if the board is over, of its last game."""
    earlier: tuple[int, ...] = ()
    """The tables of the games of its match before that."""

    @property
    def number(self) -> int:
        """Return which game of its match is under way, from 1."""
        return len(self.pairing.games) + 1

    def is_played_by(self, entrant: int) -> bool:
        """Return whether somebody has a game here that is opened and not over."""
        return entrant in self.pairing.seats and self.game is not None and not self.pairing.is_over

    @property
    def tables(self) -> tuple[int, ...]:
        """Return the tables of all its games."""
        return self.earlier if self.game is None else (*self.earlier, self.game)

    @property
    def occasion(self) -> Occasion:
        """Return for what its next table is opened."""
        more, place = divmod(self.place - 1, _BOARDS_OF_GAME)
        place += 1 + len(self.pairing.games) * _BOARDS_OF_GAME
        key = (self.tournament * _MOST_ROUNDS + self.round) * _MOST_BOARDS + place
        return Occasion(TOURNAMENT, more * _MOST_KEYS + key)


def is_replaced(pairing: Pairing) -> bool:
    """Return whether a pairing was replaced by hand: then it is none any more."""
    return pairing.ending is Ending.REPLACED


def tournament_of(occasion: Occasion) -> int | None:
    """Return the number of the tournament for which a table was opened; None for any other occasion."""
    return occasion.key % _MOST_KEYS // (_MOST_ROUNDS * _MOST_BOARDS) if occasion.kind == TOURNAMENT else None


def board_of(occasion: Occasion) -> tuple[int, int, int]:
    """Return the round, the place of the board in it and the game of its match for which a table of a tournament was
    opened, all from 1.
    """
    more, key = divmod(occasion.key, _MOST_KEYS)
    number, place = divmod(key % (_MOST_ROUNDS * _MOST_BOARDS), _MOST_BOARDS)
    game, place = divmod(place - 1, _BOARDS_OF_GAME)
    return number, more * _BOARDS_OF_GAME + place + 1, game + 1
