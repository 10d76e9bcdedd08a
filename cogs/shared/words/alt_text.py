"""A board in words, for those who do not see its picture: as much as an attachment's description may hold."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from carcassonne import Phase, Place, State, column_row, feature_at, format_cell, legal_placements
from cogs.shared.words.features import feature_text, role_name, tile_text
from cogs.shared.words.language import counted, seat_labels
from cogs.shared.words.turns import game_name, seat_standing, tiles_left_text
from host import Table

DESCRIPTION: Final = 1_024
"""The characters that the description of an attachment may have."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its items, of which the last may be left out for want of room."""

    heading: str
    items: tuple[str, ...]

    def within(self, room: int) -> str:
        """Return as much of the section as fits, saying how many items are missing; empty if not even one fits."""
        for shown in range(len(self.items), 0, -1):
            missing = len(self.items) - shown
            tail = f"; {missing} more." if missing else "."
            text = f"{self.heading}: {'; '.join(self.items[:shown])}{tail}"
            if len(text) <= room:
                return text
        return ""


def alt_text(table: Table) -> str:
    """Return the position in words: whose turn, standings, figures on the board, where the tile fits, all tiles."""
    state = table.state
    assert state is not None
    text = _headline(table, state)
    for section in _sections(table, state):
        part = section.within(DESCRIPTION - len(text) - 1)
        text += f" {part}" if part else ""
    return text


def _headline(table: Table, state: State) -> str:
    words = [f"{game_name(table)} after {counted(state.turn, 'turn')}."]
    if seat := table.to_move:
        words.append(f"**{seat_labels(table)[seat.number]}** to move.")
    if state.tile is not None:
        words.append(f"Tile {state.tile.name}: {tile_text(state.tile.segments, state.ruleset.terms)}.")
        words.append(tiles_left_text(state))
    if state.last is not None:
        turned = state.cells[state.last].turned
        words.append(f"Laid last: {turned.tile.name} on {format_cell(state.last)}, turned {turned.rotation}°.")
    return " ".join(words)


def _sections(table: Table, state: State) -> Iterator[Section]:
    names = seat_labels(table)
    yield Section("Standing", tuple(f"{name} {seat_standing(state, seat)}" for seat, name in enumerate(names)))
    for seat, name in enumerate(names):
        yield Section(f"{name} has", tuple(_figures(state, seat)))
    if state.phase is Phase.PLACE:
        yield Section("The tile fits on", tuple(_fitting(state)))
    yield Section("Tiles, row by row", tuple(_rows(state)))


def _figures(state: State, seat: int) -> Iterator[str]:
    terms = state.ruleset.terms
    for place, meeple in sorted(state.meeples.items()):
        if meeple.seat == seat:
            feature = feature_text(feature_at(state, Place(*place)), terms)
            yield f"{role_name(meeple.role, terms)} {format_cell(place.position)} in {feature}"


def _fitting(state: State) -> Iterator[str]:
    for position, turns in groupby(sorted(legal_placements(state)), key=lambda placement: placement[0]):
        yield f"{format_cell(position)} {' '.join(str(rotation) for _, rotation in turns)}"


def _rows(state: State) -> Iterator[str]:
    for _, cells in groupby(sorted(state.cells), key=lambda position: column_row(position)[1]):
        yield ", ".join(_tile(state, position) for position in cells)


def _tile(state: State, position: int) -> str:
    turned = state.cells[position].turned
    return f"{format_cell(position)} {turned.tile.name}{turned.rotation}"
