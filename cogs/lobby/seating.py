"""Takes seats: what ``/join`` and the button that opens a table do."""

from discord.utils import MISSING

from carcassonne import Colour
from cogs.interaction.client import Interaction
from cogs.interaction.context import check_rate_limit, note_context, person_of, venue_of
from cogs.interaction.rate_limits import SEAT_LIMIT
from cogs.interaction.replies import answer
from cogs.lobby.starting import show_and_start
from cogs.message.status import computer_seats_view
from cogs.text.deadlines import computers_seat_text
from cogs.text.i18n import language_of_locale
from cogs.text.lobby import joined_text


async def take_seat(interaction: Interaction, number: int | None = None, colour: Colour | None = None) -> None:
    """Give the person a seat at a table, or open one, and refresh the message of the table. Raise HostError.

    They are also offered the seat of a computer in a game that runs near by.
    """
    check_rate_limit(interaction, SEAT_LIMIT)
    client, language = interaction.client, language_of_locale(str(interaction.guild_locale or ""))
    table, _is_new = await client.host.lobby.join(
        venue_of(interaction), person_of(interaction), number, colour=colour, language=language
    )
    note_context(interaction, table)
    text, view = joined_text(await show_and_start(interaction, table)), MISSING
    running = client.host.tables.find_computers_seat(table.venue, interaction.user.id)
    if running:
        text, view = f"{text}\n{computers_seat_text(running)}", computer_seats_view(running)
    await answer(interaction, text, view=view)
