"""How a game of a tournament is decided by hand: a menu of the games, then a form whose choices name the players."""

from dataclasses import replace
from typing import Final

from host.errors import NotOfferedError
from host.model.tournament_boards import Board
from host.model.tournament_changes import (
    Award,
    ByHand,
    HandAction,
)
from host.model.tournament_corrections import decided_seats
from host.model.tournament_errors import NoSuchBoardError
from host.model.tournament_hand import ENTRANT_MARK
from host.model.tournaments import OrganisedTournament
from screens import tournament_ids as ids
from screens.screen import MOST_CHOICES, Choice, ChoiceField, Form, FormFields, Menu, Screen, choices, one_value
from screens.text.i18n import _
from screens.text.markup import with_heading
from screens.text.matches import AWARD_TEXTS, entrant_name, shown_results, wins_text
from screens.text.tournament_hand import decide_text, knockout_notes
from screens.tournament_games import round_choices
from screens.tournament_hand import hand_label, reason_field

_MOST_MENUS: Final = 4
"""The most menus of games; one more has the rounds."""


def decide_screen(tournament: OrganisedTournament, number: int) -> Screen:
    """Return the games of a round in menus, with a menu of the rounds. Raise NotOfferedError if there is no such
    round.
    """
    if not 1 <= number <= tournament.round:
        raise NotOfferedError(str(number))
    shown = [_game_choice(tournament, one) for one in tournament.boards(number) if one.tables]
    pages = [tuple(shown[first : first + MOST_CHOICES]) for first in range(0, len(shown), MOST_CHOICES)]
    menus = [
        Menu(ids.DecideGameId(tournament.number, number, int(games[0].value)), games, _("Choose a game …"))
        for games in pages[:_MOST_MENUS]
    ]
    others = (
        [Menu(ids.DecideRoundId(tournament.number), round_choices(tournament, number))] if tournament.round > 1 else []
    )
    return Screen(decide_text(tournament, number, has_games=bool(shown)), tuple((one,) for one in (*menus, *others)))


def _game_choice(tournament: OrganisedTournament, board: Board) -> Choice:
    pairing, games = board.pairing, ", ".join(f"#{one}" for one in board.tables)
    names = " – ".join(entrant_name(tournament, one) for one in pairing.seats)
    is_known = pairing.is_over or bool(pairing.games)
    result = " : ".join(shown_results(pairing)) if is_known else _("runs")
    return Choice(names, str(board.place), with_heading(games, result))


def chosen_board(tournament: OrganisedTournament, number: int, place: str) -> Board:
    """Return the board of a round at a place that has a game. Raise NoSuchBoardError."""
    found = next((one for one in tournament.boards(number) if str(one.place) == place and one.tables), None)
    if found is None:
        raise NoSuchBoardError(tournament, place)
    return found


def decide_form(tournament: OrganisedTournament, board: Board) -> Form:
    """Return the form of what became of a game, and why. Nothing is chosen in it."""
    result = ChoiceField("result", _("Its result"), _results(tournament, board))
    games = {str(one): f"#{one}" for one in board.tables}
    which = [ChoiceField("game", _("The game"), choices(games))] if len(games) > 1 else []
    title = f"{hand_label(HandAction.AWARD)} #{board.tables[0]}" if not which else hand_label(HandAction.AWARD)
    return Form(ids.DecideGameId(tournament.number, board.round, board.place), title, (*which, result, reason_field()))


def _results(tournament: OrganisedTournament, board: Board) -> tuple[Choice, ...]:
    wins = {f"{ENTRANT_MARK}{one}": wins_text(entrant_name(tournament, one)) for one in board.pairing.seats}
    shared: dict[str, str] = {one: _(AWARD_TEXTS[one]) for one in _SHARED}
    return choices(wins | shared, notes=knockout_notes(tournament, board))


_SHARED: Final = (Award.TIE, Award.ANNUL)
"""What can be chosen besides the players who win."""


def read_decision(tournament: OrganisedTournament, fields: FormFields, board: Board) -> ByHand:
    """Return the change from the values of the form. Raise NotOfferedError, NoSuchBoardError."""
    game = one_value(fields, "game") if len(board.tables) > 1 else str(board.tables[0])
    if game not in map(str, board.tables):
        raise NotOfferedError(game)
    change = ByHand(HandAction.AWARD, " ".join(one_value(fields, "reason").split()), game)
    result = one_value(fields, "result")
    if result in _SHARED:
        return replace(change, award=Award(result))
    seats = decided_seats(tournament, change)
    if result not in (known := [f"{ENTRANT_MARK}{one}" for one in seats]):
        raise NotOfferedError(result)
    return replace(change, award=Award.WINNER, winner=seats[known.index(result)])
