"""Playing: a turn, the answer to a question of the game, undo and done. Each names the ply that the page shows."""

from typing import Any, Final

from aiohttp import web

from carcassonne import DeployNobody, Move, parse_turn
from carcassonne.notation import parse_answer
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.table import RunningTable
from screens.text.live import turn_ended_text, turn_undone_text
from screens.text.markup import plain_text
from screens.text.move_errors import ActionContext
from screens.text.turns import turn_confirmation_text
from web.pages import PLAY_LIMIT, Pages
from web.requests import CONTEXT, PAGES, body_of, field_of, number_of, person_of


class _Request:
    """Somebody wants to play at a game that they may see."""

    def __init__(self, pages: Pages, person: Person, number: int, body: dict[str, Any]) -> None:
        self.pages, self.person, self.number, self.body = pages, person, number, body
        self.ply = field_of(body, "ply", int)
        self.turns = pages.host.turns
        self.carry_out = pages.bot.carry_out


async def _read(request: web.Request) -> _Request:
    """Read what somebody wants to play. Raise HostError unless they may see the game."""
    pages, person = request.app[PAGES], person_of(request)
    pages.check_limit(PLAY_LIMIT, person.id)
    wanted = _Request(pages, person, number_of(request), await body_of(request))
    request[CONTEXT] = ActionContext(await pages.table(person, wanted.number))
    return wanted


def _told(wanted: _Request, played: PlayResult, said: str) -> web.Response:
    """Have everybody told what was played, and confirm it."""
    wanted.pages.bot.publish(wanted.person, played)
    return web.json_response({"said": plain_text(said)}, headers={"Cache-Control": "no-store"})


async def _play(wanted: _Request, moves: list[Move]) -> web.Response:
    played = await wanted.carry_out(wanted.turns.play(wanted.number, wanted.person, moves, wanted.ply))
    return _told(wanted, played, turn_confirmation_text(played))


async def turn(request: web.Request) -> web.Response:
    """Play a whole turn."""
    wanted = await _read(request)
    chosen = parse_turn(field_of(wanted.body, "turn", str))
    table, placement = request[CONTEXT].table, chosen.placement
    if isinstance(table, RunningTable):
        request[CONTEXT] = ActionContext(table, placement.position, placement.rotation)
    return await _play(wanted, [placement, chosen.deployment or DeployNobody()])


async def answer(request: web.Request) -> web.Response:
    """Answer the question of the game."""
    wanted = await _read(request)
    return await _play(wanted, [parse_answer(field_of(wanted.body, "answer", str))])


async def take_back(request: web.Request) -> web.Response:
    """Take the last turn back."""
    wanted = await _read(request)
    played = await wanted.carry_out(wanted.turns.take_back(wanted.number, wanted.person, wanted.ply))
    return _told(wanted, played, turn_undone_text())


async def done(request: web.Request) -> web.Response:
    """End the time in which the turn can be taken back."""
    wanted = await _read(request)
    played = await wanted.carry_out(wanted.turns.finish_turn(wanted.number, wanted.person, wanted.ply))
    return _told(wanted, played, turn_ended_text())


ROUTES: Final = (
    web.post(r"/api/games/{number:\d+}/turn", turn),
    web.post(r"/api/games/{number:\d+}/answer", answer),
    web.post(r"/api/games/{number:\d+}/takeback", take_back),
    web.post(r"/api/games/{number:\d+}/done", done),
)
