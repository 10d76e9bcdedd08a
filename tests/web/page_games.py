"""Games that people have open on pages: how they begin, how pages are opened, and turns that come from elsewhere."""

import simcord
from playwright.async_api import Browser, ViewportSize, expect

from carcassonne import Phase, Position, State, legal_placements
from host.host import Host
from host.model.table import RunningTable
from host.model.table_options import TableOptions
from screens.text.features import rotation_choices
from tests.cogs.room import Room
from tests.fixtures.positions import first_legal_turn
from tests.host.tables import ANN, BOB, CHANNEL, player, running
from tests.sandbox.browser_user import PATIENCE
from tests.web.page_user import PageUser

SLACK = 6
"""A busy machine takes so many times longer than people may have to wait."""
ASKED_SOON = 6
"""The seed of a game of The Castle in which a question comes up."""


async def started(host: Host, edition: str = "classic", options: tuple[str, ...] = (), takeback: int = 0) -> int:
    """Begin a game of Ann and Bob."""
    table, _ = await host.lobby.join(CHANNEL, ANN)
    chosen = TableOptions(edition, options, takeback=takeback)
    await host.lobby.choose_options(CHANNEL, ANN, table.number, chosen)
    await host.lobby.join(CHANNEL, BOB, table.number)
    await host.lobby.start(CHANNEL, ANN, table.number, chosen)
    return table.number


async def play_elsewhere(host: Host, number: int) -> RunningTable:
    """Play a turn as on Discord."""
    table = running(await host.tables.load(number))
    played = await host.turns.play(number, player(table.next_seat), first_legal_turn(table.state), table.ply)
    return running(played.after)


async def open_board(chromium: Browser, room: Room, person: simcord.MemberActor, size: ViewportSize) -> PageUser:
    """Press **Open board** below the latest turn, and open the link in a browser."""
    pressed = await person.click(room.messages()[-1], label="Open board")
    [private] = pressed.followups
    [link] = [one for row in private.components for one in row["components"] if "url" in one]
    context = await chromium.new_context(viewport=size, reduced_motion="reduce")
    user = PageUser(await context.new_page())
    await user.page.goto(link["url"])
    await expect(user.tiles.first).to_be_visible(timeout=PATIENCE)
    return user


def cells_of(state: State) -> list[Position]:
    """The cells that are lit, as the page has them."""
    return sorted({position for position, _ in legal_placements(state)})


def turnable_cells(state: State) -> list[Position]:
    """The cells where the tile in hand fits in several ways."""
    return [cell for cell in cells_of(state) if len(rotation_choices(state, cell)) > 1]


def is_anns_turn_with_a_choice(state: State) -> bool:
    return state.phase is Phase.PLACE and state.seat == 0 and bool(turnable_cells(state))
