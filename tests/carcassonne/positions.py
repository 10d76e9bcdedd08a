"""Turns that lead to positions from which several tests start."""

AROUND_M14 = """
    1 B M14 0 monk
    2 U L13 90 -
    1 U N13 90 -
    2 B L14 0 -
    1 B N14 0 -
    2 B L15 0 -
    1 E M15 180 -
"""

JOINED = """
    1 B M14 0 -
    2 B N14 0 -
    1 B O14 0 -
    2 B P14 0 -
    1 E M15 90 knight E
    2 F O15 0 knight E
    1 E Q14 0 -
    2 G N15 0 -
"""

SEVEN_OUT = """
    1 A L13 270 thief E
    skip 2 V
    1 B M14 0 monk
    skip 2 V
    1 B L14 0 monk
    skip 2 V
    1 B N14 0 monk
    skip 2 V
    1 B M15 0 monk
    skip 2 V
    1 E L15 180 knight S
    skip 2 V
    1 E N15 180 knight S
    skip 2 V
"""
