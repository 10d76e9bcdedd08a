"""Series of three or five games."""

from tests.cogs.options_panel import leave
from tests.cogs.rematches import (
    begin_series,
    last_of,
    lobby,
    now,
    person_of,
    play_again,
    post_button,
    private_words,
    resign,
    seat_names,
    without_followers,
)
from tests.cogs.room import ON_SIMCORD, Room, labels, near_the_end

pytestmark = ON_SIMCORD


async def test_a_series_of_three(room: Room) -> None:
    await room.begin()
    end = await resign(room, room.bob, 1)
    told = await begin_series(room, room.ann, end)
    link = lobby(room, 2).jump_url
    assert told == f"The series is on, best of 3. You have a seat for the next game: [table]({link})."
    assert "Series, best of 3: Ann 1 : 0 Bob." in lobby(room, 2).content
    await room.bob.click(lobby(room, 2), label="Join")

    end = await resign(room, room.ann, 2)
    assert "Series, best of 3: Ann 1 : 1 Bob." in end.content
    assert labels(end) == ["Next game", "End series"]
    await play_again(room, room.ann, room.bob, end=end)
    assert seat_names(room, 3) == ["Ann", "Bob"]

    await room.fast_forward(choose=without_followers, until=near_the_end, number=3)
    while room.bot.host.tables.cached(3):
        turn = without_followers(room.state(3))
        await room.bot.host.turns.play(3, person_of(room, 3), list(turn), room.table(3).ply)
    await room.restart()  # the last turns were played without messages
    end = last_of(room, 3)
    assert "share the win" in end.content
    assert "Series, best of 3: Ann 1 : 1 Bob. Nobody won this game alone, so it counts for nobody." in end.content
    await play_again(room, room.bob, room.ann, end=end)

    end = await resign(room, room.ann, 4)
    assert "**Bob wins the series**, best of 3: Bob 2 : 1 Ann." in end.content
    assert labels(end) == ["Rematch", "Series"]
    await play_again(room, room.bob, room.ann, label="Rematch", end=end)
    assert "Series" not in (await resign(room, room.ann, 5)).content


async def test_a_series_of_five_among_three(room: Room) -> None:
    await room.begin(3)
    for number, losers in enumerate([(room.ann, room.bob), (room.ann, room.chloe), (room.ann, room.bob)], 1):
        for one in losers:
            end = await resign(room, one, number)
        if number == 1:
            await begin_series(room, room.bob, end, length=5)
            await play_again(room, room.chloe, room.ann, label="Rematch", end=end)
        elif number == 2:
            assert "Series, best of 5: Bob 1, Chloé 1, Ann 0." in end.content
            await play_again(room, room.ann, room.bob, room.chloe, end=end)
    assert "Series, best of 5: Chloé 2, Bob 1, Ann 0." in end.content


async def test_a_player_ends_the_series_for_all(room: Room) -> None:
    await room.begin()
    await begin_series(room, room.ann, await resign(room, room.bob, 1), length=5)
    await room.bob.click(lobby(room, 2), label="Join")
    end = await resign(room, room.bob, 2)
    await room.ann.click(end, label="Next game")
    assert "Only the players" in await private_words(room.eve, end, "End series")
    asked = (await room.bob.click(end, label="End series")).followups[-1]
    assert asked.content == "End the series for everyone? It stands at Ann 2 : 0 Bob."
    told = await room.bob.click(asked, label="End series")
    assert told.response is not None
    assert told.response.content == "The series is over. **Rematch** or **Series** starts a new one."
    assert room.messages()[-1].content == "**Bob** ended the series. It stood at Ann 2 : 0 Bob."
    assert labels(now(room, end)) == ["Rematch", "Series"]
    assert "Series, best of" not in lobby(room, 3).content
    await room.restart()
    old = await post_button(room, "carc:series-ask-end:2")
    assert await private_words(room.ann, old, "x") == (
        "This series is over. **Rematch** or **Series** starts a new one."
    )
    await room.bob.click(lobby(room, 3), label="Join")
    assert "Series" not in (await resign(room, room.bob, 3)).content


async def test_the_other_player_of_a_series_leaves_the_server(room: Room) -> None:
    await room.begin()
    await begin_series(room, room.ann, await resign(room, room.bob, 1))
    await room.bob.click(lobby(room, 2), label="Join")
    end = await resign(room, room.ann, 2)
    room.guild.remove_member(room.bob)
    assert (await private_words(room.ann, end, "Next game")).startswith("Nobody else from this game")
    asked = (await room.ann.click(end, label="End series")).followups[-1]
    await room.ann.click(asked, label="End series")
    assert labels(now(room, end)) == ["Rematch", "Series"]


async def test_a_series_where_a_rematch_waits_or_a_series_is_on(room: Room) -> None:
    await room.begin()
    end = await resign(room, room.bob, 1)
    asked = (await room.ann.click(end, label="Series")).followups[-1]
    await room.bob.click(end, label="Rematch")
    link = lobby(room, 2).jump_url
    answered = (await room.ann.click(asked, label="Best of 5")).response
    assert answered is not None
    assert answered.components == []
    assert answered.content == (
        f"A rematch is already waiting: [table]({link}). Join it, or leave it there with **Options**."
    )
    await leave(room.bob, lobby(room, 2))
    assert "best of 5" in await begin_series(room, room.ann, end, length=5)
    await room.bob.click(end, label="Rematch")
    assert (await private_words(room.bob, end, "Rematch")).startswith("This rematch has already begun: Carcassonne #3")
    over = await resign(room, room.bob, 3)
    assert "Series, best of 5: Ann 2 : 0 Bob." in over.content
    for label in ("Rematch", "Series"):
        assert (await private_words(room.bob, end, label)).startswith("This rematch is over: Carcassonne #3")
    assert await private_words(room.ann, await post_button(room, "carc:series:3"), "x") == (
        "A series is already on. Press **Next game**, or **End series** first."
    )
    assert "“7”" in await private_words(room.ann, await post_button(room, "carc:series-begin:3:7"), "x")
    assert room.bot.host.tables.summary(4) is None


async def test_everybody_learns_who_is_missing_in_the_next_game(room: Room) -> None:
    await room.begin(3)
    for one in (room.bob, room.chloe):
        end = await resign(room, one, 1)
    await begin_series(room, room.ann, end)
    await room.bob.click(lobby(room, 2), label="Join")
    await room.ann.click(lobby(room, 2), label="Start")
    notice, opening = room.messages()[-2:]
    assert notice.content == "The series goes on without Chloé: Ann 1 : 0 Bob."
    assert "The game begins!" in opening.content
