"""The Castle in words: everything that its picture shows beside tiles and figures can also be read."""

from dataclasses import replace
from itertools import islice

import pytest

from carcassonne import Deploy, State, WallTileTaken, apply_all, find_ruleset, new_game, parse_move
from carcassonne.castle import CASTLE_STATE, castle_state
from carcassonne.castle.tiles import OUTLINE, SPACES
from host.model.table_options import LANGUAGES
from screens.text.alt_text import alt_text, position_texts
from screens.text.board import tiles_texts
from screens.text.castle import outline
from screens.text.editions import texts_of
from screens.text.i18n import use_language
from screens.text.markup import DESCRIPTION_LENGTH
from screens.text.picker import what_follows
from tests.cogs.castle_table import begin
from tests.cogs.example_tables import NAMES, every_turn, seated
from tests.cogs.room import ON_SIMCORD, Room, words

HOUSE_SCORED = ("draw N09", "place A4 0", "deploy squire W")


def state_after(*moves: str) -> State:
    return apply_all(new_game(find_ruleset("castle"), 2), [parse_move(move) for move in moves]).state


def position(state: State) -> str:
    return "\n".join(position_texts(seated(state, NAMES[:2])))


def test_the_outline_names_exactly_the_spaces_within_the_wall() -> None:
    named = set[str]()
    for block in outline(SPACES):
        (west, north), (east, south) = ((corner[0], int(corner[1:])) for corner in block.split("–"))
        cells = {f"{chr(column)}{row}" for column in range(ord(west), ord(east) + 1) for row in range(north, south + 1)}
        assert not named & cells
        named |= cells
    drawn = OUTLINE.split()
    assert named == {
        f"{chr(ord('A') + column)}{row}" for row, line in enumerate(drawn, 1)
        for column, mark in enumerate(line) if mark == "#"
    }  # fmt: skip


def test_what_a_turn_brings_is_told_to_its_player() -> None:
    """Before a turn is confirmed, its points were "yours", but the keep was still "Ann's keep"."""
    placed, deploying = state_after(*HOUSE_SCORED[:2]), parse_move(HOUSE_SCORED[2])
    assert isinstance(deploying, Deploy)
    told = " ".join(what_follows(placed, deploying, NAMES[:2]))
    assert "You score " in told
    assert "Your keep moves to " in told
    assert NAMES[0] not in told
    taken, texts = WallTileTaken(0, 9), texts_of(placed)
    mine, theirs = (texts.event_sentence(taken, NAMES, reader=reader) for reader in (0, 1))
    assert mine == "You land on a corner tower and take wall tile 9 (5 points)."
    assert theirs == f"{NAMES[0]} lands on a corner tower and takes wall tile 9 (5 points)."


@ON_SIMCORD
async def test_the_board_in_words_tells_towers_wall_tiles_and_outline(room: Room) -> None:
    await begin(room)
    said = await words(room.ann.slash(room.channel, "board", view="words"))
    assert (
        "**Corner towers with a wall tile**\n"
        "12/13, 15/16, 20/21, 24/25, 32/33, 52/53, 64/65, 67/68, 72/73, 77/78, 82/83, 85/86, 88/89\n"
    ) in said
    assert "**Wall tiles not seen yet (5 of them aren't in the game)**\n1 ×2, 2 ×2, 3 ×2" in said
    assert "**Spaces inside the wall**\nA1–E1, H1–J1, A2–J5, B6–J6, D7–J8, F9–J9" in said
    assert "tower J4 E" in said
    description = room.messages()[-1].attachments[0].description or ""
    assert "Corner towers with a wall tile: 12/13" in description
    assert "Wall tiles not seen yet (5 of them aren't in the game): 1 ×2" in description
    assert "  " not in description


def test_a_wall_tile_that_was_taken_is_left_no_more() -> None:
    state = state_after("draw N01")
    castle = castle_state(state)
    state.set_extra(CASTLE_STATE, replace(castle, towers=castle.towers - {12}, unseen=castle.unseen[1:]))
    said = position(state)
    assert "\n15/16, 20/21" in said
    assert "12/13" not in said
    assert "1 ×1, 2 ×2" in said


def test_the_description_always_tells_the_wall_tiles_left() -> None:
    for played in islice(every_turn("castle", (), NAMES[:2], seed=3), 20, None, 8):
        said, state = alt_text(played.after), played.after.state
        assert len(said) <= DESCRIPTION_LENGTH
        assert state.is_over or ("Corner towers with a wall tile: " in said and "Wall tiles not seen yet (" in said)


def test_the_list_of_tiles_left_has_the_wall_tiles() -> None:
    state = state_after("draw N01")
    castle = castle_state(state)
    state.set_extra(CASTLE_STATE, replace(castle, towers=castle.towers - {12}, unseen=castle.unseen[1:]))
    for _is_bag_empty in (False, True):
        lines = "\n".join(tiles_texts(state)).splitlines()
        assert lines[-2].startswith("**Corner towers with a wall tile**: 15/16, 20/21")
        assert lines[-1].startswith("**Wall tiles not seen yet (5 of them aren't in the game)**: 1 ×1, 2 ×2")
        state.bag.clear()
    assert lines[0] == "1 tile left. **N01** is drawn. It's the last one."
    assert tiles_texts(new_game(find_ruleset("classic"), 2))[-1].splitlines()[-1].startswith("1 × **X**")


def test_the_cell_of_a_keep() -> None:
    state = state_after(*HOUSE_SCORED, "draw N03")
    keep = castle_state(state).keeps[0]
    assert keep.ref is not None
    assert f"\nkeep A4 ({keep.tiles} tiles)\n" in position(state)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_description_tells_first_what_changes(language: str) -> None:
    with use_language(language):
        said = alt_text(seated(state_after("draw N03"), NAMES[:2]))
    assert len(said) <= DESCRIPTION_LENGTH
    assert said.index("E8 0/90/180/270") < said.index("12/13") < said.index("A2–J5")
