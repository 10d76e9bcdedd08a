"""Reviews of games that are over, as rows of the database. What is in them, the host does not know."""

from typing import Final

from sqlalchemy import bindparam, delete, insert, select

from host.storage.engine.database import Repository
from host.storage.engine.statements import Statement
from host.storage.schema.tables import reviews

REVIEWS: Final = "reviews"
"""What reviews are called where it is stored that a game has one."""

_is_of_game = reviews.c.game == bindparam("game_number")
_CONTENT: Final = select(reviews.c.content).where(_is_of_game)
_DELETE: Final = delete(reviews).where(_is_of_game)
_ADD: Final = insert(reviews)


class ReviewRepository(Repository):
    async def load(self, number: int) -> str:
        """Return the review of a game; empty if it has none."""
        return "".join([row["content"] for row in await self._database.read(_CONTENT, game_number=number)])


def review_statements(number: int, content: str) -> list[Statement]:
    """Return the statements that replace the review of a game; with no content, it has none."""
    statements = [Statement(_DELETE, {"game_number": number})]
    if content:
        statements.append(Statement(_ADD, {"game": number, "content": content}))
    return statements
