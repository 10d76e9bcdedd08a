"""Before a game: taking a seat, getting up, beginning."""

import re
from collections.abc import Sequence
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands

from cogs.shared.answers import answer
from cogs.shared.buttons import LastingButton, buttons
from cogs.shared.client import Client, Interaction
from cogs.shared.options import DEFAULT_EDITION, EDITION_CHOICES, Game, Options
from cogs.shared.permissions import may_play_here, only_on_servers
from cogs.shared.subjects import note_subject, person_of, venue_of
from cogs.shared.words.language import listed, safe
from host import HostError, Settings, Table, Trouble

OLD_EDITION = "chat-room-old"
PACE_CHOICES = [app_commands.Choice(name=pace, value=pace) for pace in ("24h", "2d", "3d", "7d")]
MOST_SECONDS = 600
DEFAULTS = Settings()


class PracticeButton(
    LastingButton,
    template=r"carc:practice:(?P<number>\d+):(?P<edition>[a-z-]+):(?P<options>[a-z +-]*)"
    r":(?P<pace>\w*):(?P<aids>[01]):(?P<takeback>\d+)",
):
    """Begins a practice game, set up as the command said."""

    def __init__(self, number: int, edition: str, options: Sequence[str], settings: Settings) -> None:
        what = (number, edition, " ".join(options), settings.pace, int(settings.aids), settings.takeback)
        super().__init__(
            discord.ui.Button(
                label="Practice game",
                style=discord.ButtonStyle.primary,
                custom_id=f"carc:practice:{':'.join(map(str, what))}",
            )
        )
        self.number, self.edition, self.options, self.settings = number, edition, options, settings

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button with the settings that its custom id holds."""
        settings = Settings(match["pace"], match["aids"] == "1", int(match["takeback"]))
        return cls(int(match["number"]), match["edition"], match["options"].split(), settings)

    async def press(self, interaction: Interaction) -> None:
        """Begin the game."""
        await begin(interaction, self.number, self.edition, self.options, self.settings, practice=True)


async def begin(
    interaction: Interaction,
    number: int | None,
    edition: str,
    options: Sequence[str],
    settings: Settings,
    *,
    practice: bool = False,
) -> None:
    """Start a game and announce its first turn; a person alone is offered a practice game."""
    host, venue, person = interaction.client.host, venue_of(interaction), person_of(interaction)
    try:
        played = await host.start(
            venue, person, number, edition=edition, options=options, settings=settings, practice=practice
        )
    except HostError as error:
        if error.trouble is not Trouble.ALONE:
            raise
        await offer_practice(interaction, error.data["table"], edition, options, settings)
        return
    note_subject(interaction, played.after)
    text = f"Game #{played.after.number} has begun."
    if practice:
        await interaction.edit_original_response(content=text, view=None)
    else:
        await answer(interaction, text)
    await interaction.client.announcer.announce(played)


async def offer_practice(
    interaction: Interaction, table: Table, edition: str, options: Sequence[str], settings: Settings
) -> None:
    """Tell who is alone how others come, and offer a game against oneself."""
    text = (
        f"You are alone at table #{table.number}. Others take a seat with {interaction.client.mention('join')}. "
        "Or practise: you play all seats."
    )
    await answer(interaction, text, view=buttons(PracticeButton(table.number, edition, options, settings)))


class Lobby(commands.Cog):
    """``/join``, ``/leave``, ``/start`` and ``/oldstart``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="Take a seat in this channel, or open a table")
    @app_commands.describe(game="The table's number, if there are several here")
    @only_on_servers
    @app_commands.check(may_play_here)
    async def join(self, interaction: Interaction, game: Game | None = None) -> None:
        """Seat a person and tell the channel."""
        await interaction.response.defer(ephemeral=True)
        table, is_new = await self.bot.host.join(venue_of(interaction), person_of(interaction), game)
        note_subject(interaction, table)
        await answer(interaction, f"You have a seat at table #{table.number}.")
        await self._tell(
            table, joined_text(table, person_of(interaction).name, is_new=is_new, mention=self.bot.mention)
        )

    @app_commands.command(description="Get up from a table before the game begins")
    @app_commands.describe(game="The table's number, if there are several here")
    @only_on_servers
    async def leave(self, interaction: Interaction, game: Game | None = None) -> None:
        """Take a person away from a table that waits."""
        await interaction.response.defer(ephemeral=True)
        table = await self.bot.host.leave(venue_of(interaction), person_of(interaction), game)
        note_subject(interaction, table)
        await answer(interaction, f"You have left table #{table.number}.")
        await self._tell(table, left_text(table, person_of(interaction).name))

    @app_commands.command(description="Begin the game with everybody at the table (2 to 5 players)")
    @app_commands.describe(
        edition="The rules; the chat room's if you choose none",
        options="Rule options of the edition, such as: river abbot",
        pace="How long a turn may take, such as 24h or 3d",
        aids="Whether views that help with counting are allowed",
        takeback="Seconds in which a move can be taken back; 0 for never",
        game="The table's number, if there are several here",
    )
    @app_commands.choices(edition=EDITION_CHOICES, pace=PACE_CHOICES)
    @only_on_servers
    @app_commands.check(may_play_here)
    async def start(
        self,
        interaction: Interaction,
        edition: str = DEFAULT_EDITION,
        options: Options = (),
        pace: str = DEFAULTS.pace,
        aids: bool = DEFAULTS.aids,
        takeback: app_commands.Range[int, 0, MOST_SECONDS] = DEFAULTS.takeback,
        game: Game | None = None,
    ) -> None:
        """Begin a game."""
        await interaction.response.defer(ephemeral=True)
        await begin(interaction, game, edition, options, Settings(pace, aids, takeback))

    @app_commands.command(description="Begin the game with the original farmer scoring (2 to 5 players)")
    @app_commands.describe(
        options="Rule options of the edition: this one has none",
        pace="How long a turn may take, such as 24h or 3d",
        aids="Whether views that help with counting are allowed",
        takeback="Seconds in which a move can be taken back; 0 for never",
        game="The table's number, if there are several here",
    )
    @app_commands.choices(pace=PACE_CHOICES)
    @only_on_servers
    @app_commands.check(may_play_here)
    async def oldstart(
        self,
        interaction: Interaction,
        options: Options = (),
        pace: str = DEFAULTS.pace,
        aids: bool = DEFAULTS.aids,
        takeback: app_commands.Range[int, 0, MOST_SECONDS] = DEFAULTS.takeback,
        game: Game | None = None,
    ) -> None:
        """Begin a game with the original farmer scoring."""
        await interaction.response.defer(ephemeral=True)
        await begin(interaction, game, OLD_EDITION, options, Settings(pace, aids, takeback))

    async def _tell(self, table: Table, text: str) -> None:
        await self.bot.channel_of(table.venue).send(text)


def joined_text(table: Table, name: str, *, is_new: bool, mention: Any) -> str:
    """Return who has come to a table, who sits there, and what comes next."""
    if is_new:
        return (
            f"{safe(name)} opens table #{table.number}. "
            f"{mention('join')} takes a seat, {mention('start')} begins the game (2 to 5 players)."
        )
    people = listed([safe(person.name) for person in table.people])
    return f"{safe(name)} takes a seat at table #{table.number}: {people}. {mention('start')} begins the game."


def left_text(table: Table, name: str) -> str:
    """Return who has left a table, and who still sits there."""
    if not table.people:
        return f"{safe(name)} leaves table #{table.number}, which is closed."
    return (
        f"{safe(name)} leaves table #{table.number}; still there: {listed([safe(one.name) for one in table.people])}."
    )


async def setup(bot: Client) -> None:
    """Load the commands."""
    bot.add_dynamic_items(PracticeButton)
    await bot.add_cog(Lobby(bot))
