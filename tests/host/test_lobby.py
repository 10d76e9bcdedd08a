"""Before a game: joining, leaving, starting."""

import asyncio
from pathlib import Path

import pytest

from carcassonne import Colour, DrawTile, NotationError, Phase
from host.errors import HostError, NoSuchTableError, NoTableError
from host.host import Host
from host.model.controllers import Person
from host.model.table import MessageRef, Status
from host.model.table_errors import (
    AloneError,
    AlreadySeatedError,
    AlreadyStartedError,
    ColourTakenError,
    GameOverError,
    NotAloneError,
    NotOrganiserError,
    NotSeatedError,
    SuccessorLeftError,
    TableFullError,
    TooManyPlayersError,
)
from host.model.table_options import SeatOrder, TableOptions, TableSettings
from tests.fixtures.databases import Place, new_token, url
from tests.host.tables import (
    ANN,
    BOB,
    CHANNEL,
    CID,
    DORA,
    EVE,
    FRED,
    OTHER_CHANNEL,
    OTHER_SERVER,
    PRIVATE,
    SISTER_THREAD,
    THREAD,
    Clock,
    begin,
    open_host,
    seat,
)


async def test_the_first_to_join_opens_a_table_and_is_its_organiser(host: Host, clock: Clock) -> None:
    table, is_new = await host.lobby.join(CHANNEL, ANN)
    assert is_new
    assert (table.number, table.status, table.organiser, table.people) == (1, Status.OPEN, ANN, (ANN,))
    assert (table.venue, table.ply) == (CHANNEL, 0)
    assert table.opened_at == clock()


async def test_the_next_take_seats_in_the_order_of_joining(host: Host) -> None:
    await host.lobby.join(CHANNEL, ANN)
    await host.lobby.join(CHANNEL, BOB)
    table, is_new = await host.lobby.join(CHANNEL, CID)
    assert not is_new
    assert table.people == (ANN, BOB, CID)


async def test_two_who_join_at_once_sit_at_one_table(host: Host) -> None:
    tables = await asyncio.gather(*(host.lobby.join(CHANNEL, person) for person in (ANN, BOB, CID)))
    assert [table.number for table, _ in tables] == [1, 1, 1]
    assert len((await host.tables.load(1)).people) == 3


async def test_nobody_joins_the_same_table_twice(host: Host) -> None:
    await host.lobby.join(CHANNEL, ANN)
    for number in (None, 1):
        with pytest.raises(AlreadySeatedError) as caught:
            await host.lobby.join(CHANNEL, ANN, number)
        assert caught.value.table.number == 1


async def test_a_table_has_five_seats(host: Host) -> None:
    await seat(host, ANN, BOB, CID, DORA, EVE)
    with pytest.raises(TableFullError) as caught:
        await host.lobby.join(CHANNEL, FRED, 1)
    assert caught.value.most == 5


async def test_who_comes_to_a_full_table_without_naming_it_opens_another(host: Host) -> None:
    await seat(host, ANN, BOB, CID, DORA, EVE)
    table, is_new = await host.lobby.join(CHANNEL, FRED)
    assert (table.number, is_new) == (2, True)


async def test_who_waits_at_a_full_table_does_not_open_another(host: Host) -> None:
    await seat(host, ANN, BOB, CID, DORA, EVE)
    with pytest.raises(AlreadySeatedError):
        await host.lobby.join(CHANNEL, EVE)


async def test_of_several_waiting_tables_the_newest_is_joined(host: Host) -> None:
    await seat(host, ANN, BOB, CID, DORA, EVE)
    await seat(host, FRED)
    await host.lobby.leave(CHANNEL, EVE, 1)
    assert (await host.lobby.join(CHANNEL, Person(200, "Gil")))[0].number == 2


async def test_a_running_game_leaves_the_channel_free_for_another(host: Host) -> None:
    await begin(host, ANN, BOB)
    table, is_new = await host.lobby.join(CHANNEL, ANN)
    assert (table.number, is_new) == (2, True)


async def test_one_may_wait_and_play_at_several_tables(host: Host) -> None:
    await begin(host, ANN, BOB)
    await host.lobby.join(CHANNEL, ANN)
    await host.lobby.join(OTHER_CHANNEL, ANN)
    assert [table.number for table in host.tables.of_person(ANN.id)] == [1, 2, 3]


async def test_in_a_thread_its_own_table_comes_before_the_channels(host: Host) -> None:
    await host.lobby.join(THREAD, ANN)
    await host.lobby.join(CHANNEL, BOB, None)  # the channel's threads count
    await host.lobby.join(OTHER_CHANNEL, CID)
    assert (await host.tables.load(1)).people == (ANN, BOB)
    assert (await host.lobby.join(SISTER_THREAD, DORA))[0].number == 1
    assert (await host.lobby.join(THREAD, EVE))[0].number == 1


async def test_a_private_conversation_has_tables_of_its_own(host: Host) -> None:
    await host.lobby.join(CHANNEL, ANN)
    assert await host.lobby.join(PRIVATE, ANN) == (await host.tables.load(2), True)


async def test_a_number_names_a_table_of_another_channel_but_of_no_other_server(host: Host) -> None:
    await host.lobby.join(CHANNEL, ANN)
    assert (await host.lobby.join(OTHER_CHANNEL, BOB, 1))[0].people == (ANN, BOB)
    with pytest.raises(NoTableError):
        await host.lobby.join(OTHER_SERVER, CID, 1)


async def test_a_running_or_finished_game_cannot_be_joined(host: Host) -> None:
    await begin(host, ANN, BOB)
    with pytest.raises(AlreadyStartedError):
        await host.lobby.join(CHANNEL, CID, 1)
    await host.administration.end(1, ANN, 1)
    with pytest.raises(GameOverError):
        await host.lobby.join(CHANNEL, CID, 1)


async def test_a_table_that_was_never_opened(host: Host) -> None:
    with pytest.raises(NoSuchTableError) as caught:
        await host.lobby.join(CHANNEL, ANN, 7)
    assert caught.value.number == 7


async def test_who_leaves_makes_room_and_the_organiser_is_succeeded(host: Host) -> None:
    await seat(host, ANN, BOB, CID)
    table = await host.lobby.leave(CHANNEL, ANN)
    assert (table.people, table.organiser, table.status) == ((BOB, CID), BOB, Status.OPEN)
    table, _ = await host.lobby.join(CHANNEL, ANN)
    assert table.people == (BOB, CID, ANN)


async def test_the_last_to_leave_closes_the_table(host: Host) -> None:
    await host.lobby.join(CHANNEL, ANN)
    assert (await host.lobby.leave(CHANNEL, ANN)).status is Status.ENDED
    assert host.tables.near(CHANNEL) == []
    assert (await host.tables.load(1)).people == ()
    assert (await host.lobby.join(CHANNEL, ANN))[0].number == 2


async def test_leaving_where_one_does_not_wait(host: Host) -> None:
    with pytest.raises(NoTableError):
        await host.lobby.leave(CHANNEL, ANN)
    await host.lobby.join(CHANNEL, ANN)
    with pytest.raises(NotSeatedError):
        await host.lobby.leave(CHANNEL, BOB)
    with pytest.raises(NotSeatedError):
        await host.lobby.leave(CHANNEL, BOB, 1)


async def test_leaving_a_running_game_says_that_it_runs(host: Host) -> None:
    await begin(host, ANN, BOB)
    for number in (None, 1):
        with pytest.raises(AlreadyStartedError) as caught:
            await host.lobby.leave(CHANNEL, ANN, number)
        assert caught.value.table.number == 1


async def test_at_the_start_somebody_is_drawn_and_the_others_follow_cyclically(place: Place) -> None:
    host = await open_host(place, starter=1)
    table = await begin(host, ANN, BOB, CID)
    assert [seat.person for seat in table.seats] == [BOB, CID, ANN]
    assert table.people == (ANN, BOB, CID)
    assert table.to_move == table.seats[0]
    await host.close()


async def test_a_start_makes_the_first_draw_and_logs_it(host: Host, clock: Clock) -> None:
    await seat(host, ANN, BOB)
    clock.pass_minutes(5)
    table_options = TableOptions("classic", pace="24h", aids=False, takeback=0)
    played = await host.lobby.start(CHANNEL, BOB, table_options=table_options)
    table = played.after
    assert (played.before.status, table.status, table.edition, table.settings) == (
        Status.OPEN, Status.RUNNING, "classic", TableSettings(pace="24h", aids=False, takeback=0),
    )  # fmt: skip
    assert table.state.tile is not None
    assert table.state.phase is Phase.PLACE
    assert played.moves == (DrawTile(table.state.tile.name),)
    assert (table.ply, table.moved_at, table.is_practice) == (1, clock(), False)
    [logged] = await host.history.log(1)
    assert (logged.ply, logged.move, logged.person_id, logged.at) == (1, played.moves[0], None, clock())


async def test_only_who_sits_there_starts_a_game(host: Host) -> None:
    with pytest.raises(NoTableError):
        await host.lobby.start(CHANNEL, ANN)
    await seat(host, ANN, BOB)
    with pytest.raises(NotSeatedError):
        await host.lobby.start(CHANNEL, CID)


async def test_a_game_is_started_once(host: Host) -> None:
    await seat(host, ANN, BOB)
    both = await asyncio.gather(host.lobby.start(CHANNEL, ANN), host.lobby.start(CHANNEL, BOB), return_exceptions=True)
    assert [isinstance(result, HostError) for result in both] == [False, True]
    with pytest.raises(AlreadyStartedError):
        await host.lobby.start(CHANNEL, ANN)


async def test_one_alone_is_told_so_unless_it_is_for_practice(host: Host) -> None:
    await host.lobby.join(CHANNEL, ANN)
    with pytest.raises(AloneError):
        await host.lobby.start(CHANNEL, ANN)
    table = (await host.lobby.start(CHANNEL, ANN, practice=True)).after
    assert table.is_practice
    assert [seat.person for seat in table.seats] == [ANN, ANN]
    assert table.people == (ANN,)


async def test_a_practice_game_is_not_forced_on_others_who_sat_down_meanwhile(host: Host) -> None:
    await seat(host, ANN, BOB)
    with pytest.raises(NotAloneError):
        await host.lobby.start(CHANNEL, ANN, practice=True)


async def test_what_the_rules_do_not_know_is_refused_and_the_table_goes_on_waiting(host: Host) -> None:
    await seat(host, ANN, BOB)
    with pytest.raises(NotationError, match="unknown-edition"):
        await host.lobby.start(CHANNEL, ANN, table_options=TableOptions("chess"))
    with pytest.raises(NotationError, match="unknown-option"):
        await host.lobby.start(CHANNEL, ANN, table_options=TableOptions("classic", ("dragon",)))
    assert (await host.tables.load(1)).status is Status.OPEN


async def test_in_private_ones_own_waiting_table_is_started_from_anywhere(host: Host) -> None:
    await seat(host, ANN, BOB)
    assert (await host.lobby.start(PRIVATE, ANN)).after.number == 1


async def test_what_is_chosen_is_kept_and_played(host: Host) -> None:
    await seat(host, ANN, BOB)
    table = await host.lobby.choose_options(
        CHANNEL, ANN, 1, TableOptions("new-edition", ("river",), pace="2d", thread=True)
    )
    assert (table.edition, table.options) == ("new-edition", ("river",))
    started = (await host.lobby.start(CHANNEL, BOB, table_options=TableOptions(takeback=0))).after
    assert (started.edition, started.options) == ("new-edition", ("river",))
    assert started.settings == TableSettings(pace="2d", takeback=0, thread=True)


async def test_options_left_out_with_another_edition_are_none(host: Host) -> None:
    await seat(host, ANN, BOB)
    await host.lobby.choose_options(CHANNEL, ANN, 1, TableOptions("new-edition", ("river",)))
    table = (await host.lobby.start(CHANNEL, ANN, table_options=TableOptions("classic"))).after
    assert (table.edition, table.options) == ("classic", ())


async def test_what_does_not_go_together_changes_nothing(host: Host) -> None:
    before = await seat(host, ANN, BOB, CID)
    with pytest.raises(NotationError, match="unknown-option"):
        await host.lobby.choose_options(CHANNEL, ANN, 1, TableOptions("classic", ("river",), pace="2d"))
    with pytest.raises(TooManyPlayersError):
        await host.lobby.choose_options(CHANNEL, ANN, 1, TableOptions("castle"))
    assert await host.tables.load(1) == before


async def test_only_the_organiser_chooses_and_hands_over(host: Host) -> None:
    await seat(host, ANN, BOB)
    for attempt in (
        host.lobby.choose_options(CHANNEL, BOB, 1, TableOptions("classic")),
        host.lobby.change_organiser(CHANNEL, BOB, 1, BOB.id),
    ):
        with pytest.raises(NotOrganiserError):
            await attempt
    with pytest.raises(SuccessorLeftError):
        await host.lobby.change_organiser(CHANNEL, ANN, 1, CID.id)
    assert (await host.lobby.change_organiser(CHANNEL, ANN, 1, BOB.id)).organiser == BOB
    assert (await host.lobby.choose_options(CHANNEL, BOB, 1, TableOptions("classic"))).edition == "classic"


async def test_an_edition_for_two_has_two_seats(host: Host) -> None:
    await seat(host, ANN, BOB)
    await host.lobby.choose_options(CHANNEL, ANN, 1, TableOptions("castle"))
    with pytest.raises(TableFullError):
        await host.lobby.join(CHANNEL, CID, 1)
    assert (await host.lobby.join(CHANNEL, CID))[1]


async def test_colours_are_kept_and_the_others_take_what_is_left_in_order(place: Place) -> None:
    host = await open_host(place, starter=1)
    await host.lobby.join(CHANNEL, ANN, colour=Colour.BLUE)
    for person in (BOB, CID):
        await host.lobby.join(CHANNEL, person)
    await host.lobby.take_colour(CHANNEL, CID, 1, Colour.WHITE)
    await host.lobby.start(CHANNEL, ANN)
    await host.close()
    host = await open_host(place)
    seats = (await host.tables.load_started(1)).seats
    assert [(one.person, one.colour) for one in seats] == [
        (BOB, Colour.RED), (CID, Colour.WHITE), (ANN, Colour.BLUE),
    ]  # fmt: skip
    await host.close()


async def test_a_colour_is_chosen_once_and_free_again_when_its_owner_leaves(host: Host) -> None:
    await host.lobby.join(CHANNEL, ANN)
    await host.lobby.join(CHANNEL, BOB, colour=Colour.BLACK)
    with pytest.raises(ColourTakenError) as caught:
        await host.lobby.join(CHANNEL, CID, colour=Colour.BLACK)
    assert caught.value.colour == Colour.BLACK
    assert (await host.tables.load(1)).people == (ANN, BOB)
    await host.lobby.leave(CHANNEL, BOB)
    table, _ = await host.lobby.join(CHANNEL, CID, colour=Colour.BLACK)
    assert table.colours == {CID.id: Colour.BLACK}
    assert (await host.lobby.take_colour(CHANNEL, CID, 1, None)).colours == {}


async def test_in_practice_the_seats_have_the_colours_in_order(host: Host) -> None:
    await host.lobby.join(CHANNEL, ANN, colour=Colour.WHITE)
    table = (await host.lobby.start(CHANNEL, ANN, practice=True)).after
    assert [seat.colour for seat in table.seats] == [Colour.RED, Colour.BLUE]


@pytest.mark.parametrize(
    ("order", "seats"),
    [(SeatOrder.DRAWN, (BOB, CID, ANN)), (SeatOrder.SHUFFLED, (BOB, CID, ANN)), (SeatOrder.JOINED, (ANN, BOB, CID))],
)
async def test_the_order_of_the_seats(place: Place, order: SeatOrder, seats: tuple[Person, ...]) -> None:
    host = await open_host(place, starter=1)
    await seat(host, ANN, BOB, CID)
    await host.lobby.choose_options(CHANNEL, ANN, 1, TableOptions(order=order))
    table = (await host.lobby.start(CHANNEL, ANN)).after
    assert tuple(one.person for one in table.seats) == seats
    await host.close()


async def test_shuffled_seats_are_drawn_one_after_the_other(path: Path) -> None:
    dice = iter([2, 0, 0])
    host = await Host.open(
        url(path),
        now=Clock(),
        seed=lambda: bytes(32),
        random_below=lambda _: next(dice),
        new_token=new_token,
        new_secret=new_token,
    )
    await seat(host, ANN, BOB, CID)
    table = (await host.lobby.start(CHANNEL, ANN, table_options=TableOptions(order=SeatOrder.SHUFFLED))).after
    assert [one.person for one in table.seats] == [CID, ANN, BOB]
    await host.close()


async def test_the_lobby_and_the_language_are_kept(place: Place) -> None:
    host = await open_host(place)
    await host.lobby.join(CHANNEL, ANN, language="de")
    await host.message_log.mark_status_message(1, MessageRef(10, 99))
    await host.lobby.join(CHANNEL, BOB, language="fr")
    await host.close()
    host = await open_host(place)
    table = await host.tables.load(1)
    assert (table.status_message, table.settings.language) == (MessageRef(10, 99), "de")
    assert host.tables.waiting() == [table]
    await host.message_log.forget_messages()
    assert (await host.tables.load(1)).status_message is None
    await host.close()
