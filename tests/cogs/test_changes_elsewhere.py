"""Several processes share a database: one of them shows a game, and announces also what another has stored."""

from collections.abc import Awaitable
from contextvars import Context, copy_context
from datetime import timedelta

import discord
import pytest

from bot import Bot
from carcassonne import DeployNobody, parse_turn
from host.host import Host
from host.model.notifications import DeliveryOutcome
from host.model.table_options import TableOptions
from screens.text.markup import command_ids
from tests.cogs.deadlines import HOUR, boards, outcomes, time_messages
from tests.cogs.direct_messages import ask_for_direct_messages, private_boards
from tests.cogs.room import ON_SIMCORD, Room
from tests.fixtures.databases import execute
from tests.host.tables import player

pytestmark = ON_SIMCORD


async def play_elsewhere(room: Room, text: str) -> None:
    """Store a turn as another process does: nobody is told here."""
    table, turn = room.table(), parse_turn(text)
    moves = [turn.placement, turn.deployment or DeployNobody()]
    await room.bot.host.turns.play(1, player(table.next_seat), moves, table.ply)


async def hear(room: Room, times: int = 1, context: Context | None = None) -> None:
    """Let the bot hear that the game was changed elsewhere, in a context if one is given."""

    async def notify(message: discord.Message) -> None:  # only what the bot itself begins is waited for
        running = copy_context() if context is None else context
        for _ in range(times):
            running.run(room.bot.host.changes_elsewhere.games_changed.notify, frozenset({1}))

    room.bot.add_listener(notify, "on_message")
    await room.eve.send(room.channel, "Hello")
    room.bot.remove_listener(notify, "on_message")


def questions(room: Room) -> list[discord.Message]:
    """What the bot has asked or said since the game began."""
    assert room.bot.user is not None
    return [one for one in time_messages(room) if one.author.id == room.bot.user.id]


def searches(room: Room) -> int:
    """How often the bot has looked in the channel for what it may have sent."""
    looked = ("GET", f"/channels/{room.channel.id}/messages")
    return sum((one.method, one.path) == looked for one in room.env.http_requests)


def leave_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the games be shown by another process from now on."""
    monkeypatch.setattr(Host, "is_home", lambda host, venue: False)


async def test_news_are_looked_at_although_the_last_ones_could_not_be(
    room: Room,
) -> None:
    """The database did not answer for a while. What is heard now does not wait for the pauses of then."""
    await room.begin()
    key = ("change elsewhere", 1)

    async def fail() -> None:
        raise OSError

    room.bot.jobs.ask(key, fail)
    await room.eve.send(room.channel, "Hello")
    assert room.bot.jobs.has_failed(key)
    await play_elsewhere(room, "M12 180 knight S")
    await hear(room)
    assert "M12" in boards(room)[-1].content


async def test_a_turn_that_was_stored_elsewhere_is_announced_as_every_other(room: Room) -> None:
    await ask_for_direct_messages(room, room.bob)
    await room.begin()
    await room.env.advance_time(60)
    await play_elsewhere(room, "M12 180 knight S")
    assert len(boards(room)) == 1
    await hear(room, times=3)
    assert boards(room)[-1].content.splitlines()[:2] == [
        f"**Bob**'s turn · Carcassonne #1 · <@{room.bob.user.id}>",
        "Ann placed tile D at M12 (180°) with a knight. Ann scores 2 for a city of 2 tiles.",
    ]
    assert (len(boards(room)), searches(room)) == (2, 0)
    assert room.sent()[-1]["allowed_mentions"]["users"] == [room.bob.user.id]
    assert len(private_boards(room.bob)) == 1
    assert room.table().announced == room.table().ply
    assert boards(room)[0].components == []
    assert "Bob's turn" in room.messages()[0].content


@pytest.fixture
def host_contexts(simcord_bot: Bot) -> list[Context]:
    """The contexts in which the bot opens its host, once it starts: the host's own tasks run in them."""
    contexts: list[Context] = []
    open_host = simcord_bot._open_host

    def capture() -> Awaitable[Host]:
        contexts.append(copy_context())
        return open_host()

    simcord_bot._open_host = capture
    return contexts


async def test_commands_in_what_is_posted_then_can_be_clicked(host_contexts: list[Context], room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.bob.slash(room.channel, "join")
    table = room.waiting()
    await room.bot.host.lobby.start(table.venue, table.people[0], 1, TableOptions())  # as another process does
    await hear(room, context=host_contexts[0])
    [board] = boards(room)
    assert f"</rules:{command_ids()['rules']}>" in board.content


async def test_what_may_have_been_sent_is_looked_for_also_then(room: Room) -> None:
    await room.begin()
    await room.env.advance_time(60)
    await play_elsewhere(room, "M12 180 knight S")
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=500, times=1)
    await hear(room)
    await hear(room)
    assert (len(boards(room)), searches(room)) == (2, 1)


async def test_where_another_process_shows_the_game_a_turn_is_only_stored(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.begin(pace="24h")
    begun = room.env.http_requests[:]
    leave_to_others(monkeypatch)
    answer = await room.play("M12 180 knight S")
    await hear(room)
    channel = f"/channels/{room.channel.id}/"
    assert [one for one in room.env.http_requests[len(begun) :] if one.path.startswith(channel)] == []
    assert room.table().announced < room.table().ply
    assert answer.ephemeral
    assert answer.response
    assert "tile D" in answer.response.content
    monkeypatch.undo()
    await hear(room)
    assert len(boards(room)) == 2


async def test_a_table_that_another_process_opens_is_shown(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_to_others(monkeypatch)
    await room.ann.slash(room.channel, "join")
    monkeypatch.undo()
    await hear(room, times=2)
    [status] = [one for one in room.messages() if one.components]
    assert status.content.startswith("**Table #1** · 1 of 5 seats taken")


async def test_a_game_that_another_process_begins_gets_its_thread(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_to_others(monkeypatch)
    await room.begin(thread=True)
    assert (room.messages(), room.channel.threads) == ([], [])
    monkeypatch.undo()
    await hear(room)
    [thread] = room.channel.threads
    assert "The game begins!" in [one for one in thread.history() if one.attachments][-1].content
    assert room.table().announced == room.table().ply


async def test_a_question_that_was_stored_elsewhere_is_asked_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.begin(players=3)
    await room.play_on(3)
    leave_to_others(monkeypatch)
    await room.ann.slash(room.channel, "undo")
    assert questions(room) == []
    monkeypatch.undo()
    await hear(room, times=3)
    [question] = questions(room)
    assert sorted(one.id for one in question.mentions) == [room.bob.user.id, room.chloe.user.id]
    assert [outcome for _, outcome in await outcomes(room)] == [DeliveryOutcome.SENT]


async def test_what_another_process_claims_is_left_to_it(room: Room) -> None:
    await room.begin(pace="24h")
    await room.env.advance_time(12 * HOUR - 1)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=500, times=1)
    await room.env.advance_time(2)
    await claim_elsewhere(room, minutes=61)
    await room.env.advance_time(HOUR)
    assert questions(room) == []
    assert [outcome for _, outcome in await outcomes(room)] == [None]


async def claim_elsewhere(room: Room, minutes: int = 1) -> None:
    """Claim all notifications for another process, for some time."""
    until = (discord.utils.utcnow() + timedelta(minutes=minutes)).isoformat()
    sql = "UPDATE pings SET outcome = NULL, claimed_by = 'other', claimed_until = :until"
    await execute(room.bot.host._storage._database, sql, until=until)


@pytest.mark.parametrize("is_sent", [True, False])
async def test_what_another_process_died_with_is_sent_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, is_sent: bool
) -> None:
    await room.begin(pace="24h")
    await room.env.advance_time(12 * HOUR + 1)
    [message] = questions(room)
    if not is_sent:
        await message.delete()
    monkeypatch.setattr(Host, "is_shared", True)
    await claim_elsewhere(room)
    await room.restart()
    await room.env.advance_time(31)
    assert [outcome for _, outcome in await outcomes(room)] == [None]
    await room.env.advance_time(60)
    assert [outcome for _, outcome in await outcomes(room)] == [DeliveryOutcome.SENT]
    [found] = questions(room)
    assert (found.id == message.id) == is_sent
