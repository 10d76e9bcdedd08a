"""What an interaction is about: where it came from, who gave it, and which table it means."""

from typing import Final

import discord

from carcassonne import PlaceTile
from cogs.shared.client import Interaction
from cogs.shared.words.refusals import Subject
from host import Found, Person, Table, Venue

_SUBJECT: Final = "subject"


def venue_of(interaction: Interaction) -> Venue:
    """Return the channel of a command, with the channel that it hangs on if it is a thread."""
    assert interaction.channel_id is not None
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Venue(interaction.guild_id, interaction.channel_id, parent)


def person_of(interaction: Interaction) -> Person:
    """Return who gave a command or pressed a button."""
    return Person(interaction.user.id, interaction.user.display_name)


def note_subject(interaction: Interaction, table: Table, place: PlaceTile | None = None) -> None:
    """Keep with an interaction what it is about, for the words of an error."""
    interaction.extras[_SUBJECT] = Subject(table, place)


def subject_of(interaction: Interaction) -> Subject:
    """Return what an interaction is about, as far as it is known."""
    subject: Subject = interaction.extras.get(_SUBJECT, Subject())
    return subject


async def find_table(interaction: Interaction, number: int | None, *, running: bool = True) -> Found:
    """Return the table meant by a command's ``game`` option; raise HostError."""
    host, person = interaction.client.host, person_of(interaction)
    found = await host.find(venue_of(interaction), person, number, running=running)
    note_subject(interaction, found.table)
    return found
