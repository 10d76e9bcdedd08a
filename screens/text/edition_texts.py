"""The texts of what some rules keep besides the table: questions of the game, what the players have besides figures."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from carcassonne import Answer, Event, State, format_cell, format_move
from screens.text.i18n import _


class EditionTexts:
    """The texts of rules that keep nothing. A part of the rules with more to say overrides methods."""

    keeps: ClassVar[str] = ""
    """The name of what the rules keep, in ``Ruleset.extras``."""
    record_signs: ClassVar[Mapping[str, str]] = {}
    """Words in a record that need an explanation, each with its explanation (marked for translation)."""

    def question(self, state: State) -> str:
        """Return the question of the game to the player to move; empty if it asks nothing."""
        return ""

    minor_events: ClassVar[tuple[type[Event], ...]] = ()
    """The events that a message leaves to its picture if it would be long."""

    def opening_notes(self) -> Iterator[str]:
        """Yield what the first message of a game tells in small print about this edition."""
        yield from ()

    def question_hint(self) -> str:
        """Return how to answer a question beforehand."""
        return ""

    def answer_label(self, state: State, answer: Answer, names: tuple[str, ...]) -> str:
        """Return the label of an answer, and what it would bring."""
        return format_move(answer)

    def answer_words(self, answer: Answer) -> str:
        """Return an answer among the words of a turn: ``wall tile 2``."""
        raise NotImplementedError

    def answer_sentence(self, answer: Answer, name: str | None) -> str:
        """Return a sentence about an answer that was given. Without a name, it addresses the reader as "you"."""
        return format_move(answer)

    def event_sentence(self, event: Event, names: Sequence[str], reader: int | None = None) -> str | None:
        """Return the sentence for an event that only these rules have; None if it needs no sentence.

        The seat ``reader`` is "you".
        """
        return None

    def seat_holdings(self, state: State, seat: int) -> Iterator[str]:
        """Yield what a seat has besides points and figures."""
        yield from ()

    def seat_places(self, state: State, seat: int) -> Iterator[str]:
        """Yield where a seat has something besides figures on the board, for a position in words."""
        yield from ()

    def table_line(self, state: State) -> str:
        """Return a line about the whole table; empty if there is nothing to say."""
        return ""

    def pieces_left(self, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield what is left besides tiles and can still be taken: a heading and its items each."""
        yield from ()

    def sections(self, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield further sections of a position in words: a heading and its items each."""
        yield from ()

    def out_of_bounds(self, data: Mapping[str, Any]) -> str:
        """Return the sentence for a cell where no tile may lie. ``data`` is that of the error."""
        return _("{cell} isn't next to a tile.").format(cell=format_cell(data["cell"]))

    def not_adjacent(self, data: Mapping[str, Any]) -> str:
        """Return the sentence for a cell without a neighbour. ``data`` is that of the error."""
        return _("{cell} isn't next to a tile.").format(cell=format_cell(data["cell"]))

    def picture_terms(self) -> dict[str, str]:
        """Return the words that only this edition's pictures have, for ``render.Words.terms``."""
        return {}
