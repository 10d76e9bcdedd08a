"""Matches in a tournament, as people see them; and how vacations move the end of a game."""

import csv
import io
import re
from dataclasses import replace
from zipfile import ZipFile

import discord

from cogs.tournaments.messages import known_tables
from host.model.table import FinishedTable
from host.model.tournaments import TournamentStatus
from screens.text.matches import board_line
from tests.cogs.options_panel import private
from tests.cogs.room import ON_SIMCORD, Room
from tests.cogs.tournaments import all_people, decide, resign, set_up, tournament
from tournaments.kinds import standings_of
from tournaments.tournament import POINT

pytestmark = ON_SIMCORD

RULES = {"edition": ["chat-room"], "options": [], "besides": [], "seats": ["2x3"], "rounds": ["usual"]}


async def begun_matches(room: Room, kind: str, players: int) -> discord.Message:
    """A tournament of matches whose first round runs. Return its message."""
    draft = await set_up(room, kind=[kind])
    form = await room.ann.click(draft, label="Rules & rounds")
    assert form.modal
    shown = await private(room.ann.submit_modal(form, RULES))
    assert ", best of 3\n" in shown.content
    assert (
        "A game takes 7 days at most. The player whose turn it is then loses it, and the next one starts."
        in shown.content
    )
    await room.ann.click(draft, label="Post sign-up")
    message = room.messages()[-1]
    for one in all_people(room, players):
        await one.click(message, label="Sign up")
    await room.ann.click(message, label="Start")
    return message


async def lose(room: Room, place: int, entrant: int) -> None:
    """Let somebody resign from the game of a board that is played now."""
    cup = await tournament(room)
    board = list(cup.boards(cup.round))[place - 1]
    assert board.game
    seats = [one.person for one in room.table(board.game).seats]
    await resign(room, board.game, seats.index(cup.person(entrant)))
    await room.env.settle()


async def test_a_knockout_of_matches_goes_to_its_podium(room: Room) -> None:
    message = await begun_matches(room, "knockout", 4)
    told = next(one.content for one in room.messages() if one.content.startswith("**Spring Cup, round 1 of 2**"))
    assert re.search(r"Finish the first game by <t:\d+:f>; each further game has 7 days more\.", told)
    cup = await tournament(room)
    [first, _second] = cup.boards(1)
    await lose(room, 1, min(first.pairing.seats))
    shown = await private(room.bob.click(message, label="Games"))
    assert re.search(
        r"0 : 1, game 2: \[#3\].*, until <t:\d+:f>|1 : 0, game 2: \[#3\].*, until <t:\d+:f>", shown.content
    )
    while (cup := await tournament(room)).status is TournamentStatus.RUNNING:
        board = next(one for one in cup.boards(cup.round) if not one.pairing.is_over)
        await lose(room, board.place, max(board.pairing.seats))
    assert cup.person(standings_of(cup.course)[0].entrant).id == room.ann.user.id
    shown = await private(room.ann.click(message, label="Files"))
    [file] = shown.attachments
    with ZipFile(io.BytesIO(await file.read())) as archive:
        found = {name: archive.read(name).decode() for name in archive.namelist()}
    [heading, *rows] = csv.reader(io.StringIO(found["pairings.csv"]))
    assert heading[:7] == ["round", "board", "game", "players", "points", "result", "games won"]
    assert {"".join(sorted(row[6])) for row in rows if row[0] == "1"} == {"  -02", "  -12"}
    assert len(rows[0][2].split()) == 3
    assert found["games.carc"].count("[Result") == 9


async def test_a_vacation_of_a_player_moves_the_end_of_their_game(room: Room) -> None:
    """Everybody can read it, and the message of the tournament says until when the round lasts now."""
    draft = await set_up(room)
    await room.ann.click(draft, label="Post sign-up")
    message = room.messages()[-1]
    for one in all_people(room, 4):
        await one.click(message, label="Sign up")
    await room.ann.click(message, label="Start")
    before = (await tournament(room)).round_end
    panel = await private(room.bob.slash(room.channel, "settings"))
    form = await room.bob.click(panel, label="Vacation")
    until = (room.env.now().date()).replace(day=room.env.now().day + 2)
    await room.bob.submit_modal(form, {"start": "", "until": until.isoformat()})
    await room.env.settle()
    cup = await tournament(room)
    assert before
    assert cup.round_end
    assert cup.round_end > before
    at = f"<t:{int(cup.round_end.timestamp())}:f>"
    assert at in next(one.content for one in room.messages() if one.id == message.id)
    shown = await private(room.chloe.click(message, label="Games"))
    [line] = [one for one in shown.content.splitlines() if "Bob" in one]
    assert line.endswith(f", until {at} because of a vacation")
    assert shown.content.count("because of a vacation") == 1


async def test_a_decision_names_who_began_that_game_first(room: Room) -> None:
    """The second game was begun by the other one."""
    message = await begun_matches(room, "swiss", 4)
    await lose(room, 1, next((await tournament(room)).boards(1)).pairing.seats[0])
    cup = await tournament(room)
    board = next(cup.boards(1))
    second, first = (cup.person(one) for one in board.pairing.seats)
    assert room.table(board.game or 0).seats[0].person == first
    await decide(room, message, board, f"entrant {board.pairing.seats[1]}", game=[str(board.game)])
    [said] = [one.content for one in room.messages() if "decided game" in one.content]
    assert said == (
        f"**Spring Cup**: Ann decided game #{board.game}, {first.name} – {second.name}: {first.name} wins. "
        "Reason: Bob is ill"
    )
    after = next((await tournament(room)).boards(1)).pairing
    assert after.games[1].score_of(board.pairing.seats[1]).points == POINT


async def test_games_shows_the_score_of_each_game_of_a_match(room: Room) -> None:
    """The points stand in the order of the names, also of the second game, which the other one began."""
    await begun_matches(room, "swiss", 4)
    first, second = next((await tournament(room)).boards(1)).pairing.seats
    await lose(room, 1, first)
    await lose(room, 1, second)
    cup = await tournament(room)
    board = next(cup.boards(1))
    scores, tables = dict(zip(board.earlier, [(60, 77), (91, 85)], strict=True)), await known_tables(room.bot, cup)
    for number, points in scores.items():  # somebody resigned, so these games have no score of their own
        table = tables[number]
        assert isinstance(table, FinishedTable)
        tables[number] = replace(table, final_scores=points)
    one, other = board.earlier
    assert f": 1 : 1 (#{one} 60–77, #{other} 85–91), game 3: " in board_line(cup, board, tables)
    await lose(room, 1, first)
    over = next((await tournament(room)).boards(1))
    line = board_line(await tournament(room), over, tables)
    assert line.endswith(f": 1 : 2 (#{one} 60–77, #{other} 85–91, #{over.game})")
