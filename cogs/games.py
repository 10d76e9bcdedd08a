"""Games as a whole: the list of one's games or of a channel's, and following a game without playing in it."""

from itertools import chain
from typing import Literal

from discord import app_commands
from discord.ext import commands

from cogs.delivery.poster import Post
from cogs.delivery.watcher_messages import tell_all_watchers
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import find_running, person_of, venue_of
from cogs.interaction.options import FOLLOW_CHOICES, GAMES_CHOICES, RunningGameArg
from cogs.interaction.replies import answer, try_first_dm
from cogs.interaction.startup import Stage
from cogs.interaction.votes import may_vote
from host.model.follows import Followed
from host.model.table import BaseRunningTable
from screens.game_buttons import late_games_rows, listed_page_buttons, next_game_rows
from screens.screen import Screen, rows
from screens.text import games as texts
from screens.text.channels import other_games_text
from screens.text.i18n import N_
from screens.text.settings import dms_blocked_text


class Games(commands.Cog):
    """``/games`` and ``/follow``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.startup.add(Stage.WATCHERS, self.send_missed)

    async def send_missed(self) -> None:
        """Send watchers what was due while the bot was away."""
        tell_all_watchers(self.bot)

    @app_commands.command(description=N_("See your games and whose turn it is"))
    @app_commands.describe(scope=N_("mine: all your games, anywhere; here: everyone's in this channel"))
    @app_commands.choices(scope=GAMES_CHOICES)
    async def games(self, interaction: Interaction, scope: Literal["mine", "here"] = "mine") -> None:
        await interaction.response.defer(ephemeral=True)
        host, person, venue = interaction.client.host, person_of(interaction), venue_of(interaction)
        is_mine = scope == "mine" or venue.is_private
        tables = host.tables.of_person(person.id) if is_mine else host.tables.near(venue)
        if tables:
            shown = [host.deadlines.with_expected_deadline(table) for table in tables]
            loaded = [await host.tables.load_if_running(table.number) for table in texts.listed_games(shown, person.id)]
            states = {table.number: table.state for table in loaded if table}
            *earlier, last = texts.games_texts(shown, states, person.id)
            for text in earlier:
                await answer(interaction, text)
            view = next_game_rows(shown, person.id, interaction.client.channels.is_known)
            late = [table for table in shown if isinstance(table, BaseRunningTable)]
            votes = late_games_rows([one for one in late if may_vote(interaction.client, one, person.id)])
            page = listed_page_buttons(shown, person.id) if interaction.client.page_url else []
            await answer(interaction, Screen(last, rows([*chain(*view), *page], *votes)))
        else:
            await answer(interaction, texts.no_games_text(is_mine=is_mine, is_private=venue.is_private))

    @app_commands.command(description=N_("Get a game's end or rounds in private"))
    @app_commands.describe(
        game=N_("The game's number, if there are several here, like #12"),
        what=N_("What to send you; “nothing” stops it, for all games if you name none"),
    )
    @app_commands.choices(what=FOLLOW_CHOICES)
    async def follow(
        self,
        interaction: Interaction,
        game: RunningGameArg | None = None,
        what: Literal["end", "round", "nothing"] = "end",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        follows, person = self.bot.host.follows, person_of(interaction)
        if what == "nothing":
            await answer(interaction, texts.stopped_following_text(await follows.stop(person.id, game)))
            return
        found = await find_running(interaction, game)
        if found.table.has_player(person.id):
            await answer(interaction, texts.own_game_text(found.table))
            return
        before = follows.of_person(person.id)
        await follows.follow(person, found.table, Followed(what))
        if not before and interaction.guild_id is not None:
            first = Post(Screen(texts.follow_begins_text(found.table)), silent=True)
            reached, _notes = await try_first_dm(interaction, first)
            if not reached:
                await follows.stop(person.id, found.table.number)
                await answer(interaction, dms_blocked_text())
                return
        await answer(interaction, texts.following_text(found.table, Followed(what)) + other_games_text(found))


async def setup(bot: Client) -> None:
    await bot.add_cog(Games(bot))
