"""What managers did in tournaments, as the audit log of their server has it."""

from collections.abc import Mapping
from typing import Final

from host.model.audit_log import AskersAnswer, AuditEntry, TournamentChange, tournament_change
from host.model.clock import parse_pace
from host.model.controllers import Controller, Person, is_nameless
from host.model.tournament_changes import Award, HandAction
from screens.text.i18n import N_, _
from screens.text.markup import safe_name, word_list
from screens.text.matches import AWARD_TEXTS
from screens.text.names import safe_names
from screens.text.nouns import counted
from screens.text.typed_input import format_duration

_CANCELLED: Final = N_("{manager} cancelled {cup}")
_CHANGES: Final[Mapping[str, str]] = {
    HandAction.EXTEND: N_("{manager} gave the round of {cup} more time: {reason}"),
    HandAction.REMOVE: N_("{manager} took a player out of {cup}: {reason}"),
    HandAction.AWARD: N_("{manager} decided a game of {cup}: {reason}"),
    HandAction.PAUSE: N_("{manager} paused {cup}: {reason}"),
    HandAction.RESUME: N_("{manager} let {cup} go on: {reason}"),
    HandAction.ADD: N_("{manager} put a player in {cup}: {reason}"),
    HandAction.SWAP: N_("{manager} swapped two players of {cup}: {reason}"),
    HandAction.SEED: N_("{manager} seeded the players of {cup}: {reason}"),
    HandAction.REPLACE: N_("{manager} replaced a player of {cup}: {reason}"),
    HandAction.CANCEL: N_("{manager} cancelled {cup}: {reason}"),
    AskersAnswer.LET_IN: N_("{manager} let {players} into {cup}"),
    AskersAnswer.TURNED_DOWN: N_("{manager} turned down {players} for {cup}"),
}
"""What was changed, for older entries and where somebody has had themselves deleted."""
_NAMED: Final[Mapping[str, str]] = {
    HandAction.REMOVE: N_("{manager} took {player} out of {cup}: {reason}"),
    HandAction.ADD: N_("{manager} put {player} in {cup}: {reason}"),
    HandAction.SWAP: N_("{manager} swapped {player} and {other} in {cup}: {reason}"),
    HandAction.REPLACE: N_("{manager} put {other} in the place of {player} in {cup}: {reason}"),
}
"""The same with the players."""


def tournament_change_text(entry: AuditEntry) -> str:
    """Return what somebody changed in a tournament."""
    change = tournament_change(entry, _CHANGES)
    names, more = safe_names(change.players), parse_pace(change.result)
    winner = _winner_name(change, names) if change.action == HandAction.AWARD else ""
    text = _(_CHANGES[change.action] if change.action else _CANCELLED)
    if winner:
        text = _("{manager} decided game #{game} of {cup}, {winner} wins: {reason}")
    elif change.action == HandAction.AWARD and change.game:
        text = _("{manager} decided game #{game} of {cup}, {result}: {reason}")
    elif change.action == HandAction.EXTEND and change.game:
        text = _("{manager} gave game #{game} of {cup} {time} more: {reason}")
    elif change.action == HandAction.EXTEND and more:
        text = _("{manager} gave the round of {cup} {time} more: {reason}")
    elif change.action in _NAMED and names and not any(map(_is_gone, change.players)):
        text = _(_NAMED[change.action])
    return text.format(
        manager=safe_name(entry.manager.name),
        cup=safe_name(change.name),
        reason=safe_name(change.reason),
        game=_game_text(change, names),
        result=_result_text(change.result) if change.action == HandAction.AWARD else "",
        winner=winner,
        time=format_duration(more) if more else "",
        player=names[0] if names else "",
        other=names[-1] if names else "",
        players=_answered_text(change, names) if change.action in list(AskersAnswer) else "",
    )


def _answered_text(change: TournamentChange, names: tuple[str, ...]) -> str:
    """Return who got an answer: by name if they are few and nobody has had themselves deleted, else how many."""
    if names and not any(map(_is_gone, change.players)):
        return word_list(names)
    return counted(int(change.result), "player")


def _is_gone(player: Controller) -> bool:
    return isinstance(player, Person) and is_nameless(player.id)


def _game_text(change: TournamentChange, names: tuple[str, ...]) -> str:
    """Return the number of a game, of one for two with its players: ``12 (Ann – Bob)``."""
    return f"{change.game} ({' – '.join(names)})" if len(names) > 1 else str(change.game)


def _winner_name(change: TournamentChange, names: tuple[str, ...]) -> str:
    """Return who has won a game that was decided; empty where nobody has, or the name isn't known."""
    winner = int(change.result) - 1 if change.result.isdecimal() else len(names)
    if len(names) == 1:  # of a larger table only the winner is named
        winner = 0
    return names[winner] if winner < len(names) and not _is_gone(change.players[winner]) else ""


def _result_text(result: str) -> str:
    """Return what became of a game whose winner has no name."""
    if result.isdecimal():
        return _("player {number} wins").format(number=result)
    return _(AWARD_TEXTS[Award(result)]) if result else ""
