"""The texts in which editions differ: questions of the game, and what lies beside the board."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from carcassonne import Answer, Event, State, format_cell, format_move
from cogs.text.i18n import _


class EditionTexts:
    """An edition that asks nothing and keeps nothing beside the board. One that does overrides what it needs."""

    record_signs: ClassVar[Mapping[str, str]] = {}
    """Words in a turn of the record that do not explain themselves, with what they mean (marked)."""

    def question(self, state: State) -> str:
        """Return what the game asks the player to move; empty where it asks nothing."""
        return ""

    def question_hint(self) -> str:
        """Return how a question can be answered without its buttons."""
        return ""

    def answer_label(self, state: State, answer: Answer, names: tuple[str, ...]) -> str:
        """Return an answer to the question asked, and what it would pay."""
        return format_move(answer)

    def answer_sentence(self, answer: Answer, name: str | None) -> str:
        """Return what somebody has answered, or with None what you have, as a sentence."""
        return format_move(answer)

    def event_sentence(self, event: Event, names: tuple[str, ...]) -> str | None:
        """Return the sentence for an event that only this edition has; None for one that is not told."""
        return None

    def seat_holdings(self, state: State, seat: int) -> Iterator[str]:
        """Yield what a seat has besides points and figures."""
        yield from ()

    def table_line(self, state: State) -> str:
        """Return what concerns the whole table; empty where there is nothing."""
        return ""

    def sections(self, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield what else belongs to a position in words: headings with their items."""
        yield from ()

    def out_of_bounds(self, data: Mapping[str, Any]) -> str:
        """Return that a cell is none where tiles may lie, from the data of an error."""
        return _("{cell} does not touch the board.").format(cell=format_cell(data["cell"]))

    def not_adjacent(self, data: Mapping[str, Any]) -> str:
        """Return that nothing lies beside a cell, from the data of an error."""
        return _("{cell} does not touch the board.").format(cell=format_cell(data["cell"]))

    def picture_terms(self) -> dict[str, str]:
        """Return the words that only pictures of this edition have; see ``render.Words``."""
        return {}
