"""Every edition has the words that its pictures need, and pictures have the room for them."""

from functools import lru_cache

import pytest
from PIL import Image

from carcassonne import EDITIONS, Rgb, find_ruleset, new_game
from host.model.table import StartedTable
from host.model.table_options import LANGUAGES
from render import Look, View
from render.editions import edition_picture
from render.layout.scene import Scene, scene_of
from render.look.look import COMPACT, LARGE, SMALL, USUAL, Size
from render.look.theme import DAY
from render.look.views import DrawOptions
from render.panel.sheet import Sheet
from render.panel.text_boxes import Entries, Entry, Lines, Text
from screens.pictures import picture_words
from screens.text.editions import texts_of
from screens.text.i18n import use_language
from tests.cogs.example_tables import NAMES, every_turn
from tests.fixtures.cases import slow_but


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_texts_of_an_edition_have_all_words_of_its_pictures(edition: str) -> None:
    state = new_game(find_ruleset(edition), seats=2)
    terms = texts_of(state).picture_terms()
    assert terms.keys() == edition_picture(state).english_terms.keys()
    assert all(terms.values())


class WrittenSheet(Sheet):
    """A sheet that keeps what is written on it."""

    def __init__(self, scale: float) -> None:
        super().__init__(Image.new("RGB", (1, 1)), DAY, scale)
        self.written: list[str] = []

    def text(
        self, at: tuple[float, float], text: str, colour: Rgb, size: int, face: str = "", anchor: str = "lm"
    ) -> None:
        self.written.append(text)


def cut_lines(scene: Scene) -> list[str]:
    """What is cut in the panel, except names."""
    sheet = WrittenSheet(scene.scale)
    parts: list[Text | Entry] = [*scene.panel.all(Text), *scene.panel.all(Entry)]
    for part in parts:
        part.paint(sheet)
    return [line for line in sheet.written if "…" in line]


@lru_cache(maxsize=1)  # the sizes and languages of an edition follow each other
def tables(edition: str) -> list[StartedTable]:
    """Every third turn of a game of six with all options."""
    return [one.after for one in every_turn(edition, tuple(EDITIONS[edition].options), NAMES, seed=3)][::3]


@pytest.mark.parametrize("size", slow_but(2, [SMALL, USUAL, LARGE, COMPACT]), ids=lambda size: size.name)
@pytest.mark.parametrize("language", slow_but(4, LANGUAGES))
@pytest.mark.parametrize("edition", ["new-edition", "classic"])
def test_no_line_beside_the_tile_is_cut(edition: str, language: str, size: Size) -> None:
    """In a game of six with all options, a German picture had "Wegelagere…" without the numbers of the spots."""
    with use_language(language):
        for number, table in enumerate(tables(edition)):
            view = View.CLAIMS if number % 3 == 0 else View.NORMAL
            scene = scene_of(table.state, picture_words(table), DrawOptions(look=Look(size=size), view=view))
            assert cut_lines(scene) == []


def test_numbers_of_spots_go_on_in_the_next_line_where_there_is_no_room() -> None:
    wide, narrow = (shown_lines("Wegelagerer 2 4 6 8", "Mönch 5", width=width) for width in (200, 130))
    assert wide == ["Wegelagerer 2 4 6 8 ·", "Mönch 5"]
    assert narrow == ["Wegelagerer", "2 4 6 8 ·", "Mönch 5"]


def shown_lines(*spots: str, width: float) -> list[str]:
    """What a panel shows of the spots of a tile."""
    line = " · ".join(one.replace(" ", "\N{NO-BREAK SPACE}") for one in spots)
    lines = Lines([line], (), 0, Entries(()))
    assert lines.fits(width, 100) is (width == 200)
    shown = [part.text for part in lines.parts(0, 0, width, 100) if isinstance(part, Text)]
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in shown]
