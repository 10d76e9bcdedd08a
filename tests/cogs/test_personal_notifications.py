"""Direct messages about something else than a game: the features say what they are."""

from cogs.delivery.poster import Post
from host.model.notifications import DeliveryOutcome, PersonalNotification
from screens.screen import Screen
from tests.cogs.direct_messages import ask_for_direct_messages
from tests.cogs.room import ON_SIMCORD, Room
from tests.fixtures.databases import database_of, fetch

pytestmark = ON_SIMCORD


async def outcomes(room: Room) -> list[tuple[int, str | None]]:
    rows = await fetch(database_of(room.bot.host), "SELECT number, outcome FROM personal_notifications ORDER BY number")
    return [(row["number"], row["outcome"]) for row in rows]


async def test_a_person_is_told_about_what_is_no_game(room: Room) -> None:
    await room.begin()
    await ask_for_direct_messages(room, room.ann)
    before = len(private_texts(room))

    async def write(notification: PersonalNotification) -> Post | None:
        return Post(Screen(f"Puzzle #{notification.number} is there.")) if notification.number < 9 else None

    personal, host = room.bot.outbox.personal, room.bot.host
    for number in (1, 9):
        await host.notifications.tell(room.ann.user.id, "puzzle", number)
    await personal.send_missed()
    assert await outcomes(room) == [(1, None), (9, None)]  # no feature knows the topic
    personal.add("puzzle", write)
    for _ in range(2):
        await personal.send_missed()
        for number in (1, 9):
            await room.bot.jobs.ended(("personal notification", "puzzle", number, room.ann.user.id))
    assert private_texts(room)[before:] == ["Puzzle #1 is there."]
    assert await outcomes(room) == [(1, DeliveryOutcome.PRIVATE), (9, DeliveryOutcome.VOID)]


def private_texts(room: Room) -> list[str]:
    return [one.content for one in room.ann.user.dm_channel.history()]
