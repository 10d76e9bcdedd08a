"""Columns, constraints and conditions of which the tables are made."""

from functools import partial
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    literal_column,
    text,
)

from host.storage.schema.column_types import TEXT, Choice, Flag, UtcTime

COUNTED: Final = BigInteger().with_variant(Integer(), "sqlite")
"""A number that the database gives to each new row. Numbers only grow."""


def _column(
    kind: Any,
    name: str,
    *constraints: ForeignKey,
    default: int | str | None = None,
    is_key: bool = False,
    is_optional: bool = False,
) -> Column[Any]:
    server_default = None if default is None else text(repr(default))
    return Column(
        name,
        kind,
        *constraints,
        primary_key=is_key,
        autoincrement=False,
        nullable=is_optional,
        server_default=server_default,
    )


id_column: Final = partial(_column, BigInteger)
"""Makes a column with a number that Discord or the host has given."""
number_column: Final = partial(_column, Integer)
text_column: Final = partial(_column, TEXT)
time_column: Final = partial(_column, UtcTime)
flag_column: Final = partial(_column, Flag)


def choice_column(name: str, kind: Choice, **options: Any) -> Column[Any]:
    return _column(kind, name, **options)


def game_column(*, is_key: bool = False, is_optional: bool = False) -> Column[int]:
    return id_column("game", ForeignKey("games.number"), is_key=is_key, is_optional=is_optional)


def person_column(name: str = "person", *, is_key: bool = False, is_optional: bool = False) -> Column[int]:
    return id_column(name, ForeignKey("people.id"), is_key=is_key, is_optional=is_optional)


def is_either(person: str, level: str, name: str) -> CheckConstraint:
    """Demand a person or the level of a computer, and not both."""
    return CheckConstraint(f"({person} IS NULL) <> ({level} IS NULL)", name=name)


def partial_index(name: str, *columns: Column[Any], where: ColumnElement[bool], unique: bool = False) -> None:
    Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


def is_word(column: ColumnElement[str], *words: str) -> ColumnElement[bool]:
    """Return a condition that names its words, as the conditions of indexes do. A query without them finds no index."""
    return column.in_([literal_column(f"'{word}'") for word in words])


def begins_with(column: ColumnElement[str], word: str) -> ColumnElement[bool]:
    """Return a condition that names the word with which a text begins, as the conditions of indexes do."""
    return column.like(literal_column(f"'{word} %'"))
