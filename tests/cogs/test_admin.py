"""What server managers can do with the games on their server."""

import random
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import discord
import simcord

from carcassonne import (
    Move,
    apply,
    draws,
    find_ruleset,
    format_record,
    legal_moves,
    new_game,
    parse_record,
    record_game,
    replay,
)
from cogs.delivery.errors import NotAnnouncedError
from host.model.controllers import Person
from host.model.shards import ShardGroup
from render.text.script_fonts import can_shape, look_in
from screens.text.admin import health_text
from screens.text.markup import command_mention
from tests.cogs.admin_commands import (
    ADMIN,
    acts,
    acts_of_game,
    allow_channel,
    choose_language,
    end_game,
    fill,
    game_press,
    games_text,
    give_seat,
    health,
    limit_tables,
    manager,
    open_game,
    press,
    retry,
    shown,
    told,
)
from tests.cogs.direct_messages import refuse_direct_messages
from tests.cogs.room import ON_SIMCORD, Room, words

pytestmark = ON_SIMCORD
FONTS = Path(__file__).parents[1] / "data" / "fonts"


async def test_a_manager_ends_a_game(room: Room) -> None:
    await room.begin()
    assert await end_game(manager(room), room.channel) == ["You ended Carcassonne #1."]
    assert room.messages()[-1].content.startswith("Carcassonne #1 is over. A server manager ended it, so nobody wins.")
    assert "carcassonne-admin" not in room.ann.available_commands(room.channel)


async def test_a_manager_closes_a_table(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await end_game(manager(room), room.channel)
    assert room.messages()[-1].content == "manager closed table #1."
    assert room.bot.host.tables.cached(1) is None


async def test_a_manager_of_another_server_is_refused_though_a_player(room: Room) -> None:
    await room.begin()
    guild = room.env.create_guild("H")
    managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    elsewhere = guild.create_text_channel("other")
    ann = guild.add_member(room.ann.user, roles=[managers])
    said = told(await open_game(ann, elsewhere, "#1"))
    assert said.startswith("I can't see a game #1 here")
    assert room.table().ply == 1


async def test_a_seat_is_handed_over_and_the_other_plays_on(room: Room) -> None:
    await room.begin()
    max_ = manager(room)
    page = shown(await open_game(max_, room.channel, "#1"))
    [menu] = [one for row in page.components for one in row["components"] if one["type"] == 3]
    assert [one["label"] for one in menu["options"]] == ["1 · Ann", "2 · Bob"]
    said = await give_seat(max_, room.channel, 1, room.eve)
    assert said == "Eve has the seat now."
    message = room.messages()[-1]
    assert message.content.startswith(
        f"manager gave Ann's seat in Carcassonne #1 to <@{room.eve.user.id}>. It's your turn: [board]("
    )
    assert [one.id for one in message.mentions] == [room.eve.user.id]
    assert room.to_move() == room.eve
    said = await words(room.ann.slash(room.channel, "place", at="M14", rotation=0))
    assert said == "You aren't in game #1: Eve and Bob are playing it. Press **Board** to watch."
    await room.play_on(2)


async def test_a_seat_handed_over_is_told_once_even_after_a_crash(room: Room) -> None:
    await room.begin()
    by, to = Person(manager(room).user.id, "manager"), Person(room.eve.user.id, "Eve")
    await room.bot.host.administration.reseat(
        room.guild.id, by, 1, 1, to
    )  # stored, but the program crashes before it is shown
    for _ in range(2):
        await room.restart()
        replacements = [one for one in room.messages() if "manager gave Bob's seat" in one.content]
        assert [[person.id for person in one.mentions] for one in replacements] == [[room.eve.user.id]]


async def test_a_seat_handed_over_while_discord_fails_is_announced_later(room: Room) -> None:
    await room.begin()
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=400, code=0, times=1)
    said = await give_seat(manager(room), room.channel, 1, room.eve)
    assert said == "Eve has the seat now."
    assert "gave" not in room.messages()[-1].content
    await room.env.advance_time(61)
    assert "manager gave Ann's seat" in room.messages()[-1].content


async def test_a_seat_handed_over_to_who_cannot_be_told(room: Room) -> None:
    await room.begin()
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=403, code=50001, times=None)
    refuse_direct_messages(room, room.eve)
    said = await give_seat(manager(room), room.channel, 2, room.eve)
    assert said == (
        f"Eve has the seat now. I can't write in <#{room.channel.id}> or to Eve, so please tell them yourself."
    )


async def test_a_seat_is_handed_over_in_the_language_of_the_table(room: Room) -> None:
    max_ = manager(room)
    await choose_language(max_, room.channel, "fr")
    await room.begin()
    await give_seat(max_, room.channel, 1, room.eve)
    message = room.messages()[-1].content
    assert message.startswith("manager a donné à <@")
    assert "> la place de Ann dans Carcassonne #1. " in message
    assert " À toi de jouer\N{NO-BREAK SPACE}: [plateau](" in message


async def test_seats_that_cannot_be_handed_over(room: Room) -> None:
    await room.begin()
    max_ = manager(room)

    assert await give_seat(max_, room.channel, 1, room.bob) == "Bob already has a seat in game #1. Choose someone else."
    robot = room.guild.add_member(room.env.create_user("robot", bot=True))
    said = await give_seat(max_, room.channel, 1, robot)
    assert said.endswith("is a bot and can't play. Choose a member of this server.")
    assert room.to_move() == room.ann


async def test_a_seat_cannot_be_handed_over_to_who_is_not_on_the_server(room: Room) -> None:
    await room.begin()
    room.guild.remove_member(room.eve)
    said = await give_seat(manager(room), room.channel, 1, room.eve.user)
    assert said == "Eve isn't on this server. Choose a member."
    assert room.to_move() is room.ann


async def test_what_managers_chose_is_told_in_words(room: Room) -> None:
    max_, channel = manager(room), room.channel
    await allow_channel(max_, channel)
    await press(max_, channel, "Any channel")
    rules = {"edition": ["new-edition"], "options": ["river", "abbot"], "besides": ["thread"]}
    await fill(max_, channel, "Rules", rules)
    time = {"pace": ["2d"], "timeout": ["skip"], "takeback": "60", "order": ["shuffled"]}
    await fill(max_, channel, "Time and order", time)
    await choose_language(max_, channel, "de")
    await press(max_, channel, "New tables as usual")
    lines = (await acts(max_, channel)).splitlines()
    assert [line.partition("settings: ")[2] for line in reversed(lines)] == [
        f"tables only in <#{channel.id}>",
        "tables in any channel",
        "Carcassonne, new edition; The River and The Abbot; hints off; in its own thread; not rated",
        "2 days a turn; 1 minute to undo; random order; the turn is skipped when time's up",
        "language of new tables: Deutsch",
        "language of new tables: the server's; all other settings of new tables back to the default",
    ]


async def test_what_managers_did_is_told(room: Room) -> None:
    await room.begin()
    max_ = manager(room)
    assert await acts(max_, room.channel) == "No manager has done anything here yet."
    await give_seat(max_, room.channel, 1, room.eve)
    await limit_tables(max_, room.channel, 3)
    await end_game(max_, room.channel)
    lines = (await acts(max_, room.channel)).splitlines()
    assert [line.partition(" · ")[2] for line in lines] == [
        "manager ended game #1",
        "manager changed the server's settings: at most 3 tables",
        "manager gave Ann's seat in game #1 to Eve",
    ]
    assert all(line.startswith("<t:") for line in lines)
    of_game = (await acts_of_game(max_, room.channel)).splitlines()
    assert [line.partition(" · ")[2] for line in of_game] == [
        "manager gave Ann's seat in game #1 to Eve",
        "manager ended game #1",
    ]


async def test_players_read_in_the_log_what_managers_did(room: Room) -> None:
    await room.begin()
    await give_seat(manager(room), room.channel, 1, room.eve)
    shown = await room.bob.slash(room.channel, "log", game="#1")
    assert [one.content.partition(" · ")[2] for one in shown.followups] == ["manager gave Ann's seat in game #1 to Eve"]
    assert shown.followups[0].ephemeral


async def test_the_record_of_any_game_of_the_server(room: Room) -> None:
    await room.begin()
    await room.play_on(3)
    [given] = (await game_press(manager(room), room.channel, "Log as a file")).followups
    assert given.ephemeral
    [file] = given.attachments
    assert file.filename == "carcassonne-1.carc"
    assert len(replay(parse_record((await file.read()).decode())).turns) == 3


async def test_a_game_with_a_wrong_log_is_named_and_ended(room: Room) -> None:
    await room.begin()
    for watcher, what in ((room.eve, "end"), (room.chloe, "round")):
        await watcher.slash(room.channel, "follow", what=what)
    await room.play_on(2)
    await room.bot.close()
    with sqlite3.connect(room.folder / "test.db") as database:
        database.execute("UPDATE moves SET hash = 'x' WHERE ply = 4")
    await room.restart()
    max_ = manager(room)
    said = await games_text(max_, room.channel)
    assert said.startswith(
        f"Carcassonne #1 in <#{room.channel.id}>: the saved turns are damaged.\n"
        "Ask the bot's owner to repair a paused game. Then choose it below to resume it, or end it.\n"
    )
    assert "Paused here: #1" in await health(max_, room.channel)
    said = await give_seat(max_, room.channel, 1, room.eve)
    assert said.endswith("the saved turns are damaged."), "it offers no seats"
    assert await end_game(max_, room.channel) == ["You ended Carcassonne #1."]
    assert room.messages()[-1].content == "manager closed table #1."
    for watcher in (room.eve, room.chloe):
        *_, last = watcher.user.dm_channel.history()
        assert last.content == "Carcassonne #1 is over. A server manager ended it, so nobody wins."
    assert room.bot.host.follows.games == []
    assert "damaged" not in await games_text(max_, room.channel)
    assert await end_game(max_, room.channel) == [f"Game #1 is over. Open a new table with {command_mention('join')}."]


async def test_a_game_on_hold_goes_on_once_its_log_is_right(room: Room) -> None:
    await room.begin()
    await room.play_on(2)
    await room.bot.close()
    with sqlite3.connect(room.folder / "test.db") as database:
        [(sound,)] = database.execute("SELECT hash FROM moves WHERE ply = 4")
        database.execute("UPDATE moves SET hash = 'x' WHERE ply = 4")
    await room.restart()
    max_ = manager(room)
    said = await retry(max_, room.channel)
    assert said == "Game #1 is paused because its saved turns are damaged. Ask the bot's owner to repair it."
    with sqlite3.connect(room.folder / "test.db") as database:
        database.execute("UPDATE moves SET hash = ? WHERE ply = 4", (sound,))
    said = await retry(max_, room.channel)
    assert said == "Carcassonne #1 is repaired and goes on."
    message = room.messages()[-1]
    assert message.content.startswith("Carcassonne #1 was paused. manager has resumed it. <@")
    assert [one.id for one in message.mentions] == [room.to_move().user.id]
    await room.play_on(1)
    shown = await room.ann.slash(room.channel, "log")
    assert "manager resumed game #1, which was paused" in shown.followups[-1].content


async def test_what_a_channel_refused_is_shown_when_a_manager_says_so(room: Room) -> None:
    await room.begin()
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=403, code=50013, times=1)
    await room.play("M12 180 knight S")
    room.expect(NotAnnouncedError)
    said = await retry(manager(room), room.channel)
    assert said.startswith("Carcassonne #1 isn't paused. I've posted what was missing: ")
    assert room.messages()[-1].content.startswith("**Bob**'s turn")
    assert room.messages()[-1].jump_url in said
    assert await room.bot.host.administration.audit_log(room.guild.id, 1) == []


def finished_game() -> list[str]:
    """The lines of the record of a whole game of two."""
    dice, state = random.Random(1), new_game(find_ruleset("chat-room"), 2)
    start, moves = state, list[Move]()
    while not state.is_over:
        moves.append(dice.choice(draws(state) or legal_moves(state)))
        state = apply(state, moves[-1]).state
    return format_record(record_game(start, moves, ["Zoe", "Yann"])).splitlines()


async def import_record(room: Room, lines: list[str], **players: simcord.MemberActor) -> str:
    """Import a record as a manager; return the answer."""
    file = ("game.carc", "\n".join(lines).encode())
    return await words(manager(room).slash(room.channel, ADMIN, file=file, **players))


async def test_a_record_is_imported(room: Room) -> None:
    lines = finished_game()
    said = await import_record(room, lines, player2=room.bob)
    zoe, bob = lines[-1].split()
    assert said == f"Carcassonne #1 is in the history now: Zoe {zoe} and Bob {bob}."
    shown = await room.bob.slash(room.channel, "log", game="#1")
    assert shown.followups[0].content.endswith("manager imported game #1 from a file")


async def test_no_bot_has_played_a_record(room: Room) -> None:
    robot = room.guild.add_member(room.env.create_user("robot", bot=True))
    said = await import_record(room, finished_game(), player1=robot)
    assert said == "robot is a bot and can't play. Choose a member of this server."


async def test_a_record_counts_once(room: Room) -> None:
    lines = finished_game()
    await import_record(room, lines, player2=room.bob)
    said = await import_record(room, lines, player1=room.ann, player2=room.bob)
    assert said == "This game already counts for Bob. You can import it again without naming Bob."
    assert "is in the history now" in await import_record(room, lines, player1=room.ann)


async def test_a_wrong_file_is_refused_with_line_and_reason(room: Room) -> None:
    lines = finished_game()
    wrong = [line.replace("4. ", "9. ") if line.startswith("4. ") else line for line in lines]
    number = wrong.index(next(line for line in wrong if line.startswith("9. "))) + 1
    assert (await import_record(room, wrong)).startswith(f"Line {number} of the file is wrong. ")
    for nothing in (["hello"], [""], ["[not a tag", *lines]):
        assert (
            " isn't a game log. Use the file from `/log`; it begins with lines like `[Edition "
            in await import_record(room, nothing)
        )
    assert (await import_record(room, ["x" * 100_001])).endswith(
        "is too long for a game log: it can have 100000 bytes at most."
    )
    begun = [line for line in lines[:20] if not line.startswith("[Result")]
    said = await import_record(room, [*begun, "*"])
    assert said.startswith("The game in this file isn't over. Finish it where it's played, then import")
    said = await import_record(room, lines, player1=room.ann, player2=room.ann)
    assert said == "You named someone twice. Each player has one seat."


async def test_health(room: Room) -> None:
    await room.begin()
    said = await health(manager(room), room.channel)
    assert said.startswith("Started <t:")
    assert "On all servers: 0 waiting, 1 running, 0 paused" in said
    assert "Turns not shown yet: 0" in said
    assert f"discord.py {discord.__version__}" in said


async def test_the_health_of_one_of_several_processes_names_its_shards(room: Room) -> None:
    health = replace(await room.bot.host.administration.health(), shards=ShardGroup.parse("4-7/16"))
    said = health_text(health, datetime.now(UTC), 0.1, {}, [], [])
    assert "On shards 4-7/16: 0 waiting, 0 running, 0 paused" in said


async def test_the_health_says_in_which_scripts_no_name_can_be_drawn(room: Room) -> None:
    try:
        look_in(())
        without = await health(manager(room), room.channel)
        look_in((FONTS,))
        with_fonts = await health(manager(room), room.channel)
    finally:
        look_in(None)
    scripts = "Arabic, Chinese, Devanagari, emoji, Hebrew, Japanese, Korean and Thai"
    assert f"Names in pictures: no font for {scripts}" in without
    assert "Chinese" not in with_fonts
    assert ("fonts for every script" in with_fonts) == can_shape()
