"""Writes down what the present program does with the fixture: ``python -m tests.frozen.expect``. See README.md.

It was run at the commit of the fixture. Run it again only for what is meant to change.
"""

import asyncio
import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Final

from render.text.script_fonts import look_in
from tests.frozen import fixture, pictures, records
from tests.frozen.plan import Plan
from tests.frozen.present import DATABASE, Present
from tests.loopback import LoopbackDiscord

GAMES: Final = fixture.DATA / "games.json.gz"
PRESSES: Final = fixture.DATA / "presses.json.gz"
CHANNELS: Final = fixture.DATA / "channels.json.gz"
COMMANDS: Final = fixture.DATA / "commands.json"


async def expect() -> str:
    """Write the files of ``data`` with the expected facts; return the texts for comparison."""
    look_in(())  # as in the tests: no font of this machine is in a picture
    pictures.write(records.FINGERPRINTS, records.fingerprint_lines())
    pictures.write(pictures.PICTURES, pictures.picture_lines())
    with tempfile.TemporaryDirectory() as folder:
        async with LoopbackDiscord() as server:
            fixture.open_copy(server, Path(folder) / DATABASE)
            presses = Plan(server, Path(folder) / DATABASE).presses()
    with tempfile.TemporaryDirectory() as folder:
        async with LoopbackDiscord() as server:
            present = await Present.start(server, Path(folder))
            fixture.write_json(GAMES, await present.games())
            COMMANDS.write_text(json.dumps(present.commands(), indent=1) + "\n", "utf-8")
            await present.program.close()
    with tempfile.TemporaryDirectory() as folder:
        async with LoopbackDiscord() as server:
            present = await Present.start(server, Path(folder))
            found = await present.press_all(presses)
            told = [{**asdict(one), "facts": facts} for one, facts in zip(presses, found, strict=True)]
            fixture.write_json(PRESSES, told)
            fixture.write_json(CHANNELS, present.channels())
            await present.program.close()
            assert "Traceback" not in present.program.output, present.program.output
            said = json.dumps(present.words, indent=1, ensure_ascii=False, sort_keys=True)
    return said


if __name__ == "__main__":
    said = asyncio.run(expect())
    if sys.argv[1:]:
        Path(sys.argv[1]).write_text(said, "utf-8")
