"""A game of Ann and Bob, and how they play it on its page."""

from typing import Any

from host.host import Host
from host.model.table_options import TableOptions
from tests.host.tables import ANN, BOB, CHANNEL
from tests.web.site import Browser


async def started(
    host: Host, edition: str = "chat-room", options: tuple[str, ...] = (), takeback: int = 0, pace: str = ""
) -> int:
    """Begin a game of Ann and Bob."""
    table, _ = await host.lobby.join(CHANNEL, ANN)
    chosen = TableOptions(edition, options, takeback=takeback, pace=pace)
    await host.lobby.choose_options(CHANNEL, ANN, table.number, chosen)
    await host.lobby.join(CHANNEL, BOB, table.number)
    await host.lobby.start(CHANNEL, ANN, table.number, chosen)
    return table.number


async def place(page: Browser, game: Any, figure: str = "") -> Any:
    """Place the tile in hand on the first cell, with a figure if one of this name can go there; return the answer."""
    number, cell = game["number"], game["cells"][0]
    where = f"ply={game['ply']}&at={cell['cell']}&rotation={cell['rotations'][0]}"
    offered = await page.get(f"/api/games/{number}/spots?{where}")
    if offered.status != 200:
        return offered
    spots = offered.json
    found = [one["turn"] for one in spots["spots"] if one["short"] == figure]
    turn = found[0] if found else spots["nobody"]
    return await page.post(f"/api/games/{number}/turn", {"ply": game["ply"], "turn": turn})
