"""Who is ahead, and who has won."""

from carcassonne.state import State


def ranks(state: State) -> list[int]:
    """Return the rank of each seat by its score: 1 is the best, equal ranks are shared. Who has resigned is last."""
    keys = [
        (seat in state.resigned, 0 if seat in state.resigned else -state.scores[seat]) for seat in range(state.seats)
    ]
    return [1 + sum(other < key for other in keys) for key in keys]


def winners(state: State) -> frozenset[int]:
    """Return the seats that have won: of those that have not resigned, those with most points. None before the end."""
    return frozenset(seat for seat, rank in enumerate(ranks(state)) if rank == 1 and state.is_over)
