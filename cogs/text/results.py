"""Texts about the end of a game: the winners, and where the points come from."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from carcassonne import Event, FeatureScored, State, winners
from cogs.text.colours import seat_mark
from cogs.text.fairness import seed_texts
from cogs.text.features import kind_names, scored_feature_text
from cogs.text.formatting import computers_at, safe_labels, subtext, with_heading, word_list
from cogs.text.i18n import _
from cogs.text.nouns import counted
from cogs.text.rematch import series_lines
from cogs.text.table import game_name
from host.model.table import FinishedTable, StartedTable


def final_lines(table: FinishedTable, events: Iterable[Event]) -> list[str]:
    """Return the result and everybody's points. ``events`` give the details of the final scoring."""
    state = table.state
    finals = [event for event in events if isinstance(event, FeatureScored) and event.is_final]
    ranking = sorted(table.seats, key=lambda seat: (seat.resigned, -state.scores[seat.number]))
    return [
        _("{game} is over. {verdict}").format(game=game_name(table), verdict=winner_text(table)),
        *(f"{seat_mark(seat)} {_final_score(table, finals, seat.number)}" for seat in ranking),
        *series_lines(table),
        *_rating_lines(table),
        *seed_texts(table),
    ]


def _rating_lines(table: FinishedTable) -> Iterator[str]:
    """Yield that a game was not rated because of its computers. Otherwise, its first message has said so."""
    if computers_at(table) and not table.settings.rated:
        yield subtext(_("Not rated, because a computer played."))


def winner_text(table: FinishedTable) -> str:
    """Say who has won, or why nobody has."""
    state, names = table.state, safe_labels(table)
    remaining = [seat for seat in table.seats if not seat.resigned]
    winning_seats = winners_at(table)
    if not winning_seats and any(person.id not in table.agreed_to_end for person in table.humans) and not state.is_over:
        return _("A server manager ended it, so nobody wins.")
    if not winning_seats and table.is_practice:
        return _("You ended the practice game.")
    if not winning_seats and not table.humans:
        return _("Nobody is left to play, so nobody wins.")
    if not winning_seats:
        return _("The players agreed to end it, so nobody wins.")
    if len(remaining) == 1:
        return _last_player_text(table, remaining[0].number)
    points = counted(state.scores[winning_seats[0]], "point")
    if len(winning_seats) == 1:
        return _("**{name} wins** with {points}!").format(name=names[winning_seats[0]], points=points)
    winner_names = word_list([names[seat] for seat in winning_seats])
    return _("**{names} share the win** with {points} each!").format(names=winner_names, points=points)


def _last_player_text(table: FinishedTable, winner: int) -> str:
    """Say that everybody but the winner has resigned."""
    names = safe_labels(table)
    if len(table.seats) > 2:
        return _("**{name} wins!** Everyone else resigned.").format(name=names[winner])
    return _("{other} resigned, so **{name} wins!**").format(name=names[winner], other=names[1 - winner])


def is_won_by_resigning(table: StartedTable) -> bool:
    """Say whether all have resigned but one at most. ``winner_text`` says so then, and nothing else repeats it."""
    return len(table.state.resigned) >= table.state.seats - 1


def result_text(table: StartedTable, names: Sequence[str]) -> str:
    """Say who has won and with what scores, the best first; empty if nobody has. ``names`` are by seat."""
    won = winners_at(table) if isinstance(table, FinishedTable) else []
    state = table.state
    playing = [score for seat, score in enumerate(state.scores) if seat not in state.resigned]
    if not won:
        return ""
    if len(playing) == 1:
        return _("{name} wins").format(name=names[won[0]])
    scores = " : ".join(map(str, sorted(playing, reverse=True)))
    if len(won) == 1:
        return _("{name} wins {scores}").format(name=names[won[0]], scores=scores)
    return _("{names} share the win {scores}").format(names=word_list([names[seat] for seat in won]), scores=scores)


def earned_text(state: State, seat: int) -> str:
    """Say where a seat's points come from: ``cities 24, roads 18``; empty if nothing has paid."""
    names = kind_names(state.ruleset.terms)
    return ", ".join(f"{names[kind]} {by_seat[seat]}" for kind, by_seat in state.earned.items() if by_seat[seat])


def winners_at(table: FinishedTable) -> list[int]:
    """Return the seats that have won: of the players who have not resigned, those with the most points.

    Nobody wins a game that was ended early, or a practice game that was given up.
    """
    if table.is_practice and table.final_scores is None:
        return []
    return sorted(winners(table.state))


def _final_score(table: FinishedTable, finals: Sequence[FeatureScored], seat: int) -> str:
    state = table.state
    name, total, terms = safe_labels(table)[seat], state.scores[seat], state.ruleset.terms
    mine = [event for event in finals if seat in event.seats]
    before = total - sum(event.points for event in mine)
    if not mine:
        resigned = [_("resigned")] if seat in state.resigned and not is_won_by_resigning(table) else []
        return with_heading(name, ", ".join([str(total), *resigned]))
    repeated = Counter((event.points, scored_feature_text(event, terms)) for event in mine)
    items = [_("{points} during the game").format(points=before)]
    for (points, what), times in repeated.items():
        text = _("{points} for {what}")
        if times > 1:
            text = _("{points} for {what} ({number} times {each})")
        items.append(text.format(points=times * points, what=what, number=times, each=points))
    return with_heading(name, f"{total} = {', '.join(items)}")
