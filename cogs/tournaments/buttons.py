"""The buttons and forms of tournaments."""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from typing import Protocol

import discord

from carcassonne import format_record
from cogs.discord_screens import modal_of
from cogs.interaction.context import check_bot_permissions, check_rate_limit, guild_of, venue_of
from cogs.interaction.rate_limits import FILE_LIMIT, PICTURE_LIMIT, SEAT_LIMIT
from cogs.interaction.replies import answer, replace_message
from cogs.interaction.router import Press, handles, one_value, parse_choice, receives
from cogs.tournaments.messages import MESSAGE, announce, known_tables, refresh, show
from host.errors import HostError
from host.model.controllers import Person
from host.model.seasons import league_records
from host.model.table import FinishedTable
from host.model.tournament_errors import BotCantPlayError, NamedTwiceError, NoSuchNameError
from host.model.tournament_hand import ByHand, HandAction, concerned_people
from host.model.tournament_rules import check_organiser
from host.model.tournaments import OrganisedTournament, TournamentStatus
from screens import tournament_ids as ids
from screens.screen import File, Form, Screen
from screens.text.i18n import language_of_locale, use_language
from screens.text.markup import join_lines
from screens.text.seasons import seasons_text
from screens.text.tournament_hand import answered_text, hand_text
from screens.text.tournaments import (
    cancelled_text,
    end_text,
    export_cup_text,
    mine_text,
    posted_text,
    signed_up_text,
    standings_text,
)
from screens.tournament_decisions import chosen_board, decide_form, decide_screen, read_decision
from screens.tournament_export import tournament_zip
from screens.tournament_games import games_screens, shown_screen
from screens.tournament_hand import hand_form, read_hand, seeding_form
from screens.tournament_pictures import course_files
from screens.tournament_seeding import refused_order_screens
from screens.tournaments import (
    askers_screen,
    begin_form,
    computers_form,
    draft_screen,
    entry_form,
    frame_form,
    manage_screen,
    read_begin,
    read_computers,
    read_entry,
    read_frame,
    read_rules,
    rules_form,
)


async def _visible(press: Press, number: int) -> OrganisedTournament:
    """Return the tournament of an id. Raise NoSuchTournamentError for that of another server, or a draft of others."""
    return await press.host.tournaments.load_visible(number, press.interaction.guild_id, press.person.id)


async def _organised(press: Press, number: int) -> OrganisedTournament:
    """Return the tournament of an id for whoever may manage it. Raise NotTheirTournamentError besides."""
    tournament = await _visible(press, number)
    check_organiser(tournament, press.person, is_manager=_is_manager(press))
    return tournament


def _is_manager(press: Press) -> bool:
    return press.interaction.permissions.manage_guild


@handles(ids.SignUpId)
async def sign_up(press: Press, pressed: ids.TournamentId) -> None:
    check_rate_limit(press.interaction, SEAT_LIMIT)
    await _visible(press, pressed.number)
    member = press.interaction.user
    roles = [one.id for one in member.roles] if isinstance(member, discord.Member) else []
    entered = await press.host.tournaments.sign_up(pressed.number, press.person, roles)
    await answer(press.interaction, signed_up_text(entered, press.person.id))
    refresh(press.client, pressed.number)


@handles(ids.StartCupId)
async def start(press: Press, pressed: ids.TournamentId) -> None:
    """Begin a tournament. The schedule opens its games, because they are due then."""
    await _visible(press, pressed.number)
    await press.host.tournaments.start(pressed.number, press.person, is_manager=_is_manager(press))


@handles(ids.PostCupId)
async def post(press: Press, pressed: ids.TournamentId) -> None:
    check_bot_permissions(press.interaction)
    await _visible(press, pressed.number)
    posted = await press.host.tournaments.post(pressed.number, press.person, is_manager=_is_manager(press))
    await press.client.jobs.do((MESSAGE, pressed.number), partial(show, press.client, pressed.number))
    await replace_message(press.interaction, posted_text(posted))


@handles(ids.AskCancelCupId, opens_form=True)
async def ask_cancel(press: Press, pressed: ids.TournamentId) -> None:
    """Open the form that cancels a tournament. Messages of earlier versions have this button."""
    await open_hand_form(press, ids.CupHandId(pressed.number, HandAction.CANCEL))


@handles(ids.CancelCupId)
async def cancel(press: Press, pressed: ids.TournamentId) -> None:
    await _visible(press, pressed.number)
    await press.host.tournaments.cancel(pressed.number, press.person, is_manager=_is_manager(press))
    await replace_message(press.interaction, cancelled_text())
    refresh(press.client, pressed.number)


@handles(ids.StandingsId)
async def show_standings(press: Press, pressed: ids.TournamentId) -> None:
    """Show the table as text, which explains it, and as pictures; of a knockout, the bracket."""
    check_rate_limit(press.interaction, PICTURE_LIMIT)
    tournament = await _visible(press, pressed.number)
    pictures = await course_files(press.client.pictures_for(press.person.id), tournament, is_now=True)
    await answer(press.interaction, Screen(standings_text(tournament), files=tuple(pictures)))


@handles(ids.CupGamesId)
async def show_games(press: Press, pressed: ids.TournamentId) -> None:
    tournament = await _visible(press, pressed.number)
    for screen in games_screens(tournament, await known_tables(press.client, tournament), tournament.round):
        await answer(press.interaction, screen)


@handles(ids.CupRoundId)
async def show_games_of_round(press: Press, pressed: ids.TournamentId) -> None:
    tournament, number = await _visible(press, pressed.number), parse_choice(int, press.chosen)
    first, *others = games_screens(tournament, await known_tables(press.client, tournament, number), number)
    await replace_message(press.interaction, first)
    for screen in others:
        await answer(press.interaction, screen)


@handles(ids.OtherCupId)
async def show_other(press: Press, pressed: ids.TournamentId) -> None:
    """Show the tournament that was chosen in place of another one."""
    tournament = await _visible(press, parse_choice(int, press.chosen))
    known = await press.host.tournaments.of_guild(guild_of(press.interaction))
    await replace_message(press.interaction, shown_screen(tournament, known))


@handles(ids.SeasonsId)
async def show_seasons(press: Press, pressed: ids.TournamentId) -> None:
    """Show the table of a league over this season and those before."""
    tournament = await _visible(press, pressed.number)
    seasons = await press.host.tournaments.seasons(tournament)
    await answer(press.interaction, seasons_text(tournament, league_records(seasons)))


@handles(ids.MineId)
async def show_mine(press: Press, pressed: ids.TournamentId) -> None:
    tournament = await _visible(press, pressed.number)
    tables = await known_tables(press.client, tournament)
    await answer(press.interaction, mine_text(tournament, press.person.id, tables))


@handles(ids.ManageCupId)
async def manage(press: Press, pressed: ids.TournamentId) -> None:
    tournament = await _organised(press, pressed.number)
    await answer(press.interaction, manage_screen(tournament))


@handles(ids.AskersId)
async def show_askers(press: Press, pressed: ids.TournamentId) -> None:
    tournament = await _organised(press, pressed.number)
    await answer(press.interaction, askers_screen(tournament))


@handles(ids.AdmitId)
async def admit(press: Press, pressed: ids.TournamentId) -> None:
    await _answer_askers(press, pressed, press.host.tournaments.admit, is_let_in=True)


@handles(ids.TurnDownId)
async def turn_down(press: Press, pressed: ids.TournamentId) -> None:
    await _answer_askers(press, pressed, press.host.tournaments.turn_down, is_let_in=False)


async def _answer_askers(press: Press, pressed: ids.TournamentId, do: "_Answer", *, is_let_in: bool) -> None:
    """Answer some who have asked, and tell them in the tournament's channel."""
    before = await _visible(press, pressed.number)
    chosen = [int(one) for one in press.chosen_values]
    after = await do(pressed.number, press.person, chosen, is_manager=_is_manager(press))
    await replace_message(press.interaction, askers_screen(after))
    refresh(press.client, pressed.number)
    people = [one for one in before.applicants if one.id in chosen and after.concerns(one.id) == is_let_in]
    if people:  # else somebody else has answered them meanwhile
        with use_language(after.language):
            text = answered_text(after, people, press.person.name, is_let_in=is_let_in)
        await announce(press.client, after, text, pings=[one.id for one in people])


class _Answer(Protocol):
    """Lets those in who ask, or turns them down."""

    async def __call__(
        self, number: int, person: Person, ids: Collection[int], *, is_manager: bool
    ) -> OrganisedTournament: ...


@handles(ids.ExportCupId)
async def export(press: Press, pressed: ids.TournamentId) -> None:
    """Give the table, the pairings and the games of a tournament as one file."""
    check_rate_limit(press.interaction, FILE_LIMIT)
    tournament = await _visible(press, pressed.number)
    records, totals = await _records(press, tournament), await _totals(press, tournament)
    name, at = f"tournament-{tournament.number}.zip", press.interaction.created_at
    seasons = await press.host.tournaments.seasons(tournament)
    changes = await press.host.tournaments.changes_of_games(tournament)
    packed = await asyncio.to_thread(tournament_zip, tournament, seasons, records, at, totals, changes)
    await answer(press.interaction, Screen(export_cup_text(tournament), files=(File(packed, name),)))


async def _records(press: Press, tournament: OrganisedTournament) -> dict[int, str]:
    """Return the games of a tournament that are over, as saved games, by their numbers."""
    found = dict[int, str]()
    for board in tournament.boards():
        for game in board.tables if board.pairing.is_over else board.earlier:
            with suppress(HostError):  # it can't be read now
                found[game] = format_record(await press.host.history.record(game))
    return found


async def _totals(press: Press, tournament: OrganisedTournament) -> dict[int, tuple[int, ...]]:
    """Return the points of the games that were played to their end, by seat, by their numbers."""
    found = dict[int, tuple[int, ...]]()
    for game in (board.game for board in tournament.boards() if board.game and board.pairing.is_over):
        with suppress(HostError):
            table = await press.host.tables.known(game)
            found |= {game: table.final_scores} if isinstance(table, FinishedTable) and table.final_scores else {}
    return found


@handles(ids.CupHandId, opens_form=True)
async def open_hand_form(press: Press, pressed: ids.CupHandId) -> None:
    tournament = await _organised(press, pressed.number)
    if pressed.what is HandAction.AWARD:
        await answer(press.interaction, decide_screen(tournament, tournament.round))
        return
    form = hand_form(tournament, pressed.what)
    if pressed.what is HandAction.SEED:
        message = press.interaction.message
        order = await press.host.tournaments.seeding(tournament)
        form = seeding_form(tournament, order, message.content if message else "")
    await press.interaction.response.send_modal(modal_of(form))


@receives(ids.CupHandId)
async def change_by_hand(press: Press, submitted: ids.CupHandId) -> None:
    """Change something by hand, and tell everybody in the tournament's channel, with the reason."""
    before = await _visible(press, submitted.number)
    person = _put_in(press) if submitted.what in (HandAction.ADD, HandAction.REPLACE) else None
    try:
        change = read_hand(before, press.fields, submitted.what, person)
    except (NoSuchNameError, NamedTwiceError) as error:
        for screen in refused_order_screens(error, one_value(press.fields, "order"), one_value(press.fields, "reason")):
            await answer(press.interaction, screen)
        return
    await _change(press, before, change)


@handles(ids.DecideRoundId)
async def show_round_to_decide(press: Press, pressed: ids.TournamentId) -> None:
    tournament = await _organised(press, pressed.number)
    await replace_message(press.interaction, decide_screen(tournament, parse_choice(int, press.chosen)))


@handles(ids.DecideGameId, opens_form=True)
async def open_decision(press: Press, pressed: ids.DecideGameId) -> None:
    tournament = await _organised(press, pressed.number)
    board = chosen_board(tournament, pressed.round, press.chosen)
    await press.interaction.response.send_modal(modal_of(decide_form(tournament, board)))


@receives(ids.DecideGameId)
async def decide(press: Press, submitted: ids.DecideGameId) -> None:
    """Decide a game by hand, and tell everybody in the tournament's channel, with the reason."""
    before = await _visible(press, submitted.number)
    board = chosen_board(before, submitted.round, str(submitted.place))
    await _change(press, before, read_decision(before, press.fields, board))


async def _change(press: Press, before: OrganisedTournament, change: ByHand) -> None:
    after = await press.host.tournaments.change_by_hand(
        before.number, press.person, change, is_manager=_is_manager(press)
    )
    is_cancelled = after.status is TournamentStatus.CANCELLED
    await replace_message(press.interaction, cancelled_text() if is_cancelled else manage_screen(after))
    with use_language(after.language):
        text = hand_text(before, after, change, press.person.name)
        if after.status is TournamentStatus.OVER:  # the podium may be another one
            text = join_lines([text, end_text(after)])
    await announce(press.client, after, text, pings=[one.id for one in concerned_people(before, change)])
    refresh(press.client, before.number)


@handles(ids.CupComputersId, opens_form=True)
async def open_computers_form(press: Press, pressed: ids.TournamentId) -> None:
    tournament = await _organised(press, pressed.number)
    await press.interaction.response.send_modal(modal_of(computers_form(tournament)))


@receives(ids.CupComputersId)
async def add_computers(press: Press, submitted: ids.TournamentId) -> None:
    await _visible(press, submitted.number)
    level, count = read_computers(press.fields)
    after = await press.host.tournaments.add_computers(
        submitted.number, press.person, level, count, is_manager=_is_manager(press)
    )
    await replace_message(press.interaction, manage_screen(after))
    refresh(press.client, submitted.number)


def _put_in(press: Press) -> Person:
    """Return the member whom a form puts in. Raise BotCantPlayError."""
    member = press.member_field("person")
    if member.is_bot:
        raise BotCantPlayError(member.person)
    return member.person


@handles(ids.CupFormId, opens_form=True)
async def open_form(press: Press, pressed: ids.CupFormId) -> None:
    tournament = await _organised(press, pressed.number)
    zone = press.host.people.preferences(press.person.id).zone
    forms: dict[ids.CupForm, Callable[[OrganisedTournament], Form]] = {
        ids.CupForm.FRAME: frame_form,
        ids.CupForm.RULES: rules_form,
        ids.CupForm.ENTRY: entry_form,
        ids.CupForm.BEGIN: partial(begin_form, zone=zone),
    }
    await press.interaction.response.send_modal(modal_of(forms[pressed.form](tournament)))


@receives(ids.CupFormId)
async def store_form(press: Press, submitted: ids.CupFormId) -> None:
    """Store what was filled in: of a new tournament, or of one that is set up. Show it to its host."""
    host, interaction = press.host, press.interaction
    if not submitted.number:
        guild_of(interaction)
        check_rate_limit(interaction, SEAT_LIMIT)
        language = language_of_locale(str(interaction.guild_locale or ""))
        terms, begins_at = read_frame(press.fields, None, host.now())
        made = await host.tournaments.create(venue_of(interaction), press.person, terms, begins_at, language)
        await answer(interaction, draft_screen(made))
        return
    before = await _visible(press, submitted.number)
    terms, begins_at = before.terms, before.begins_at
    match submitted.form:
        case ids.CupForm.FRAME:
            terms, begins_at = read_frame(press.fields, before, host.now())
        case ids.CupForm.RULES:
            terms = read_rules(press.fields, before)
        case ids.CupForm.ENTRY:
            terms = read_entry(press.fields, before)
        case ids.CupForm.BEGIN:
            begins_at = read_begin(press.fields, host.people.preferences(press.person.id).zone, host.now())
    changed = await host.tournaments.change_terms(
        submitted.number, press.person, terms, begins_at, is_manager=_is_manager(press)
    )
    is_draft = changed.status is TournamentStatus.DRAFT
    await replace_message(interaction, draft_screen(changed) if is_draft else manage_screen(changed))
    if not is_draft:
        refresh(press.client, submitted.number)
