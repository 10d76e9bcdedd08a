"""After a game: its rematch, as the button below the last message begins it."""

from typing import Final

from aiohttp import web

from host.model.rate_limits import RateLimit
from host.model.table import StartedTable
from host.model.table_errors import AlreadySeatedError, RematchExistsError
from screens.text.live import rematch_waits_text
from screens.text.move_errors import ActionContext
from web.requests import CONTEXT, PAGES, body_of, number_of, person_of

REMATCH_LIMIT: Final = RateLimit("rematches", 20, 60)


async def rematch(request: web.Request) -> web.Response:
    """Give who asks a seat at the rematch of a game. Say where they sit, and name the game once it has begun."""
    pages, person = request.app[PAGES], person_of(request)
    pages.check_limit(REMATCH_LIMIT, person.id)
    await body_of(request)
    number = number_of(request)
    request[CONTEXT] = ActionContext(await pages.table(person, number))
    try:
        table = await pages.bot.carry_out(pages.bot.rematch(person, number))
    except RematchExistsError as error:
        table = error.table
        if not (isinstance(table, StartedTable) and table.has_player(person.id)):
            raise
    except AlreadySeatedError as error:  # who asks twice waits; there is no button here to start without the others
        table = error.table
    has_begun = isinstance(table, StartedTable)
    found = {"said": rematch_waits_text(table.number), "game": table.number if has_begun else None}
    return web.json_response(found, headers={"Cache-Control": "no-store"})


ROUTES: Final = (web.post(r"/api/games/{number:\d+}/rematch", rematch),)
