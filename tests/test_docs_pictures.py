"""The pictures of the documents can be drawn again, from games that replay."""

import re

import pytest

from carcassonne import parse_record, replay
from tests.docs_pictures import GAMES, PICTURES
from tests.fixtures.message_ids import ROOT
from tests.review_pictures import REVIEW_PICTURES
from tests.web.page_pictures import PAGE_PICTURES


@pytest.mark.parametrize("game", sorted(path.stem for path in GAMES.glob("*.carc")))
def test_a_game_of_the_documents_replays(game: str) -> None:
    assert replay(parse_record((GAMES / f"{game}.carc").read_text("utf-8"))).error is None


def test_every_picture_has_its_game_and_its_place_in_a_document() -> None:
    assert {game for game, *_ in PICTURES.values()} <= {path.stem for path in GAMES.glob("*.carc")}
    documents = (ROOT / "README.md", ROOT / "docs" / "pictures.md", ROOT / "docs" / "features.md")
    texts = "".join(path.read_text("utf-8") for path in documents)
    assert set(re.findall(r"pictures/([\w-]+\.\w+)\)", texts)) == {*PICTURES, *REVIEW_PICTURES, *PAGE_PICTURES}
