"""The button below the list of one's games: it leads to the next game that waits for its reader."""

from collections.abc import Callable, Iterable

from host.model.table import LiveSummary, Venue
from screens.custom_ids import PlaceId
from screens.screen import (
    Button,
    Link,
    Rows,
    Style,
    row,
)
from screens.text.games import next_game, next_game_label
from screens.text.names import board_url


def next_game_rows(tables: Iterable[LiveSummary], person_id: int, has_channel: Callable[[Venue], bool]) -> Rows:
    """Return a link to the latest message of the game that has waited longest for a person; none if no game waits.

    If Discord has no such message, or no channel any more, the button shows the board in private, to place the tile.
    """
    table = next_game(tables, person_id)
    if table is None:
        return ()
    label, url = next_game_label(table), board_url(table)
    if url is not None and has_channel(table.venue):
        return row(Link(url, label))
    return row(Button(PlaceId(table.number, table.ply), label, Style.SUCCESS))
