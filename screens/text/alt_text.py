"""A board in words, for people who do not see the picture.

The description of an attachment is limited. If it is too short, it says how to get the rest as messages.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from carcassonne import (
    Colour,
    Feature,
    Phase,
    Position,
    SegmentRef,
    State,
    column_row,
    features,
    format_cell,
    legal_placements,
)
from host.model.table import FinishedTable, RunningTable, StartedTable
from screens.text.choices import VIEW_NAMES, choice_name, colour_name
from screens.text.editions import texts_of
from screens.text.features import drawn_tile_words, feature_text
from screens.text.i18n import _, ngettext
from screens.text.markup import DESCRIPTION_LENGTH, PAGE_LENGTH, Section, capitalize, split_pages
from screens.text.names import game_name, safe_labels, seat_labels
from screens.text.nouns import figure_name
from screens.text.placeholders import fill
from screens.text.status import earned_text, result_text, seat_score_text, tiles_left_short


def alt_text(table: StartedTable, shown: tuple[Position, Position] | None = None) -> str:
    """Return the position in words: whose turn it is, the players' points, all tiles, where the drawn tile fits.

    If the picture shows a part of the board only, ``shown`` are the first and the last cell of that.

    It doesn't say that a turn can be taken back: a picture keeps its description when that time is over.
    """
    state, names = table.state, seat_labels(table)
    where = _("All: /board view:{words}.").format(words=choice_name(VIEW_NAMES, "words"))
    headline = _headline(table, state, names)
    if shown is not None:
        headline += f" {shown_part_text(shown)}"
    return _within_limit(headline, list(_table_sections(table, state, names)), where)


def example_alt_text(state: State, names: Sequence[str], colours: Sequence[Colour], reader: int | None = None) -> str:
    """Return a position that belongs to no table in words, like ``alt_text``. Names and colours are by seat.

    ``reader`` is the seat of the reader, if it is theirs.
    """
    name = None if state.seat == reader else names[state.seat]
    words = [_("It's over.")] if state.is_over else list(_waiting_for(state, name))
    if state.last is not None:
        words.append(_last_text(state, state.last))
    sections = list(_sections(state, names, colours, shows_fitting=not state.is_over))
    return _within_limit(" ".join(words), sections, "")


def _within_limit(headline: str, sections: Sequence[Section], where: str) -> str:
    """Return all sections, or as much of them as fits into a description, and ``where`` the rest is."""
    whole = " ".join(filter(None, [headline, *(section.text_within(sys.maxsize) for section in sections)]))
    if len(whole) <= DESCRIPTION_LENGTH:
        return whole
    text = headline
    for number, section in enumerate(sections, 1):
        kept = sum(later.kept_length + 1 for later in sections[number:] if later.kept)
        part = section.text_within(DESCRIPTION_LENGTH - len(text) - kept - len(where) - 2)
        text += f" {part}" if part else ""
    return f"{text} {where}".rstrip()


def position_texts(table: StartedTable) -> list[str]:
    """Return the whole position as messages, with a line for each item of the alt text."""
    state, names = table.state, safe_labels(table)
    lines = [_headline(table, state, names)]
    if isinstance(table, RunningTable) and table.pending:
        lines[0] += " " + fill(_("{name} can still undo the turn."), table, name=table.pending)
    for section in _table_sections(table, state, names):
        lines += [f"**{section.heading}**", *section.items]
    return split_pages(lines, PAGE_LENGTH)


def _headline(table: StartedTable, state: State, names: tuple[str, ...]) -> str:
    played = ngettext("{game} after {number} turn.", "{game} after {number} turns.", state.turn)
    words = [played.format(game=game_name(table), number=state.turn)]
    if isinstance(table, FinishedTable):
        words.append(_("It's over."))
        if result := result_text(table, names):
            words.append(f"{result}.")
    elif not table.pending:
        words += _waiting_for(state, names[table.next_seat.number])
    if state.last is not None:
        words.append(_last_text(state, state.last))
    if line := texts_of(state).table_line(state):
        words.append(f"{capitalize(line)}.")
    return " ".join(words)


def _waiting_for(state: State, name: str | None) -> Iterator[str]:
    """Yield what a running game waits for. Without a name it is the reader's turn."""
    yield _("Your turn.") if name is None else _("{name}'s turn.").format(name=name)
    if question := texts_of(state).question(state):
        yield question
    if state.tile is not None:
        shows, tile = drawn_tile_words(state)
        yield _("Tile {tile}: {shows}.").format(tile=tile, shows=shows)
        yield f"{capitalize(tiles_left_short(state))}."


def _last_text(state: State, last: Position) -> str:
    turned = state.cells[last].turned
    text = _("Latest: {tile} at {cell} ({rotation}°).")
    return text.format(tile=turned.tile.name, cell=format_cell(last), rotation=turned.rotation)


def _table_sections(table: StartedTable, state: State, names: tuple[str, ...]) -> Iterator[Section]:
    colours = [seat.colour for seat in table.seats]
    return _sections(state, names, colours, shows_fitting=table.to_move is not None)


def _sections(
    state: State, names: Sequence[str], colours: Sequence[Colour], *, shows_fitting: bool
) -> Iterator[Section]:
    feature_at_ref = {ref: feature for feature in features(state) for ref in feature.refs}
    for seat, (name, colour) in enumerate(zip(names, colours, strict=True)):
        score = f"{seat_score_text(state, seat)}, {_seat_colour_text(state, seat, colour)}"
        places = texts_of(state).seat_places(state, seat)
        earned = earned_text(state, seat) if state.is_over else ""
        items = (score, *filter(None, [earned]), *_figures(state, seat, feature_at_ref), *places)
        yield Section(name, items, kept=1)  # how a seat stands is told of each
    if rows := tuple(_rows(state)):  # The Castle begins without a tile
        yield Section(_("Tiles by row, turned clockwise"), rows)
    if shows_fitting and state.phase is Phase.PLACE:
        yield Section(_("The tile fits at"), tuple(_fitting(state)))
    for heading, items in texts_of(state).pieces_left(state):
        yield Section(heading, items, kept=len(items))
    for heading, items in texts_of(state).sections(state):
        yield Section(heading, items)


def _seat_colour_text(state: State, seat: int, colour: Colour) -> str:
    if seat in state.resigned:
        return _("grey, no longer scoring")
    return _("in {colour}").format(colour=colour_name(colour))


def _figures(state: State, seat: int, feature_at_ref: Mapping[SegmentRef, Feature]) -> Iterator[str]:
    terms = state.ruleset.terms
    for ref, placed in sorted(state.figures.items()):
        if placed.seat == seat:
            feature = feature_text(feature_at_ref[ref], terms)
            yield f"{figure_name(placed.role, placed.figure, terms)} {format_cell(ref.position)} ({feature})"


def _fitting(state: State) -> Iterator[str]:
    for position, turns in groupby(sorted(legal_placements(state)), key=lambda placement: placement[0]):
        yield f"{format_cell(position)} {'/'.join(str(rotation) for _cell, rotation in turns)}"


def _rows(state: State) -> Iterator[str]:
    inside = sorted(filter(partial(_is_inside, state), state.cells))
    for _row, cells in groupby(inside, key=lambda position: column_row(position)[1]):
        first, *rest = cells
        yield " ".join([f"{format_cell(first)} {_tile(state, first)}", *(_beside(state, cell) for cell in rest)])


def _is_inside(state: State, position: Position) -> bool:
    return state.ruleset.bounds is None or position in state.ruleset.bounds


def _beside(state: State, position: Position) -> str:
    """Return a tile of a row. It has its cell only if there is a gap before it."""
    is_next = position - 1 in state.cells and _is_inside(state, position - 1)
    return _tile(state, position) if is_next else f"{format_cell(position)} {_tile(state, position)}"


def _tile(state: State, position: Position) -> str:
    turned = state.cells[position].turned
    between = ":" if turned.tile.name[-1].isdigit() else ""
    return f"{turned.tile.name}{between}{turned.rotation}"


def shown_part_text(corners: tuple[Position, Position]) -> str:
    """Say which cells are shown, by the first and the last of them."""
    first, last = map(format_cell, corners)
    return _("You see {first} to {last}.").format(first=first, last=last)
