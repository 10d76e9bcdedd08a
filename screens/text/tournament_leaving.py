"""Texts for who leaves a tournament, and for those who stay."""

from host.model.tournament_rules import takes_sign_ups
from host.model.tournaments import OrganisedTournament
from screens.text.i18n import _
from screens.text.markup import join_lines, safe_name
from screens.text.tournament_names import cup_name
from tournaments.kinds import KINDS


def which_cup_text() -> str:
    return _("Which tournament do you want to leave?")


def leave_question(tournament: OrganisedTournament, person_id: int) -> str:
    """Say what it means to leave a tournament that runs."""
    text = _("Leave **{name}**? You lose all your remaining games, and you can't come back.")
    if takes_sign_ups(tournament):
        text = _("Leave **{name}**? You get no more games, unless you sign up again.")
    return join_lines([text.format(name=cup_name(tournament)), *_game_lines(tournament, person_id)])


def left_cup_text(tournament: OrganisedTournament, person_id: int) -> str:
    """Say that somebody has left, and what becomes of their game."""
    text = _("You've left **{name}**.").format(name=cup_name(tournament))
    return " ".join([text, *_game_lines(tournament, person_id)])


def left_announcement(tournament: OrganisedTournament, who: str) -> str:
    """Return what everybody reads when somebody has left a tournament that runs."""
    text = _("**{name}**: {who} left, and loses all remaining games.")
    if KINDS[tournament.terms.kind].takes_latecomers:
        text = _("**{name}**: {who} left.")
    return text.format(name=cup_name(tournament), who=safe_name(who))


def _game_lines(tournament: OrganisedTournament, person_id: int) -> list[str]:
    """Return what becomes of a game that somebody plays just now; nothing if they play none."""
    return [_("Your game goes on: finish it, or resign.")] if tournament.is_playing(person_id) else []
