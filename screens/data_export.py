"""The stored data of a person as zip files, small enough for Discord."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeAlias

from host.storage.personal_data import PersonalRows, rows_by_game
from screens.zip_file import zip_file

_File: TypeAlias = tuple[str, bytes]


def zip_export(person_id: int, found: PersonalRows, at: datetime, max_bytes: int) -> list[bytes]:
    """Return zip files of at most ``max_bytes`` each, if no single file in them is larger.

    They hold a file for each game, ``games/12.json``, and ``me.json`` for the rest. ``at`` is their date.
    """
    games = rows_by_game(found)
    own = {"id": person_id, **games.pop(None, {})}
    files = [(f"games/{number}.json", _json(rows)) for number, rows in games.items()]
    return _split_zips([("me.json", _json(own)), *files], at, max_bytes)


def _json(rows: dict[str, Any]) -> bytes:
    return json.dumps(rows, ensure_ascii=False, indent=1).encode()


def _split_zips(files: Sequence[_File], at: datetime, max_bytes: int) -> list[bytes]:
    """Return one zip file. If it is too large, split the files into halves. One file alone is never split."""
    whole, half = zip_file(files, at), len(files) // 2
    if len(whole) <= max_bytes or not half:
        return [whole]
    return _split_zips(files[:half], at, max_bytes) + _split_zips(files[half:], at, max_bytes)
