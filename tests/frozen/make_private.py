"""Makes what people see in private on the fixture's server: their settings, pickers and questions."""

from datetime import timedelta
from typing import Final

from tests.frozen.actions import go_on
from tests.frozen.fixture_server import FixtureServer
from tests.frozen.table import custom_ids

MOST_LETTERS: Final = 3


async def choices(fixture_server: FixtureServer) -> None:
    """Let people and managers choose settings; one person has their data deleted."""
    server = fixture_server.server
    [ann, bob, dmitri, hana, kim, lou] = fixture_server.people("Ann Bob Dmitri Hana Kim Lou")
    for person, language in ((dmitri, "de"), (hana, "es")):
        panel = await server.command(person, server.channel, "settings")
        assert panel.message
        await server.choose(person, panel.message, "carc:language:0", [language])
        await server.press(person, panel.message, "carc:settings:letters:on")
        await server.press(person, panel.message, "carc:settings:ranking:on")
    panel = await server.command(bob, server.channel, "settings")
    assert panel.message
    await server.submit(
        bob, await server.press(bob, panel.message, "carc:settings:pictures"), theme=["day"], size=["large"]
    )
    form = await server.press(bob, panel.message, "carc:settings:hours")
    await server.submit(bob, form, zone="Europe/Berlin", quiet="17:00-16:00")
    panel = await server.command(kim, server.channel, "settings")
    assert panel.message
    form = await server.press(kim, panel.message, "carc:settings:vacation")
    away = (server.world.backend.clock.now() + timedelta(days=20)).date().isoformat()
    await server.submit(kim, form, start="", until=away)
    await server.until(lambda: "carc:settings:back" in custom_ids(panel.message))
    await fixture_server.tables["undone-pending"].step()
    readers, letters = {"Dmitri", "Hana"}, 0
    for name, table in fixture_server.tables.items():
        if name.startswith("middle-") and letters < MOST_LETTERS:
            await table.turn()
            letters += table.mover().name in readers
    table = fixture_server.tables["several"]
    defaults = {"edition": "new-edition", "options": "river", "pace": "3d", "takeback": 60, "language": "de"}
    await table.command(ann, "carcassonne-admin defaults", **defaults)
    await table.command(ann, "carcassonne-admin tables", most=90)
    await table.command(ann, "stats", scope="server")
    panel = await server.command(lou, server.channel, "privacy")
    assert panel.message
    await server.press(lou, panel.message, "carc:privacy:delete")
    await server.press(lou, panel.message, "carc:privacy:export")


async def private_panels(fixture_server: FixtureServer) -> None:
    """Open private messages: pickers at each step, questions, settings and replays."""
    server = fixture_server.server
    for name in ("middle-classic", "middle-castle", "end-abbot", "practice"):
        table = fixture_server.tables[name]
        mover = table.mover()
        for depth in range(4):
            pressed = await table.press(mover, "place")
            [private] = await server.until(lambda pressed=pressed: pressed.followups)  # type: ignore[misc]
            for _ in range(depth):
                await go_on(table, mover, private)
    for name in ("middle-classic", "middle-castle", "end-river"):
        table = fixture_server.tables[name]
        mover = table.mover()
        for attempt in range(8):
            turn = await table.choice(mover)
            followers = await table.offered(mover, "follower", at=turn["at"], rotation=turn["rotation"])
            if len(followers) > 1:
                more = {"wall": "-"} if "castle" in name else {}
                answer = await table.command(mover, "place", at=turn["at"], rotation=turn["rotation"], **more)
                assert custom_ids(answer.message), attempt
                break
    for name in ("over-classic", "middle-castle", "undone"):
        await fixture_server.tables[name].command(fixture_server.tables[name].people[1], "replay", turn=5)
    for name in ("middle-abbot", "early-castle", "practice-castle", "asks-undo"):
        table = fixture_server.tables.get(name) or fixture_server.tables["middle-castle"]
        await table.command(table.people[0], "resign")
    late = fixture_server.tables["late-vote"]
    await late.command(next(one for one in reversed(late.people) if one != late.mover()), "vote")
    for name in ("Ann", "Bob", "Eve", "Kim"):
        await server.command(server.people[name], server.channel, "settings")
    panel = await server.command(server.people["Ivo"], server.channel, "privacy")
    assert panel.message
    await server.press(server.people["Ivo"], panel.message, "carc:privacy:delete")
