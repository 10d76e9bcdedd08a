"""A computer has one name in all that people read, and another one in records, which never changes."""

from dataclasses import replace

import pytest

from host.model.controllers import Computer
from host.model.game import PlayResult
from host.model.table import RunningTable
from screens.text.i18n import use_language
from screens.text.names import player_name, safe_labels
from screens.text.status import status_text
from screens.text.turns import announcement
from tests.cogs.example_tables import NAMES, every_turn

SECOND_OF_CLUB = Computer(2, number=2)


def among_computers(played: PlayResult) -> PlayResult:
    """The same turn, with computers in all seats but the first."""
    assert isinstance(played.before, RunningTable)
    assert isinstance(played.after, RunningTable)
    return replace(played, before=_with_computers(played.before), after=_with_computers(played.after))


def _with_computers(table: RunningTable) -> RunningTable:
    first, *others = table.seats
    seats = [replace(seat, controller=Computer(2, number)) for number, seat in enumerate(others, 1)]
    return replace(table, seats=(first, *seats))


@pytest.mark.parametrize(("language", "name"), [("en", "Club"), ("de", "Klub"), ("fr", "Club"), ("es", "Club")])
def test_a_computer_has_the_same_name_in_sentences_and_lists(language: str, name: str) -> None:
    """A German message had "🤖 Klub 2" and "Computer 2 (Klub)" for the same one."""
    turns = [*every_turn("new-edition", ("inns",), NAMES[:3], seed=3)]
    played = among_computers(next(one for one in turns[2:] if one.before.state.seat == 2))  # type: ignore[union-attr]
    with use_language(language):
        assert safe_labels(played.after)[1:] == (f"🤖 {name}", f"🤖 {name} 2")
        assert player_name(SECOND_OF_CLUB) == f"🤖 {name} 2"
        for said in (announcement(played), status_text(played.after)):
            assert f"🤖 {name} 2 " in said
            assert not any(word in said for word in ("omputer", "rdinateur", "rdenador"))


def test_the_name_in_records_is_the_same_in_all_languages() -> None:
    with use_language("de"):
        assert SECOND_OF_CLUB.name == "Computer, club 2"
