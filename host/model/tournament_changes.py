"""A change of a tournament by hand, as a value: what, why, and what was chosen."""

from dataclasses import dataclass
from enum import StrEnum

from host.model.controllers import Person


class HandAction(StrEnum):
    """What can be changed. The values stand in the ids of buttons, so they never change."""

    EXTEND = "extend"
    """Gives the round under way more time."""
    REMOVE = "remove"
    """Takes somebody out, who loses the game of the round under way."""
    AWARD = "award"
    """Decides a game of the round under way, or of an earlier one; also of a tournament that is over."""
    PAUSE = "pause"
    """Pauses the tournament. Its games go on meanwhile."""
    RESUME = "resume"
    """Lets a tournament that is paused go on."""
    ADD = "add"
    """Puts somebody in, from the next round on."""
    SWAP = "swap"
    """Has two players of the round under way change places, before their games begin."""
    SEED = "seed"
    """Orders the players, before it begins."""
    REPLACE = "replace"
    """Puts somebody in the place of another, who goes on with their points and games."""
    CANCEL = "cancel"
    """Cancels it for everybody. Games that run go on."""


class Award(StrEnum):
    """How a game is decided by hand, as it is chosen."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"
    ANNUL = "annul"
    """It counts for nobody."""
    WINNER = "winner"
    """One of its players wins, whom the change names."""


@dataclass(frozen=True, slots=True)
class ByHand:
    """A change, and why it is made."""

    action: HandAction
    reason: str
    value: str = ""
    """How much longer, as ``parse_pace`` reads it, a player as ``chosen_entrant`` reads it, or the number of a game."""
    award: Award = Award.ANNUL
    other: str = ""
    """The other player of a swap, or the number of the only game that gets more time."""
    person: Person | None = None
    """Who is put in, or in the place of another."""
    order: tuple[int, ...] = ()
    """The entrants that are seeded first, the strongest first; empty where the ratings decide."""
    winner: int = 0
    """The entrant that wins a game, where the award names one."""


def typed_number(text: str) -> int:
    """Return the number in ``12`` or ``#12``; 0 where it is none."""
    digits = text.strip().removeprefix("#").strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else 0
