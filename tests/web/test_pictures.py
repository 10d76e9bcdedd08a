"""The store of pictures: bounded, and never without a picture that a page was told of."""

import asyncio
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial

import pytest

from host.host import Host
from render.share.live_values import Drawn, DrawnPicture
from screens.pictures import Pictures
from tests.fixtures.positions import fast_forward, random_turns
from tests.host.tables import ANN, BOB, begin
from tests.web.site import Site
from web.pages import HISTORY_LIMIT
from web.picture_store import MOST_BYTES, Drawing, PictureStore, TooManyPicturesError


def picture(name: str, size: int = 10) -> DrawnPicture:
    return DrawnPicture(name, 8, 8, name.encode().ljust(size))


def test_the_store_forgets_what_was_not_used_for_longest() -> None:
    store = PictureStore(most_bytes=30)
    store.put({"a": picture("A"), "b": picture("B"), "c": picture("C")})
    assert store.has(["a"])
    store.put({"d": picture("D")})
    assert store.known == {"a", "c", "d"}
    assert store.data("B") is None
    assert store.data("A")
    store.put({"e": picture("E", 25)})
    assert store.known == {"e"}


def test_pictures_that_are_alike_are_kept_once() -> None:
    store = PictureStore(most_bytes=20)
    store.put({"a": picture("A"), "b": picture("A"), "c": picture("C")})
    assert store.known == {"a", "b", "c"}
    assert store.of_key("a") is store.of_key("b")
    store.put({"d": picture("D")})
    assert store.known == {"c", "d"}


@dataclass(frozen=True)
class Shown:
    """Something with pictures."""

    keys: frozenset[str]


def draw(names: str, known: AbstractSet[str]) -> Drawn[Shown]:
    """Draw two pictures at a time."""
    lacking = sorted(set(names) - known)[:2]
    return Drawn(Shown(frozenset(names)), {one: picture(one.upper()) for one in lacking})


async def test_all_pictures_are_there_at_the_end() -> None:
    pictures = Pictures()
    drawing = Drawing(pictures, PictureStore())
    await drawing.draw(partial(draw, "abcde"), 1)
    assert drawing.store.known == set("abcde")
    with pytest.raises(TooManyPicturesError):
        await Drawing(pictures, PictureStore(most_bytes=30)).draw(partial(draw, "abcde"), 1)
    await pictures.close()


async def test_a_picture_that_was_forgotten_is_drawn_again(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB)).number
    async with site.browser(ANN) as ann:
        shown = await ann.game(number)
        site.pages.drawing.store = PictureStore()
        name = next(iter(shown["board"]["pictures"]))
        assert (await ann.get(f"/pictures/{name}.webp")).status == 404
        again = await ann.get(f"/pictures/{name}.webp?game={number}")
        assert again.status == 200
        assert again.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert (await ann.game(number))["board"] == shown["board"]


async def test_all_pictures_of_a_board_are_drawn_again_where_they_are_asked_for_at_once(host: Host, site: Site) -> None:
    """As a browser does behind a server that takes many requests side by side."""
    number = (await begin(host, ANN, BOB)).number
    await fast_forward(host, number, random_turns(1), 40)
    async with site.browser(ANN) as ann:
        names = list((await ann.game(number))["board"]["pictures"])
        site.pages.drawing.store = PictureStore()
        assert len(names) > HISTORY_LIMIT.times
        asked = await asyncio.gather(*(ann.get(f"/pictures/{name}.webp?game={number}") for name in names))
    assert {one.status for one in asked} == {200}


@pytest.mark.parametrize("read", ["said", "history"])
async def test_a_page_is_told_of_its_pictures_also_while_others_fill_the_store(
    host: Host, site: Site, read: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others look at many games while something else of a game is being read."""
    number = (await begin(host, ANN, BOB)).number
    games, real = site.pages.games, getattr(site.pages.games, read)

    async def read_while_others_look(*args: object) -> object:
        found = await real(*args)
        site.pages.drawing.store.put({"others": picture("others", MOST_BYTES)})
        return found

    monkeypatch.setattr(games, read, read_while_others_look)
    async with site.browser(ANN) as ann:
        answer = await ann.get(f"/api/games/{number}" + ("/history" if read == "history" else ""))
        assert answer.status == 200, answer.body
