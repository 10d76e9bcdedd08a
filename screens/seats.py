"""What people see who want a seat of a running game, or want to leave theirs."""

from collections.abc import Iterable

from host.model.table import BaseRunningTable, RunningTable
from screens import custom_ids as ids
from screens.screen import MOST_CHOICES, Button, Menu, Screen, Style, choices, row
from screens.text.agreements import Leaving, resign_question, ways_to_leave
from screens.text.i18n import _
from screens.text.labels import Label
from screens.text.names import table_label
from screens.text.seats import seat_offer_text


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
    offered = choices({str(one.number): table_label(one) for one in tables})
    return Screen(_("Which game do you mean?"), row(Menu(ids.WhichGameId(), offered[:MOST_CHOICES], _("Game …"))))
