"""The rules of tournaments: who meets whom in the next round, and who stands where.

Rule of this room: no I/O, clock, dice, games or people. Tournaments are immutable values, entrants are numbers, and the
same tournament always gives the same pairings. It imports only the standard library and networkx.
"""
