"""Tournaments for practice: computers take seats, their games are played by themselves, and nothing is rated."""

import discord
import pytest

from carcassonne import Outcome
from host.model.controllers import Computer, Person
from host.model.table import FinishedTable
from host.model.table_errors import PlannedGameError
from host.model.tournaments import END_TOLD, OrganisedTournament
from tests.cogs.options_panel import chosen_in, private
from tests.cogs.room import ON_SIMCORD, Room, labels, near_the_end
from tests.cogs.tournaments import post, resign, set_up, tournament
from tournaments.kinds import standings_of
from tournaments.tournament import Ending

pytestmark = ON_SIMCORD

PAUSE = 3600.0
"""Seconds that computers wait while their game is brought near its end."""


async def practice(room: Room, level: str = "1", count: str = "2", people: int = 2) -> discord.Message:
    """A tournament for practice, for which some people and computers have signed up."""
    draft = await set_up(room)
    form = await room.ann.click(draft, label="Who can play")
    assert form.modal
    await room.ann.submit_modal(form, {**chosen_in(form.modal), "besides": ["computers"]})
    await room.ann.click(draft, label="Post sign-up")
    message = room.messages()[-1]
    for one in room.people[:people]:
        await one.click(message, label="Sign up")
    panel = await private(room.ann.click(message, label="Manage"))
    form = await room.ann.click(panel, label="Add computers")
    await room.ann.submit_modal(form, {"level": [level], "count": [count]})
    return message


def shown(room: Room, message: discord.Message) -> str:
    return next(one.content for one in room.messages() if one.id == message.id)


async def test_people_and_computers_play_to_the_podium(room: Room) -> None:
    """The game that two computers play against each other needs nobody. It is brought near its end, to save time."""
    message = await practice(room)
    assert "For practice: computers can play too, and no game is rated." in shown(room, message)
    assert shown(room, message).endswith(
        "4 players signed up:\nAnn, Bob, 🤖 Beginner, 🤖 Beginner 2\nRounds with these players: 2"
    )
    await room.ann.click(message, label="Start")
    cup = await tournament(room)
    for board in cup.boards(1):
        assert board.game
        assert not (await room.bot.host.tables.known(board.game)).settings.rated
    room.bot.computer_pause = PAUSE
    await resign_all(room, cup)
    cup = await tournament(room)
    assert cup.round == 2
    [game] = [one.game for one in cup.boards(2) if not any(cup.person(seat).id for seat in one.pairing.seats)]
    assert game
    room.bot.computer_pause = 0
    await room.fast_forward(until=near_the_end, number=game)
    await resign_all(room, cup)
    while (cup := await tournament(room)).told_round < END_TOLD:
        await room.env.advance_time(1)
    assert {one.pairing.ending for one in cup.boards()} == {Ending.PLAYED}
    played = await room.bot.host.tables.load(game)
    assert isinstance(played, FinishedTable)
    assert played.state.outcome is Outcome.SCORED, "nobody has to be there"
    assert sum(f"Carcassonne #{game}" in one.content for one in messages_of(room, played)) == 1, "it has one message"
    assert all(isinstance(cup.player(one.entrant), Computer) for one in standings_of(cup.course)[:2])
    await room.env.settle()
    end = next(one.content for one in reversed(room.messages()) if "wins **Spring Cup**!" in one.content)
    assert end.startswith("🤖 Beginner")
    assert await room.bot.host.statistics.leaderboard(room.guild.id) == []


def messages_of(room: Room, table: FinishedTable) -> list[discord.Message]:
    [thread] = [one for one in room.channel.threads if one.id == table.venue.channel]
    return thread.history()


async def resign_all(room: Room, cup: OrganisedTournament) -> None:
    """Let a person resign from each game of a round with people: from a game against a computer, it wins."""
    for board in cup.boards(cup.round):
        person = next((seat for seat in board.pairing.seats if cup.person(seat).id), None)
        if board.game and person is not None:
            await resign(room, board.game, board.pairing.seats.index(person))
    await room.env.settle()


async def test_computers_have_the_same_names_in_their_games(room: Room) -> None:
    message = await practice(room, level="5", count="2", people=1)
    await room.ann.click(message, label="Start")
    cup = await tournament(room)
    names = {one.entrant.id: one.player for one in cup.people}
    for board in cup.boards(1):
        if board.game:
            table = room.table(board.game)
            assert [seat.controller for seat in table.seats] == [names[seat] for seat in board.pairing.seats]


async def test_computers_play_only_where_they_were_allowed_from_the_start(room: Room) -> None:
    message = await post(room)
    panel = await private(room.ann.click(message, label="Manage"))
    assert "Add computers" not in labels(panel)
    form = await room.ann.click(panel, label="Who can play")
    assert form.modal
    assert "besides" not in chosen_in(form.modal)
    assert not (await tournament(room)).terms.computers


async def test_a_computer_is_taken_out(room: Room) -> None:
    message = await practice(room)
    panel = await private(room.ann.click(message, label="Manage"))
    form = await room.ann.click(panel, label="Take out")
    await room.ann.submit_modal(form, {"value": ["entrant 4"], "reason": "One is enough"})
    assert shown(room, message).endswith("3 players signed up:\nAnn, Bob, 🤖 Beginner\nRounds with these players: 2")
    assert room.messages()[-1].content == "**Spring Cup**: Ann took 🤖 Beginner 2 out. Reason: One is enough"


async def test_nobody_ends_a_game_against_a_computer_without_losing_it(room: Room) -> None:
    message = await practice(room, people=1)
    await room.ann.click(message, label="Start")
    cup = await tournament(room)
    entrant = cup.entrant_of(room.ann.user.id)
    assert entrant
    game = next((one.game for one in cup.boards(1) if entrant.id in one.pairing.seats), None)
    assert game
    asked = await private(room.ann.slash(room.channel, "resign", game=f"#{game}"))
    assert labels(asked) == ["Resign"]
    with pytest.raises(PlannedGameError):
        await room.bot.host.end_requests.ask(game, person_of(room))


def person_of(room: Room) -> Person:
    return Person(room.ann.user.id, "Ann")


async def test_in_a_game_of_a_tournament_a_computer_gives_no_hints(room: Room) -> None:
    """People compete in the same tournament, though each of them plays against a computer."""
    message = await practice(room)
    room.bot.computer_pause = PAUSE
    await room.ann.click(message, label="Start")
    alone = [room.table(one.game) for one in (await tournament(room)).boards(1) if one.game]
    alone = [one for one in alone if one.is_solo]
    assert alone
    assert all(one.settings.aids and not one.offers_hints for one in alone)
