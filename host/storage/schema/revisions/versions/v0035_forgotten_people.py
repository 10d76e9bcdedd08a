"""What earlier versions left of people who had themselves deleted: ids, and private channels."""

from typing import Final

from alembic import op

revision: Final = "0035"
down_revision: Final = "0034"


def upgrade() -> None:
    """Forget them. A private message whose channel is nobody's any more can't be changed, so it is forgotten, too."""
    op.execute("UPDATE pings SET person = 0 WHERE person NOT IN (SELECT id FROM people)")
    op.execute(
        "DELETE FROM question_messages WHERE channel NOT IN "
        "(SELECT dm_channel FROM people WHERE dm_channel IS NOT NULL) AND EXISTS (SELECT 1 FROM pings "
        "WHERE pings.game = question_messages.game AND pings.round = question_messages.round "
        "AND pings.kind = question_messages.kind AND pings.outcome = 'private')"
    )
    op.execute("UPDATE pings SET channel = NULL WHERE outcome = 'private'")
    op.execute(
        "UPDATE games SET channel = 0, message = NULL, lobby_channel = NULL, lobby = NULL, announced = ply "
        "WHERE guild IS NULL AND organiser <= 0 AND status IN ('finished', 'ended')"
    )
