"""What is offered while somebody types: worked out once for each position and language, and asked of nobody else."""

from typing import Any
from unittest.mock import patch

import discord
from discord.app_commands import Choice

from carcassonne import Deploy, PlaceTile, Role, apply, format_cell, legal_deployments, legal_placements
from cogs.interaction.suggestions import Suggestions
from host.model.table import RunningTable
from screens.text.i18n import use_language
from screens.text.spots import typed_spot
from tests.cogs.room import ON_SIMCORD, Room

pytestmark = ON_SIMCORD


async def offered(room: Room, typed: str = "", option: str = "at", **given: Any) -> list[str]:
    mover = room.to_move()
    return [choice["value"] for choice in await mover.autocomplete(room.channel, "place", option, typed, **given)]


async def offered_names(room: Room, option: str, **given: Any) -> list[str]:
    mover = room.to_move()
    return [choice["name"] for choice in await mover.autocomplete(room.channel, "place", option, "", **given)]


async def test_what_is_offered_is_worked_out_once_for_each_position(room: Room) -> None:
    await room.begin()
    with patch("cogs.interaction.options.legal_placements", wraps=legal_placements) as worked_out:
        cells = await offered(room)
        assert await offered(room, "m") == [cell for cell in cells if "m" in cell.casefold()]
        assert await offered(room) == cells
        assert worked_out.call_count == 1
        assert set(await offered(room, rotation=180)) <= set(cells)
        assert worked_out.call_count == 2
        await room.play_on(1)
        assert await offered(room) != cells
        assert worked_out.call_count == 3


async def test_the_deployments_follow_from_the_whole_placement(room: Room) -> None:
    await room.begin()
    placed = [
        (cell, int(turn)) for cell in await offered(room) for turn in await offered(room, "", "rotation", at=cell)
    ]
    found = [await offered_names(room, "follower", at=cell, rotation=turn) for cell, turn in placed]
    again = [await offered_names(room, "follower", at=cell, rotation=turn) for cell, turn in placed]
    assert found == again
    assert len({tuple(one) for one in found}) > 1


async def test_a_follower_is_found_by_every_word_that_can_be_typed(room: Room) -> None:
    """Another edition's word, the place instead of the follower, and a point or a number behind it."""
    await room.begin()
    state = room.state()
    cell, rotation = legal_placements(state)[0]
    laid = apply(state, PlaceTile(cell, rotation)).state
    given = {"at": format_cell(cell), "rotation": rotation}
    [thief] = [one for one in legal_deployments(laid) if isinstance(one, Deploy) and one.role is Role.THIEF]
    wanted = typed_spot(laid, thief)
    for typed in (
        "Highw",
        f"highwayman {thief.point}",
        f"Thief {thief.point}",
        f"robber {wanted}",
        f"bandit  {wanted}",
    ):
        assert await offered(room, typed, "follower", **given) == [wanted], typed
    assert await offered(room, "none", "follower", **given) == ["-"]
    assert await offered(room, "dragon", "follower", **given) == []


async def test_each_language_has_its_own(room: Room) -> None:
    await room.begin()
    kept, table = Suggestions(), room.table()
    made = [_name(kept, table, language, language) for language in ("en", "de", "en", "de")]
    assert made == ["en", "de", "en", "de"]
    assert len(kept) == 2


async def test_only_the_last_ones_are_kept(room: Room) -> None:
    await room.begin()
    kept, table = Suggestions(most=2), room.table()
    for given in ("a", "b", "a", "c"):
        _name(kept, table, "en", given, given)
    assert len(kept) == 2
    assert _name(kept, table, "en", "again", "a") == "a"
    assert _name(kept, table, "en", "again", "b") == "again"


def _name(kept: Suggestions, table: RunningTable, language: str, name: str, given: str = "") -> str:
    with use_language(language):
        [choice] = kept.find("at", table, given, lambda: [Choice(name=name, value="")])
    return choice.name


async def test_listeners_are_not_told_what_is_asked_while_somebody_types(room: Room) -> None:
    told: list[discord.InteractionType] = []

    async def listen(interaction: discord.Interaction[Any]) -> None:
        told.append(interaction.type)

    await room.begin()
    room.bot.add_listener(listen, "on_interaction")
    assert await offered(room)
    await room.ann.slash(room.channel, "help")
    assert told == [discord.InteractionType.application_command]
