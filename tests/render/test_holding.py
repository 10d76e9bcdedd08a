"""What players hold in games with many kinds of figures, and with goods: on their cards, in colours, at the end."""

import io
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PIL import Image

from carcassonne import ABBOT, FOLLOWER, Kind, Phase, Role, State, find_ruleset, new_game
from carcassonne.expansions.goods import NAME as GOODS
from carcassonne.figures import BIG_FOLLOWER, BUILDER, PIG
from render import THEMES, Look, View, draw, draw_tile
from render.art.signs import ALL_SIGN_COLOURS, GRAPE
from render.castle.picture import CastlePicture
from render.editions import EXTRA_PICTURES, added_colours, card_additions
from render.layout.end_panel import score_parts
from render.layout.panel_content import panel_content
from render.layout.scene import scene_of
from render.look.theme import EVENING, Theme
from render.look.views import DrawOptions
from render.panel.holding import Sign
from render.panel.player_card import PlayerCard
from render.panel.sheet import Sheet
from render.pieces.spots import legend
from tests.render.games import game, words_of

BOTH = "inns traders"


def with_goods(state: State, *goods: tuple[int, int, int]) -> State:
    state.set_extra(GOODS, goods)
    return state


def cards(state: State) -> Sequence[PlayerCard]:
    return panel_content(state, words_of(state), frozenset()).cards


def start(options: str, seats: int = 2, edition: str = "classic") -> State:
    return new_game(find_ruleset(edition, options.split()), seats)


def test_a_card_says_how_many_of_each_figure_and_of_each_of_the_goods_a_player_has() -> None:
    state = with_goods(start(BOTH), (2, 0, 1), (0, 3, 0))
    holdings = [card.holding for card in cards(state)]
    assert [holding and holding.signs for holding in holdings] == [
        [Sign("wine", 2, pays=10), Sign("grain", 0), Sign("cloth", 1, pays=10)],
        [Sign("wine", 0), Sign("grain", 3, pays=10), Sign("cloth", 0)],
    ]
    assert holdings[0]
    assert list(holdings[0].figures) == [(FOLLOWER, 7), (BIG_FOLLOWER, 1), (BUILDER, 1), (PIG, 1)]


def test_a_view_of_the_score_tells_who_would_get_points_for_goods() -> None:
    state = with_goods(start(BOTH, seats=3), (2, 0, 1), (2, 3, 0), (0, 3, 0))
    state.resigned = frozenset({2})
    usual, asked = (
        scene_of(state, words_of(state), DrawOptions(view=view)).panel for view in (View.NORMAL, View.SCORE)
    )
    held = [card.holding for card in asked.all(PlayerCard)]
    assert [[sign.pays for sign in one.signs] for one in held if one] == [[10, 0, 10], [10, 10, 0], [0, 0, 0]]
    assert [one.tells_pay for one in held if one] == [True, True, False]
    assert not any(card.holding and card.holding.tells_pay for card in usual.all(PlayerCard))
    before, now = (panel.all(PlayerCard)[1].at(0, 0, 330, 60) for panel in (usual, asked))
    assert painted(before, EVENING) != painted(now, EVENING)


@pytest.mark.parametrize("options", ["", "inns"])
def test_few_figures_stand_beside_the_score_as_ever(options: str) -> None:
    assert [card.holding for card in cards(start(options))] == [None, None]


def test_many_kinds_of_figures_have_a_line_of_their_own_without_goods_too() -> None:
    (holding, _) = (card.holding for card in cards(start("river abbot inns", edition="new-edition")))
    assert holding
    assert [figure for figure, _ in holding.figures] == [FOLLOWER, ABBOT, BIG_FOLLOWER]
    assert not holding.signs


def painted(card: PlayerCard, theme: Theme) -> bytes:
    image = Image.new("RGB", (330, 60))
    card.at(0, 0, 330, 60).paint(Sheet(image, theme))
    return image.tobytes()


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_each_of_the_goods_and_each_figure_is_seen_on_a_card(theme: Theme) -> None:
    usual = painted(cards(start(BOTH))[0], theme)
    different = [
        painted(cards(with_goods(start(BOTH), goods, (0, 0, 0)))[0], theme)
        for goods in ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    ]
    for figure in (BIG_FOLLOWER, BUILDER, PIG):
        state = start(BOTH)
        state.supply[figure] = (0, 1)
        different.append(painted(cards(state)[0], theme))
    assert len({usual, *different}) == 7


def test_six_cards_with_all_that_players_hold_lie_inside_the_panel() -> None:
    state = game(60, Phase.PLACE, edition="new-edition", options=f"river abbot {BOTH}", seats=6)
    for look in (Look(theme) for theme in THEMES.values()):
        panel = scene_of(state, words_of(state), DrawOptions(look=look)).panel
        found = panel.all(PlayerCard)
        assert len(found) == 6
        for card in found:
            assert card.holding
            assert card.width >= card.holding.card_width
            assert panel.y <= card.y <= card.y + card.height <= panel.y + panel.height


def colours_in(png: bytes) -> set[object]:
    with Image.open(io.BytesIO(png)) as opened:
        return {colour for _, colour in opened.convert("RGB").getcolors(1 << 24) or ()}


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_pictures_with_goods_have_their_colours(theme: Theme) -> None:
    state = start("traders")
    assert set(added_colours(state)) == set(ALL_SIGN_COLOURS)
    assert GRAPE in colours_in(draw(state, words_of(state), look=Look(theme)).png)
    wine = state.ruleset.tiles["tQ"].turned[0]
    assert GRAPE in colours_in(draw_tile(state, wine, words_of(state), Look(theme)).png)


def test_games_without_goods_have_no_colours_of_their_own() -> None:
    assert added_colours(start("inns")) == added_colours(start("", edition="castle")) == ()


def test_what_an_edition_and_what_an_expansion_add_is_asked_in_the_same_way() -> None:
    assert card_additions(start("traders"))[1:] == [EXTRA_PICTURES[GOODS]]
    assert [type(one) for one in card_additions(start("", edition="castle"))] == [CastlePicture]
    text = card_additions(with_goods(start("traders"), (2, 0, 1), (0, 0, 0)))[1].card_text(
        start("traders"), 0, words_of(start("traders"))
    )
    assert text == "🍇 0 🌾 0 🧵 0"


def test_a_legend_is_short_where_there_are_many_figures() -> None:
    state = start(BOTH)
    turned, words = state.ruleset.tiles["iA"].turned[0], words_of(state)
    spots = turned.deploy_options[state.ruleset.figures]
    assert sorted(legend(turned, spots, words, is_short=True)) == ["builder 2", "farmer 1 3", "pig 1 3", "thief 2"]
    only_big = turned.deploy_options[BIG_FOLLOWER,]
    assert sorted(legend(turned, only_big, words, is_short=True)) == ["big farmer 1 3", "big thief 2"]
    in_german = replace(words, figures={("big", Role.THIEF): "großer Dieb"})
    assert "großer Dieb 2" in legend(turned, only_big, in_german)


def test_the_end_tells_what_goods_have_brought() -> None:
    state = game(200, Phase.OVER, options="traders", seats=3)
    parts = [score_parts(state, seat) or () for seat in range(3)]
    points = [sum(part.points for part in one if part.kind is Kind.GOODS) for one in parts]
    assert sum(points) >= 10
    assert "goods" in {words_of(state).kinds[part.kind] for one in parts for part in one}
