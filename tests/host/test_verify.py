"""`python -m host verify` recomputes the draws of a game from its record."""

import random
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from carcassonne import CarcassonneError, Reason, RevealWallTile, format_record, parse_record
from host.__main__ import _error_text
from host.host import Host
from host.model.draws import (
    BadSeedError,
    IllegalRecordError,
    MissingTagError,
    VerificationError,
    WrongSeedError,
    WrongTileError,
    commitment,
    verify,
)
from host.model.table import RunningTable, StartedTable
from tests.host.tables import ANN, BOB, CID, ROOT, begin, finished, player, take_turns
from tests.host.takeback_turns import SLOW, castle_turn


async def play_to_the_end(host: Host) -> StartedTable:
    return await take_turns(host, await begin(host, ANN, BOB), 100)


async def text_of(host: Host) -> str:
    return format_record(await host.history.record(1))


def error_of(text: str) -> VerificationError:
    with pytest.raises(VerificationError) as caught:
        verify(parse_record(text))
    return caught.value


def data_of(error: VerificationError) -> dict[str, object]:
    return {field.name: getattr(error, field.name) for field in fields(error)}


async def test_a_game_played_to_the_end(host: Host) -> None:
    await play_to_the_end(host)
    assert verify(await host.history.record(1)) == 71


async def test_the_castle_with_its_wall_tiles_and_turns_taken_back(host: Host) -> None:
    dice = random.Random(4)
    table: StartedTable = await begin(host, ANN, BOB, edition="castle", takeback=SLOW)
    while isinstance(table, RunningTable):
        table = (await castle_turn(host, table, dice)).after
        if isinstance(table, RunningTable) and table.pending:
            mover = player(table.seats[table.pending.seat])
            decide = host.turns.take_back if dice.random() < 0.2 else host.turns.finish_turn
            table = (await decide(1, mover, table.ply)).after
    walls = sum(isinstance(entry.move, RevealWallTile) for entry in await host.history.log(1))
    assert walls > 0
    assert verify(await host.history.record(1)) >= 55 + walls


async def test_a_game_that_some_gave_up(host: Host) -> None:
    table = await take_turns(host, await begin(host, ANN, BOB, CID), 5)
    await host.turns.resign(1, CID)
    table = await take_turns(host, await host.tables.load_running(1), 5)
    await host.turns.resign(1, table.organiser)
    assert verify(await host.history.record(1)) == 10


async def test_the_commitment_is_told_from_the_start_and_the_seed_at_the_end(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    assert len(table.commitment) == 64
    assert not hasattr(table, "seed")
    error = error_of(await text_of(host))
    assert isinstance(error, MissingTagError)
    assert error.tag == "Seed"
    await host.end_requests.ask(1, ANN)
    await host.end_requests.ask(1, BOB)
    over = finished(await host.tables.load_started(1))
    assert commitment(bytes.fromhex(over.seed)) == over.commitment == table.commitment
    assert verify(await host.history.record(1)) == 1


async def test_what_is_wrong_is_told(host: Host) -> None:
    await play_to_the_end(host)
    text = await text_of(host)
    record = await host.history.record(1)
    claimed, seed = record.tag("Commitment"), record.tag("Seed")
    other = commitment(bytes(32))
    wrong: list[tuple[str, type[VerificationError], dict[str, object]]] = [
        (text.replace(seed, "1234"), BadSeedError, {"text": "1234"}),
        (text.replace(seed, "no"), BadSeedError, {"text": "no"}),
        (text.replace(claimed, other), WrongSeedError, {"claimed": other, "found": claimed}),
        (text.replace(f'[Commitment "{claimed}"]\n', ""), MissingTagError, {"tag": "Commitment"}),
    ]
    for changed, kind, data in wrong:
        error = error_of(changed)
        assert (type(error), data_of(error)) == (kind, data)
    error = error_of(text.replace(seed, "00" * 32).replace(claimed, other))
    assert isinstance(error, WrongTileError)
    assert error.expected != error.found
    assert isinstance(error_of(text.replace("\n1. 1 ", "\n1. 2 ")), IllegalRecordError)


def test_every_error_has_a_sentence() -> None:
    errors = [
        IllegalRecordError(CarcassonneError(Reason.UNREADABLE)),
        MissingTagError("Seed"),
        BadSeedError("no"),
        WrongSeedError("ab", "cd"),
        WrongTileError(1, 9, "D", "E"),
    ]
    assert {type(one) for one in errors} == set(VerificationError.__subclasses__())
    assert all(_error_text(one) for one in errors)


async def test_the_command_line_says_a_sentence_a_file(host: Host, tmp_path: Path) -> None:
    await play_to_the_end(host)
    text = await text_of(host)
    names = [tmp_path / name for name in ("right.carc", "wrong.carc", "torn.carc", "missing.carc", "bytes.carc")]
    names[0].write_text(text, "utf-8")
    names[1].write_text(text.replace('[Seed "', '[Sown "'), "utf-8")
    names[2].write_text(text[: len(text) // 2], "utf-8")
    names[4].write_bytes(b"\xff\xfe\x00")
    code, lines = run(*names)
    assert code == 1
    assert [line.partition(": ")[2][:22] for line in lines] == [
        "The seed matches the c",
        "It has no tag [Seed \"…",
        "It isn't a legal game:",
        "I can't read it: No su",
        "I can't read it: it is",
    ]  # fmt: skip
    assert re.search(r"legal game: [a-z-]+( in line \d+)?; python -m carcassonne replay tells you more\.$", lines[2])
    assert run(names[0]) == (0, lines[:1])


def run(*files: Path) -> tuple[int, list[str]]:
    command = [sys.executable, "-m", "host", "verify", *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()
