"""Texts shared by all questions that need everybody's consent."""

from collections.abc import Callable, Set
from typing import Final

from cogs.text.formatting import safe_name, word_list
from cogs.text.i18n import N_, _
from cogs.text.links import board_link
from host.model.controllers import Person
from host.model.notifications import DeliveryOutcome
from host.model.table import BaseTable, StartedTable

AGREE_LABEL: Final = N_("Agree")
REFUSE_LABEL: Final = N_("Refuse")


def safe_person_name(person: Person) -> str:
    """Return the name of a person, safe for a message."""
    return safe_name(person.name)


def mention(person: Person) -> str:
    """Return a mention of a person, which a message can ping."""
    return f"<@{person.id}>"


def agreement_text(table: StartedTable, agreed: Set[int], name_of: Callable[[Person], str] = safe_person_name) -> str:
    """Say which of the people agree (``agreed`` holds their ids) and which do not yet. ``name_of`` names the latter."""
    agreeing = [safe_person_name(person) for person in table.humans if person.id in agreed]
    missing = [name_of(person) for person in table.humans if person.id not in agreed]
    text = _("Agreed: {agreed}. Waiting for: {missing}.")
    return text.format(agreed=word_list(agreeing), missing=word_list(missing))


def asked_elsewhere_text(table: BaseTable, outcome: DeliveryOutcome | None) -> str | None:
    """Tell the requester how the others were asked, if not in the channel; None if it was in the channel."""
    match outcome:
        case DeliveryOutcome.PRIVATE:
            text = _("I can't write in {channel}, so I asked the others in private.")
        case DeliveryOutcome.LOST:
            text = _(
                "I can't write in {channel} or to the others in private, so I couldn't ask anyone. Please tell "
                "them yourself."
            )
        case None:
            text = _("Discord is having trouble. I'll ask the others in {channel} as soon as it works again.")
        case _:
            return None
    return text.format(channel=f"<#{table.venue.channel}>")


def not_asked_text(table: BaseTable) -> str:
    """Say that an answer comes too late."""
    text = _("That question in game #{number} is closed. Here's {board}.")
    return text.format(number=table.number, board=board_link(table, _("the board now")))
