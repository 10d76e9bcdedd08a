"""The puzzle of each day, what people have answered, and where it was posted, as rows of the database.

What is in a puzzle, the host does not know.
"""

from datetime import date
from typing import Final

from sqlalchemy import bindparam, case, func, insert, select

from host.model.controllers import Person
from host.model.puzzles import PuzzleAnswer, PuzzleStanding
from host.storage.engine.database import Repository
from host.storage.engine.statements import Statement, Value, upsert
from host.storage.games.controllers import person_statement
from host.storage.schema.tables import people, puzzle_answers, puzzle_posts, puzzles, secrets

_SECRET: Final = select(secrets.c.content).where(secrets.c.name == bindparam("called"))
_ADD_SECRET: Final = upsert(secrets)
_CONTENT: Final = select(puzzles.c.content).where(puzzles.c.day == bindparam("of_day"))
_KNOWN: Final = select(puzzles.c.day).where(puzzles.c.day >= bindparam("first"))
_ADD: Final = upsert(puzzles)
_ADD_ANSWER: Final = insert(puzzle_answers)
_is_persons: Final = puzzle_answers.c.person == bindparam("of_person")
_ANSWERS: Final = select(puzzle_answers).where(_is_persons)
_CHOSEN: Final = (
    select(puzzle_answers.c.turn, func.count().label("people"))
    .where(puzzle_answers.c.day == bindparam("of_day"))
    .group_by(puzzle_answers.c.turn)
)
_STANDINGS: Final = (
    select(
        people.c.id,
        people.c.name,
        func.count().label("answered"),
        func.sum(case((puzzle_answers.c.lost == 0, 1), else_=0)).label("solved"),
        func.sum(puzzle_answers.c.lost).label("lost"),
    )
    .join(people, people.c.id == puzzle_answers.c.person)
    .where(puzzle_answers.c.guild == bindparam("server"), puzzle_answers.c.day >= bindparam("first"))
    .group_by(people.c.id, people.c.name)
)
_POSTS: Final = select(puzzle_posts)
_NOTE_POST: Final = upsert(puzzle_posts, "day")


class PuzzleRepository(Repository):
    async def secret(self, name: str, new: str) -> str:
        """Return the secret of this name. If there is none, it's the new one from now on, in every process."""
        if not (rows := await self._database.read(_SECRET, called=name)):
            await self._database.commit([Statement(_ADD_SECRET, {"name": name, "content": new})])
            rows = await self._database.read(_SECRET, called=name)
        return str(rows[0]["content"])

    async def load(self, day: date) -> str | None:
        """Return the puzzle of a day; None if there is none yet."""
        rows = await self._database.read(_CONTENT, of_day=day.isoformat())
        return rows[0]["content"] if rows else None

    async def known_since(self, first: date) -> set[date]:
        """Return the days from one on that have a puzzle."""
        rows = await self._database.read(_KNOWN, first=first.isoformat())
        return {date.fromisoformat(row["day"]) for row in rows}

    async def add(self, day: date, content: str) -> None:
        """Store the puzzle of a day. One that is there already stays."""
        await self._database.commit([Statement(_ADD, {"day": day.isoformat(), "content": content})])

    async def add_answer(self, person: Person, answer: PuzzleAnswer, guild: int | None) -> bool:
        """Store an answer. Return False, and store nothing, if the person has answered that day."""
        row: dict[str, Value] = {
            "day": answer.day.isoformat(),
            "person": person.id,
            "turn": answer.turn,
            "lost": answer.lost,
            "guild": guild,
        }
        return await self._database.try_commit(person_statement(person), Statement(_ADD_ANSWER, row))

    async def answers(self, person_id: int) -> list[PuzzleAnswer]:
        """Return all answers of a person."""
        rows = await self._database.read(_ANSWERS, of_person=person_id)
        return [PuzzleAnswer(date.fromisoformat(row["day"]), row["turn"], row["lost"]) for row in rows]

    async def chosen(self, day: date) -> dict[str, int]:
        """Return how many people have answered with each turn."""
        rows = await self._database.read(_CHOSEN, of_day=day.isoformat())
        return {row["turn"]: row["people"] for row in rows}

    async def standings(self, guild: int, first: date) -> list[PuzzleStanding]:
        """Return what people have answered on a server since a day."""
        rows = await self._database.read(_STANDINGS, server=guild, first=first.isoformat())
        return [
            PuzzleStanding(Person(row["id"], row["name"]), int(row["solved"]), row["answered"], float(row["lost"]))
            for row in rows
        ]

    async def posts(self) -> dict[int, date]:
        """Return the day of the last puzzle that was posted, by server."""
        return {row["guild"]: date.fromisoformat(row["day"]) for row in await self._database.read(_POSTS)}

    async def note_post(self, guild: int, day: date) -> None:
        await self._database.commit([Statement(_NOTE_POST, {"guild": guild, "day": day.isoformat()})])
