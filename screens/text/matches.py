"""Texts of the boards of a tournament: who meets whom, what came of it, and how a match stands."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Final

from host.model.controllers import is_nameless
from host.model.table import BaseTable, FinishedTable
from host.model.tournament_boards import Board
from host.model.tournament_changes import Award
from host.model.tournaments import OrganisedTournament
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import safe_name, timestamp, with_heading
from screens.text.names import board_link, mention, player_names
from tournaments.kinds import KINDS, total_rounds
from tournaments.matches import games_won
from tournaments.tournament import POINT, Ending, Pairing

AWARD_TEXTS: Final[Mapping[Award, str]] = {
    Award.TIE: N_("a tie"),
    Award.ANNUL: N_("it counts for nobody"),
}
"""What becomes of a game that is decided by hand, and that nobody wins."""


def wins_text(name: str) -> str:
    return _("{name} wins").format(name=name)


def points_text(units: int, unit: int = POINT) -> str:
    """Return points as people read them: ``2½``, ``3``, ``1.67``."""
    points = Fraction(units, unit)
    whole, rest = divmod(points.numerator, points.denominator)
    if rest and points.denominator == 2:
        sign = "−" if points < 0 else ""
        return f"{sign}{abs(points.numerator) // 2 or ''}½"
    return (str(whole) if not rest else f"{float(points):.2f}").replace("-", "−")


def counted_points_text(units: int) -> str:
    """Return points with the word for them: ``1 point``, ``2½ points``."""
    points = Fraction(units, POINT)
    # between 1 and 2, most languages count as for 0: only French has the singular there
    number = 1 if points in (Fraction(1, 2), 1) else int(points) if points >= 2 else 0
    return ngettext("{number} point", "{number} points", number).format(number=points_text(units))


def entrant_name(tournament: OrganisedTournament, entrant: int) -> str:
    """Return the name of a person or a computer in a tournament, not yet safe for a message."""
    return player_names([tournament.player(entrant)])[0]


def entrant_mention(tournament: OrganisedTournament, entrant: int) -> str:
    """Return the mention of somebody in a tournament, who is pinged; the name of one whom nobody can ping."""
    person = tournament.person(entrant)
    return safe_name(entrant_name(tournament, entrant)) if is_nameless(person.id) else mention(person)


def seat_names(tournament: OrganisedTournament, seats: Sequence[int], pinged: Collection[int] = ()) -> str:
    """Return who meets, in the order of their seats: ``Ann – Bob``. Those with the ids of ``pinged`` are mentioned."""
    pinged_people = {one: tournament.person(one) for one in seats if tournament.person(one).id in pinged}
    return " – ".join(
        mention(pinged_people[one]) if one in pinged_people else safe_name(entrant_name(tournament, one))
        for one in seats
    )


def board_line(
    tournament: OrganisedTournament,
    board: Board,
    tables: Mapping[int, BaseTable],
    pinged: Collection[int] = (),
    *,
    named_end: datetime | None = None,
) -> str:
    """Return a board with its players, and its result or where it is played. ``tables`` are those that are known, by
    their numbers. Those with the ids of ``pinged`` are mentioned. Until when a game is played stands there unless it is
    ``named_end``, which people read above or below the boards.
    """
    pairing, who = board.pairing, pairing_text(tournament, board, pinged)
    if pairing.ending is Ending.BYE:
        return who
    if pairing.is_over:
        return with_heading(who, f"{_result(board, tables)}{_games_note(tournament, board, tables)}")
    table = tables.get(board.game or 0)
    where = board_link(table, f"#{board.game}") if table else f"#{board.game}" if board.game else ""
    if pairing.games:
        text = _("{result}, game {number}: {where}") if where else _("{result}, game {number}")
        result = " : ".join(shown_results(pairing)) + _games_note(tournament, board, tables)
        where = text.format(result=result, number=board.number, where=where)
    return with_heading(who, _with_end(tournament, board, where, named_end)) if where else who


def pairing_text(tournament: OrganisedTournament, board: Board, pinged: Collection[int] = ()) -> str:
    """Return who meets at a board, or that somebody has no game. Those with the ids of ``pinged`` are mentioned."""
    pairing, who = board.pairing, seat_names(tournament, board.pairing.seats, pinged)
    if _is_knockout(tournament) and len(pairing.seats) > 1 and board.round == total_rounds(tournament.course):
        text = _("Final: {who}") if _is_final(tournament, pairing) else _("For third place: {who}")
        return text.format(who=who)
    if pairing.ending is not Ending.BYE:
        return who
    if _is_knockout(tournament) and board.round < total_rounds(tournament.course):
        text = _("{name} is in the next round without a game.")
    elif pairing.scores[0].points:
        text = _("{name} has no game this round. That counts as a win.")
    else:
        text = _("{name} has no game this round.")
    return text.format(name=who)


def _games_note(tournament: OrganisedTournament, board: Board, tables: Mapping[int, BaseTable]) -> str:
    """Return the games of a board that is over, those of a match with their scores: `` (#7 91–85, #8 60–77)``. While
    the match goes on, only those that have one.
    """
    numbers, shown = tournament.games or {}, list[str]()
    for number in range(1, tournament.best_of + 1):
        table = numbers.get((board.round, board.place, number))
        if table is not None:
            score = "–".join(map(str, match_score(board, number, tables.get(table))))
            shown += [f"#{table} {score}".rstrip()] if score or board.pairing.is_over else []
    return f" ({', '.join(shown)})" if shown else ""


def match_score(board: Board, number: int, table: BaseTable | None) -> tuple[int, ...]:
    """Return the points of a game of a match that was played to its end, in the order in which its board names the
    players; nothing of any other. The players take turns at beginning.
    """
    game = next(iter(board.pairing.games[number - 1 : number]), None)
    if game is None or game.ending is not Ending.PLAYED or not isinstance(table, FinishedTable):
        return ()
    scores = table.final_scores or ()
    return scores if game.seats == board.pairing.seats else scores[::-1]


def _is_knockout(tournament: OrganisedTournament) -> bool:
    return KINDS[tournament.terms.kind].bracket is not None


def _is_final(tournament: OrganisedTournament, pairing: Pairing) -> bool:
    """Return whether a match of the last round is the final. Its place doesn't say so: after a decision by hand, it may
    stand behind the match for the third place.
    """
    bracket = KINDS[tournament.terms.kind].bracket
    return bracket is not None and set(bracket(tournament.course)[-1][0]) == set(pairing.seats)


def _with_end(tournament: OrganisedTournament, board: Board, where: str, named_end: datetime | None) -> str:
    """Return where a board is played, and until when if that is not named elsewhere, or is later for a vacation."""
    due = tournament.due_of(board)
    if due is None or tournament.paused_at:
        return where
    if (board.round, board.place) in (tournament.put_off or {}):
        text = _("{game}, until {at} because of a vacation")
    elif due != named_end:
        text = _("{game}, until {at}")
    else:
        return where
    return text.format(game=where, at=timestamp(due, "f"))


def _result(board: Board, tables: Mapping[int, BaseTable]) -> str:
    """Return what came of a board that is over, how, and of a single game that was played its score."""
    result, table = " : ".join(shown_results(board.pairing)), tables.get(board.game or 0)
    if board.pairing.ending is Ending.ANNULLED:
        return _("counts for nobody")
    if board.pairing.ending is Ending.AWARDED:
        return _("{result}, decided by hand").format(result=result)
    if not board.pairing.games and isinstance(table, FinishedTable) and table.final_scores:
        return f"{result}, {'–'.join(map(str, table.final_scores))}"
    return result if board.tables else _("{result} without a game").format(result=result)


def shown_results(pairing: Pairing) -> tuple[str, ...]:
    """Return what each has got from a pairing so far, by seat: of a match the games that they have won, unless
    something else has decided it; nothing while a single game is played.
    """
    points = [one.points for one in pairing.scores]
    won = [games_won(pairing, one) for one in pairing.seats]
    is_match = pairing.games and (not points or _order(won) == _order(points))
    return tuple(map(points_text, won if is_match else points))


def _order(points: list[int]) -> int:
    return (points[0] > points[-1]) - (points[0] < points[-1])
