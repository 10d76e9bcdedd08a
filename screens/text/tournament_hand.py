"""Texts of what the host of a tournament, or a manager, changes by hand."""

from collections.abc import Collection, Mapping
from typing import Final, assert_never

from host.model.clock import NO_TIME, parse_pace
from host.model.controllers import Person
from host.model.tournament_boards import Board
from host.model.tournament_changes import (
    Award,
    ByHand,
    HandAction,
)
from host.model.tournament_corrections import (
    decided_game,
    decided_seats,
    decided_winner,
)
from host.model.tournament_hand import (
    chosen_entrant,
    concerned_people,
    extended_board,
)
from host.model.tournaments import OrganisedTournament
from screens.text.i18n import _, ngettext
from screens.text.markup import safe_name, timestamp
from screens.text.matches import AWARD_TEXTS, entrant_mention, entrant_name, seat_names, wins_text
from screens.text.names import mention
from screens.text.tournament_names import cup_name
from screens.text.typed_input import format_duration
from tournaments.kinds import KINDS, total_rounds

_SEEDS_SHOWN: Final = 16
"""How many are named when the players were seeded."""


def hand_text(before: OrganisedTournament, after: OrganisedTournament, change: ByHand, who: str) -> str:
    """Return what everybody reads about a change by hand. ``who`` has made it."""
    values = {"who": safe_name(who), "name": cup_name(after), "reason": safe_name(change.reason)}
    match change.action:
        case HandAction.EXTEND if change.other:
            text = _("**{name}**: {who} gave game #{game}, {players}, {time} more, until {at}. Reason: {reason}")
            board = extended_board(before, change.other)
            players, due = seat_names(before, board.pairing.seats), after.due_of(board)
            at = timestamp(due, "f") if due else "?"
            return text.format(**values, game=board.game, players=players, time=_more(change), at=at)
        case HandAction.EXTEND:
            text = _("**{name}**: {who} gave the round {time} more, until {at}. Reason: {reason}")
            return text.format(**values, time=_more(change), at=_end(after))
        case HandAction.REMOVE:
            text = _("**{name}**: {who} took {player} out. Reason: {reason}")
            entrant = chosen_entrant(before, change.value)
            if any(one.is_played_by(entrant) for one in before.boards(before.round)):
                text = _("**{name}**: {who} took {player} out, who loses the game under way. Reason: {reason}")
            return text.format(**values, player=_player(before, change.value))
        case HandAction.AWARD:
            text = _("**{name}**: {who} decided game #{game}, {players}: {result}. Reason: {reason}")
            players, result = seat_names(before, decided_seats(before, change)), _result(before, change)
            return text.format(**values, game=decided_game(change), players=players, result=result)
        case HandAction.PAUSE:
            text = _(
                "**{name}**: {who} paused the tournament. The clock stands still, and games go on. Reason: {reason}"
            )
            return text.format(**values)
        case HandAction.RESUME:
            text = _("**{name}**: {who} let the tournament go on. The round ends {at}. Reason: {reason}")
            return text.format(**values, at=_end(after))
        case HandAction.ADD:
            [player] = map(mention, concerned_people(before, change))
            return _added_text(after).format(**values, player=player)
        case HandAction.SWAP:
            text = _("**{name}**: {who} swapped {player} and {other}. Reason: {reason}")
            swapped = text.format(**values, player=_player(before, change.value), other=_player(before, change.other))
            return "\n".join([swapped, *_new_games(before, after)])
        case HandAction.REPLACE:
            text = _("**{name}**: {who} put {other} in the place of {player}. Reason: {reason}")
            other = mention(change.person) if change.person else "?"
            return text.format(**values, player=_player(before, change.value), other=other)
        case HandAction.CANCEL:
            text = _("**{name}**: {who} cancelled the tournament. Reason: {reason}")
            if before.rounds:
                text = _("**{name}**: {who} cancelled the tournament. Games under way go on. Reason: {reason}")
            return text.format(**values)
        case HandAction.SEED if change.order:
            text = _("**{name}**: {who} seeded the players: {players}. Reason: {reason}")
            return text.format(**values, players=_first_seeds(after))
        case HandAction.SEED:
            return _("**{name}**: {who} let the ratings seed the players again. Reason: {reason}").format(**values)
        case _:
            assert_never(change.action)


def answered_text(tournament: OrganisedTournament, people: Collection[Person], who: str, *, is_let_in: bool) -> str:
    """Return what everybody reads when some who have asked are let in, or aren't. It mentions them. ``who`` has
    decided.
    """
    text = _("**{name}**: {who} let {players} in.") if is_let_in else _("**{name}**: {who} didn't let {players} in.")
    return text.format(name=cup_name(tournament), who=safe_name(who), players=", ".join(map(mention, people)))


def turned_away_text(tournament: OrganisedTournament, people: Collection[Person]) -> str:
    """Return what everybody reads when nobody can come in any more, and some still wait to be let in. It mentions
    them.
    """
    text = ngettext(
        "**{name}**: sign-up is over, and {players} wasn't let in.",
        "**{name}**: sign-up is over, and {players} weren't let in.",
        len(people),
    )
    return text.format(name=cup_name(tournament), players=", ".join(map(mention, people)))


def _new_games(before: OrganisedTournament, after: OrganisedTournament) -> list[str]:
    """Return who meets now, of a round that was announced with others; nothing if it is announced later."""
    if after.told_round < after.round:
        return []
    earlier = set(before.boards(before.round))
    return [seat_names(after, one.pairing.seats) for one in after.boards(after.round) if one not in earlier]


def _result(tournament: OrganisedTournament, change: ByHand) -> str:
    winner = decided_winner(decided_seats(tournament, change), change)
    return wins_text(safe_name(entrant_name(tournament, winner))) if winner else _(AWARD_TEXTS[change.award])


def decide_text(tournament: OrganisedTournament, number: int, *, has_games: bool) -> str:
    """Return what stands above the menus of the games of a round."""
    text = _("**{name}**, round {number}: which game do you decide?")
    if not has_games:
        text = _("**{name}**: no game of round {number} has been opened.")
    return text.format(name=cup_name(tournament), number=number)


def knockout_notes(tournament: OrganisedTournament, board: Board) -> Mapping[str, str]:
    """Return what follows in a knockout when nobody wins a game; nothing where more games decide the match."""
    if KINDS[tournament.terms.kind].bracket is None or tournament.best_of > 1:
        return {}
    second = entrant_name(tournament, board.pairing.seats[1])
    if board.round == total_rounds(tournament.course):
        tie, annulled = _("{name} is ahead (the second player)"), _("They share the place")
    else:
        tie = _("{name} goes on (the second player)")
        annulled = _("Nobody goes on, and their next opponent has no game")
    return {Award.TIE: tie.format(name=second), Award.ANNUL: annulled}


def _first_seeds(tournament: OrganisedTournament) -> str:
    """Return the strongest with their seeds: ``1. Ann, 2. Bob``."""
    names = [safe_name(entrant_name(tournament, one.entrant.id)) for one in tournament.by_seed]
    shown = ", ".join(f"{seed}. {name}" for seed, name in enumerate(names[:_SEEDS_SHOWN], 1))
    return shown if len(names) <= _SEEDS_SHOWN else f"{shown}, …"


def _added_text(after: OrganisedTournament) -> str:
    if after.rounds:
        return _("**{name}**: {who} put {player} in, from the next round on. Reason: {reason}")
    return _("**{name}**: {who} put {player} in. Reason: {reason}")


def _end(tournament: OrganisedTournament) -> str:
    return timestamp(tournament.round_end, "f") if tournament.round_end else "?"


def _more(change: ByHand) -> str:
    """Return how much more time somebody gives."""
    return format_duration(parse_pace(change.value) or NO_TIME)


def _player(tournament: OrganisedTournament, chosen: str) -> str:
    return entrant_mention(tournament, chosen_entrant(tournament, chosen))
