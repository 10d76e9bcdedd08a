"""Texts about rematches and series: who is asked, how a series stands, and why something is refused."""

from collections.abc import Iterator, Sequence

from carcassonne import winners
from host.model.controllers import Controller, Person, is_nameless
from host.model.lobby_rules import missing_people, seats_taken
from host.model.rematch_rules import SeriesScore, is_series_open, series_score
from host.model.table import FinishedTable, RunningTable, SeatedTable, WaitingTable
from host.model.table_options import SeatOrder
from screens.text.i18n import N_, _
from screens.text.labels import Label
from screens.text.markup import bold_label, safe_name
from screens.text.names import mention
from screens.text.placeholders import fill, fixed_text, table_text

level_question = fixed_text(N_("How well should the computer play? The next game begins when you choose."))
series_over_text = table_text(N_("The series is over. {rematch_button} or {series_button} starts a new one."))


def again_label(table: FinishedTable) -> str:
    return Label.NEXT_GAME if is_series_open(table) else Label.REMATCH


def over_text(table: FinishedTable) -> str:
    text = _("Game #{number} is over ({board}). Press {again} to play on, or open a new table with {join}.")
    return fill(text, table, again=bold_label(again_label(table)))


def best_of_label(length: int) -> str:
    return _("Best of {number}").format(number=length)


def series_score_text(score: SeriesScore | None) -> str:
    """Return how a series stands: ``Ann 1 : 0 Bob``, with more players ``Ann 1, Bob 0, Chloé 0``; empty without one."""
    names = [(safe_name(person.name), won) for person, won in score.wins] if score else []
    if len(names) != 2:
        return ", ".join(f"{name} {won}" for name, won in names)
    (first, most), (second, fewer) = names
    return f"{first} {most} : {fewer} {second}"


def series_lines(table: SeatedTable) -> Iterator[str]:
    """Yield how the series of a game stands, after it if it is over, or who has won it."""
    score = series_score(table)
    if score is None:
        return
    if score.winner:
        text = _("**{name} wins the series**, best of {number}: {score}.")
        yield fill(text, name=score.winner, number=score.best_of, score=series_score_text(score))
    elif isinstance(table, FinishedTable) and not _has_won_alone(table):
        yield _series_text(score) + " " + _("Nobody won this game alone, so it counts for nobody.")
    else:
        yield _series_text(score)


def _has_won_alone(table: FinishedTable) -> bool:
    won = winners(table.state)
    return len(won) == 1 and table.seats[min(won)].person is not None


def _series_text(score: SeriesScore) -> str:
    return _("Series, best of {number}: {score}.").format(number=score.best_of, score=series_score_text(score))


def rematch_lines(table: WaitingTable) -> Iterator[str]:
    """Yield what a table's message says of the game before: who begins now, and how the series stands."""
    if table.rematch is None:
        return
    first, text = _first_player(table), _("Rematch of game #{number}.")
    if first:
        text = _("Rematch of game #{number}. {name} goes first.")
    yield fill(text, number=table.rematch.previous, name=first)
    if score := series_score(table):
        yield _series_text(score)


def invitation_line(table: WaitingTable) -> str:
    """Say who has not joined a rematch yet, and when it starts. It mentions those who are asked."""
    missing = missing_people(table)
    if not missing and seats_taken(table) == 1:  # those who were asked have had themselves deleted
        return alone_at_rematch_text(table)
    if not missing:
        return _("Everyone is here: press **Start**.")
    text = _("{people}: press **Join**. The game starts when everyone is here, or with **Start**.")
    return fill(text, people=list(map(mention, missing)))


def alone_at_rematch_text(table: WaitingTable) -> str:
    people = missing_people(table)
    if not people:
        return _("Nobody else is here any more. You can play the computer, or all seats yourself.")
    text = _("Nobody else is here yet. Wait for {people}, play the computer, or play all seats yourself.")
    return fill(text, people=people)


def _first_player(table: WaitingTable) -> Controller | None:
    """Return who begins, who may be a computer; None if that is not settled, or if one person is asked."""
    kept = [one.controller for one in table.invitation.seats] if table.invitation else []
    people = [one for one in kept if isinstance(one, Person) and not is_nameless(one.id)]
    first = next((one for one in kept if one in people or one in table.computers), None)
    return first if len(people) > 1 and table.settings.order is SeatOrder.JOINED else None


def series_question(table: FinishedTable) -> str:
    if not _has_won_alone(table):
        if table.final_scores is not None:  # a shared win, or a computer's
            return _("How long should the series be? Game 1 counts for nobody.")
        return _("How long should the series be? Game 1 had no winner.")
    return _("How long should the series be? The game you just played is the first.")


def series_without_text(table: RunningTable, missing: Sequence[Person]) -> str:
    text = _("The series goes on without {missing}: {score}.")
    return fill(text, missing=missing, score=series_score_text(series_score(table)))


def series_opened_text(table: WaitingTable, best_of: int) -> str:
    text = _("The series is on, best of {number}. You have a seat for the next game: {link}.")
    return fill(text, table, number=best_of)


def end_series_question(table: FinishedTable) -> str:
    text = _("End the series for everyone? It stands at {score}.")
    return fill(text, score=series_score_text(series_score(table)))


def series_ended_text(table: FinishedTable, name: str) -> str:
    text = _("**{name}** ended the series. It stood at {score}.")
    return fill(text, name=safe_name(name), score=series_score_text(series_score(table)))
