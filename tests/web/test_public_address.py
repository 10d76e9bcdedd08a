"""The public address of the pages, as the setting says it and as browsers do; and what everybody learns at it."""

import pytest
from aiohttp import web

from environment import SettingError, read_page_server
from tests.fixtures.raw_http import request, send
from web.health import public_health_route
from web.http_server import HttpServer


@pytest.mark.parametrize(
    ("given", "origin"),
    [
        ("https://board.example.org", "https://board.example.org"),
        ("https://board.example.org/", "https://board.example.org"),
        ("https://Board.Example.org:443", "https://board.example.org"),
        ("HTTP://127.0.0.1:80", "http://127.0.0.1"),
        ("http://[::1]:8410", "http://[::1]:8410"),
        ("http://localhost:443", "http://localhost:443"),
    ],
)
def test_it_is_written_as_browsers_write_it(given: str, origin: str) -> None:
    """They send it with everything that is played, and nothing else is let in."""
    found = read_page_server({"WEB_URL": given})
    assert found
    assert found.url == origin


@pytest.mark.parametrize(
    "given", ["board.example.org", "ftp://x", "https://", "https://x/board", "https://x?y", "https://x#y", "https://a@x",
              "https://x:y", "https://x:99999", "https://ex ample", "https://bücher.example", "https://x]", "//x"]
)  # fmt: skip
def test_what_is_no_address_of_a_server_is_refused(given: str) -> None:
    with pytest.raises(SettingError, match="WEB_URL"):
        read_page_server({"WEB_URL": given})


@pytest.mark.parametrize("url", ["", "/"])
def test_without_it_there_are_no_pages(url: str) -> None:
    assert read_page_server({"WEB_URL": url}) is None


async def test_everybody_learns_whether_all_is_well_and_not_what_is_wrong() -> None:
    asked: list[int] = []

    async def problems() -> list[str]:
        asked.append(1)
        return ["the database does not answer: /srv/bot/carcassonne.db"]

    app = web.Application()
    app.add_routes([public_health_route(problems)])
    server = HttpServer(app, 0)
    await server.start()
    replies = [await send(server.port, request("GET", "/healthz")) for _ in range(5)]
    await server.close()
    assert [(one.status, one.json) for one in replies] == [(503, {"healthy": False})] * 5
    assert len(asked) == 1
