"""Links to the pages for browsers: each is for one person, and works once."""

from cogs.interaction.client import Client
from host.model.browsers import CODE_LIFETIME
from host.model.controllers import Person
from screens.screen import Link, Screen, row
from screens.text.i18n import _
from screens.text.labels import Label
from screens.text.live import page_link_text, pages_off_text


async def page_link_screen(client: Client, person: Person, number: int | None) -> Screen:
    """Return a link to a game's page for a person, or to the list of their games; or say that there are no pages."""
    if client.page_url is None:
        return Screen(pages_off_text())
    code = await client.host.browsers.new_code(person, number)
    game = "" if number is None else f"&game={number}"
    return Screen(page_link_text(CODE_LIFETIME), row(Link(f"{client.page_url}/#code={code}{game}", _(Label.OPEN_PAGE))))
