"""What the host of a tournament, or a manager, changes by hand, with a reason that everybody reads."""

import discord
import pytest

from host.model.audit_log import AuditAction, AuditEntry
from host.model.controllers import Person
from host.model.preferences import QuietHours
from host.model.tournaments import OrganisedTournament, TournamentStatus
from screens.text.admin import audit_log_text
from tests.cogs.example_tables import NOW
from tests.cogs.options_panel import private
from tests.cogs.rematches import private_words
from tests.cogs.room import ON_SIMCORD, Room, first_turn, labels
from tests.cogs.tournaments import all_people, begun, by_hand, decide, post, resign, tournament
from tournaments.kinds import standings_of
from tournaments.tournament import Ending

pytestmark = ON_SIMCORD


async def test_the_host_changes_things_by_hand_and_everybody_reads_why(room: Room) -> None:
    message = await begun(room, 4)
    cup = await tournament(room)
    [first, second] = cup.boards(1)
    assert "Only the host of the tournament" in await private_words(room.bob, message, "Manage")
    await by_hand(room, message, "More time", value="1 day", game=["round"])
    later = await tournament(room)
    assert later.round_due
    assert cup.round_due
    assert (later.round_due - cup.round_due).days == 1
    await decide(room, message, first, f"entrant {first.pairing.seats[1]}")
    assert (await tournament(room)).rounds[0][0].ending is Ending.AWARDED
    assert first.game
    assert (await room.bot.host.tables.known(first.game)).status.is_over, "its game was ended"
    table = standings_of((await tournament(room)).course)
    assert second.pairing.seats[0] in [one.entrant for one in table]
    await by_hand(room, message, "Take out", value=[f"entrant {second.pairing.seats[0]}"])
    await room.env.settle()
    cup = await tournament(room)
    assert (cup.round, len(cup.present)) == (2, 3)
    told = [one.content for one in room.messages() if "Reason: Bob is ill" in one.content]
    assert len(told) == 3
    assert all(one.startswith("**Spring Cup**: Ann ") for one in told)
    names = named(cup, 1)[0]
    entries = await room.bot.host.administration.audit_log(room.guild.id)
    assert [one.detail for one in reversed(entries)] == [
        f"Spring Cup: {action} in 1: Bob is ill" for action in ("extend 1d", f"award #{first.game} 2", "remove")
    ]
    assert [line.partition(" · ")[2] for line in audit_log_text(entries).splitlines()] == [
        f"Ann took {cup.person(second.pairing.seats[0]).name} out of Spring Cup: Bob is ill",
        f"Ann decided game #{first.game} ({names[0]} – {names[1]}) of Spring Cup, {names[1]} wins: Bob is ill",
        "Ann gave the round of Spring Cup 1 day more: Bob is ill",
    ]


async def test_a_paused_tournament_waits_until_it_goes_on(room: Room) -> None:
    message = await begun(room, 4)
    await by_hand(room, message, "Pause")
    first, second = (await tournament(room)).boards(1)
    assert first.game
    assert second.game
    await resign(room, first.game, 1)
    await room.env.advance_time(30 * 24 * 3600)
    await room.bot.host.tournaments.advance(1)
    cup = await tournament(room)
    assert (cup.round, [one.pairing.is_over for one in cup.boards(1)]) == (1, [True, False]), "its time does not pass"
    assert ", paused" in next(one.content for one in room.messages() if one.id == message.id)
    await resign(room, second.game, 1)
    assert (await tournament(room)).told_round == 1, "nobody is told of the next round"
    await by_hand(room, message, "Go on")
    await room.env.settle()
    cup = await tournament(room)
    assert cup.round == 2, "the results are noted, and the next round follows"
    assert {one.pairing.ending for one in cup.boards(1)} == {Ending.PLAYED}
    told = [one.content for one in room.messages() if "Reason: Bob is ill" in one.content]
    assert (
        told[0]
        == "**Spring Cup**: Ann paused the tournament. The clock stands still, and games go on. Reason: Bob is ill"
    )
    assert told[1].startswith("**Spring Cup**: Ann let the tournament go on. The round ends <t:")


async def test_a_change_by_hand_needs_a_reason_and_a_game_of_the_round(room: Room) -> None:
    message = await begun(room, 4)
    before = await tournament(room)
    board = next(before.boards(1))
    await decide(room, message, board, f"entrant {board.pairing.seats[0]}", reason=" ")
    await by_hand(room, message, "More time", value="1d", game=["round"], reason=" ")
    assert await tournament(room) == before


def told(room: Room) -> str:
    """What the channel was told last of a change by hand."""
    return next(one.content for one in reversed(room.messages()) if "Reason: " in one.content)


def named(cup: OrganisedTournament, number: int) -> list[list[str]]:
    """The names at the boards of a round."""
    return [[cup.person(seat).name for seat in one.pairing.seats] for one in cup.boards(number)]


async def test_who_has_quiet_hours_hears_no_sound_of_a_change(room: Room) -> None:
    all_people(room, 6)
    message = await post(room)
    hour = room.env.now().hour
    night = QuietHours(60 * hour, 60 * hour + 60)
    await room.bot.host.people.choose_preferences(Person(room.eve.user.id, "Eve"), quiet_hours=night)
    for one in (room.eve, room.bob):
        await by_hand(room, message, "Put in", person=[one])
    changes = [one for one in room.messages() if "Reason: " in one.content]
    assert [one.flags.silent for one in changes] == [True, False]


async def test_somebody_is_put_in_before_the_start_and_from_the_next_round_on(room: Room) -> None:
    all_people(room, 6)
    message = await post(room)
    for one in room.people[:4]:
        await one.click(message, label="Sign up")
    await by_hand(room, message, "Put in", person=[room.eve])
    assert told(room) == f"**Spring Cup**: Ann put <@{room.eve.user.id}> in. Reason: Bob is ill"
    said = await refused(room, message, "Put in", person=[room.eve])
    assert said.startswith("Eve is in this tournament already.\nHere is what you typed.")
    await by_hand(room, message, "Take out", value=["entrant 2"])
    assert told(room) == f"**Spring Cup**: Ann took <@{room.bob.user.id}> out. Reason: Bob is ill"
    await room.ann.click(message, label="Start")
    assert {name for names in named(await tournament(room), 1) for name in names} == {"Ann", "Chloé", "Dmitri", "Eve"}
    await by_hand(room, message, "Put in", person=[room.bob])
    assert told(room) == (
        f"**Spring Cup**: Ann put <@{room.bob.user.id}> in, from the next round on. Reason: Bob is ill"
    )
    await win_all(room, 1)
    assert "Bob" in {name for names in named(await tournament(room), 2) for name in names}


async def refused(room: Room, message: discord.Message, label: str, **fields: object) -> str:
    """Why a change by hand was refused."""
    panel = await private(room.ann.click(message, label="Manage"))
    form = await room.ann.click(panel, label=label)
    return (await private(room.ann.submit_modal(form, {"reason": "because", **fields}))).content


async def win_all(room: Room, number: int) -> None:
    """Let whoever sits second resign from each game of a round that runs."""
    for board in (await tournament(room)).boards(number):
        if board.game and not board.pairing.is_over:
            await resign(room, board.game, 1)
    await room.env.settle()


async def test_nobody_is_put_in_after_the_start_of_a_kind_without_latecomers(room: Room) -> None:
    message = await begun(room, 4, kind=["everybody"])
    panel = await private(room.ann.click(message, label="Manage"))
    assert labels(panel) == ["More time", "Decide game", "Pause", "Take out", "Replace", "Files", "Cancel tournament"]


@pytest.mark.parametrize("kind", ["swiss", "knockout"])
async def test_two_players_change_places_before_their_games_begin(room: Room, kind: str) -> None:
    """Their games are ended, and new ones begin. In a knockout, the bracket follows."""
    message = await begun(room, 4, kind=[kind])
    before = await tournament(room)
    [[one, other], [third, fourth]] = named(before, 1)
    seats = [seat for board in before.boards(1) for seat in board.pairing.seats]
    fields = {"value": [f"entrant {seats[1]}"], "other": [f"entrant {seats[3]}"]}
    await by_hand(room, message, "Swap players", **fields)
    await room.env.settle()
    after = await tournament(room)
    assert named(after, 1) == [[one, fourth], [third, other]]
    ids = [before.person(seats[place]).id for place in (1, 3)]
    assert told(room).splitlines() == [
        f"**Spring Cup**: Ann swapped <@{ids[0]}> and <@{ids[1]}>. Reason: Bob is ill",
        f"{one} – {fourth}",
        f"{third} – {other}",
    ]
    for board in before.boards(1):
        assert board.game
        assert (await room.bot.host.tables.known(board.game)).status.is_over
    await win_all(room, 1)
    cup = await tournament(room)
    assert (cup.round, {one.pairing.ending for one in cup.boards(1)}) == (2, {Ending.PLAYED})
    assert {frozenset(names) for names in named(cup, 2)} >= {frozenset({one, third})}
    while cup.status is TournamentStatus.RUNNING:
        await win_all(room, cup.round)
        cup = await tournament(room)


async def test_the_form_that_swaps_players_says_who_meets_whom_now(room: Room) -> None:
    message = await begun(room, 5)
    cup = await tournament(room)
    form = await room.ann.click(await private(room.ann.click(message, label="Manage")), label="Swap players")
    assert form.modal
    menus = [one["component"]["options"] for one in form.modal["components"] if "options" in one["component"]]
    said = {
        f"entrant {seat}": " – ".join(names)
        for names, one in zip(named(cup, 1), cup.boards(1), strict=True)
        for seat in one.pairing.seats
    }
    [resting] = [one.pairing.seats[0] for one in cup.boards(1) if len(one.pairing.seats) == 1]
    said[f"entrant {resting}"] = f"{cup.person(resting).name} has no game this round. That counts as a win."
    assert [{one["value"]: one["description"] for one in menu} for menu in menus] == [said, said]


async def test_who_has_placed_a_tile_keeps_their_game(room: Room) -> None:
    message = await begun(room, 4)
    before = await tournament(room)
    first, second = before.boards(1)
    assert first.game
    await room.play(first_turn(room.state(first.game)), first.game)
    seats = (first.pairing.seats[1], second.pairing.seats[1])
    fields = {"value": [f"entrant {seats[0]}"], "other": [f"entrant {seats[1]}"]}
    assert (await refused(room, message, "Swap players", **fields)).startswith("These two can't change places")
    assert await tournament(room) == before


async def test_a_round_is_paired_by_hand_while_the_tournament_is_paused(room: Room) -> None:
    """The round that follows is paired, but its games wait. So nobody has to be quick."""
    message = await begun(room, 4)
    await by_hand(room, message, "Pause")
    await win_all(room, 1)
    cup = await tournament(room)
    assert (cup.round, cup.told_round, [one.game for one in cup.boards(2)]) == (2, 1, [None, None])
    [[one, other], [third, fourth]] = named(cup, 2)
    games = await private_words(room.bob, message, "Games")
    assert games == f"**Spring Cup** · round 2 of 2, paused\n{one} – {other}\n{third} – {fourth}"
    seats = [seat for board in cup.boards(2) for seat in board.pairing.seats]
    fields = {"value": [f"entrant {seats[0]}"], "other": [f"entrant {seats[2]}"]}
    await by_hand(room, message, "Swap players", **fields)
    assert [one.game for one in (await tournament(room)).boards(2)] == [None, None]
    await room.env.advance_time(3 * 24 * 3600)
    await by_hand(room, message, "Go on")
    await room.env.settle()
    cup = await tournament(room)
    assert named(cup, 2) == [[third, other], [one, fourth]]
    assert all(board.game for board in cup.boards(2))
    assert cup.round_due
    assert (cup.round_due - room.bot.host.now()).days == 7, "the round has all its time"
    assert [text for text in (one.content for one in room.messages()) if "round 2 of 2**" in text]
    await win_all(room, 2)
    assert (await tournament(room)).status is TournamentStatus.OVER
    table = standings_of((await tournament(room)).course)
    assert sum(one.games for one in table) == 8


async def test_a_game_of_an_earlier_round_is_decided_and_the_table_follows(room: Room) -> None:
    message = await begun(room, 4)
    first, _second = (await tournament(room)).boards(1)
    await win_all(room, 1)
    before = await tournament(room)
    names, round_two = named(before, 1)[0], named(before, 2)
    await decide(room, message, first, f"entrant {first.pairing.seats[1]}")
    assert told(room) == (
        f"**Spring Cup**: Ann decided game #{first.game}, {names[0]} – {names[1]}: {names[1]} wins. Reason: Bob is ill"
    )
    after = await tournament(room)
    assert (after.round, named(after, 2)) == (2, round_two)
    shown = next(one for one in room.messages() if one.id == message.id)
    table = shown.content.splitlines()[1:]
    assert [line for line in table if f" {names[1]}: 1" in line]
    assert [line for line in table if f" {names[0]}: 0" in line]
    entries = await room.bot.host.administration.audit_log(room.guild.id)
    assert entries[0].detail == f"Spring Cup: award #{first.game} 2 in 1: Bob is ill"


async def test_in_a_knockout_a_result_stays_when_the_next_match_was_opened(room: Room) -> None:
    message = await begun(room, 4, kind=["knockout"])
    first, _second = (await tournament(room)).boards(1)
    await win_all(room, 1)
    before = await tournament(room)
    answered = await decide(room, message, first, f"entrant {first.pairing.seats[1]}")
    assert answered.followups[-1].content == (
        "That result stays, because the next match has been opened. Decide the next match instead."
    )
    assert await tournament(room) == before


async def test_in_a_knockout_that_is_paused_others_meet_after_a_decision(room: Room) -> None:
    message = await begun(room, 4, kind=["knockout"])
    first, _second = (await tournament(room)).boards(1)
    await by_hand(room, message, "Pause")
    await win_all(room, 1)
    before = await tournament(room)
    winner, loser = named(before, 1)[0]
    await decide(room, message, first, f"entrant {first.pairing.seats[1]}")
    await by_hand(room, message, "Go on")
    await room.env.settle()
    swapped = {winner: loser, loser: winner}
    expected = {frozenset(swapped.get(one, one) for one in names) for names in named(before, 2)}
    cup = await tournament(room)
    assert {frozenset(names) for names in named(cup, 2)} == expected
    for board in cup.boards(2):
        assert board.game
        people = [seat.person for seat in room.table(board.game).seats]
        assert people == [cup.person(one) for one in board.pairing.seats]
    await win_all(room, 2)
    assert (await tournament(room)).status is TournamentStatus.OVER


async def test_somebody_plays_on_for_another(room: Room) -> None:
    """They have the seat of the game that runs, and the table says whom they have replaced."""
    message = await begun(room, 4)
    cup = await tournament(room)
    first, _second = cup.boards(1)
    assert first.game
    gone = cup.person(first.pairing.seats[0])
    await room.play(first_turn(room.state(first.game)), first.game)
    await by_hand(room, message, "Replace", value=[f"entrant {first.pairing.seats[0]}"], person=[room.eve])
    await room.env.settle()
    words = [one.content for one in room.messages()]
    assert f"**Spring Cup**: Ann put <@{room.eve.user.id}> in the place of <@{gone.id}>. Reason: Bob is ill" in words
    table = room.table(first.game)
    assert [seat.name for seat in table.seats] == ["Eve", cup.person(first.pairing.seats[1]).name]
    thread = next(one for one in room.channel.threads if one.id == table.venue.channel)
    said = [one.content for one in thread.history()]
    assert [one for one in said if f"gave {gone.name}'s seat in " in one and f"<@{room.eve.user.id}>" in one]
    shown = next(one for one in room.messages() if one.id == message.id)
    assert f"Eve (for {gone.name}): 0" in shown.content
    assert "Round 1: Eve – " in await private_words(room.eve, message, "Mine")
    again = await refused(room, message, "Replace", value=["entrant 1"], person=[room.eve])
    assert again.startswith("Eve is in this tournament already.\nHere is what you typed.")
    await resign(room, first.game, 1)
    assert f"Eve (for {gone.name}): 1" in next(one for one in room.messages() if one.id == message.id).content
    await win_all(room, 1)
    assert "Eve" in {name for names in named(await tournament(room), 2) for name in names}


@pytest.mark.parametrize(
    ("detail", "said"),
    [
        ("Town: League: award: at the club", "Ann decided a game of Town: League: at the club"),
        ("Town League: seed: by: hand", "Ann seeded the players of Town League: by: hand"),
        ("Town League: award #7 annul: ill", "Ann decided game #7 of Town League, it counts for nobody: ill"),
        ("Town League", "Ann cancelled Town League"),
    ],
)
def test_what_managers_did_is_a_sentence_also_of_older_entries(detail: str, said: str) -> None:
    entry = AuditEntry(1, Person(1, "Ann"), AuditAction.TOURNAMENT, NOW, detail=detail)
    assert audit_log_text([entry]).partition(" · ")[2] == said
