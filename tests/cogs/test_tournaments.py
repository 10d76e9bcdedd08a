"""Tournaments as people see them, from the form to the podium. Nobody but players does anything after Start."""

import io
import re
from zipfile import ZipFile

import discord
import simcord

from host.model.controllers import Person
from host.model.preferences import Digest
from host.model.tournaments import TournamentStatus
from tests.cogs.options_panel import chosen_in, private
from tests.cogs.rematches import private_words
from tests.cogs.room import ON_SIMCORD, Room, labels, words
from tests.cogs.tournaments import all_people, begun, by_hand, post, resign, round_told, set_up, tournament
from tests.cogs.typed_words import old_button
from tournaments.kinds import standings_of

pytestmark = ON_SIMCORD


async def test_a_tournament_of_eight_goes_from_sign_up_to_the_podium(room: Room) -> None:
    people = all_people(room, 8)
    message = await post(room)
    for one in people:
        assert await private_words(one, message, "Sign up") == (
            "You're signed up for **Spring Cup**. I'll ping you when your game starts."
        )
    await room.ann.click(message, label="Start")
    cup = await tournament(room)
    assert (cup.status, cup.round) == (TournamentStatus.RUNNING, 1)
    rounds = 0
    while cup.status is TournamentStatus.RUNNING:
        rounds += 1
        for board in cup.boards(cup.round):
            assert board.game
            await resign(room, board.game, board.pairing.seats.index(max(board.pairing.seats)))
        await room.env.settle()
        cup = await tournament(room)
    assert rounds == 4
    table = standings_of(cup.course)
    assert cup.person(table[0].entrant).id == room.ann.user.id
    end = next(one for one in reversed(room.messages()) if "wins **Spring Cup**!" in one.content)
    assert end.content.startswith(f"<@{room.ann.user.id}> wins **Spring Cup**!\n1\\. Ann: 4")
    shown = next(one for one in room.messages() if one.id == message.id)
    assert shown.content.startswith("**Spring Cup** is over.\n1\\. Ann: 4")
    assert labels(shown) == ["Standings", "Games", "Mine", "Files", "Manage"]
    assert [one.filename for one in end.attachments] == ["podium-1.png"]
    assert "Tournaments won: Spring Cup" in await words(room.ann.slash(room.channel, "stats"))
    assert "Tournaments" not in await words(room.bob.slash(room.channel, "stats"))


async def test_each_round_is_told_once_and_pings_those_who_do_not_begin(room: Room) -> None:
    people = all_people(room, 4)
    message = await post(room)
    for one in people:
        await one.click(message, label="Sign up")
    await room.ann.click(message, label="Start")
    cup = await tournament(room)
    told = [one for one in room.messages() if one.content.startswith("**Spring Cup, round 1 of 2**")]
    assert len(told) == 1
    assert re.search(r"Ann – .+: \[#\d\]", told[0].content)
    assert "The player whose turn it is then loses." in told[0].content
    assert cup.told_round == 1


async def begun_without_threads(room: Room) -> discord.Message:
    """A tournament of four whose games are in the channel. Return what announces its first round."""
    draft = await set_up(room)
    form = await room.ann.click(draft, label="Rules & rounds")
    assert form.modal
    await room.ann.submit_modal(form, {**chosen_in(form.modal), "besides": []})
    await room.ann.click(draft, label="Post sign-up")
    message = room.messages()[-1]
    for one in all_people(room, 4):
        await one.click(message, label="Sign up")
    await room.ann.click(message, label="Start")
    return next(one for one in room.messages() if one.content.startswith("**Spring Cup, round 1 of 2**"))


async def test_a_round_without_threads_pings_those_who_do_not_begin(room: Room) -> None:
    """Who begins is pinged by the first turn, and everybody by a thread."""
    first = (await begun_without_threads(room)).content
    cup = await tournament(room)
    for board in cup.boards(1):
        begins, other = (cup.person(seat) for seat in board.pairing.seats)
        assert f"{begins.name} – <@{other.id}>: " in first
        [opening] = [one.content for one in room.messages() if f" · Carcassonne #{board.game} · " in one.content]
        assert f"\n-# Spring Cup, round 1, board {board.place} · Rules: Standard" in opening


async def test_a_round_without_threads_pings_who_begins_and_has_one_list_a_day(room: Room) -> None:
    """No turn pings them, so they would hear of the round with the next list."""
    people = room.bot.host.people
    for one in room.people[:4]:
        digest = Digest(18 * 60, room.bot.host.now())
        await people.choose_preferences(Person(one.user.id, one.user.name), digest=digest)
    told = await begun_without_threads(room)
    assert sorted(one.id for one in told.mentions) == sorted(one.user.id for one in room.people[:4])


async def test_the_message_shows_who_has_signed_up(room: Room) -> None:
    message = await post(room)
    assert message.pinned
    assert labels(message) == ["Sign up", "Leave", "Start", "Manage"]
    await room.bob.click(message, label="Sign up")
    await room.chloe.click(message, label="Sign up")
    assert "2 players signed up:\nBob, Chloé" in room.messages()[-1].content
    assert await private_words(room.bob, message, "Leave") == "You've left **Spring Cup**."
    assert "1 player signed up:\nChloé" in room.messages()[-1].content
    assert await private_words(room.bob, message, "Leave") == "You're not in this tournament."


async def test_only_its_host_starts_or_cancels_it(room: Room) -> None:
    message = await post(room)
    assert "Only the host of the tournament" in await private_words(room.bob, message, "Start")
    assert "Only the host of the tournament" in await private_words(room.bob, message, "Manage")
    assert "at least 3 players" in await private_words(room.ann, message, "Start")
    await by_hand(room, message, "Cancel tournament")
    pinned, told = room.messages()[-2:]
    assert pinned.content == "**Spring Cup** is cancelled."
    assert told.content == "**Spring Cup**: Ann cancelled the tournament. Reason: Bob is ill"
    await room.env.settle()
    assert room.messages()[-1] == told
    [entry, *_] = await room.bot.host.administration.audit_log(room.guild.id)
    assert entry.detail == "Spring Cup: cancel in 1: Bob is ill"


async def test_a_button_of_an_earlier_version_cancels_a_tournament_that_runs(room: Room) -> None:
    await begun(room, 4)
    form = await room.ann.click(old_button(room, "carc:cup-ask-cancel:1"), custom_id="carc:cup-ask-cancel:1")
    assert form.modal
    await room.ann.submit_modal(form, {"reason": "Bob is ill"})
    told = "**Spring Cup**: Ann cancelled the tournament. Games under way go on. Reason: Bob is ill"
    assert room.messages()[-1].content == told


async def test_the_rules_of_its_games_are_chosen_in_a_second_form(room: Room) -> None:
    draft = await set_up(room, kind=["everybody"], pace=["2d"])
    assert draft.content.startswith("**Spring Cup** · Everyone meets everyone\nStandard, 2 days for a turn\n")
    form = await room.ann.click(draft, label="Rules & rounds")
    assert form.modal
    chosen = {"edition": ["new-edition"], "options": ["river"], "besides": ["rated"]}
    await room.ann.submit_modal(form, {**chosen, "seats": ["2"], "rounds": ["usual"]})
    options = (await tournament(room)).terms.table_options
    assert (options.edition, options.options, options.thread, options.pace) == ("new-edition", ("river",), False, "2d")


async def test_a_knockout_with_a_drop_out_goes_to_its_end(room: Room) -> None:
    message = await begun(room, 5, kind=["knockout"])
    cup = await tournament(room)
    assert [len(one.pairing.seats) for one in cup.boards(1)].count(1) == 3
    shown = await private(room.bob.click(message, label="Standings"))
    assert [one.filename for one in shown.attachments] == ["bracket-1-1.png"]
    [told] = [one for one in room.messages() if one.content.startswith("**Spring Cup, round 1 of 3**")]
    assert [one.filename for one in told.attachments] == ["bracket-1-1.png"]
    asked = await private(room.chloe.click(message, label="Leave"))
    assert asked.content == "Leave **Spring Cup**? You lose all your remaining games, and you can't come back."
    assert (await tournament(room)).has_entered(room.chloe.user.id)
    left = await room.chloe.click(asked, label="Leave tournament")
    assert left.response
    assert left.response.content == "You've left **Spring Cup**."
    assert room.messages()[-1].content == "**Spring Cup**: Chloé left, and loses all remaining games."
    while cup.status is TournamentStatus.RUNNING:
        for board in [one for one in cup.boards(cup.round) if not one.pairing.is_over]:
            assert board.game
            await resign(room, board.game, board.pairing.seats.index(max(board.pairing.seats)))
        await room.env.settle()
        cup = await tournament(room)
    assert cup.round == 3
    assert cup.person(standings_of(cup.course)[0].entrant).id == room.ann.user.id


async def test_who_has_a_game_reads_that_it_goes_on_when_they_leave(room: Room) -> None:
    message = await begun(room, 4)
    asked = await private(room.bob.click(message, label="Leave"))
    assert asked.content.splitlines() == [
        "Leave **Spring Cup**? You get no more games, unless you sign up again.",
        "Your game goes on: finish it, or resign.",
    ]
    left = await room.bob.click(asked, label="Leave tournament")
    assert left.response
    assert left.response.content == "You've left **Spring Cup**. Your game goes on: finish it, or resign."
    assert room.messages()[-1].content == "**Spring Cup**: Bob left."
    assert await private_words(room.bob, message, "Leave") == "You're not in this tournament."
    assert "Round 1: Dmitri – Bob: [#2]" in await words(room.bob.slash(room.channel, "tournament", what="mine"))
    assert "no tournament" in await words(room.bob.slash(room.channel, "tournament", what="leave"))
    await resign(room, 2, 0)
    assert "no tournament" in await words(room.bob.slash(room.channel, "tournament", what="mine"))


async def test_who_is_in_several_tournaments_is_asked_which_one_to_leave(room: Room) -> None:
    await begun(room, 3)
    await room.ann.click(await set_up(room, "Second Cup"), label="Post sign-up")
    await room.bob.click(room.messages()[-1], label="Sign up")
    menu = await private(room.bob.slash(room.channel, "tournament", what="leave"))
    assert menu.content == "Which tournament do you want to leave?"
    assert (await tournament(room, 1)).has_entered(room.bob.user.id)
    assert (await tournament(room, 2)).has_entered(room.bob.user.id)
    chosen = await room.bob.select(menu, ["1"], custom_id="carc:cup-leave-which")
    assert chosen.response
    assert chosen.response.content.startswith("Leave **Spring Cup**?")
    menu = await private(room.bob.slash(room.channel, "tournament", what="leave"))
    chosen = await room.bob.select(menu, ["2"], custom_id="carc:cup-leave-which")
    assert chosen.response
    assert chosen.response.content == "You've left **Second Cup**."


async def test_the_final_and_the_match_for_third_place_are_called_so(room: Room) -> None:
    await begun(room, 4, kind=["knockout"])
    for board in (await tournament(room)).boards(1):
        await resign(room, board.game or 0, 1)
    cup = await round_told(room, 2)
    first, final, third, *_ = room.messages()[-1].content.splitlines()
    assert first == "**Spring Cup, round 2 of 2**"
    assert final.startswith("Final: ")
    assert third.startswith("For third place: ")
    assert len(list(cup.boards(2))) == 2


async def test_a_league_plays_two_seasons(room: Room) -> None:
    """The next season is posted by itself, with all who stay; who has left is out. It begins after a week."""
    await begun(room, 4, kind=["league"])
    cup = await tournament(room)
    while cup.status is TournamentStatus.RUNNING:
        for board in cup.boards(cup.round):
            assert board.game
            await resign(room, board.game, board.pairing.seats.index(max(board.pairing.seats)))
        await room.env.settle()
        cup = await tournament(room)
    following = next(one for one in reversed(room.messages()) if one.content.startswith("**Spring Cup, season 2**"))
    assert (
        "\nEveryone who finished last season is signed up already; press **Leave** if you don't play this time."
        "\n4 players signed up:\nAnn, Bob, Chloé, Dmitri\n"
    ) in following.content
    assert labels(following) == ["Sign up", "Leave", "Start", "Manage", "All seasons"]
    managed = await private(room.ann.click(following, label="Manage"))
    assert "your choice of rounds" not in managed.content, "nobody has chosen any"
    assert await private_words(room.eve, following, "All seasons") == (
        "**Spring Cup**, all seasons\n"
        "1\\. Ann: 1 title, 1 season, points: 3\n"
        "2\\. Bob: 0 titles, 1 season, points: 2\n"
        "3\\. Chloé: 0 titles, 1 season, points: 1\n"
        "4\\. Dmitri: 0 titles, 1 season, points: 0\n"
        "-# Titles decide, then points. A title is first place in the first division."
    )
    await room.eve.click(following, label="Sign up")
    await room.env.advance_time(7 * 24 * 3600 + 1)
    second = await tournament(room, 2)
    assert (second.status, second.round, len(second.people)) == (TournamentStatus.RUNNING, 1, 5)
    assert any(one.content.startswith("**Spring Cup, season 2, round 1 of 5**") for one in room.messages())


async def test_a_league_of_two_divisions_says_who_goes_up_and_down_at_its_end(room: Room) -> None:
    await begun(room, 9, kind=["league"])
    cup = await tournament(room)
    while cup.status is TournamentStatus.RUNNING:
        for board in cup.boards(cup.round):
            if board.game and not board.pairing.is_over:
                await resign(room, board.game, board.pairing.seats.index(max(board.pairing.seats)))
        await room.env.settle()
        cup = await tournament(room)
    end = next(one for one in reversed(room.messages()) if "wins **Spring Cup, season 1**!" in one.content)
    names = {one.entrant.seed: one.person.name for one in cup.people}
    said = f"{names[5]} goes down from division 1.\n{names[6]} goes up from division 2.\n"
    assert said in end.content
    assert said in await private_words(room.bob, end, "Standings")
    following = next(one for one in reversed(room.messages()) if one.content.startswith("**Spring Cup, season 2**"))
    divisions = [[names[one] for one in seeds] for seeds in ((1, 2, 3, 4, 6), (5, 7, 8, 9))]
    assert following.content.splitlines()[-4:] == [
        "9 players signed up:",
        "Rounds with these players: 5",
        f"Division 1: {', '.join(divisions[0])}",
        f"Division 2: {', '.join(divisions[1])}",
    ]
    await next(one for one in room.people if one.user.id == cup.people[0].person.id).click(following, label="Leave")
    shown = next(one for one in room.messages() if one.id == following.id)
    stay = [one for one in (*divisions[0], *divisions[1]) if one != cup.people[0].person.name]
    assert shown.content.splitlines()[-3:-1] == ["8 players signed up:", ", ".join(stay)], "now there is one division"


async def begun_at_tables(
    room: Room, draft: simcord.ResponseMessage, size: int, *, people: int, shown: str
) -> discord.Message:
    """Choose tables of a size in a draft that then begins with ``shown``, let people sign up, and start."""
    form = await room.ann.click(draft, label="Rules & rounds")
    assert form.modal
    chosen = {"edition": ["chat-room"], "options": [], "besides": ["thread"], "seats": [str(size)], "rounds": ["usual"]}
    assert (await private(room.ann.submit_modal(form, chosen))).content.startswith(shown)
    await room.ann.click(draft, label="Post sign-up")
    message = room.messages()[-1]
    for one in all_people(room, people):
        await one.click(message, label="Sign up")
    await room.ann.click(message, label="Start")
    return message


async def test_four_sit_at_a_table_in_a_league(room: Room) -> None:
    """Points go by place, and the table over all seasons adds them."""
    message = await begun_at_tables(
        room, await set_up(room, kind=["league"]), 4, people=4, shown="**Spring Cup, season 1** · League, tables of 4\n"
    )
    cup = await tournament(room)
    while cup.status is TournamentStatus.RUNNING:
        [board] = cup.boards(cup.round)
        for entrant in sorted(board.pairing.seats, reverse=True)[:3]:
            assert board.game
            await resign(room, board.game, board.pairing.seats.index(entrant))
        await room.env.settle()
        cup = await tournament(room)
    assert cup.round == 3
    shown = await private(room.bob.click(message, label="All seasons"))
    assert "1\\. Ann: 1 title, 1 season, points: 3\n" in shown.content
    files = await private(room.ann.click(message, label="Files"))
    with ZipFile(io.BytesIO(await files.attachments[0].read())) as archive:
        assert archive.read("seasons.csv").decode().startswith("name,titles,seasons,points\nAnn,1,1,3.0\n")


async def test_five_sit_at_a_table_in_a_swiss_tournament(room: Room) -> None:
    await begun_at_tables(room, await set_up(room), 5, people=9, shown="**Spring Cup** · Swiss, tables of 5\n")
    cup = await tournament(room)
    assert [len(one.pairing.seats) for one in cup.boards(1)] == [5, 4]
    while cup.status is TournamentStatus.RUNNING:
        for board in cup.boards(cup.round):
            assert board.game
            for place in range(1, len(board.pairing.seats)):
                await resign(room, board.game, place)
        await room.env.settle()
        cup = await tournament(room)
    assert cup.round == 2
    assert all(one.pairing.is_over for one in cup.boards())


async def test_its_files_hold_the_table_the_pairings_and_the_games(room: Room) -> None:
    message = await begun(room, 4, kind=["everybody"])
    cup = await tournament(room)
    while cup.status is TournamentStatus.RUNNING:
        for board in cup.boards(cup.round):
            assert board.game
            await resign(room, board.game, board.pairing.seats.index(max(board.pairing.seats)))
        await room.env.settle()
        cup = await tournament(room)
    shown = await private(room.ann.click(message, label="Files"))
    [file] = shown.attachments
    with ZipFile(io.BytesIO(await file.read())) as archive:
        found = {name: archive.read(name).decode() for name in archive.namelist()}
    assert set(found) == {"standings.csv", "pairings.csv", "tournament.trf", "games.carc"}
    assert found["standings.csv"].splitlines()[1].startswith("1,Ann,3.0,")
    assert len(found["pairings.csv"].splitlines()) == 7
    assert found["games.carc"].count("[Result") == 6
    players = [line for line in found["tournament.trf"].splitlines() if line.startswith("001")]
    assert len(players) == 4
    assert re.fullmatch(r"001    1      Ann {52,}.* 3\.0    1(  {2,4}[234] [wb] 1){3}", players[0]), players[0]


async def test_a_tournament_goes_on_when_its_channel_is_deleted(room: Room) -> None:
    """Its host hears of it in private, and can cancel it in another channel."""
    await begun(room, 4)
    other = room.guild.create_text_channel("other")
    cup = await tournament(room)
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    for board in cup.boards(1):
        assert board.game
        person = cup.person(board.pairing.seats[1])
        await room.bot.host.turns.resign(board.game, person)
    cup = await round_told(room, 2)
    assert (cup.round, cup.unopened) == (2, ())
    told = [one.content for one in room.ann.user.dm_channel.history() if "Spring Cup" in one.content]
    assert len(told) == 1
    assert told[0].startswith("The channel of your tournament **Spring Cup** is gone")
    shown = await private(room.ann.slash(other, "tournament"))
    panel = await private(room.ann.click(shown, label="Manage"))
    form = await room.ann.click(panel, label="Cancel tournament")
    await room.ann.submit_modal(form, {"reason": "the channel is gone"})
    assert (await tournament(room)).status is TournamentStatus.CANCELLED


async def test_who_has_their_data_deleted_is_a_nameless_player(room: Room) -> None:
    message = await begun(room, 4)
    asked = await private(room.dmitri.slash(room.channel, "privacy"))
    sure = await private(room.dmitri.click(asked, label="Delete …"))
    await room.dmitri.click(sure, label="Delete everything")
    await room.env.settle()
    shown = next(one for one in room.messages() if one.id == message.id)
    assert "Dmitri" not in shown.content
    assert "\\. ?: " in shown.content


async def test_the_command_shows_the_latest_and_ones_own(room: Room) -> None:
    assert "no tournament on this server yet" in await words(room.bob.slash(room.channel, "tournament"))
    message = await post(room)
    await room.bob.click(message, label="Sign up")
    assert "1 player signed up" in await words(room.chloe.slash(room.channel, "tournament", what="show"))
    assert (
        await words(room.bob.slash(room.channel, "tournament", what="mine")) == "You're signed up for **Spring Cup**."
    )
    assert await words(room.bob.slash(room.channel, "tournament", what="leave")) == "You've left **Spring Cup**."
    assert "no tournament here" in await words(room.bob.slash(room.channel, "tournament", what="mine"))


async def test_the_command_shows_no_draft_and_first_what_one_plays_in(room: Room) -> None:
    await room.bob.click(await post(room), label="Sign up")
    for name in ("Summer Cup", "Autumn Cup"):
        await room.ann.click(await set_up(room, name), label="Post sign-up")
    await room.ann.click(await set_up(room, "Secret Cup"), label="Cancel")
    assert "**Spring Cup**" in await words(room.bob.slash(room.channel, "tournament"))
    assert "**Autumn Cup**" in await words(room.chloe.slash(room.channel, "tournament"))
    await room.bot.host.tournaments.cancel(3, Person(room.ann.user.id, "Ann"), is_manager=True)
    assert "**Summer Cup**" in await words(room.chloe.slash(room.channel, "tournament"))


async def test_a_round_that_is_shorter_than_a_turn_is_named_before_sign_up(room: Room) -> None:
    """Also while people sign up, for as long as it can be changed."""
    said = "A turn can take 3 days, but a round only 1 day: it can end during the first turn, "
    said += "and the player to move loses."
    draft = await set_up(room, round_time=["1d"], pace=["3d"])
    assert said in draft.content.splitlines()
    await room.ann.click(draft, label="Post sign-up")
    message = room.messages()[-1]
    assert said not in message.content
    assert said in (await private(room.ann.click(message, label="Manage"))).content
    fits = await set_up(room, "Autumn Cup", round_time=["3d"], pace=["3d"])
    assert "A turn can take" not in fits.content
