"""Every component that was ever posted is still read, and exactly one handler answers it."""

from datetime import date
from enum import Enum
from typing import Any, Final, get_type_hints

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carcassonne import (
    Answer,
    Deploy,
    DeployNobody,
    PlaceTile,
    PlayWallTile,
    Position,
    Recall,
    Role,
    ScoreFirst,
    Turn,
)
from carcassonne.castle.planned_answers import PlannedAnswers
from carcassonne.geometry import PORTS, ROTATIONS, position_at
from cogs.discord_screens import view_of
from cogs.interaction.router import COMPONENTS, FORMS, Press, handles
from host.model.clock import NO_PACE, TimeoutAction, VoteChoice
from host.model.table_options import SeatOrder, TableOptions
from screens.custom_id import CustomId
from screens.custom_ids import (
    AdminForm,
    AdminFormId,
    AgreeEndId,
    AnswerId,
    BoardId,
    BrowsersId,
    EndBrowserId,
    EndBrowsersId,
    EndGameId,
    HelpId,
    LanguageId,
    OpenVoteId,
    PickId,
    PlaceId,
    PracticeId,
    RulesId,
    SeatToMemberId,
    SettingsForm,
    SettingsFormId,
    TableId,
    TakeSeatId,
    TurnId,
    VoteId,
    ZoomId,
)
from screens.picker_steps import Cell, Page, Step
from screens.screen import Button, Choice, Menu, row, rows
from screens.table_options import ChosenRules
from screens.text.choices import BoardView, ZoomLevel, ZoomPress
from screens.text.labels import HelpPage, RulesPage
from tests.cogs.custom_id_kinds import KINDS
from tests.cogs.room import ON_SIMCORD, Room

CELLS = st.builds(position_at, st.integers(-700, 700), st.integers(-99, 99))
PLACEMENTS = st.builds(PlaceTile, CELLS, st.sampled_from(ROTATIONS))
DEPLOYMENTS = st.one_of(
    st.builds(Deploy, st.sampled_from([Role.KNIGHT, Role.THIEF]), st.sampled_from([*PORTS])),
    st.sampled_from([DeployNobody(), Recall(), Deploy(Role.MONK)]),
)
TURNS = st.builds(Turn, PLACEMENTS, st.one_of(st.none(), DEPLOYMENTS))
SCORE_FIRST = st.builds(ScoreFirst, CELLS, st.sampled_from([*PORTS]))
WALL_TILES = st.lists(st.integers(1, 3), max_size=6).map(tuple)
FLAGS = st.sampled_from([None, True, False])
VALUES: Final[dict[Any, st.SearchStrategy[Any]]] = {
    int: st.integers(0, 10**9),
    date: st.dates(date(1000, 1, 1)),
    Position | None: st.one_of(st.none(), CELLS),
    Turn: TURNS,
    Step: st.one_of(st.builds(Page, st.integers(0, 99)), st.builds(Cell, CELLS), TURNS),
    Answer: st.one_of(SCORE_FIRST, st.builds(PlayWallTile, st.one_of(st.none(), st.integers(1, 9)))),
    ChosenRules: st.sampled_from([ChosenRules("castle"), ChosenRules("new-edition", ("river", "abbot"))]),
    PlannedAnswers: st.builds(
        PlannedAnswers, st.one_of(st.none(), WALL_TILES), st.lists(SCORE_FIRST, max_size=6).map(tuple)
    ),
    TableOptions: st.builds(
        TableOptions,
        edition=st.sampled_from([None, "new-edition"]),
        options=st.sampled_from([None, ("river",), ("river", "abbot")]),
        pace=st.sampled_from([None, NO_PACE, "24h"]),
        aids=FLAGS,
        takeback=st.one_of(st.none(), st.integers(0, 600)),
        order=st.one_of(st.none(), st.sampled_from(SeatOrder)),
        thread=FLAGS,
        rated=FLAGS,
        timeout=st.one_of(st.none(), st.sampled_from(TimeoutAction)),
    ),
}
"""Some values for each type of field in an id, except for enumerations."""


WHOLE: Final = TableOptions(
    "new-edition", ("river", "abbot"), "24h", False, 20, SeatOrder("drawn"), True, False, TimeoutAction.SKIP
)


def ids_of(kind: type[CustomId]) -> st.SearchStrategy[CustomId]:
    hints = get_type_hints(kind)
    fields = {
        name: st.sampled_from(hints[name]) if _is_enum(hints[name]) else VALUES[hints[name]] for name in kind.parts
    }
    return st.builds(kind, **fields)


def _is_enum(hint: object) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum)


@settings(max_examples=20)  # ids have few fields, and there are many kinds
@given(data=st.data())
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_read_and_means_nothing_else(kind: type[CustomId], data: st.DataObject) -> None:
    custom_id = data.draw(ids_of(kind))
    text = str(custom_id)
    assert kind.parse(text) == custom_id
    others = {one for one in KINDS if one.pattern.fullmatch(text)}
    assert others == {kind}


@pytest.mark.parametrize(
    ("text", "custom_id"),
    [
        ("carc:place:12:40", PlaceId(12, 40)),
        ("carc:pick:12:40:2", PickId(12, 40, Page(2))),
        ("carc:pick:12:40:M14", PickId(12, 40, Cell(position_at(12, 13)))),
        ("carc:turn:12:40:M14 90 -", TurnId(12, 40, Turn(PlaceTile(position_at(12, 13), 90), DeployNobody()))),
        (
            "carc:turn:12:40:M14 90 thief E;1 2;C4 N",
            TurnId(
                12, 40, Turn(PlaceTile(position_at(12, 13), 90), Deploy(Role.THIEF, "E")),
                PlannedAnswers((1, 2), (ScoreFirst(position_at(2, 3), "N"),)),
            ),
        ),
        (
            "carc:turn:12:40:M14 90 -;-;",
            TurnId(
                12, 40, Turn(PlaceTile(position_at(12, 13), 90), DeployNobody()), PlannedAnswers(())
            ),
        ),
        (
            "carc:zoom:12:west:claims:3:M14",
            ZoomId(12, ZoomPress.WEST, BoardView.CLAIMS, ZoomLevel.LEVEL_3, position_at(12, 13)),
        ),
        ("carc:zoom:12:level:normal:A", ZoomId(12, ZoomPress.LEVEL, BoardView.NORMAL, ZoomLevel.ALL)),
        ("carc:answer:12:40:first C4 N", AnswerId(12, 40, ScoreFirst(position_at(2, 3), "N"))),
        ("carc:answer:12:40:wall -", AnswerId(12, 40, PlayWallTile(None))),
        ("carc:agree:12:3", AgreeEndId(12, 3)),
        ("carc:vote:12:40:time", VoteId(12, 40, VoteChoice.MORE_TIME)),
        ("carc:vote-open:12", OpenVoteId(12)),
        ("carc:admin-end:12", EndGameId(12)),
        ("carc:admin-form:time", AdminFormId(AdminForm.TIME)),
        ("carc:admin-member:12:1", SeatToMemberId(12, 1)),
        ("carc:take:12:4", TakeSeatId(12, 4)),
        ("carc:settings:vacation", SettingsFormId(SettingsForm.VACATION)),
        ("carc:language:0", LanguageId()),
        ("carc:browsers", BrowsersId()),
        ("carc:browser-end", EndBrowserId()),
        ("carc:browser-end-all", EndBrowsersId()),
        ("carc:help:look", HelpId(HelpPage.LOOK)),
        ("carc:rules:wall:castle", RulesId(RulesPage.WALL_TILES, ChosenRules("castle"))),
        (
            "carc:rules:different:new-edition river abbot start-tile",
            RulesId(RulesPage.DIFFERENT, ChosenRules("new-edition", ("river", "abbot", "start-tile"))),
        ),
        (
            "carc:practice:12:new-edition:river abbot:24h:0:20:drawn:1:0:skip",
            PracticeId(12, WHOLE),
        ),
    ],
)  # fmt: skip
def test_ids_on_posted_messages_stay_as_they_are(text: str, custom_id: CustomId) -> None:
    assert str(custom_id) == text
    assert type(custom_id).parse(text) == custom_id


def test_ids_of_older_messages_lack_what_came_later() -> None:
    assert AgreeEndId.parse("carc:agree:12") == AgreeEndId(12, 0)
    assert PracticeId.parse("carc:practice:12:classic::24h:0:20").options == TableOptions(
        "classic", pace="24h", aids=False, takeback=20
    )


def test_what_is_no_id_is_not_read() -> None:
    with pytest.raises(ValueError, match="carc:boards"):
        BoardId.parse("carc:boards:1")


@ON_SIMCORD
async def test_every_id_has_exactly_one_handler(room: Room) -> None:
    """The room has loaded all features. A second handler of an id raises."""
    assert set(COMPONENTS) | set(FORMS) == set(KINDS)
    assert set(KINDS) == set(COMPONENTS)


def test_an_id_takes_no_second_handler() -> None:
    async def handle(press: Press, pressed: TableId) -> None:
        raise AssertionError

    before = COMPONENTS[BoardId]
    with pytest.raises(ValueError, match="handle board"):
        handles(BoardId)(handle)
    assert COMPONENTS[BoardId] is before


@ON_SIMCORD
async def test_the_library_keeps_no_view_of_what_was_sent(room: Room) -> None:
    """Otherwise memory would grow with every message, and each press would be handled twice."""
    await room.begin()
    await room.ann.click(room.messages()[-1], label="Place")
    assert room.bot.persistent_views == []
    assert room.bot._connection._view_store._views == {}


async def test_rows_of_more_than_five_go_on_in_the_next() -> None:
    buttons = [Button(BoardId(number), str(number)) for number in range(7)]
    view = view_of(rows(buttons, [Menu(LanguageId(), (Choice("x", "x"),))]))
    assert view
    assert [len(one["components"]) for one in view.to_components()] == [5, 2, 1]
    assert view.is_finished()


async def test_a_long_label_is_cut() -> None:
    view = view_of(row(Button(BoardId(1), "x" * 100)))
    assert view
    [shown] = view.children
    assert isinstance(shown, discord.ui.Button)
    assert shown.label == "x" * 79 + "…"


async def test_a_long_choice_is_cut() -> None:
    view = view_of(row(Menu(LanguageId(), (Choice("x" * 101, "1", "y" * 101), Choice("x" * 100, "2")))))
    assert view
    [shown] = view.children
    assert isinstance(shown, discord.ui.Select)
    assert [(one.label, one.description) for one in shown.options] == [
        ("x" * 99 + "…", "y" * 99 + "…"),
        ("x" * 100, None),
    ]
