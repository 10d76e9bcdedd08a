"""A random token takes the place of the count of changes. A game counts how often its table was told of lost turns."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0034"
down_revision: Final = "0033"

_OF_GAMES: Final = """
guild, channel, parent, status, organiser, edition, options, is_practice, pace, aids, takeback, ply,
announced, message, opened_at, moved_at, seat_order, thread, language, lobby_channel, lobby, due_at,
rated, timeout, undo_seat, undo_ply, shown_ply, shown_round, shown_due, undo_number, ending_seat,
ending_number, rematch_of, best_of, computers, token, losses
"""


def upgrade() -> None:
    """Change the columns, and on a server the trigger that names them."""
    connection = op.get_bind()
    has_triggers = connection.dialect.name == "postgresql"
    if has_triggers:
        connection.exec_driver_sql("DROP TRIGGER games_tell_change ON games")
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    for table in ("games", "servers"):
        op.add_column(table, sa.Column("token", text, nullable=False, server_default=""))
        op.drop_column(table, "revision")
    op.add_column("games", sa.Column("losses", sa.Integer, nullable=False, server_default="0"))
    if has_triggers:
        connection.exec_driver_sql(
            f"CREATE TRIGGER games_tell_change AFTER INSERT OR DELETE OR UPDATE OF {_OF_GAMES} ON games"
            " FOR EACH ROW EXECUTE FUNCTION tell_change('games', 'number')"
        )
