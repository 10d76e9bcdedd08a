"""Tournaments in the making, for tests of the host."""

from datetime import timedelta

from host.host import Host
from host.model.controllers import Person
from host.model.table_options import TableOptions
from host.model.tournaments import OrganisedTournament, TournamentTerms
from tests.host.tables import ANN, BOB, CHANNEL, CID, DORA, Clock

DAY = timedelta(days=1)
FAST = TableOptions(edition="classic", takeback=0)
CUP = TournamentTerms("Spring Cup", table_options=FAST)
FOUR = (ANN, BOB, CID, DORA)


async def opened(host: Host, *people: Person, terms: TournamentTerms = CUP) -> OrganisedTournament:
    """A tournament for which these people have signed up."""
    draft = await host.tournaments.create(CHANNEL, ANN, terms, None, "en")
    await host.tournaments.post(draft.number, ANN, is_manager=False)
    for person in people:
        await host.tournaments.sign_up(draft.number, person)
    return await host.tournaments.load(draft.number)


async def begun(host: Host, *people: Person, terms: TournamentTerms = CUP) -> OrganisedTournament:
    """A tournament whose first round was opened."""
    tournament = await opened(host, *people, terms=terms)
    await host.tournaments.start(tournament.number, ANN, is_manager=False)
    return await advanced(host, tournament.number)


async def advanced(host: Host, number: int) -> OrganisedTournament:
    """Do what the bot does when something is due, but for the messages."""
    tournament = await host.tournaments.advance(number)
    for board in tournament.unopened:
        await host.tournaments.open_game(number, board)
    for game in host.tournaments.late_games(tournament):
        await host.tournaments.end_late_game(game)
    return await host.tournaments.load(number)


async def pass_outage(host: Host, clock: Clock, length: timedelta) -> None:
    """Let time go by in which the bot is away. It was there until now."""
    await host.deadlines.heartbeat()
    clock.time += length
    assert await host.deadlines.heartbeat(is_start=True)


async def plan_vacation(host: Host, clock: Clock, person: Person, begins: int, days: int) -> None:
    """Plan whole days of vacation: the clock stands at noon, so they begin 12 hours earlier."""
    first = (clock.time + begins * DAY).date()
    await host.people.plan_vacation(person, first.isoformat(), (first + (days - 1) * DAY).isoformat())
