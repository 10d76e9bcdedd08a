"""Positions of The Castle in which one tile completes several features."""

from .castle_scenario import Castle


def tower_and_house_completed(
    *, knight: int, squire: int, mover: int, scores: tuple[int, int], hands: tuple[list[int], list[int]] = ([], [])
) -> tuple[Castle, list[str]]:
    """With one tile on I2 the player to move completes a tower worth 2 points (I1) and a house worth 1 (J2)."""
    castle = Castle()
    turns = [(knight, "N11 I1 0 knight S"), (3 - knight, "N16 J1 0"), (squire, "N15 J2 90 squire W")]
    spare = iter(["N17 E8 0", "N12 A4 0", "N05 H9 0", "N07 J4 0"])
    for seat, turn in turns:
        if castle.to_move != seat:
            castle.turn(next(spare))
        castle.turn(turn)
    if castle.to_move != mover:
        castle.turn(next(spare))
    castle.set_position(scores=scores, hands=hands)
    return castle, castle.turn("N18 I2 0")


def two_houses_completed(score: int, hand: list[int]) -> Castle:
    """With one tile seat 1 completes a house of 1 tile (I1) and one of 2 (J2 and J3)."""
    castle = Castle()
    for turn in ("N16 I1 0 squire S", "N17 J1 0", "N02 J2 180 squire W", "N15 J3 0"):
        castle.turn(turn)
    castle.set_position(scores=(score, 0), hands=(hand, []))
    castle.turn("N18 I2 0")
    return castle


def order_question() -> Castle:
    """A game that asks in which order to score the tower and the house."""
    castle, _ = tower_and_house_completed(knight=1, squire=1, mover=1, scores=(32, 0))
    return castle
