"""Leaves a tournament. Of one that runs, it asks first, because that costs games; then everybody reads it."""

from cogs.interaction.client import Interaction
from cogs.interaction.context import person_of
from cogs.interaction.replies import answer, answer_in_place
from cogs.interaction.router import Press, handles
from cogs.tournaments.access import visible
from cogs.tournaments.messages import announce, refresh
from host.model.tournaments import OrganisedTournament
from screens import tournament_ids as ids
from screens.custom_id import CustomId
from screens.screen import parse_choice
from screens.text.i18n import use_language
from screens.text.tournament_leaving import left_announcement, left_cup_text
from screens.text.tournaments import no_own_tournaments_text
from screens.tournaments import leave_screen, which_cup_screen


async def ask_which(interaction: Interaction) -> None:
    """Leave the only tournament that somebody is in; where there are several, ask which one."""
    own = [one for one in await own_tournaments(interaction) if one.concerns(interaction.user.id)]
    if not own:
        await answer(interaction, no_own_tournaments_text())
    elif len(own) > 1:
        await answer(interaction, which_cup_screen(own))
    else:
        await _leave_or_ask(interaction, own[0])


async def own_tournaments(interaction: Interaction) -> list[OrganisedTournament]:
    """Return the tournaments of this server that somebody has entered or asks to enter, and those that they have left
    while their game still runs.
    """
    person_id = interaction.user.id
    own = await interaction.client.host.tournaments.of_person(person_id)
    here = (one for one in own if one.venue.guild == interaction.guild_id)
    return [one for one in here if one.concerns(person_id) or one.is_playing(person_id)]


@handles(ids.WhichCupId)
async def choose_tournament(press: Press, pressed: CustomId) -> None:
    number = parse_choice(int, press.chosen)
    await _leave_or_ask(press.interaction, await visible(press, number))


@handles(ids.LeaveCupId)
async def leave(press: Press, pressed: ids.TournamentId) -> None:
    await _leave_or_ask(press.interaction, await visible(press, pressed.number))


@handles(ids.LeaveCupNowId)
async def leave_now(press: Press, pressed: ids.TournamentId) -> None:
    await _leave(press.interaction, await visible(press, pressed.number))


async def _leave_or_ask(interaction: Interaction, tournament: OrganisedTournament) -> None:
    if tournament.rounds and tournament.has_entered(interaction.user.id):
        await answer_in_place(interaction, leave_screen(tournament, interaction.user.id))
    else:
        await _leave(interaction, tournament)


async def _leave(interaction: Interaction, before: OrganisedTournament) -> None:
    """Leave a tournament. Raise NotSignedUpError."""
    person = person_of(interaction)
    after = await interaction.client.host.tournaments.leave(before.number, person)
    await answer_in_place(interaction, left_cup_text(after, person.id))
    if after.rounds and before.has_entered(person.id):
        with use_language(after.language):
            text = left_announcement(after, person.name)
        await announce(interaction.client, after, text)
    refresh(interaction.client, after.number)
