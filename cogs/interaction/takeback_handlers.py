"""Taking a turn back while its time runs, or being done with it: buttons below the message that shows the turn."""

import discord

from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import NONE, TableButton, buttons
from cogs.interaction.context import person_of
from cogs.text.takeback import DONE, TAKE_BACK
from host import Host, Person, Played, RunningTable


class PendingButton(TableButton, template=NONE):
    """The base of the two buttons, which hold the ply of the turn that is pending."""

    async def press(self, interaction: Interaction) -> None:
        """Decide; the channel is told, and who pressed sees it there."""
        client = interaction.client
        await client.announcer.announce(await self.decide(client.host, person_of(interaction)))

    async def decide(self, host: Host, person: Person) -> Played:
        """Do what the button says; raise HostError."""
        raise NotImplementedError


class TakeBackButton(PendingButton, template=r"carc:takeback:(?P<number>\d+):(?P<ply>\d+)"):
    """Takes the turn back."""

    action, text, style = "takeback", TAKE_BACK, discord.ButtonStyle.secondary

    async def press(self, interaction: Interaction) -> None:
        """Take the turn back, and say so in the private answer to it as well."""
        client = interaction.client
        played = await self.decide(client.host, person_of(interaction))
        await client.announcer.announce(played)
        await client.confirmations.take_back(played)

    async def decide(self, host: Host, person: Person) -> Played:
        """Take the turn back."""
        return await host.turns.take_back(self.number, person, *self.plies)


class DoneButton(PendingButton, template=r"carc:done:(?P<number>\d+):(?P<ply>\d+)"):
    """Does not wait for the time to be over."""

    action, text, style = "done", DONE, discord.ButtonStyle.primary

    async def decide(self, host: Host, person: Person) -> Played:
        """Let the next tile be drawn."""
        return await host.turns.pass_on(self.number, person, *self.plies)


def takeback_buttons(table: RunningTable) -> discord.ui.View:
    """Return the buttons for a turn that is pending."""
    return buttons(TakeBackButton(table.number, table.ply), DoneButton(table.number, table.ply))
