"""Types of columns: how values are stored, on every kind of database."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, Dialect, Integer, Table, TableClause, Text, TypeDecorator, column, table
from sqlalchemy.types import TypeEngine

TEXT: Final = Text().with_variant(Text(collation="C"), "postgresql")
"""Text in the order of its bytes, in which times are in order too."""


class UtcTime(TypeDecorator[datetime]):
    """A time in UTC, as ISO 8601."""

    impl = TEXT
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Return a time that is stored; raise ValueError where it is none."""
        return datetime.fromisoformat(value) if value else None


class Flag(TypeDecorator[bool]):
    """Yes or no, as 1 or 0."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: bool | None, dialect: Dialect) -> int | None:
        return None if value is None else int(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> bool | None:
        return None if value is None else bool(value)


class Choice(TypeDecorator[Any]):
    """One of some words or numbers, perhaps members of an enum."""

    impl = TEXT
    cache_ok = True

    def __init__(self, choices: Iterable[int | str], *default: int | str | None) -> None:
        """With a ``default``, it is read where nothing is stored, or what cannot be chosen; without, None is read where
        nothing is stored, and ValueError raised for the rest.
        """
        super().__init__()
        self.choices = tuple(choices)
        self.default = default
        self._known = {one: one for one in self.choices}

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        is_text = isinstance(self.choices[0], str)
        return dialect.type_descriptor(TEXT if is_text else Integer())

    def process_bind_param(self, value: int | str | None, dialect: Dialect) -> int | str | None:
        return value

    def process_result_value(self, value: int | str | None, dialect: Dialect) -> int | str | None:
        if value in self._known:
            return self._known[value]
        if self.default:
            return self.default[0]
        if value is not None:
            raise ValueError(value)
        return None


def as_stored(described: Table) -> TableClause:
    """Return a table whose columns give, and take, what is stored."""
    return table(described.name, *(column(one.name, _plain(one)) for one in described.columns))


def _plain(described: Column[Any]) -> TypeEngine[Any]:
    column_type = described.type
    if not isinstance(column_type, TypeDecorator):
        return column_type
    is_number = isinstance(column_type, Choice) and not isinstance(column_type.choices[0], str)
    return Integer() if is_number else column_type.impl_instance
