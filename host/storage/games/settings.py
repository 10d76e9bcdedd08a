"""What was chosen for tables, as JSON: each value by the name of its field."""

import json
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any, Final, TypeVar

from host.model.table_options import CHOICES, DEFAULT_SETTINGS, TableOptions, TableSettings

_OWN_COLUMN: Final = {"rated"}
"""Whether a game is rated is a column, because ratings are looked up by it."""

PRIVATE: Final = '"private":true'
"""What the settings of a private table contain, as they are written."""
HINTED: Final = '"hinted":true'
"""The same of a game whose player has had a hint."""
_SELDOM: Final = {"takeback_returns", "rated_returns", "hinted"}
"""What is written only where it is so."""

ChosenT = TypeVar("ChosenT", TableOptions, TableSettings)


def format_settings(settings: TableSettings) -> str:
    """Write a table's settings, but for what has a column of its own, and for what is seldom so."""
    values = asdict(settings)
    left_out = {*_OWN_COLUMN, *(name for name in _SELDOM if not values[name])}
    return _format({name: value for name, value in values.items() if name not in left_out})


@lru_cache(maxsize=1024)
def parse_settings(stored: str, *, is_rated: bool) -> TableSettings:
    """Read settings; what is missing or cannot be chosen is the default. Equal ones are one value."""
    return replace(_with_choices(DEFAULT_SETTINGS, json.loads(stored)), rated=is_rated)


def format_options(options: TableOptions) -> str:
    """Write the options that were chosen: not those that are None."""
    return _format({name: value for name, value in asdict(options).items() if value is not None})


def parse_options(stored: str) -> TableOptions:
    """Read options; what cannot be chosen is None. The edition and its options are not checked."""
    values = json.loads(stored)
    rules = values.get("options")
    named = TableOptions(values.get("edition"), None if rules is None else tuple(rules))
    return _with_choices(named, values)


def _format(values: dict[str, object]) -> str:
    return json.dumps(values, separators=(",", ":"), sort_keys=True)


def _with_choices(chosen: ChosenT, stored: dict[str, object]) -> ChosenT:
    found: dict[str, Any] = {
        name: one
        for name, allowed in CHOICES.items()
        for one in allowed
        if hasattr(chosen, name) and one == stored.get(name)
    }
    return replace(chosen, **found)
