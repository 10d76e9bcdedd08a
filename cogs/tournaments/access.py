"""Which tournament a button names, and who may use it."""

from cogs.interaction.router import Press
from host.model.tournament_rules import check_organiser
from host.model.tournaments import OrganisedTournament


async def visible(press: Press, number: int) -> OrganisedTournament:
    """Return the tournament of an id. Raise NoSuchTournamentError for that of another server, or a draft of others."""
    return await press.host.tournaments.load_visible(number, press.interaction.guild_id, press.person.id)


async def organised(press: Press, number: int) -> OrganisedTournament:
    """Return the tournament of an id for whoever may manage it. Raise NotTheirTournamentError besides."""
    tournament = await visible(press, number)
    check_organiser(tournament, press.person, is_manager=is_manager(press))
    return tournament


def is_manager(press: Press) -> bool:
    return press.interaction.permissions.manage_guild
