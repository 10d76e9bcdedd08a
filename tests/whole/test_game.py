"""A whole game, and every command, from outside."""

import io
import re

from PIL import Image

from tests.whole.game import Game

ALT_TEXT = 1_024


async def test_two_people_play_all_tiles(game: Game) -> None:
    board = await game.begin()
    while not board.is_end:
        mover = game.mover()
        assert board.pinged == [mover.id]
        assert f"**{mover.name}** to move" in board.text
        board = await game.turn()

    assert board.pinged == []
    await game.check()
    for shown in game.boards():
        assert 200 < len(shown.alt) <= ALT_TEXT
        with Image.open(io.BytesIO(game.server.world.file(shown.message))) as picture:
            assert picture.format == "PNG"
            picture.verify()

    replayed = await game.replayed()
    assert replayed.is_finished
    assert replayed.state is not None
    scores = dict(re.findall(r"^\S+ (\w+): (\d+)", board.text, re.MULTILINE))
    starter = re.search(r'\[Players "(\w+)"', await game.record())
    assert starter is not None
    names = ["Ann", "Bob"] if starter[1] == "Ann" else ["Bob", "Ann"]
    assert scores == {name: str(score) for name, score in zip(names, replayed.state.scores, strict=True)}
