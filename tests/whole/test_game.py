"""A whole game and every command, tested from outside."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image
from simcord.enums import OptionType

from tests.fixtures.positions import random_turns
from tests.loopback import Person
from tests.whole.game import Game
from tests.whole.program import Program

ALT_TEXT = 1_024
LAST = 4
"""So few tiles are left when a game is drawn: the board is large then."""


async def test_two_people_play_all_tiles(game: Game) -> None:
    board = await game.begin()
    while not board.is_end:
        mover = game.mover()
        assert board.pinged == [mover.id]
        assert f"**{mover.name}**'s turn" in board.text
        board = await game.turn()

    assert board.pinged == []
    await game.check()
    assert all(200 < len(shown.alt) <= ALT_TEXT for shown in game.boards())

    replayed = await game.replayed()
    assert replayed.is_finished
    assert replayed.state is not None
    scores = dict(re.findall(r"^\S+ (\w+): (\d+)", board.text, re.MULTILINE))
    starter = re.search(r'\[Players "(\w+)"', await game.record())
    assert starter is not None
    names = ["Ann", "Bob"] if starter[1] == "Ann" else ["Bob", "Ann"]
    assert scores == {name: str(score) for name, score in zip(names, replayed.state.scores, strict=True)}


@pytest.mark.pictures
async def test_the_last_turns_have_pictures(program: Program, game: Game) -> None:
    await game.begin()
    await game.settled()
    await program.fast_forward(random_turns(1), until=lambda state: state.tiles_left < LAST)
    board = await game.shown(2)
    while not board.is_end:
        board = await game.turn()
    for shown in game.boards():
        with Image.open(io.BytesIO(game.server.world.file(shown.message))) as picture:
            assert picture.format == "PNG"
            assert picture.width > 500
            picture.verify()


async def test_every_command_gets_an_answer(program: Program, game: Game) -> None:
    """This holds whatever is missing or wrong in the command. Only the person sees the answer."""
    await game.begin()
    ann = game.people[0]
    registered = program.server.world.backend.visible_commands(user_id=ann.id, channel_id=game.channel)
    for name, options in sorted(filled_in("", registered, ann), key=ends_the_game):
        answer = await game.command(ann, name, **options)
        assert answer.content, name
        assert answer.is_private, name
    assert "Traceback" not in program.output


def filled_in(group: str, commands: list[dict[str, Any]], person: Person) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every command and subcommand with its required options."""
    for command in commands:
        options = command.get("options") or []
        if any(option["type"] == OptionType.SUBCOMMAND for option in options):
            yield from filled_in(f"{command['name']} ", options, person)
            continue
        yield group + command["name"], {one["name"]: some_value(one, person) for one in options if one.get("required")}


def some_value(option: dict[str, Any], person: Person) -> Any:
    if choices := option.get("choices"):
        return choices[0]["value"]
    return {OptionType.INTEGER: 1, OptionType.USER: person}.get(option["type"], "#1")


def ends_the_game(command: tuple[str, dict[str, Any]]) -> bool:
    return command[0].startswith("carcassonne-admin ")
