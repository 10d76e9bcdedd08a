"""Before a game: taking a seat, getting up, beginning."""

import re
from dataclasses import dataclass
from typing import Final, Self

import discord
from discord import app_commands
from discord.ext import commands

from cogs.shared.answers import answer
from cogs.shared.buttons import LastingButton, buttons
from cogs.shared.client import Client, Interaction
from cogs.shared.options import DEFAULT_EDITION, EDITION_CHOICES, Game, Options
from cogs.shared.permissions import may_play_here, only_on_servers
from cogs.shared.subjects import note_subject, person_of, venue_of
from cogs.shared.words.lobby import alone_text, joined_text, left_text
from cogs.shared.words.speech import _, marked, speaking
from cogs.shared.words.tables import language_at
from host import HostError, Settings, Table, Trouble

OLD_EDITION: Final = "chat-room-old"
DEFAULTS: Final = Settings()
PACE_CHOICES: Final = [app_commands.Choice(name=pace, value=pace) for pace in ("24h", "2d", "3d", "7d")]
MOST_SECONDS: Final = 600

WHICH_TABLE: Final = marked("The table's number, if there are several here")
ABOUT_SETTINGS: Final = {
    "pace": marked("How long a turn may take"),
    "aids": marked("Whether views that help with counting are allowed"),
    "takeback": marked("Seconds in which a move can be taken back; 0 for never"),
    "game": WHICH_TABLE,
}


@dataclass(frozen=True, slots=True)
class Setup:
    """What is to be played, and how."""

    edition: str
    options: tuple[str, ...]
    settings: Settings


class PracticeButton(
    LastingButton,
    template=r"carc:practice:(?P<number>\d+):(?P<edition>[a-z-]+):(?P<options>[a-z +-]*)"
    r":(?P<pace>\w*):(?P<aids>[01]):(?P<takeback>\d+)",
):
    """Begins a practice game, set up as the command said."""

    def __init__(self, number: int, setup: Setup) -> None:
        settings = setup.settings
        parts = (number, setup.edition, " ".join(setup.options), settings.pace, int(settings.aids), settings.takeback)
        custom_id = ":".join(("carc:practice", *map(str, parts)))
        super().__init__(
            discord.ui.Button(label=_("Practice game"), style=discord.ButtonStyle.primary, custom_id=custom_id)
        )
        self.number, self.setup = number, setup

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button with the setup that its custom id holds."""
        settings = Settings(match["pace"], match["aids"] == "1", int(match["takeback"]))
        return cls(int(match["number"]), Setup(match["edition"], tuple(match["options"].split()), settings))

    async def press(self, interaction: Interaction) -> None:
        """Begin the game."""
        await begin(interaction, self.number, self.setup, is_practice=True)


async def begin(interaction: Interaction, number: int | None, setup: Setup, *, is_practice: bool = False) -> None:
    """Start a game and announce its first turn; raise HostError."""
    client = interaction.client
    played = await client.host.start(
        venue_of(interaction),
        person_of(interaction),
        number,
        edition=setup.edition,
        options=setup.options,
        settings=setup.settings,
        practice=is_practice,
    )
    note_subject(interaction, played.after)
    await interaction.edit_original_response(
        content=_("Game #{number} has begun.").format(number=played.after.number), view=None
    )
    await client.announcer.announce(played)


class Lobby(commands.Cog):
    """``/join``, ``/leave``, ``/start`` and ``/oldstart``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=marked("Take a seat in this channel, or open a table"))
    @app_commands.describe(game=WHICH_TABLE)
    @only_on_servers
    @app_commands.check(may_play_here)
    async def join(self, interaction: Interaction, game: Game | None = None) -> None:
        """Seat a person and tell the channel."""
        await interaction.response.defer(ephemeral=True)
        person = person_of(interaction)
        table, is_new = await self.bot.host.join(venue_of(interaction), person, game)
        note_subject(interaction, table)
        await answer(interaction, _("You have a seat at table #{number}.").format(number=table.number))
        with speaking(language_at(table)):
            await self._tell(table, joined_text(table, person.name, self.bot.mention, is_new=is_new))

    @app_commands.command(description=marked("Get up from a table before the game begins"))
    @app_commands.describe(game=WHICH_TABLE)
    @only_on_servers
    async def leave(self, interaction: Interaction, game: Game | None = None) -> None:
        """Take a person away from a table that waits, and tell the channel."""
        await interaction.response.defer(ephemeral=True)
        person = person_of(interaction)
        table = await self.bot.host.leave(venue_of(interaction), person, game)
        note_subject(interaction, table)
        await answer(interaction, _("You have left table #{number}.").format(number=table.number))
        with speaking(language_at(table)):
            await self._tell(table, left_text(table, person.name))

    @app_commands.command(description=marked("Begin the game with everybody at the table (2 to 5 players)"))
    @app_commands.describe(
        edition=marked("The rules; the chat room's if you choose none"),
        options=marked("Rule options of the edition, such as: river abbot"),
        **ABOUT_SETTINGS,
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
        await self._begin(interaction, game, Setup(edition, options, Settings(pace, aids, takeback)))

    @app_commands.command(description=marked("Begin the game with the original farmer scoring (2 to 5 players)"))
    @app_commands.describe(options=marked("Rule options of the edition: this one has none"), **ABOUT_SETTINGS)
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
        await self._begin(interaction, game, Setup(OLD_EDITION, options, Settings(pace, aids, takeback)))

    async def _begin(self, interaction: Interaction, number: int | None, setup: Setup) -> None:
        """Begin a game; who is alone is offered a practice game."""
        await interaction.response.defer(ephemeral=True)
        try:
            await begin(interaction, number, setup)
        except HostError as error:
            if error.trouble is not Trouble.ALONE:
                raise
            table: Table = error.data["table"]
            view = buttons(PracticeButton(table.number, setup))
            await answer(interaction, alone_text(table, self.bot.mention), view=view)

    async def _tell(self, table: Table, text: str) -> None:
        await self.bot.channel_of(table.venue).send(text)


async def setup(bot: Client) -> None:
    """Load the commands."""
    bot.add_dynamic_items(PracticeButton)
    await bot.add_cog(Lobby(bot))
