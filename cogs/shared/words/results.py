"""How a game ended: who has won, and where everybody's points come from."""

from collections import Counter

from carcassonne import FeatureScored, State
from cogs.shared.words.features import scored_text
from cogs.shared.words.language import MARKS, counted, listed, safe_labels
from cogs.shared.words.tables import game_name
from host import Played, Table


def final_lines(played: Played) -> list[str]:
    """Return how a game ended, and everybody's points, itemised."""
    table, state = played.after, played.after.state
    assert state is not None
    ranking = sorted(table.seats, key=lambda seat: -state.scores[seat.number])
    return [
        f"{game_name(table)} is over. {verdict(table, state)}",
        *(f"{MARKS[seat.number]} {_final_score(played, state, seat.number)}" for seat in ranking),
    ]


def verdict(table: Table, state: State) -> str:
    """Return who has won, or why nobody has."""
    names = safe_labels(table)
    stayed = [seat for seat in table.seats if not seat.resigned]
    if not state.is_over:
        who = "its players" if all(seat.person.id in table.ending for seat in stayed) else "a server manager"
        return f"It was ended by {who}, and nobody wins."
    if len(stayed) == 1:
        return f"**{names[stayed[0].number]} wins**: everybody else has resigned."
    best = winners(state)
    points = counted(state.scores[best[0]], "point")
    if len(best) == 1:
        return f"**{names[best[0]]} wins** with {points}."
    return f"**{listed([names[seat] for seat in best])} share the victory** with {points} each."


def winners(state: State) -> list[int]:
    """Return the seats that have won: of those who stayed, those with most points."""
    stayed = [seat for seat in range(state.seats) if seat not in state.resigned]
    most = max(state.scores[seat] for seat in stayed)
    return [seat for seat in stayed if state.scores[seat] == most]


def _final_score(played: Played, state: State, seat: int) -> str:
    name, total, terms = safe_labels(played.after)[seat], state.scores[seat], state.ruleset.terms
    finals = [event for event in played.events if isinstance(event, FeatureScored) and event.is_final]
    mine = [event for event in finals if seat in event.seats]
    before = total - sum(event.points for event in mine)
    alike = Counter((event.points, scored_text(event, terms)) for event in mine)
    items = [f"{points} for {what}" + (f" (×{times})" if times > 1 else "") for (points, what), times in alike.items()]
    return f"{name}: {total} = " + ", ".join([f"{before} during the game", *items]) if items else f"{name}: {total}"
