"""A game in review on its page: the same texts and pictures as on Discord, and made in the same way."""

import hashlib
import struct
from http import HTTPStatus
from typing import Any, Final

from aiohttp import web

from host.model.controllers import Person
from host.model.table import FinishedTable, StartedTable
from host.services.reviews import REVIEW_LIMIT
from render import THEMES, Look
from render.share.live_values import DrawnPicture
from screens.pictures import Pictures
from screens.review import (
    ReviewedGame,
    page_text,
    read_review,
    review_screen,
    reviewed_turn_screen,
    turns_offered,
    whose_turns,
)
from screens.screen import Screen
from screens.text.review import no_review_now_text, progress_text, waiting_text
from web.looking import asked_game
from web.pages import VIEW_LIMIT, Pages
from web.requests import BadRequestError, read_number
from web.reviews_under_way import UnderWay

_SIZE: Final = struct.Struct(">II")
_SIZE_AT: Final = 16
"""Where a PNG has its width and height."""


async def review(request: web.Request) -> web.Response:
    """Return a whole game in review, or how far it is."""
    pages, person, table = await asked_game(request)
    found = await _find(pages, person, table)
    if isinstance(found, UnderWay):
        text = progress_text(found.done, found.total) if found.total else waiting_text()
        return web.json_response({"wait": text}, status=HTTPStatus.ACCEPTED)
    if not found or not isinstance(table, FinishedTable):
        return web.json_response({"error": no_review_now_text()}, status=HTTPStatus.CONFLICT)
    game = await _read(pages, person, table, found)
    screen = await review_screen(_pictures(request, pages), game, whose_turns(table, person.id))
    turns = [{"number": number, "label": label} for number, label in turns_offered(game)]
    return web.json_response({**_shown(pages, screen), "turns": turns})


async def reviewed_turn(request: web.Request) -> web.Response:
    """Return a turn that stands out."""
    pages, person, table = await asked_game(request)
    number, found = read_number(request.match_info["turn"]), await _find(pages, person, table)
    if not found or isinstance(found, UnderWay) or not isinstance(table, FinishedTable):
        raise BadRequestError
    game = await _read(pages, person, table, found)
    turn = next((one for one in game.review.explained() if one.number == number), None)
    if turn is None:
        raise BadRequestError
    screen = await reviewed_turn_screen(_pictures(request, pages), game, whose_turns(table, person.id), turn)
    return web.json_response(_shown(pages, screen))


async def _find(pages: Pages, person: Person, table: StartedTable) -> str | UnderWay:
    """Return the review of a game, or how far it is. Raise RateLimitError for who has had too many made."""

    def check_may_ask() -> None:
        if not pages.host.reviews.is_asked_for(table.number):
            pages.check_limit(REVIEW_LIMIT, person.id)

    return await pages.reviews.find(table, check_may_ask)


async def _read(pages: Pages, person: Person, table: FinishedTable, content: str) -> ReviewedGame:
    """Return a game in review. Raise RateLimitError."""
    pages.check_limit(VIEW_LIMIT, person.id)
    return read_review(table, await pages.host.history.replay_log(table.number), content)


def _pictures(request: web.Request, pages: Pages) -> Pictures:
    """Return what draws in the theme of the page. Raise BadRequestError for an unknown one."""
    theme = THEMES.get(request.query.get("theme", "evening"))
    if theme is None:
        raise BadRequestError
    return pages.bot.pictures.with_look(Look(theme))


def _shown(pages: Pages, screen: Screen) -> dict[str, Any]:
    """Return a screen, and keep its picture. There is none if drawing has failed."""
    shown: dict[str, Any] = {"text": page_text(screen)}
    for file in screen.files:
        width, height = _SIZE.unpack_from(file.data, _SIZE_AT)
        name = hashlib.sha256(file.data).hexdigest()
        pages.drawing.store.put({name: DrawnPicture(name, width, height, file.data)})
        shown["picture"] = {"name": name, "width": width, "height": height, "alt": file.alt}
    return shown


ROUTES: Final = (
    web.get(r"/api/games/{number:\d+}/review", review),
    web.get(r"/api/games/{number:\d+}/review/{turn:\d+}", reviewed_turn),
)
