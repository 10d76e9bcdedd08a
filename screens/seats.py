"""What people see who want a seat of a running game, or want to leave theirs."""

from collections.abc import Iterable
from typing import Final

from host.model.table import BaseRunningTable, RunningTable
from screens import custom_ids as ids
from screens.lobby import OPTION_LENGTH
from screens.screen import Button, Choice, Menu, Screen, Style, row
from screens.text.agreements import Leaving, resign_question, ways_to_leave
from screens.text.i18n import _
from screens.text.labels import Label
from screens.text.markup import truncate
from screens.text.names import table_names
from screens.text.seats import seat_offer_text

MOST_CHOICES: Final = 25
"""How many choices a menu has at most."""


def seat_offer_screen(table: RunningTable, seat: int) -> Screen:
    """Ask whether somebody wants a seat, and show what comes with it."""
    take = Button(ids.AskSeatId(table.number, seat), _(Label.TAKE_SEAT), Style.SUCCESS)
    return Screen(
        seat_offer_text(table, table.seats[seat]), row(take, Button(ids.DeclineSeatId(table.number), _(Label.NO)))
    )


def resign_screen(table: RunningTable, person_id: int) -> Screen:
    """Show what a player can do to leave a game, each way in a line and with a button."""
    buttons = {
        Leaving.RESIGN: Button(ids.ResignId(table.number), _(Label.RESIGN), Style.DANGER),
        Leaving.COMPUTER: Button(ids.LeaveToComputerId(table.number), _(Label.COMPUTER)),
        Leaving.END: Button(ids.SuggestEndId(table.number), _(Label.END)),
        Leaving.END_ALONE: Button(ids.SuggestEndId(table.number), _(Label.END_ALONE)),
        Leaving.INVITE: Button(ids.InviteId(table.number), _(Label.INVITE)),
    }
    return Screen(resign_question(table, person_id), row(*(buttons[one] for one in ways_to_leave(table))))


def which_game_screen(tables: Iterable[BaseRunningTable]) -> Screen:
    """Ask which of their games a player wants to leave."""
    labels = {one.number: f"#{one.number} · {', '.join(table_names(one))}" for one in tables}
    choices = [Choice(truncate(label, OPTION_LENGTH), str(number)) for number, label in labels.items()]
    return Screen(
        _("Which game do you mean?"), row(Menu(ids.WhichGameId(), tuple(choices[:MOST_CHOICES]), _("Game …")))
    )
