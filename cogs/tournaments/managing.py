"""What the host of a tournament and managers do below **Manage**: let people in, and change things by hand."""

from typing import Final

from cogs.discord_screens import modal_of
from cogs.interaction.replies import answer, replace_message
from cogs.interaction.router import Press, handles, receives
from cogs.tournaments.access import is_manager, organised, visible
from cogs.tournaments.messages import announce, refresh
from cogs.tournaments.refusals import answer_refused, form_again
from host.errors import BadDurationError, HostError, TooMuchTimeError
from host.model.controllers import Person
from host.model.tournament_changes import (
    ByHand,
    HandAction,
)
from host.model.tournament_errors import (
    AlreadyPlaysError,
    BotCantPlayError,
    NoSuchBoardError,
    NoSuchPlaceError,
    NotSwappableError,
    WrongNamesError,
)
from host.model.tournament_hand import concerned_people
from host.model.tournaments import OrganisedTournament, TournamentStatus
from screens import tournament_ids as ids
from screens.screen import Form, parse_choice
from screens.text.i18n import use_language
from screens.text.markup import join_lines
from screens.text.tournament_hand import answered_text, hand_text
from screens.text.tournaments import cancelled_text, end_text
from screens.tournament_decisions import chosen_board, decide_form, decide_screen, read_decision
from screens.tournament_hand import hand_form, read_hand, seeding_form
from screens.tournaments import askers_screen, computers_form, manage_screen, read_computers

_MENDABLE: Final[tuple[type[HostError], ...]] = (
    AlreadyPlaysError,
    BadDurationError,
    BotCantPlayError,
    NoSuchBoardError,
    NoSuchPlaceError,
    NotSwappableError,
    TooMuchTimeError,
    WrongNamesError,
)
"""Why a form is refused that can be filled in otherwise."""


@handles(ids.ManageCupId)
async def manage(press: Press, pressed: ids.TournamentId) -> None:
    tournament = await organised(press, pressed.number)
    await answer(press.interaction, manage_screen(tournament))


@handles(ids.AskersId)
async def show_askers(press: Press, pressed: ids.TournamentId) -> None:
    tournament = await organised(press, pressed.number)
    await answer(press.interaction, askers_screen(tournament))


@handles(ids.AdmitId)
async def admit(press: Press, pressed: ids.TournamentId) -> None:
    await _answer_askers(press, pressed, is_let_in=True)


@handles(ids.TurnDownId)
async def turn_down(press: Press, pressed: ids.TournamentId) -> None:
    await _answer_askers(press, pressed, is_let_in=False)


async def _answer_askers(press: Press, pressed: ids.TournamentId, *, is_let_in: bool) -> None:
    """Answer some who have asked, and tell them in the tournament's channel."""
    before = await visible(press, pressed.number)
    chosen = [int(one) for one in press.chosen_values]
    tournaments = press.host.tournaments
    answer_them = tournaments.admit if is_let_in else tournaments.turn_down
    after = await answer_them(pressed.number, press.person, chosen, is_manager=is_manager(press))
    await replace_message(press.interaction, askers_screen(after))
    refresh(press.client, pressed.number)
    people = [one for one in before.applicants if one.id in chosen and after.concerns(one.id) == is_let_in]
    if people:  # else somebody else has answered them meanwhile
        with use_language(after.language):
            text = answered_text(after, people, press.person.name, is_let_in=is_let_in)
        await announce(press.client, after, text, pings=[one.id for one in people])


@handles(ids.AskCancelCupId, opens_form=True)
async def ask_cancel(press: Press, pressed: ids.TournamentId) -> None:
    """Open the form that cancels a tournament. Messages of earlier versions have this button."""
    await open_hand_form(press, ids.CupHandId(pressed.number, HandAction.CANCEL))


@handles(ids.CupHandId, opens_form=True)
async def open_hand_form(press: Press, pressed: ids.CupHandId) -> None:
    tournament = await organised(press, pressed.number)
    if pressed.what is HandAction.AWARD:
        await answer(press.interaction, decide_screen(tournament, tournament.round))
        return
    await press.interaction.response.send_modal(form_again(press, await _hand_form(press, tournament, pressed.what)))


async def _hand_form(press: Press, tournament: OrganisedTournament, what: HandAction) -> Form:
    if what is HandAction.SEED:
        return seeding_form(tournament, await press.host.tournaments.seeding(tournament))
    return hand_form(tournament, what)


@receives(ids.CupHandId)
async def change_by_hand(press: Press, submitted: ids.CupHandId) -> None:
    """Change something by hand, and tell everybody in the tournament's channel, with the reason."""
    before = await visible(press, submitted.number)
    try:
        person = _put_in(press) if submitted.what in (HandAction.ADD, HandAction.REPLACE) else None
        await _change(press, before, read_hand(before, press.fields, submitted.what, person))
    except _MENDABLE as error:
        await answer_refused(press, error, await _hand_form(press, before, submitted.what))


@handles(ids.DecideRoundId)
async def show_round_to_decide(press: Press, pressed: ids.TournamentId) -> None:
    tournament = await organised(press, pressed.number)
    await replace_message(press.interaction, decide_screen(tournament, parse_choice(int, press.chosen)))


@handles(ids.DecideGameId, opens_form=True)
async def open_decision(press: Press, pressed: ids.DecideGameId) -> None:
    tournament = await organised(press, pressed.number)
    board = chosen_board(tournament, pressed.round, press.chosen)
    await press.interaction.response.send_modal(modal_of(decide_form(tournament, board)))


@receives(ids.DecideGameId)
async def decide(press: Press, submitted: ids.DecideGameId) -> None:
    """Decide a game by hand, and tell everybody in the tournament's channel, with the reason."""
    before = await visible(press, submitted.number)
    board = chosen_board(before, submitted.round, str(submitted.place))
    await _change(press, before, read_decision(before, press.fields, board))


async def _change(press: Press, before: OrganisedTournament, change: ByHand) -> None:
    after = await press.host.tournaments.change_by_hand(
        before.number, press.person, change, is_manager=is_manager(press)
    )
    is_cancelled = after.status is TournamentStatus.CANCELLED
    await replace_message(press.interaction, cancelled_text(after) if is_cancelled else manage_screen(after))
    with use_language(after.language):
        text = hand_text(before, after, change, press.person.name)
        if after.status is TournamentStatus.OVER:  # the podium may be another one
            text = join_lines([text, *end_text(after).split("\n")])
    await announce(press.client, after, text, pings=[one.id for one in concerned_people(before, change)])
    refresh(press.client, before.number)


@handles(ids.CupComputersId, opens_form=True)
async def open_computers_form(press: Press, pressed: ids.TournamentId) -> None:
    tournament = await organised(press, pressed.number)
    await press.interaction.response.send_modal(modal_of(computers_form(tournament)))


@receives(ids.CupComputersId)
async def add_computers(press: Press, submitted: ids.TournamentId) -> None:
    await visible(press, submitted.number)
    level, count = read_computers(press.fields)
    after = await press.host.tournaments.add_computers(
        submitted.number, press.person, level, count, is_manager=is_manager(press)
    )
    await replace_message(press.interaction, manage_screen(after))
    refresh(press.client, submitted.number)


def _put_in(press: Press) -> Person:
    """Return the member whom a form puts in. Raise BotCantPlayError."""
    member = press.member_field("person")
    if member.is_bot:
        raise BotCantPlayError(member.person)
    return member.person
