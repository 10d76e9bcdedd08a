"""Looking at a game: its page, the spots of a tile, features, views and history; and pictures."""

import gzip
import json
from typing import Any, Final

from aiohttp import web

from carcassonne import PlaceTile, Position, apply, parse_cell, parse_rotation
from host.errors import HostError
from host.model.controllers import Person
from host.model.rate_limits import RateLimitError
from host.model.table import RunningTable, StartedTable
from screens.game_buttons import may_undo_alone
from screens.picker_steps import deployment_choices
from screens.text.board import aid_not_allowed_text
from screens.text.i18n import current_language
from screens.text.move_errors import ActionContext
from web import game_json
from web.pages import ASK_LIMIT, DRAWING_LIMIT, HISTORY_LIMIT, VIEW_LIMIT, Pages
from web.requests import (
    CONTEXT,
    PAGES,
    BadRequestError,
    number_of,
    person_of,
    read_number,
    read_share,
)

_PRIVATE: Final = "private, no-cache"
"""A browser may keep it, but asks whether it is still so."""
_FOR_GOOD: Final = "public, max-age=31536000, immutable"
_THEMES: Final = ("evening", "day")


async def asked_game(request: web.Request) -> tuple[Pages, Person, StartedTable]:
    """Return the game that a request is about, if who asks may see it. Raise HostError."""
    pages, person = request.app[PAGES], person_of(request)
    pages.check_limit(ASK_LIMIT, person.id)
    table = await pages.started(person, number_of(request))
    request[CONTEXT] = ActionContext(table)
    return pages, person, table


async def game(request: web.Request) -> web.Response:
    """Return a game as its page shows it."""
    pages, person, table = await asked_game(request)
    table = pages.host.deadlines.with_expected_deadline(table)
    headers = {"Cache-Control": _PRIVATE}
    if not _tells_time_left(table, person):
        headers["ETag"] = etag = f'"{_version_for(pages, table, person)}"'
        if request.headers.get("If-None-Match") == etag:
            return web.Response(status=304, headers=headers)
    body = await _compressed_game(pages, person, table)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    else:
        body = gzip.decompress(body)
    return web.Response(body=body, content_type="application/json", charset="utf-8", headers=headers)


def _tells_time_left(table: StartedTable, person: Person) -> bool:
    """Return whether a reader can still undo a turn: then they are told another time each second."""
    return isinstance(table, RunningTable) and table.can_take_back(person.id)


def _besides(table: StartedTable) -> tuple[int, int]:
    """Return what a page shows that may change while the version of the game stays: its deadline in seconds, because of
    a vacation, and its message, which is posted after pages are told of a turn.
    """
    due = table.clock.due if isinstance(table, RunningTable) and table.clock else None
    return int(due.timestamp()) if due else 0, table.message or 0


def _version_for(pages: Pages, table: StartedTable, person: Person) -> str:
    """Return a text that is another one whenever a reader is told anything else."""
    besides = ".".join(map(str, _besides(table)))
    since = pages.games.named_since.timestamp()
    return f"{game_json.version_of(table)}.{besides}.{since}.{current_language()}.{person.id}"


async def _compressed_game(pages: Pages, person: Person, table: StartedTable) -> bytes:
    """Return a game as JSON. It is the same for all readers with the same seats, unless one can still undo a turn."""

    async def write() -> bytes:
        text = json.dumps(await _game(pages, person, table), ensure_ascii=False, separators=(",", ":"))
        return gzip.compress(text.encode())

    if _tells_time_left(table, person):
        return await write()
    seats = tuple(seat.number for seat in table.seats_of(person.id))
    return await pages.games.text(table, (seats, _besides(table)), write)


async def _game(pages: Pages, person: Person, table: StartedTable) -> dict[str, Any]:
    said, server = await pages.games.said(table, person.id), pages.bot.server_name(table.venue.guild)
    may_undo = await _may_undo(pages, table, person)
    # Last, because the store keeps no picture for long while others put theirs into it.
    board, store = await pages.games.board(table), pages.drawing.store
    return {
        **game_json.game_json(table, person.id, said, server),
        "players": game_json.players_json(table, person.id, board, store),
        "hand": game_json.hand_json(table, board, store),
        **game_json.reader_json(table, person.id, pages.host.now(), may_undo=may_undo),
        "board": game_json.board_json(board, store),
    }


async def _may_undo(pages: Pages, table: StartedTable, person: Person) -> bool:
    """Return whether somebody plays alone and has a turn to undo: not if only computers have played so far."""
    if not isinstance(table, RunningTable) or not may_undo_alone(table) or not table.has_player(person.id):
        return False
    return table.is_practice or await pages.host.undo_requests.has_turn(table, person.id)


async def spots(request: web.Request) -> web.Response:
    """Return where a figure may stand on the tile in hand, if it lies on a cell. Raise what playing there raises."""
    pages, person, table = await asked_game(request)
    pages.check_limit(DRAWING_LIMIT, person.id)
    ply, placement = read_number(request.query.get("ply")), _placement(request)
    request[CONTEXT] = ActionContext(table, placement.position, placement.rotation)
    running = await pages.host.turns.table_to_play(table.number, person, ply)
    after = apply(running.state, placement).state
    deployments = deployment_choices(after)[:-1]  # nobody is the last
    shown = await pages.games.spots(running, after, deployments)
    found = game_json.spots_json(running, placement, deployments, shown, pages.drawing.store)
    return web.json_response(found, headers={"Cache-Control": "no-store"})


def _placement(request: web.Request) -> PlaceTile:
    return PlaceTile(_cell(request), parse_rotation(_text(request, "rotation")))


def _cell(request: web.Request) -> Position:
    return parse_cell(_text(request, "at"))


def _text(request: web.Request, name: str) -> str:
    text = request.query.get(name, "")
    if not text:
        raise BadRequestError
    return text


async def feature(request: web.Request) -> web.Response:
    """Return the feature under a point of a tile."""
    pages, person, table = await asked_game(request)
    pages.check_limit(DRAWING_LIMIT, person.id)
    cell, point = _cell(request), (read_share(request.query.get("x")), read_share(request.query.get("y")))
    if cell not in table.state.cells:
        return web.json_response({"text": None, "pictures": {}, "tints": []})
    shown = await pages.games.feature(table, cell, point)
    return web.json_response(game_json.feature_json(table, cell, shown, pages.drawing.store))


async def view(request: web.Request) -> web.Response:
    """Return the board in a view."""
    pages, person, table = await asked_game(request)
    pages.check_limit(VIEW_LIMIT, person.id)
    name, theme = request.query.get("name", ""), request.query.get("theme", _THEMES[0])
    if name not in game_json.VIEWS or theme not in _THEMES:
        raise BadRequestError
    if reason := aid_not_allowed_text(table):
        return web.json_response({"error": reason}, status=409)
    board = await pages.games.view(table, name, theme)
    return web.json_response(game_json.view_json(table, name, board, pages.drawing.store))


async def history(request: web.Request) -> web.Response:
    """Return a whole game turn by turn."""
    pages, person, table = await asked_game(request)
    pages.check_limit(HISTORY_LIMIT, person.id)
    turns = await pages.games.history(table)
    board = await pages.games.board(table)  # last, as above
    found = game_json.history_json(table, board, turns, pages.drawing.store)
    headers = {"Cache-Control": "no-store"}
    return web.json_response(text=json.dumps(found, ensure_ascii=False), headers=headers)


async def picture(request: web.Request) -> web.Response:
    """Return a picture by its name. Whoever knows the name of a picture may see it: it follows from what it holds.

    One that this process lacks is drawn if it belongs to a ``game`` that who asks may see.
    """
    pages, name = request.app[PAGES], request.match_info["name"]
    data = pages.drawing.store.data(name)
    if data is None and "game" in request.query:
        await _draw_again(request, read_number(request.query["game"]), name)
        data = pages.drawing.store.data(name)
    if data is None:
        raise web.HTTPNotFound(headers={"Cache-Control": "no-store"})
    form = "image/png" if data.startswith(b"\x89PNG") else "image/webp"
    return web.Response(body=data, content_type=form, headers={"Cache-Control": _FOR_GOOD})


async def _draw_again(request: web.Request, number: int, name: str) -> None:
    """Draw all of a game that who asks may see, unless a picture is there by then: a page asks for many at once, and
    the first one draws them all.
    """
    pages = request.app[PAGES]
    try:
        person = await pages.person(request)
        async with pages.redrawing.of(person.id):
            if pages.drawing.store.data(name) is not None:
                return
            pages.check_limit(HISTORY_LIMIT, person.id)
            table = await pages.started(person, number)
            await pages.games.board(table)
            await pages.games.history(table)
    except (HostError, RateLimitError) as error:
        raise web.HTTPNotFound(headers={"Cache-Control": "no-store"}) from error


ROUTES: Final = (
    web.get(r"/api/games/{number:\d+}", game),
    web.get(r"/api/games/{number:\d+}/spots", spots),
    web.get(r"/api/games/{number:\d+}/feature", feature),
    web.get(r"/api/games/{number:\d+}/view", view),
    web.get(r"/api/games/{number:\d+}/history", history),
    web.get(r"/pictures/{name:[0-9a-f]{1,64}}.webp", picture),
)
