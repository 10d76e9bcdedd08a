"""Recorded games of every edition, and the fingerprints of their states."""

import gzip
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from carcassonne import Record, State, parse_record, step
from carcassonne.replay import opening, recorded_moves
from host.model.fingerprint import fingerprint

DATA: Final = Path(__file__).parent / "data"
RECORDS: Final = DATA / "records.txt.gz"
FINGERPRINTS: Final = DATA / "fingerprints.txt"


def write(path: Path, records: list[str]) -> None:
    path.write_bytes(gzip.compress("\n".join(records).encode(), 9, mtime=0))


def split(path: Path = RECORDS) -> list[str]:
    """Return the records one by one."""
    return re.split(r"\n(?=\[Edition )", gzip.decompress(path.read_bytes()).decode())


def states(record: Record) -> Iterator[State]:
    """Yield the state after every move of a record; it is the same object each time."""
    state = opening(record)
    for entry in record.entries:
        for move in recorded_moves(entry):
            step(state, move)
            yield state


def name_of(record: Record) -> str:
    """Return the kind of a game: ``new-edition river for 5``."""
    return f"{record.tag('Edition')} {record.tag('Options', '')}".strip() + f" for {len(record.tags['Players'].values)}"


def fingerprint_line(number: int, text: str) -> str:
    """Return a game's kind, its number of plies, its last fingerprint, and a hash of all its fingerprints."""
    record = parse_record(text)
    all_plies = [fingerprint(state) for state in states(record)]
    whole = hashlib.sha256("\n".join(all_plies).encode()).hexdigest()
    return f"{number}. {name_of(record)}: {len(all_plies)} plies, {all_plies[-1]}, {whole}"


def fingerprint_lines() -> list[str]:
    return [fingerprint_line(number, text) for number, text in enumerate(split())]
