"""Before a game: taking a seat, getting up, beginning."""

import re
from typing import Final, Self

import discord
from discord import app_commands
from discord.ext import commands

from cogs.shared.answers import answer
from cogs.shared.buttons import LastingButton, buttons
from cogs.shared.client import Client, Interaction
from cogs.shared.options import EDITION_CHOICES, Game, Options
from cogs.shared.permissions import may_play_here, only_on_servers
from cogs.shared.subjects import note_subject, person_of, venue_of
from cogs.shared.wishes import format_wishes, parse_wishes
from cogs.shared.words.colours import MARKS
from cogs.shared.words.lobby import alone_text, joined_text, left_text
from cogs.shared.words.speech import _, language_of, marked, speaking
from cogs.shared.words.tables import language_at
from host import Colour, HostError, Order, Table, Trouble, Wishes

OLD_EDITION: Final = "chat-room-old"
PACE_CHOICES: Final = [app_commands.Choice(name=pace, value=pace) for pace in ("24h", "2d", "3d", "7d")]
ORDER_CHOICES: Final = [
    app_commands.Choice(name="somebody drawn begins, then as joined", value=Order.DRAWN.value),
    app_commands.Choice(name="shuffled", value=Order.SHUFFLED.value),
    app_commands.Choice(name="as joined", value=Order.JOINED.value),
]
COLOUR_CHOICES: Final = [app_commands.Choice(name=f"{MARKS[one]} {one.value}", value=one.value) for one in Colour]
MOST_SECONDS: Final = 600

WHICH_TABLE: Final = marked("The table's number, if there are several here")
ABOUT_SETTINGS: Final = {
    "pace": marked("How long a turn may take"),
    "aids": marked("Whether views that help with counting are allowed"),
    "takeback": marked("Seconds in which a move can be taken back; 0 for never"),
    "order": marked("Who sits where"),
    "thread": marked("Whether the game gets a thread of its own"),
    "rated": marked("Whether the game counts for the ratings"),
    "game": WHICH_TABLE,
}


class PracticeButton(LastingButton, template=r"carc:practice:(?P<number>\d+)(?P<wishes>(?::[\w +-]*){5,8})"):
    """Begins a practice game, set up as the command said."""

    def __init__(self, number: int, wishes: Wishes) -> None:
        super().__init__(
            discord.ui.Button(
                label=_("Practice game"),
                style=discord.ButtonStyle.primary,
                custom_id=f"carc:practice:{number}:{format_wishes(wishes)}",
            )
        )
        self.number, self.wishes = number, wishes

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button with the wishes that its custom id holds."""
        return cls(int(match["number"]), parse_wishes(match["wishes"][1:]))

    async def press(self, interaction: Interaction) -> None:
        """Begin the game."""
        await begin(interaction, self.number, self.wishes, is_practice=True)


async def begin(interaction: Interaction, number: int | None, wishes: Wishes, *, is_practice: bool = False) -> None:
    """Start a game and announce its first turn; raise HostError."""
    client = interaction.client
    played = await client.host.start(
        venue_of(interaction), person_of(interaction), number, wishes, practice=is_practice
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
    @app_commands.describe(colour=marked("The colour of your figures"), game=WHICH_TABLE)
    @app_commands.choices(colour=COLOUR_CHOICES)
    @only_on_servers
    @app_commands.check(may_play_here)
    async def join(self, interaction: Interaction, colour: str | None = None, game: Game | None = None) -> None:
        """Seat a person and tell the channel."""
        await interaction.response.defer(ephemeral=True)
        person, language = person_of(interaction), language_of(str(interaction.guild_locale or ""))
        chosen = Colour(colour) if colour else None
        table, is_new = await self.bot.host.join(venue_of(interaction), person, game, colour=chosen, language=language)
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
    @app_commands.choices(edition=EDITION_CHOICES, pace=PACE_CHOICES, order=ORDER_CHOICES)
    @only_on_servers
    @app_commands.check(may_play_here)
    async def start(
        self,
        interaction: Interaction,
        edition: str | None = None,
        options: Options | None = None,
        pace: str | None = None,
        aids: bool | None = None,
        takeback: app_commands.Range[int, 0, MOST_SECONDS] | None = None,
        order: str | None = None,
        thread: bool | None = None,
        rated: bool | None = None,
        game: Game | None = None,
    ) -> None:
        """Begin a game."""
        wishes = Wishes(edition, options, pace, aids, takeback, Order(order) if order else None, thread, rated)
        await self._begin(interaction, game, wishes)

    @app_commands.command(description=marked("Begin the game with the original farmer scoring (2 to 5 players)"))
    @app_commands.describe(options=marked("Rule options of the edition: this one has none"), **ABOUT_SETTINGS)
    @app_commands.choices(pace=PACE_CHOICES, order=ORDER_CHOICES)
    @only_on_servers
    @app_commands.check(may_play_here)
    async def oldstart(
        self,
        interaction: Interaction,
        options: Options | None = None,
        pace: str | None = None,
        aids: bool | None = None,
        takeback: app_commands.Range[int, 0, MOST_SECONDS] | None = None,
        order: str | None = None,
        thread: bool | None = None,
        rated: bool | None = None,
        game: Game | None = None,
    ) -> None:
        """Begin a game with the original farmer scoring."""
        wishes = Wishes(OLD_EDITION, options, pace, aids, takeback, Order(order) if order else None, thread, rated)
        await self._begin(interaction, game, wishes)

    async def _begin(self, interaction: Interaction, number: int | None, wishes: Wishes) -> None:
        """Begin a game; who is alone is offered a practice game."""
        await interaction.response.defer(ephemeral=True)
        try:
            await begin(interaction, number, wishes)
        except HostError as error:
            if error.trouble is not Trouble.ALONE:
                raise
            table: Table = error.data["table"]
            view = buttons(PracticeButton(table.number, wishes))
            await answer(interaction, alone_text(table, self.bot.mention), view=view)

    async def _tell(self, table: Table, text: str) -> None:
        await self.bot.channel_of(table.venue).send(text)


async def setup(bot: Client) -> None:
    """Load the commands."""
    bot.add_dynamic_items(PracticeButton)
    await bot.add_cog(Lobby(bot))
