"""The buttons and forms of tournaments."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import discord

from carcassonne import format_record
from cogs.interaction.context import check_bot_permissions, check_rate_limit, guild_of, server_language, venue_of
from cogs.interaction.rate_limits import FILE_LIMIT, PICTURE_LIMIT, SEAT_LIMIT
from cogs.interaction.replies import answer, replace_message
from cogs.interaction.router import Press, handles, receives
from cogs.tournaments.access import is_manager, organised, visible
from cogs.tournaments.messages import MESSAGE, known_tables, refresh, show
from cogs.tournaments.refusals import answer_refused, form_again
from host.errors import BadMomentError, HostError, PastTimeError
from host.model.seasons import league_records
from host.model.table import FinishedTable
from host.model.tournaments import OrganisedTournament, TournamentStatus
from screens import tournament_ids as ids
from screens.screen import File, Form, Screen, parse_choice
from screens.text.seasons import seasons_text
from screens.text.tournament_sign_up import (
    posted_text,
    signed_up_text,
)
from screens.text.tournaments import (
    cancelled_text,
    export_cup_text,
    mine_text,
    standings_text,
)
from screens.tournament_export import tournament_zip
from screens.tournament_games import games_screens, shown_screen
from screens.tournament_pictures import course_files
from screens.tournaments import (
    begin_form,
    draft_screen,
    entry_form,
    frame_form,
    manage_screen,
    read_begin,
    read_entry,
    read_frame,
    read_rules,
    rules_form,
)


@handles(ids.SignUpId)
async def sign_up(press: Press, pressed: ids.TournamentId) -> None:
    check_rate_limit(press.interaction, SEAT_LIMIT)
    await visible(press, pressed.number)
    member = press.interaction.user
    roles = [one.id for one in member.roles] if isinstance(member, discord.Member) else []
    entered = await press.host.tournaments.sign_up(pressed.number, press.person, roles)
    await answer(press.interaction, signed_up_text(entered, press.person.id))
    refresh(press.client, pressed.number)


@handles(ids.StartCupId)
async def start(press: Press, pressed: ids.TournamentId) -> None:
    """Begin a tournament. The schedule opens its games, because they are due then."""
    await visible(press, pressed.number)
    await press.host.tournaments.start(pressed.number, press.person, is_manager=is_manager(press))


@handles(ids.PostCupId)
async def post(press: Press, pressed: ids.TournamentId) -> None:
    check_bot_permissions(press.interaction)
    await visible(press, pressed.number)
    posted = await press.host.tournaments.post(pressed.number, press.person, is_manager=is_manager(press))
    await press.client.jobs.do((MESSAGE, pressed.number), partial(show, press.client, pressed.number))
    await replace_message(press.interaction, posted_text(posted))


@handles(ids.CancelCupId)
async def cancel(press: Press, pressed: ids.TournamentId) -> None:
    tournament = await visible(press, pressed.number)
    await press.host.tournaments.cancel(pressed.number, press.person, is_manager=is_manager(press))
    await replace_message(press.interaction, cancelled_text(tournament))
    refresh(press.client, pressed.number)


@handles(ids.StandingsId)
async def show_standings(press: Press, pressed: ids.TournamentId) -> None:
    """Show the table as text, which explains it, and as pictures; of a knockout, the bracket."""
    check_rate_limit(press.interaction, PICTURE_LIMIT)
    tournament = await visible(press, pressed.number)
    pictures = await course_files(press.client.pictures_for(press.person.id), tournament, is_now=True)
    await answer(press.interaction, Screen(standings_text(tournament), files=tuple(pictures)))


@handles(ids.CupGamesId)
async def show_games(press: Press, pressed: ids.TournamentId) -> None:
    tournament = await visible(press, pressed.number)
    for screen in games_screens(tournament, await known_tables(press.client, tournament), tournament.round):
        await answer(press.interaction, screen)


@handles(ids.CupRoundId)
async def show_games_of_round(press: Press, pressed: ids.TournamentId) -> None:
    tournament, number = await visible(press, pressed.number), parse_choice(int, press.chosen)
    first, *others = games_screens(tournament, await known_tables(press.client, tournament, number), number)
    await replace_message(press.interaction, first)
    for screen in others:
        await answer(press.interaction, screen)


@handles(ids.OtherCupId)
async def show_other(press: Press, pressed: ids.TournamentId) -> None:
    """Show the tournament that was chosen in place of another one."""
    tournament = await visible(press, parse_choice(int, press.chosen))
    known = await press.host.tournaments.of_guild(guild_of(press.interaction))
    await replace_message(press.interaction, shown_screen(tournament, known))


@handles(ids.SeasonsId)
async def show_seasons(press: Press, pressed: ids.TournamentId) -> None:
    """Show the table of a league over this season and those before."""
    tournament = await visible(press, pressed.number)
    seasons = await press.host.tournaments.seasons(tournament)
    await answer(press.interaction, seasons_text(tournament, league_records(seasons)))


@handles(ids.MineId)
async def show_mine(press: Press, pressed: ids.TournamentId) -> None:
    tournament = await visible(press, pressed.number)
    tables = await known_tables(press.client, tournament)
    await answer(press.interaction, mine_text(tournament, press.person.id, tables))


@handles(ids.ExportCupId)
async def export(press: Press, pressed: ids.TournamentId) -> None:
    """Give the table, the pairings and the games of a tournament as one file."""
    check_rate_limit(press.interaction, FILE_LIMIT)
    tournament = await visible(press, pressed.number)
    records, tables = await _records(press, tournament), await _finished(press, tournament)
    name, at = f"tournament-{tournament.number}.zip", press.interaction.created_at
    seasons = await press.host.tournaments.seasons(tournament)
    changes = await press.host.tournaments.changes(tournament)
    packed = await asyncio.to_thread(tournament_zip, tournament, seasons, records, at, tables, changes)
    await answer(press.interaction, Screen(export_cup_text(tournament), files=(File(packed, name),)))


async def _records(press: Press, tournament: OrganisedTournament) -> dict[int, str]:
    """Return the games of a tournament that are over, as saved games, by their numbers."""
    found = dict[int, str]()
    for board in tournament.boards():
        for game in board.tables if board.pairing.is_over else board.earlier:
            with suppress(HostError):  # it can't be read now
                found[game] = format_record(await press.host.history.record(game))
    return found


async def _finished(press: Press, tournament: OrganisedTournament) -> dict[int, FinishedTable]:
    """Return the tables of the games that are over, by their numbers."""
    found = dict[int, FinishedTable]()
    for game in (game for board in tournament.boards() for game in board.tables):
        with suppress(HostError):  # it can't be read now
            table = await press.host.tables.known(game)
            found |= {game: table} if isinstance(table, FinishedTable) else {}
    return found


@handles(ids.CupFormId, opens_form=True)
async def open_form(press: Press, pressed: ids.CupFormId) -> None:
    tournament = await organised(press, pressed.number)
    zone = press.host.people.preferences(press.person.id).zone
    forms: dict[ids.CupForm, Callable[[OrganisedTournament], Form]] = {
        ids.CupForm.FRAME: frame_form,
        ids.CupForm.RULES: rules_form,
        ids.CupForm.ENTRY: entry_form,
        ids.CupForm.BEGIN: partial(begin_form, zone=zone),
    }
    await press.interaction.response.send_modal(form_again(press, forms[pressed.form](tournament)))


@receives(ids.CupFormId)
async def store_form(press: Press, submitted: ids.CupFormId) -> None:
    """Store what was filled in: of a new tournament, or of one that is set up. Show it to its host."""
    host, interaction = press.host, press.interaction
    if not submitted.number:
        guild_of(interaction)
        check_rate_limit(interaction, SEAT_LIMIT)
        language = server_language(interaction)
        terms, begins_at = read_frame(press.fields, None, host.now())
        made = await host.tournaments.create(venue_of(interaction), press.person, terms, begins_at, language)
        await answer(interaction, draft_screen(made))
        return
    before = await visible(press, submitted.number)
    terms, begins_at = before.terms, before.begins_at
    match submitted.form:
        case ids.CupForm.FRAME:
            terms, begins_at = read_frame(press.fields, before, host.now())
        case ids.CupForm.RULES:
            terms = read_rules(press.fields, before)
        case ids.CupForm.ENTRY:
            terms = read_entry(press.fields, before)
        case ids.CupForm.BEGIN:
            zone = host.people.preferences(press.person.id).zone
            try:
                begins_at = read_begin(press.fields, zone, host.now())
            except (BadMomentError, PastTimeError) as error:
                await answer_refused(press, error, begin_form(before, zone))
                return
    changed = await host.tournaments.change_terms(
        submitted.number, press.person, terms, begins_at, is_manager=is_manager(press)
    )
    is_draft = changed.status is TournamentStatus.DRAFT
    await replace_message(interaction, draft_screen(changed) if is_draft else manage_screen(changed))
    if not is_draft:
        refresh(press.client, submitted.number)
