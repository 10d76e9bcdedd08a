"""A record of The Castle, line by line."""

PLAYED = """
1 S03 C1 0 herald N
2 S01 C2 0 -
1 D03 C3 0 -
2 N18 I1 0 -
1 N12 E8 0 knight S; takes 2
2 N09 B3 0 -
1 N10 J4 180 knight E; wall 2; takes 5
2 N16 H1 0 -
1 N11 A3 0 knight S
2 N15 I2 0 -
1 N17 A4 270 squire W; first A3 S; takes 1
2 N05 J1 90 -
1 N04 J2 0 -; wall 1
1 N13 H2 0 squire N
"""
"""A path of 8 and a tower of 4 score 12, a doubled tower leads to 20, a tower of 4 and a house of 2 to 26."""
LINES = [f"{number}. {line}" for number, line in enumerate(PLAYED.split("\n")[1:-1], 1)]


def as_record(*lines: str, result: str = "*") -> str:
    tags = f'[Edition "castle"]\n[Options ""]\n[Players "P1" "P2"]\n[Result "{result}"]\n\n'
    return tags + "".join(f"{line}\n" for line in lines) + f"{result}\n"
