"""Statements and queries: what is written and read, apart from when that is done."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, Connection, Executable, RowMapping, Select, Table, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from host.errors import HostError

Value: TypeAlias = int | float | str | datetime | None
Clause: TypeAlias = Executable | Mapping[str, Executable]
"""What a statement does. Where databases say it differently, there is one clause for each, by the dialect's name."""
Row: TypeAlias = RowMapping | Mapping[str, Any]
"""A row, whose values are found by the names of the columns."""
AnySelect: TypeAlias = Select[*tuple[Any, ...]]
Query: TypeAlias = tuple[AnySelect, Mapping[str, Value | Sequence[int] | Sequence[str] | Sequence[tuple[int, int]]]]
"""What is asked, and its values by name."""

_INSERTS: Final = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


@dataclass(frozen=True, slots=True)
class RowToken:
    """The token that a transaction gives to a row. While the row has it, all of the transaction is stored."""

    table: Table
    key: int
    token: str

    @property
    def query(self) -> AnySelect:
        """The query for the token that the row has. It waits for a transaction that is about to change the row."""
        [key] = self.table.primary_key
        return select(self.table.c.token).where(key == self.key).with_for_update(read=True)


@dataclass(frozen=True, slots=True)
class Statement:
    """A clause that writes, and its values by name. ``is_guard``: its transaction fails if it returns no row."""

    clause: Clause
    values: Mapping[str, Value] = field(default_factory=dict)
    is_guard: bool = False
    gives: RowToken | None = None
    """The token that it gives to a row, if it gives one."""


class ConflictError(Exception):
    """The database is not in the state that a transaction was made for. Nothing was stored."""

    def __init__(self, problem: str, error: HostError | None = None) -> None:
        super().__init__(problem)
        self.error = error
        """What is told whoever wanted the change, if it cannot be made however often it is tried."""


def upsert(table: Table, *changed: str, growing: str | None = None) -> Clause:
    """Return a clause that inserts a row. If its key is there already, these columns change instead; if none is named,
    nothing does.

    With a ``growing`` column, an existing row changes only if this column grows. The clause returns a row if it has
    stored something.
    """
    return {name: _upsert(insert(table), table, changed, growing) for name, insert in _INSERTS.items()}


def _upsert(insert: Any, table: Table, changed: Iterable[str], growing: str | None) -> Executable:
    key = list(table.primary_key.columns)
    values = {column: insert.excluded[column] for column in changed}
    clause: Executable
    if growing:
        grows = table.c[growing] < insert.excluded[growing]
        clause = insert.on_conflict_do_update(index_elements=key, set_=values, where=grows).returning(*key)
    elif values:
        clause = insert.on_conflict_do_update(index_elements=key, set_=values)
    else:
        clause = insert.on_conflict_do_nothing()
    return clause


def new_values(table: Table, *names: str) -> list[ColumnElement[Any]]:
    """Return parameters for the values of a new row: for the column ``at``, the parameter ``new_at``."""
    return [bindparam(f"new_{name}", type_=table.c[name].type).label(name) for name in names]


def insert_found(table: Table, query: AnySelect) -> Clause:
    """Return a clause that inserts what a query finds, by the names of its columns, where the key is not there yet."""
    return {name: _insert_found(insert(table), query) for name, insert in _INSERTS.items()}


def _insert_found(insert: Any, query: AnySelect) -> Executable:
    names = [column.name for column in query.selected_columns]
    clause: Executable = insert.from_select(names, query).on_conflict_do_nothing()
    return clause


def execute(connection: Connection, statements: Iterable[Statement]) -> None:
    """Execute statements. Raise ConflictError if one violates a constraint, or is a guard and returns no row."""
    dialect = connection.dialect.name
    for clause, values, is_guard in batches(statements):
        said = executable(clause, dialect)
        try:
            result = connection.execute(said, values)
        except IntegrityError as error:
            raise ConflictError(str(said)) from error
        if is_guard and result.first() is None:
            raise ConflictError(str(said))


def insert_one(connection: Connection, clause: Executable, values: Mapping[str, Value]) -> int:
    """Insert a row, and return the number that it gets. Raise ConflictError if it violates a constraint."""
    try:
        return int(connection.execute(clause, values).scalar_one())
    except IntegrityError as error:
        raise ConflictError(str(clause)) from error


def fetch(connection: Connection, queries: Iterable[Query]) -> list[Sequence[Row]]:
    return [connection.execute(query, values).mappings().all() for query, values in queries]


def executable(clause: Clause, dialect: str) -> Executable:
    """Return what a clause is for a kind of database."""
    return clause[dialect] if isinstance(clause, Mapping) else clause


def batches(statements: Iterable[Statement]) -> Iterator[tuple[Clause, Any, bool]]:
    """Yield the clauses with the values of each. Statements in a row that differ only in their values are one batch."""
    for _, alike in groupby(statements, key=_batch_key):
        first, *others = alike
        yield first.clause, [one.values for one in (first, *others)] if others else first.values, first.is_guard


def _batch_key(statement: Statement) -> object:
    """Return what the statements of a batch share; guards are executed alone."""
    return object() if statement.is_guard else (id(statement.clause), tuple(statement.values))
