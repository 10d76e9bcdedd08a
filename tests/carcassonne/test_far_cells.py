"""Games that leave the named sheet: west of A, north of 1, east of Z."""

from .scenario import Game, state_text


def walk(game: Game, cells: list[str], upright: bool) -> None:
    """Build a road over eleven cells, with the eight tiles U and the three tiles D."""
    for tile, cell in zip("UUUUUUUUDDD", cells, strict=True):
        rotation = 0 if upright == (tile == "U") else 90
        game.turn(f"{tile} {cell} {rotation} -")


def test_west_of_a() -> None:
    game = Game()
    walk(game, [f"{column}13" for column in "LKJIHGFEDCB"], upright=False)
    game.turn("W A13 180 thief E")
    game.turn("W -A13 180 -")
    assert game.refusal("B -B14 0")["reason"] == "not-adjacent"
    game.turn("B -A14 0 monk")
    game.turn("B A14 0 -")
    game.turn("B B14 0 -")
    assert game.turn("A N13 90 -") == ["road 14 to 2"]
    assert "\n13. 1 W -A13 180 -\n14. 2 B -A14 0 monk\n" in game.record()
    assert state_text(game.replayed()) == state_text(game.state)
    assert {"-B13 0", "-A12 0", "A12 0"} <= set(game.places_for("X"))
    assert "monastery 4 to 2" in game.end()


def test_north_of_1() -> None:
    game = Game()
    game.turn("V L13 180 thief N")
    walk(game, [f"L{row}" for row in range(12, 1, -1)], upright=True)
    game.turn("W L1 90 -")
    game.turn("W L-1 90 -")
    assert game.refusal("B M-2 0")["reason"] == "not-adjacent"
    game.turn("B M1 0 monk")
    game.turn("B M-1 0 -")
    assert game.feature("M1", "monk").open_sides == 4
    assert game.turn("A N13 90 -") == ["road 15 to 1"]
    assert "L-1 90 -" in game.record()
    assert state_text(game.replayed()) == state_text(game.state)
    assert game.end() == ["monastery 5 to 1"]


def test_east_of_z() -> None:
    game = Game()
    game.turn("A L13 270 thief E")
    walk(game, [f"{column}13" for column in "NOPQRSTUVWX"], upright=False)
    assert game.turn("W Y13 180 -") == ["road 14 to 1"]
    game.turn("W Z13 180 -")
    game.turn("W AA13 180 -")
    game.turn("B Z14 0 -")
    game.turn("B AA14 0 monk")
    assert state_text(game.replayed()) == state_text(game.state)
    assert {"AB13 0", "AA12 0", "Z12 0"} <= set(game.places_for("X"))
    assert game.end() == ["monastery 4 to 1"]
