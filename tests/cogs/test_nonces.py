"""What the bot sends unasked has a nonce of its own, by which Discord knows a message that comes a second time."""

from cogs.delivery.poster import nonce_of
from host.model.controllers import Person
from host.model.preferences import DmPreference
from tests.cogs.deadlines import HOUR
from tests.cogs.direct_messages import private_boards
from tests.cogs.room import ON_SIMCORD, Room, near_the_end

pytestmark = ON_SIMCORD


def test_a_nonce_follows_from_what_a_message_is_about() -> None:
    assert nonce_of("turn", 101, "game1-4") == nonce_of("turn", 101, "game1-4")
    assert len({nonce_of("turn", 101, 11), nonce_of("turn", 1011, 1), nonce_of("follow", 101, 11)}) == 3
    assert len(nonce_of("turn", 2**64, "game1-4")) <= 25


async def test_every_message_of_a_game_has_its_own(room: Room) -> None:
    for one in (room.ann, room.bob):
        await room.bot.host.people.choose_dm_preference(Person(one.user.id, one.user.name), DmPreference.ON)
    await room.begin(pace="24h")
    for one in (room.chloe, room.eve):
        await one.slash(room.channel, "follow", what="round")
    begun = len(room.env.http_requests)
    await room.env.advance_time(12 * HOUR + 1)
    await room.play_on(2)
    await room.fast_forward(until=near_the_end)
    await room.play_on(100)
    assert len(private_boards(room.chloe)) == len(private_boards(room.eve)) == 4
    sent = [
        one.json
        for one in room.env.http_requests[begun:]
        if one.method == "POST" and one.path.startswith("/channels/") and one.json
    ]
    nonces = [one["nonce"] for one in sent]
    assert all(one["enforce_nonce"] for one in sent)
    assert not any(one.isdecimal() for one in nonces), "discord.py makes these up, anew for each attempt"
    assert len(set(nonces)) == len(nonces) >= 10
