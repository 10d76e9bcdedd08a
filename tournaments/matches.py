"""Matches: up to a number of games between the same two. Who begins changes from game to game.

A match counts like a single game does elsewhere: a point for who has won more games, and half of it each if that is
equal. It is over when nobody can catch up any more.
"""

from dataclasses import replace
from typing import Final

from tournaments.tournament import POINT, Ending, Pairing, Score, annulled, forfeited

MATCH_LENGTHS: Final = (1, 3)
"""How many games a match can have at most; 1 stands for no match but a single game."""
_ENDINGS: Final = (Ending.PLAYED, Ending.AWARDED, Ending.FORFEIT, Ending.ANNULLED)
"""What counts as how a match ended, if its games ended in several ways: the first that there was."""


def next_game(match: Pairing) -> Pairing:
    """Return the game that is to be played now, in the order of its seats."""
    return Pairing(match.seats if len(match.games) % 2 == 0 else match.seats[::-1])


def after_game(match: Pairing, game: Pairing, best_of: int) -> Pairing:
    """Return a pairing after another of its games: of a single game, that is its result."""
    return game if best_of == 1 else decided(replace(match, games=(*match.games, game)), best_of)


def with_other_game(match: Pairing, number: int, game: Pairing, best_of: int) -> Pairing:
    """Return a match in which one of its games, counted from 0, has ended in another way. It may go on after that."""
    return decided(replace(match, games=(*match.games[:number], game, *match.games[number + 1 :])), best_of)


def without_absent(match: Pairing, absent: frozenset[int], best_of: int) -> Pairing:
    """Return a pairing that is under way, in which those who are absent have lost the games that are left."""
    missing = absent.intersection(match.seats)
    while missing and not match.is_over:
        match = after_game(match, forfeited(next_game(match), missing), best_of)
    return match


def without_rest(match: Pairing, best_of: int) -> Pairing:
    """Return a match in which the games that are left count for nobody."""
    while not match.is_over:
        match = after_game(match, annulled(next_game(match)), best_of)
    return match


def games_won(match: Pairing, entrant: int) -> int:
    """Return the games of a match that an entrant has won, in 24ths; a tie counts as half of one."""
    return sum(game.score_of(entrant).points for game in match.games)


def decided(match: Pairing, best_of: int) -> Pairing:
    """Return a match with its result; with none while both can still win or tie it."""
    won = [games_won(match, one) for one in match.seats]
    left = max(best_of - len(match.games), 0)
    if left and max(won) - min(won) <= left * POINT:
        return replace(match, ending=None, scores=())
    points = _points(won)
    differences = [sum(game.score_of(one).difference for game in match.games) for one in match.seats]
    endings = {game.ending for game in match.games}
    return replace(
        match,
        ending=next(one for one in _ENDINGS if one in endings),
        scores=tuple(Score(*both) for both in zip(points, differences, strict=True)),
    )


def _points(won: list[int]) -> list[int]:
    """Return what each of two gets from a match; nothing if neither has got anything from its games."""
    if not any(won):
        return [0] * len(won)
    return [POINT * ((one > min(won)) - (one < max(won)) + 1) // 2 for one in won]
