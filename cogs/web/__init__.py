"""Pages for browsers, where WEB_URL is set: the board of a game, live, where one also plays."""

from cogs.interaction.client import Client
from cogs.interaction.page_links import page_link_screen
from cogs.interaction.replies import answer
from cogs.interaction.router import Press, handles
from screens import custom_ids as ids


@handles(ids.PageId)
async def open_page(press: Press, pressed: ids.TableId) -> None:
    """Give a link to the game's page, in private."""
    await answer(press.interaction, await page_link_screen(press.client, press.person, pressed.number))


async def setup(bot: Client) -> None:
    if bot.page_server is not None:
        from cogs.web.site import WebSite  # most bots have no pages, and need no server

        await bot.add_cog(WebSite(bot, bot.page_server))
