"""A game in review on its page."""

import asyncio
from typing import Any

import pytest

from host.host import Host
from host.model.controllers import Person
from host.model.game import opening_state
from host.model.log_replay import FinishedGame
from host.services.reviews import REVIEW_LIMIT, Listener
from tests.fixtures.positions import fast_forward, random_turns
from tests.fixtures.scripted_thinker import scripted_review
from tests.host.tables import ANN, BOB, begin
from tests.web.site import Browser, Site
from web import reviews_under_way


class Maker:
    """Makes reviews; held until they may be made."""

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.may.set()
        self.reached = asyncio.Event()
        self.can, self.made = True, 0

    async def make(self, game: FinishedGame, listener: Listener) -> str | None:
        self.made += 1
        listener(3, 71)
        self.reached.set()
        await self.may.wait()
        return scripted_review(opening_state(game.logged.table), game.logged.replayed.moves) if self.can else None


@pytest.fixture
def maker(host: Host) -> Maker:
    made = Maker()
    host.reviews.begin(1, made.make)
    return made


async def finished_game(host: Host) -> int:
    table = await begin(host, ANN, BOB)
    await fast_forward(host, table.number, random_turns(1))
    return table.number


async def review(page: Browser, number: int, what: str = "") -> Any:
    return await page.get(f"/api/games/{number}/review{what}")


async def test_a_game_that_is_over_has_its_review(host: Host, site: Site, maker: Maker) -> None:
    number = await finished_game(host)
    async with site.browser(ANN) as ann:
        assert (await ann.game(number))["hasReview"]
        found = (await review(ann, number)).json
        assert found["text"].startswith(f"Carcassonne #{number} in review\nAnn gave away ")
        assert "-# " not in found["text"]
        picture = await ann.get(f"/pictures/{found['picture']['name']}.webp")
        assert picture.status == 200
        assert picture.headers["Content-Type"] == "image/png"
        assert "How many points" in found["picture"]["alt"]
        numbers = [one["number"] for one in found["turns"]]
        assert numbers == sorted(numbers)
        turn = (await review(ann, number, f"/{numbers[0]}")).json
        assert turn["text"].startswith(f"Turn {numbers[0]}: ")
        assert (await ann.get(f"/pictures/{turn['picture']['name']}.webp")).status == 200
    assert maker.made == 1


async def test_while_it_is_made_the_page_hears_how_far_it_is(
    host: Host, site: Site, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews_under_way, "PATIENCE", 0.05)
    number = await finished_game(host)
    maker.may.clear()
    async with site.browser(ANN) as ann, site.browser(BOB) as bob:
        assert (await review(ann, number)).status == 202
        await maker.reached.wait()
        for page in (ann, bob):
            waiting = await review(page, number)
            assert (waiting.status, waiting.json) == (202, {"wait": "I'm going through the game: turn 3 of 71."})
        assert (await review(ann, number, "/1")).status == 400
        maker.may.set()
        while "wait" in (found := (await review(bob, number)).json):
            pass
        assert found["turns"]
    assert maker.made == 1


async def test_what_was_made_is_not_kept_in_memory(
    host: Host, site: Site, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether anybody comes back for it or not: it's stored."""
    monkeypatch.setattr(reviews_under_way, "PATIENCE", 0.05)
    number = await finished_game(host)
    maker.may.clear()
    async with site.browser(ANN) as ann:
        assert (await review(ann, number)).status == 202
        maker.may.set()
        assert await host.reviews.make(await host.tables.load_started(number))
        assert (await review(ann, number)).json["turns"]
    assert not site.pages.reviews._by_number


async def test_a_review_that_cannot_be_made_is_made_when_somebody_asks_again(
    host: Host, site: Site, maker: Maker
) -> None:
    number = await finished_game(host)
    maker.can = False
    async with site.browser(ANN) as ann:
        refused = await review(ann, number)
        assert (refused.status, refused.json["error"]) == (
            409, "I can't review the game right now. Try again in a moment.",
        )  # fmt: skip
        maker.can = True
        assert (await review(ann, number)).json["turns"]


async def test_a_game_that_runs_has_none_nor_has_one_that_was_given_up(host: Host, site: Site, maker: Maker) -> None:
    table = await begin(host, ANN, BOB)
    await fast_forward(host, table.number, random_turns(1), 4)
    async with site.browser(ANN) as ann:
        assert not (await ann.game(table.number))["hasReview"]
        refused = await review(ann, table.number)
        assert refused.status == 409
        assert "isn't over yet" in refused.json["error"]
        await host.turns.resign(table.number, ANN)
        assert not (await ann.game(table.number))["hasReview"]
        assert "has no review" in (await review(ann, table.number)).json["error"]
    assert maker.made == 0


async def test_who_has_many_reviews_made_does_not_keep_others_from_theirs(
    host: Host, site: Site, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews_under_way, "PATIENCE", 0.01)
    maker.may.clear()
    numbers = [await finished_game(host) for _ in range(REVIEW_LIMIT.times + 1)]
    async with site.browser(ANN) as ann, site.browser(BOB) as bob:
        asked = [(await review(ann, number)).status for number in numbers]
        assert asked == [202] * REVIEW_LIMIT.times + [429]
        assert (await review(ann, numbers[0])).status == 202, "she waits on for those that are being made"
        assert (await review(bob, numbers[-1])).status == 202
        assert (await review(ann, numbers[-1])).status == 202, "and so she may for his"
        maker.may.set()
        while (await review(bob, numbers[-1])).status == 202:
            pass


async def test_who_may_not_see_the_game_sees_no_review(host: Host, site: Site, maker: Maker) -> None:
    number = await finished_game(host)
    async with site.browser(Person(500, "Zoe")) as zoe, site.browser() as nobody:
        assert (await review(zoe, number)).status == 404
        assert (await review(zoe, number, "/1")).status == 404
        assert (await review(nobody, number)).status == 401
    assert maker.made == 0


@pytest.mark.parametrize("what", ["/0", "/999", "?theme=pink"])
async def test_what_is_not_offered_is_refused(host: Host, site: Site, maker: Maker, what: str) -> None:
    number = await finished_game(host)
    async with site.browser(ANN) as ann:
        assert (await review(ann, number)).status == 200
        assert (await review(ann, number, what)).status == 400
