"""The games of a tournament, round by round, with how they came to their results."""

from dataclasses import replace

from host.model.controllers import Computer
from host.model.invitation import Invitation
from host.model.table import FinishedTable
from host.model.tournament_boards import Board
from host.model.tournaments import OrganisedTournament, TournamentStatus, TournamentTerms
from screens.text.channels import thread_name, thread_opening_text
from screens.text.matches import board_line
from tests.cogs.example_tables import NOW, first_state, seated
from tests.cogs.options_panel import private
from tests.cogs.room import ON_SIMCORD, Room, labels
from tests.cogs.tournaments import begun, decide, menus, resign, set_up, tournament
from tests.tournaments.played import met
from tournaments.tournament import Pairing

pytestmark = ON_SIMCORD


async def test_the_thread_of_a_game_names_the_tournament_the_round_and_the_board(room: Room) -> None:
    await begun(room, 4)
    boards = list((await tournament(room)).boards(1))
    for thread, board in zip(room.channel.threads, boards, strict=True):
        assert board.game
        players = [one.person for one in room.table(board.game).seats]
        names = ", ".join(one.name for one in players if one)
        assert thread.name == f"#{board.game} {names} · Spring Cup, round 1"
        opening = next(one for one in thread.history() if one.content)
        mentions = " and ".join(f"<@{one.id}>" for one in players if one)
        assert opening.content == (
            f"This is the thread for game #{board.game}: {mentions}.\n"
            f"**Spring Cup**, round 1, board {board.place}. The player to move when the round is over loses."
        )


def test_the_thread_of_a_game_of_a_match_names_which_game_it_is() -> None:
    board = Board(1, 2, 3, Pairing((1, 2), games=met((1, 2))), None)
    table = replace(seated(first_state(), ("Ann", "Bob")), invitation=Invitation((), board.occasion))
    terms = TournamentTerms("Cup *2026*", "league", best_of=3)
    cup = OrganisedTournament(1, table.venue, table.people[0], "en", TournamentStatus.RUNNING, terms, NOW)
    line = thread_opening_text(table, cup).splitlines()[1]
    assert line == (
        "**Cup \\*2026\\*, season 1**, round 2, board 3, game 2. The player to move when its time is over loses it."
    )
    assert thread_name(table, cup) == "#12 Ann, Bob · Cup *2026*, season 1, round 2"


def test_the_thread_of_a_game_of_computers_names_them() -> None:
    table = seated(first_state(), ("Ann", "Bob"))
    seats = tuple(replace(one, controller=Computer(1, one.number + 1)) for one in table.seats)
    text = thread_opening_text(replace(table, seats=seats, people=()), None)
    assert text == "This is the thread for game #12: 🤖 Beginner and 🤖 Beginner 2."


async def test_games_of_earlier_rounds_are_chosen_in_a_menu(room: Room) -> None:
    message = await begun(room, 4)
    first, second = (await tournament(room)).boards(1)
    await decide(room, message, first, "annul")
    await decide(room, message, second, f"entrant {second.pairing.seats[1]}")
    await room.env.settle()
    cup = await tournament(room)
    assert cup.round == 2
    shown = await private(room.bob.click(message, label="Games"))
    assert f"#{first.game}" not in shown.content
    [menu] = menus(shown)
    assert [one["label"] for one in menu["options"]] == ["Round 1", "Round 2"]
    earlier = await private(room.bob.select(shown, ["1"], custom_id="carc:cup-round:1"))
    names = [" – ".join(cup.person(seat).name for seat in one.pairing.seats) for one in (first, second)]
    assert earlier.content.splitlines() == [
        "**Spring Cup**, round 1",
        f"{names[0]}: counts for nobody (#{first.game})",
        f"{names[1]}: 0 : 1, decided by hand (#{second.game})",
    ]


async def test_a_game_that_was_played_to_its_end_has_its_score(room: Room) -> None:
    await begun(room, 4)
    board = next((await tournament(room)).boards(1))
    assert board.game
    await resign(room, board.game, 1)
    await room.env.settle()
    cup = await tournament(room)
    over = next(cup.boards(1))
    table = await room.bot.host.tables.known(board.game)
    assert isinstance(table, FinishedTable)
    line = board_line(cup, over, {board.game: replace(table, final_scores=(91, 85))})
    assert line.endswith(f": 1 : 0, 91–85 (#{board.game})")
    assert board_line(cup, over, {}).endswith(f": 1 : 0 (#{board.game})")


async def play_to_the_end(room: Room) -> None:
    """Play a tournament of four: two rounds, in which whoever sits second resigns."""
    await begun(room, 4)
    for number in (1, 2):
        for board in (await tournament(room)).boards(number):
            assert board.game
            await resign(room, board.game, 1)
        await room.env.settle()


async def test_older_tournaments_are_chosen_in_a_menu_with_their_files(room: Room) -> None:
    await play_to_the_end(room)
    alone = await private(room.bob.slash(room.channel, "tournament"))
    assert not [one for one in menus(alone) if "options" in one]
    await room.ann.click(await set_up(room, "Autumn Cup"), label="Post sign-up")
    shown = await private(room.bob.slash(room.channel, "tournament"))
    assert shown.content.startswith("**Autumn Cup** · Swiss\n")
    [menu] = [one for one in menus(shown) if "options" in one]
    assert [one["label"] for one in menu["options"]] == ["Autumn Cup", "Spring Cup"]
    older = await private(room.bob.select(shown, ["1"], custom_id="carc:cup-other:2"))
    assert older.content.startswith("**Spring Cup** is over.\n")
    assert "Files" in [one.get("label") for one in menus(older)]


async def test_below_the_podium_are_the_files(room: Room) -> None:
    await play_to_the_end(room)
    podium = next(
        one for one in reversed(room.messages()) if "wins **Spring Cup**" in one.content or "share" in one.content
    )
    assert labels(podium) == ["Standings", "Games", "Mine", "Files", "Manage"]


async def test_who_asks_for_the_standings_gets_a_picture_of_now(room: Room) -> None:
    message = await begun(room, 4)
    first, second = (await tournament(room)).boards(1)
    await decide(room, message, first, f"entrant {first.pairing.seats[0]}")
    shown = await private(room.bob.click(message, label="Standings"))
    [picture] = shown.attachments
    assert (picture.description or "").startswith("Spring Cup, in round 1\n1. ")
    assert ": 1\n" in (picture.description or "")
    await decide(room, message, second, f"entrant {second.pairing.seats[0]}")
    await room.env.settle()
    told = next(one for one in room.messages() if one.content.startswith("**Spring Cup, round 2"))
    assert (told.attachments[0].description or "").startswith("Spring Cup, after round 1\n")
