"""The buttons below the messages of games: to play, to take a seat, to answer a question, to play the next game."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Final

from carcassonne import Answer, Phase, legal_moves
from host.model import rematch_rules
from host.model.clock import VoteChoice
from host.model.table import (
    BaseRunningTable,
    FinishedTable,
    LiveSummary,
    RunningSummary,
    RunningTable,
    StartedTable,
    Table,
    Venue,
    WaitingTable,
)
from screens import custom_ids as ids
from screens.custom_id import CustomId
from screens.lobby import level_choices, lobby_rows
from screens.review_ids import ReviewId
from screens.screen import Button, Link, Menu, Rows, Screen, Style, row, rows
from screens.text.editions import texts_of
from screens.text.games import listed_games, next_game, next_game_label
from screens.text.i18n import _
from screens.text.labels import VOTE_LABELS, Label
from screens.text.names import board_url, seat_labels
from screens.text.series import again_label, best_of_label, end_series_question, level_question, series_question

# Playing a turn


def turn_rows(table: StartedTable, *, has_turn: bool = True, has_page: bool = False) -> Rows:
    """Return the buttons of a table's latest message; none if there is nothing to press, as when a computer answers.

    They end or take back a pending turn, answer a question, or play the next turn. If the game is over, they lead to
    the next one, and show this one again. ``has_turn`` says whether a person who ``may_undo_alone`` has a turn to undo,
    ``has_page`` whether a game that runs can be opened in a browser.
    """
    if not isinstance(table, RunningTable):
        return row(*rematch_buttons(table), *_showing_buttons(table))
    page = [page_button(table.number)] if has_page else []
    if table.pending:
        return rows([*chain(*takeback_rows(table)), *page])
    if table.state.phase is not Phase.PLACE:
        return rows([*chain(*answer_rows(table)), *page])
    return rows([*_place_buttons(table, offers_undo=has_turn and may_undo_alone(table)), *page])


def page_button(number: int) -> Button:
    """Return the button that gives a link to a game's page in the browser."""
    return Button(ids.PageId(number), _(Label.OPEN_PAGE))


def _place_buttons(table: RunningTable, *, offers_undo: bool) -> list[Button]:
    seat = table.next_seat
    buttons = [Button(ids.BoardId(table.number), _(Label.BOARD))]
    if seat.person:
        buttons.insert(0, Button(ids.PlaceId(table.number, table.ply), _(Label.PLACE), Style.SUCCESS))
    if table.settings.aids:
        buttons.append(Button(ids.TilesId(table.number), _("Tiles left")))
    if seat.person and table.offers_hints:
        buttons.append(Button(ids.HintId(table.number, table.ply), _(Label.HINT)))
    if offers_undo:
        buttons.append(Button(ids.TakeBackId(table.number, table.ply), _(Label.TAKE_BACK)))
    if seat.is_open:
        buttons.append(take_seat_button(table.number, seat.number))
    return buttons


def takeback_rows(table: StartedTable) -> Rows:
    """Return the buttons for the player of the last turn, to take it back or to end it; none if that needs consent, and
    where a computer has the seat by now.
    """
    if not isinstance(table, RunningTable) or (table.pending and not table.seats[table.pending.seat].person):
        return ()
    buttons = [Button(ids.TakeBackId(table.number, table.ply), _(Label.TAKE_BACK))]
    if table.pending:  # nobody has to press Done: the time ends by itself
        return row(*buttons, Button(ids.DoneId(table.number, table.ply), _(Label.DONE)))
    return row(*buttons) if may_undo_alone(table) else ()


def may_undo_alone(table: RunningTable) -> bool:
    """Return whether a person who plays alone is to place a tile, after another turn: theirs, or a computer's."""
    is_asked = table.state.phase is Phase.PLACE and table.next_seat.person is not None
    return table.is_solo and is_asked and table.state.turn > 0


def answer_rows(table: RunningTable) -> Rows:
    """Return a button for each answer to the question of the game; none if it asks nothing, or asks a computer."""
    state = table.state
    if state.phase is not Phase.ASK or table.next_seat.person is None:
        return ()
    names, texts = seat_labels(table), texts_of(state)
    answers = [move for move in legal_moves(state) if isinstance(move, Answer)]
    return rows(
        [
            Button(ids.AnswerId(table.number, table.ply, one), texts.answer_label(state, one, names), Style.PRIMARY)
            for one in answers
        ]
    )


def vote_button(number: int, label: str | None = None) -> Button:
    """Return the button that asks a table to vote on a late turn, or shows the votes so far."""
    return Button(ids.OpenVoteId(number), label or _(Label.VOTE))


_MOST_LATE: Final = 5
"""How many late games have a button in a list of games."""


def late_games_rows(tables: Iterable[BaseRunningTable]) -> Rows:
    """Return a button for each game where a late turn may be voted on, for the first few."""
    numbers = [table.number for table in tables][:_MOST_LATE]
    text = _("Vote in #{number}")
    return row(*(vote_button(number, text.format(number=number)) for number in numbers))


# Seats that may be taken


def status_rows(table: Table) -> Rows:
    """Return the buttons of a waiting table, or those that take the computers' seats; none where there are none."""
    if isinstance(table, WaitingTable):
        return lobby_rows(table)
    if isinstance(table, RunningTable):
        return computer_seats_rows(table, Style.SECONDARY)  # for those who play, there is nothing to press
    return ()


def computer_seats_rows(table: BaseRunningTable, style: Style = Style.SUCCESS) -> Rows:
    """Return a button for each seat of a computer that others may ask for. Several are told apart by their colours."""
    seats = table.offered_seats
    marks = [seat.colour.mark if len(seats) > 1 else None for seat in seats]
    return rows(
        [take_seat_button(table.number, seat.number, mark, style) for seat, mark in zip(seats, marks, strict=True)]
    )


def take_seat_button(number: int, seat: int, mark: str | None = None, style: Style = Style.SUCCESS) -> Button:
    """Return the button that takes an open seat, or a computer's. ``mark`` is the colour of the seat."""
    return Button(ids.TakeSeatId(number, seat), _(Label.TAKE_SEAT), style, emoji=mark)


# Questions to all players


_STYLES: Final = {VoteChoice.MORE_TIME: Style.PRIMARY, VoteChoice.END: Style.DANGER}


def vote_rows(number: int, round_: int) -> Rows:
    return rows(
        [
            Button(ids.VoteId(number, round_, one), _(VOTE_LABELS[one]), _STYLES.get(one, Style.SECONDARY))
            for one in VoteChoice
        ]
    )


def undo_rows(table: RunningTable) -> Rows:
    """Return the buttons that answer an undo request; none if there is no request."""
    if table.undo_request is None:
        return ()
    plies = table.ply, table.undo_request.ply
    return _consent_rows(ids.AgreeUndoId(table.number, *plies), ids.RefuseUndoId(table.number, *plies))


def end_rows(table: RunningTable) -> Rows:
    """Return the buttons that answer a request to end the game; none if there is no request."""
    if table.end_request is None:
        return ()
    question = table.end_request.number
    return _consent_rows(ids.AgreeEndId(table.number, question), ids.RefuseEndId(table.number, question))


def seat_answer_rows(table: RunningTable) -> Rows:
    """Return the buttons that answer whoever asks for a seat; none if nobody does."""
    if table.seat_request is None:
        return ()
    answered = table.number, table.seat_request.number
    let_in = Button(ids.LetInId(*answered), _(Label.LET_IN), Style.PRIMARY)
    return row(let_in, Button(ids.RefuseSeatId(*answered), _(Label.NO)))


def _consent_rows(agree: CustomId, refuse: CustomId) -> Rows:
    return row(Button(agree, _(Label.AGREE), Style.PRIMARY), Button(refuse, _(Label.REFUSE)))


# The next game


def rematch_buttons(table: FinishedTable) -> list[Button]:
    """Return the buttons that lead from a game to the next one; none if too few of its players are left."""
    number = table.number
    if not rematch_rules.can_be_repeated(table):
        return []
    if rematch_rules.is_series_open(table):
        return [_again_button(table), Button(ids.AskEndSeriesId(number), _(Label.END_SERIES))]
    buttons = [_again_button(table)]
    if rematch_rules.can_begin_series(table):
        buttons.append(Button(ids.SeriesId(number), _(Label.SERIES)))
    if rematch_rules.is_against_computers(table):
        buttons.append(Button(ids.AskLevelId(number), _(Label.LEVEL)))
    return buttons


def _showing_buttons(table: FinishedTable) -> list[Button]:
    """Return the buttons that review a game, show it turn by turn, and share it; none if no turn was played."""
    if not table.state.turn:
        return []
    review = [Button(ReviewId(table.number), _(Label.REVIEW))] if table.has_review else []
    return [
        *review,
        Button(ids.ReplayId(table.number, ids.Jump.OPEN, 0), _(Label.REPLAY)),
        Button(ids.ShareId(table.number, 0), _(Label.SHARE)),
    ]


def again_rows(table: FinishedTable) -> Rows:
    """Return the button that plays a game again, below an answer that has no other."""
    return row(_again_button(table))


def _again_button(table: FinishedTable) -> Button:
    return Button(ids.RematchId(table.number), _(again_label(table)), Style.PRIMARY)


def level_screen(table: FinishedTable) -> Screen:
    """Ask which level the computer is to have at the rematch."""
    return Screen(level_question(), row(Menu(ids.LevelId(table.number), level_choices(), _("Level …"))))


def series_screen(table: FinishedTable) -> Screen:
    """Ask how long a series is to be that begins with a game."""
    lengths = [Button(ids.BeginSeriesId(table.number, one), best_of_label(one)) for one in rematch_rules.SERIES_LENGTHS]
    return Screen(series_question(table), row(*lengths))


def end_series_screen(table: FinishedTable) -> Screen:
    """Ask whether to end the series of a game."""
    button = Button(ids.EndSeriesId(table.number), _(Label.END_SERIES), Style.DANGER)
    return Screen(end_series_question(table), row(button))


def listed_page_buttons(tables: Iterable[LiveSummary], person_id: int) -> list[Button]:
    """Return the button that opens the first listed game in the browser, where a person finds all others; none if none
    of the games runs.
    """
    running = [table for table in listed_games(tables, person_id) if isinstance(table, RunningSummary)]
    return [page_button(table.number) for table in running[:1]]


def next_game_rows(tables: Iterable[LiveSummary], person_id: int, has_channel: Callable[[Venue], bool]) -> Rows:
    """Return a link to the latest message of the game that has waited longest for a person; none if no game waits.

    If Discord has no such message, or no channel any more, the button shows the board in private, to place the
    tile. Of a private game, it shows the game.
    """
    table = next_game(tables, person_id)
    if table is None:
        return ()
    label, url = next_game_label(table), board_url(table)
    if table.is_private:
        return row(Button(ids.ShowGameId(table.number), label, Style.SUCCESS))
    if url is not None and has_channel(table.venue):
        return row(Link(url, label))
    return row(Button(ids.PlaceId(table.number, table.ply), label, Style.SUCCESS))
