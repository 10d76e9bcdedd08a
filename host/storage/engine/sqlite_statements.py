"""Statements and queries as SQLite's driver takes them.

SQLAlchemy puts each clause into words once. After that, a transaction is a list of calls of the driver. They are made
in its thread without SQLAlchemy, because people's requests wait as long as Python works in that thread.
"""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

from sqlalchemy import Executable, SelectBase
from sqlalchemy.dialects.sqlite import pysqlite
from sqlalchemy.exc import DBAPIError

from host.storage.engine.statements import ConflictError, Query, Row, Statement, batches, executable

_DIALECT: Final = pysqlite.dialect(paramstyle="named")
_MOST_KEPT: Final = 1000
_LISTS: Final = (list, tuple)

_Conversion: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class _Words:
    """A clause as SQL, the values that stand in the clause itself, and how the values of some columns are converted."""

    sql: str
    constants: Mapping[str, Any]
    conversions: Sequence[tuple[int, _Conversion]]

    def with_constants(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the values that the driver gets."""
        return {**self.constants, **values} if self.constants else values


@dataclass(frozen=True, slots=True)
class Call:
    """SQL with its values by name. ``is_many``: once with each of these values."""

    words: _Words
    values: Any
    is_many: bool = False
    is_guard: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What a query has found: its columns' names, and the rows."""

    names: Sequence[str]
    rows: Sequence[Sequence[Any]]

    def as_rows(self) -> Sequence[Row]:
        """Return the rows with the names of their columns."""
        return [dict(zip(self.names, row, strict=True)) for row in self.rows]


def write_calls(statements: Iterable[Statement]) -> list[Call]:
    """Return the calls that execute statements."""
    calls = []
    for clause, values, is_guard in batches(statements):
        is_many = isinstance(values, list)
        words = _known_words(executable(clause, "sqlite"), tuple(values[0] if is_many else values))
        given = [words.with_constants(one) for one in values] if is_many else words.with_constants(values)
        calls.append(Call(words, given, is_many, is_guard))
    return calls


def read_call(query: Query) -> Call:
    """Return the call that asks a query."""
    clause, values = query
    has_lists = any(isinstance(value, _LISTS) for value in values.values())  # the SQL depends on how long they are
    words = _put_into_words(clause, values) if has_lists else _known_words(clause, tuple(values))
    return Call(words, words.with_constants(values))


def execute_calls(connection: sqlite3.Connection, calls: Iterable[Call]) -> None:
    """Execute statements and commit.

    Raise ConflictError if one violates a constraint, or is a guard and returns no row, and DBAPIError.
    """
    for call in calls:
        try:
            is_done = _execute(connection, call)
        except sqlite3.IntegrityError as error:
            raise ConflictError(call.words.sql) from error
        except sqlite3.Error as error:
            raise DBAPIError(call.words.sql, None, error) from error
        if not is_done:
            raise ConflictError(call.words.sql)
    connection.commit()


def fetch(connection: sqlite3.Connection, calls: Iterable[Call]) -> list[Found]:
    """Return what queries find; raise DBAPIError."""
    return [_fetch(connection, call) for call in calls]


def _execute(connection: sqlite3.Connection, call: Call) -> bool:
    """Execute a statement. Return whether it has changed a row, if it is a guard."""
    if call.is_many:
        connection.executemany(call.words.sql, call.values)
        return True
    cursor = connection.execute(call.words.sql, call.values)
    return not call.is_guard or len(cursor.fetchall()) > 0


def _fetch(connection: sqlite3.Connection, call: Call) -> Found:
    try:
        cursor = connection.execute(call.words.sql, call.values)
        rows: list[Any] = cursor.fetchall()
    except sqlite3.Error as error:
        raise DBAPIError(call.words.sql, None, error) from error
    if call.words.conversions:
        rows = [_converted(row, call.words.conversions) for row in rows]
    return Found([column[0] for column in cursor.description], rows)


def _converted(row: Sequence[Any], conversions: Sequence[tuple[int, _Conversion]]) -> Sequence[Any]:
    values = list(row)
    for place, convert in conversions:
        values[place] = convert(values[place])
    return values


@lru_cache(_MOST_KEPT)
def _known_words(clause: Executable, names: tuple[str, ...]) -> _Words:
    return _put_into_words(clause, dict.fromkeys(names))


def _put_into_words(clause: Any, values: Mapping[str, Any]) -> _Words:
    compiled = clause.compile(dialect=_DIALECT, column_keys=list(values))
    expanded = compiled.construct_expanded_state(values)
    constants = {name: value for name, value in expanded.parameters.items() if name not in values}
    columns = list(clause.exported_columns) if isinstance(clause, SelectBase) else []
    conversions = [(place, _conversion(column.type)) for place, column in enumerate(columns)]
    return _Words(expanded.statement, constants, [(place, one) for place, one in conversions if one])


def _conversion(column_type: Any) -> Any:
    """Return the function that converts a value of a type, as SQLite has it, to Python; None if it stays."""
    return column_type.dialect_impl(_DIALECT).result_processor(_DIALECT, None)
