"""Forged buttons, menus and forms: nobody sees, names or changes a game that they could not name by a command."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from typing import Any, Final, get_type_hints

import pytest
from simcord.backend.models import Message

from carcassonne import Answer, DeployNobody, PlaceTile, PlayWallTile, Position, Turn
from carcassonne.castle.planned_answers import PlannedAnswers
from carcassonne.geometry import position_at
from cogs.interaction import router
from cogs.interaction.router import FORMS
from host.model.controllers import Person
from host.model.preferences import Preferences
from host.model.table import RunningTable
from host.model.table_options import NO_OPTIONS, TableOptions
from screens import custom_ids
from screens.custom_id import CustomId
from screens.custom_ids import PracticeId, TableId
from screens.picker_steps import Page, Step
from screens.table_options import ChosenRules
from tests.cogs.custom_id_kinds import KINDS
from tests.cogs.room import ON_SIMCORD, Room
from tests.fixtures import forgery
from tests.fixtures.cases import slow_but
from tests.fixtures.forgery import Forged

pytestmark = ON_SIMCORD

APOLOGY: Final = "Sorry"
SECRETS: Final = ("Ann", "Bob", "Rot", "Red", "'s turn", "tiles")
"""What only those may read who may see the game."""
VALUES: Final[dict[Any, Any]] = {
    int: 1,
    date: date(2026, 11, 26),
    Position | None: position_at(12, 11),
    Step: Page(0),
    Turn: Turn(PlaceTile(position_at(12, 11), 180), DeployNobody()),
    Answer: PlayWallTile(None),
    PlannedAnswers: PlannedAnswers(()),
    TableOptions: NO_OPTIONS,
    ChosenRules: ChosenRules("castle"),
}
"""A value for each type of field in an id."""

HOSTILE_NUMBERS: Final = ("0", "-1", "٣", "1" * 18, str(2**63), "9" * 80, "1.5", "0x1", "", " 1", "1\n")
HOSTILE_VALUES: Final = ("xx", "", "-5", "7y", "٣", str(2**63), "9" * 90, "\0", "@everyone", "any,drawn", "DE")


def example(kind: type[CustomId]) -> CustomId:
    """An id about table 1."""
    hints = get_type_hints(kind)
    return kind(**{
        name: next(iter(hints[name])) if isinstance(hints[name], type) and issubclass(hints[name], Enum)
        else VALUES[hints[name]] for name in kind.parts
    })  # fmt: skip


@dataclass
class Outsider:
    """Somebody who may not see the game of the room: they share no server with it."""

    room: Room
    person: int
    public: int
    private: int


@pytest.fixture
async def outsider(room: Room) -> Outsider:
    user = room.env.create_user("mallory", global_name="Mallory")
    other = room.env.create_guild("Other")
    channel = other.create_text_channel("elsewhere")
    other.add_member(user)
    return Outsider(room, user.id, channel.id, room.env.backend.get_dm_channel(user.id).id)


async def use(room: Room, *forged: Forged, is_silent: bool = False) -> list[str]:
    """Send interactions, all together; return what each person is told: no apology, and unless ``is_silent``
    something.
    """
    for _, event in forged:
        room.env.backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    return [check_answer(room, record, event, is_silent) for record, event in forged]


def check_answer(room: Room, record: Any, event: Any, is_silent: bool) -> str:
    assert record.responded, event["data"]
    told = "\n".join(message.content for message in answers(room, record))
    assert is_silent or told or record.modal, event["data"]
    assert APOLOGY not in told, event["data"]
    return told


def answers(room: Room, record: Any) -> list[Message]:
    ids = [one for one in (record.message_id, *record.followup_ids) if one and one != record.source_message_id]
    return [room.env.backend.get_message(record.channel_id, one) for one in ids]


def stored(room: Room) -> str:
    """All that the database holds."""
    with closing(sqlite3.connect(f"file:{room.folder / 'test.db'}?mode=ro", uri=True)) as database:
        return "\n".join(line for line in database.iterdump() if '"heartbeat"' not in line)


async def table_with_open_seat(room: Room) -> None:
    """A running game, of which Bob's seat is open."""
    await room.begin()
    with closing(sqlite3.connect(room.folder / "test.db")) as database:
        database.execute("UPDATE seats SET is_open = 1 WHERE number = 1")
        database.commit()
    await room.restart()


def check_nothing_leaked(told: str) -> None:
    for secret in SECRETS:
        assert secret not in told, told


@pytest.mark.parametrize("is_begun", [True, False])
async def test_an_outsider_sees_and_changes_nothing_by_a_forged_component(outsider: Outsider, is_begun: bool) -> None:
    room = outsider.room
    await (table_with_open_seat(room) if is_begun else room.ann.slash(room.channel, "join"))
    before = stored(room)
    for told in await use(room, *forged_by(outsider)):
        check_nothing_leaked(told)
    assert stored(room) == before


@pytest.mark.parametrize("kind", [custom_ids.VoteId, custom_ids.UndoAnswerId, custom_ids.EndAnswerId])
async def test_who_may_not_see_a_game_any_more_is_told_nothing_of_it(
    outsider: Outsider, kind: type[CustomId], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They might when they pressed, and have had themselves deleted since."""
    room, backend = outsider.room, outsider.room.env.backend
    await room.begin()

    async def seen_a_moment_ago(_interaction: Any, _used: CustomId) -> RunningTable:
        return room.table()

    monkeypatch.setattr(router, "check_access", seen_a_moment_ago)
    custom_id = next(str(example(one)) for one in KINDS if issubclass(one, kind))
    message = forgery.posted(backend, outsider.private, custom_id)
    [told] = await use(room, forgery.component(backend, outsider.person, custom_id, message, outsider.private))
    check_nothing_leaked(told)
    assert "#1" in told


async def test_an_outsider_does_not_learn_of_a_game_on_hold(outsider: Outsider) -> None:
    room = outsider.room
    await room.begin()
    with closing(sqlite3.connect(room.folder / "test.db")) as database:
        database.execute("UPDATE moves SET hash = 'x' WHERE ply = 1")
        database.commit()
    await room.restart()
    [held] = await use(room, pressed(room, room.eve.user.id, "carc:board:1"))
    assert "is paused" in held
    for told in await use(room, *forged_by(outsider)):
        assert "is paused" not in told
        check_nothing_leaked(told)


def forged_by(outsider: Outsider) -> Iterator[Forged]:
    """The use of every button, menu and form about table 1, elsewhere and in private."""
    backend, person = outsider.room.env.backend, outsider.person
    for channel in (outsider.public, outsider.private):
        for custom_id in [str(example(kind)) for kind in KINDS if issubclass(kind, TableId)]:
            message = forgery.posted(backend, channel, custom_id)
            yield forgery.component(backend, person, custom_id, message, channel)
            menu = forgery.posted(backend, channel, custom_id, offered=["1", "red", "drawn"])
            yield forgery.component(backend, person, custom_id, menu, channel, values=["1"])
        for custom_id in [str(example(kind)) for kind in FORMS if issubclass(kind, TableId)]:
            yield forgery.form(backend, person, custom_id, channel, {"pace": ["24h"]})


async def test_a_component_works_only_on_the_message_of_the_bot_that_has_it(room: Room) -> None:
    await table_with_open_seat(room)
    backend, before, eve, channel = room.env.backend, stored(room), room.eve.user.id, room.channel.id
    forged = []
    for custom_id in [str(example(kind)) for kind in KINDS]:
        foreign = forgery.posted(backend, channel, custom_id, author=room.dmitri.user.id)
        without = forgery.posted(backend, channel, "carc:board:2")
        forged += [forgery.component(backend, eve, custom_id, message, channel) for message in (foreign, without, None)]
    for told in await use(room, *forged):
        assert told.startswith("This button, menu or form is out of date.")
    assert stored(room) == before


async def test_an_id_that_no_handler_takes_is_answered(room: Room) -> None:
    """Buttons and forms, a form whose id only a button has, and buttons with the id of a menu."""
    await room.ann.slash(room.channel, "join")
    backend, before, ann, channel = room.env.backend, stored(room), room.ann.user.id, room.channel.id
    unknown = ("carc:nothing:1", "carc:board:x", "other:board:1", "carc:", "x")
    forged = [pressed(room, ann, one) for one in (*unknown, "carc:language:0", "carc:edition:1")]
    forged += [forgery.form(backend, ann, one, channel, {}) for one in (*unknown, "carc:leave:1", "carc:settings:x")]
    for told in await use(room, *forged):
        assert told.startswith("This button, menu or form is out of date.")
    assert stored(room) == before


async def test_a_member_of_the_server_takes_an_open_seat(room: Room) -> None:
    """What the tests above refuse is possible where it is offered."""
    await table_with_open_seat(room)
    message = forgery.posted(room.env.backend, room.channel.id, "carc:take-ask:1:1")
    forged = forgery.component(room.env.backend, room.eve.user.id, "carc:take-ask:1:1", message, room.channel.id)
    room.env.backend.emit("INTERACTION_CREATE", forged[1])
    await room.env.settle()
    assert room.table().seats[1].is_played_by(room.eve.user.id)


def hostile_ids(kind: type[CustomId]) -> list[str]:
    """The id of a kind with each of its parts spoiled in turn, and longer than an id may be."""
    whole = str(example(kind))
    words = whole.split(":")
    spoiled = [
        ":".join([*words[:place], text, *words[place + 1 :]])
        for place in range(2, len(words))
        for text in HOSTILE_NUMBERS
    ]
    return [*spoiled, f"{whole}:1", f"{whole} ", whole.upper(), whole + "x" * 60]


async def test_malformed_ids_are_answered_with_a_sentence(room: Room) -> None:
    """All kinds in one game, which none of them changes. What they open elsewhere is another one."""
    await room.begin()
    before = room.table()
    for kind in KINDS:
        forged = [pressed(room, room.eve.user.id, custom_id) for custom_id in hostile_ids(kind)]
        await use(room, *forged, is_silent=True)
    assert room.table() == before


def pressed(room: Room, person: int, custom_id: str, *, offered: Sequence[str] | None = None, **menu: Any) -> Forged:
    """The use of a component in the channel of the room."""
    message = forgery.posted(room.env.backend, room.channel.id, custom_id, offered=offered)
    return forgery.component(room.env.backend, person, custom_id, message, room.channel.id, **menu)


@pytest.mark.parametrize(
    "kind",
    [
        custom_ids.LanguageId,
        custom_ids.ColourId,
        custom_ids.OrderId,
        custom_ids.SuccessorId,
        custom_ids.AddComputerId,
        custom_ids.RemoveComputerId,
        custom_ids.EndBrowserId,
    ],
)
async def test_a_menu_stores_only_what_it_offers(room: Room, kind: type[CustomId]) -> None:
    for person in (room.ann, room.bob):
        await person.slash(room.channel, "join")
    before, ann, custom_id = stored(room), room.ann.user.id, str(example(kind))
    some = ["de", "fr", "red", "drawn"]
    chosen = [([value], offered) for value in HOSTILE_VALUES for offered in ([value], some)]
    chosen += [([one], some) for one in forgery.JSON]
    chosen += [([], some), (["de", "fr"], some), (["es"], some), (["yellow"], some), (["joined"], some)]
    forged = [pressed(room, ann, custom_id, offered=offered, values=values) for values, offered in chosen]
    await use(room, *forged, is_silent=kind is custom_ids.EndBrowserId)  # its message shows the list anew
    assert stored(room) == before


FIELDS: Final = {
    "carc:options:1": ("edition", "options", "besides"),
    "carc:time:1": ("pace", "timeout", "takeback"),
    "carc:admin-form:tables": ("most",),
    "carc:admin-form:rules": ("edition", "options", "besides"),
    "carc:admin-form:time": ("pace", "timeout", "takeback", "order"),
    "carc:admin-find": ("game",),
    "carc:cup-hand:1:extend": ("value", "game", "reason"),
    "carc:cup-hand:1:pause": ("reason",),
    "carc:cup-hand:1:add": ("person", "reason"),
    "carc:cup-hand:1:replace": ("value", "person", "reason"),
    "carc:cup-hand:1:seed": ("order", "reason"),
    "carc:cup-hand:1:swap": ("value", "other", "reason"),
    "carc:cup-computers:1": ("level", "count"),
    "carc:cup-form:1:entry": ("entry", "role", "besides"),
    "carc:cup-hand:1:award": ("value", "award", "reason"),
    "carc:cup-decide-game:1:1:1": ("game", "result", "reason"),
    "carc:cup-form:1:begin": ("at",),
    "carc:cup-form:1:frame": ("name", "kind", "round_time", "pace", "begins"),
    "carc:cup-form:1:rules": ("edition", "options", "besides", "seats", "rounds"),
    "carc:settings:hours": ("zone", "quiet"),
    "carc:settings:reminders": ("reminders", "digest"),
    "carc:settings:pictures": ("theme", "size"),
    "carc:settings:vacation": ("start", "until"),
}


@pytest.mark.parametrize("custom_id", slow_but(3, FIELDS))
async def test_a_form_stores_only_what_it_offers(room: Room, custom_id: str) -> None:
    await room.ann.slash(room.channel, "join")
    before, ann, channel = stored(room), room.ann.user.id, room.channel.id
    hostile = [*HOSTILE_VALUES, *([one] for one in HOSTILE_VALUES), [], ["24h", "12h"]]
    hostile += [*forgery.JSON, *([one] for one in forgery.JSON)]
    filled: list[dict[str, Any]] = [{"nothing": "x"}, {"besides": ["nothing"]}]
    for name in FIELDS[custom_id]:
        others = dict.fromkeys(FIELDS[custom_id], "x")
        filled += [{**others, name: value} for value in hostile]
    await use(room, *(forgery.form(room.env.backend, ann, custom_id, channel, fields) for fields in filled))
    assert stored(room) == before


COMMAND_OPTIONS: Final = (
    ("start", "pace", 3, "7y"), ("start", "takeback", 4, -5), ("start", "takeback", 4, 2**53),
    ("start", "edition", 3, "xx"),
    ("start", "game", 3, "#٣"),
    ("start", "options", 3, "\0 @everyone"), ("join", "colour", 3, "xx"), ("join", "game", 3, str(2**63)),
    ("replay", "turn", 4, -1), ("board", "view", 3, "xx"), ("board", "zoom", 3, "9"), ("board", "area", 3, "A" * 3000),
    ("place", "at", 3, "A" + "9" * 500), ("place", "rotation", 4, 2**53), ("games", "scope", 3, "xx"),
    ("carcassonne-admin", "file", 11, "xx"), ("carcassonne-admin", "player1", 6, "9" * 400),
)  # fmt: skip


@pytest.mark.parametrize(("name", "option", "kind", "value"), slow_but(3, COMMAND_OPTIONS))
async def test_a_command_refuses_what_its_options_do_not_offer(
    room: Room, name: str, option: str, kind: int, value: Any
) -> None:
    for person in (room.ann, room.bob):
        await person.slash(room.channel, "join")
    before, given = stored(room), {option: (kind, value)}
    if name == "place":
        given = {"at": (3, "M12"), "rotation": (4, 0)} | given
    options = [{"name": one, "type": type_, "value": text} for one, (type_, text) in given.items()]
    await use(room, forgery.command(room.env.backend, room.ann.user.id, room.channel.id, name, options))
    assert stored(room) == before


REVIEWED: Final = (
    ("options", 3, "true"), ("edition", 3, ["x"]), ("pace", 3, 1.5), ("takeback", 4, 10**30),
)  # fmt: skip
"""Options that once were not answered."""


def typed(room: Room, name: str, options: Sequence[Any]) -> Forged:
    """A question of Ann for what is offered while she types."""
    return forgery.typing(room.env.backend, room.ann.user.id, room.channel.id, name, options)


def malformed(options: Sequence[Mapping[str, Any]]) -> Iterator[list[Any]]:
    """The options of a command, each once with values of every type of JSON that it does not take, and lists of options
    that are none. The first option that is offered something is being typed."""
    focus = next(one["name"] for one in options if one.get("autocomplete"))
    whole = [{"name": one["name"], "type": one["type"], "focused": one["name"] == focus} for one in options]
    texts = [{**one, "value": "1"} for one in whole]
    for place, option in enumerate(options):
        taken = {3: str, 4: int, 5: bool}.get(option["type"], type)
        wrong = [one for one in forgery.JSON if type(one) not in (taken, str) or one == 10**30]
        spoiled = [{"value": one} for one in wrong] + [{"type": 0, "value": "1"}, {"name": "x", "value": "1"}]
        spoiled += [{"name": one, "value": "1"} for one in forgery.JSON]
        yield from ([*texts[:place], {**whole[place], **one}, *texts[place + 1 :]] for one in spoiled)
        yield [*texts[:place], whole[place], *texts[place + 1 :]]
    yield from ([*texts, one] for one in forgery.JSON)
    yield [one | {"focused": False} for one in texts]
    yield []


async def test_malformed_options_are_offered_nothing(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    await room.begin()
    found = [leaf for leaf in forgery.leaves(room.env.backend) if any(one.get("autocomplete") for one in leaf[1])]
    forged = [typed(room, name, options) for name, known in found for options in malformed(known)]
    given = [
        {"name": name, "type": kind, "value": value, "focused": name == "options"} for name, kind, value in REVIEWED
    ]
    forged.append(typed(room, "start", given))
    for _, event in forged:
        room.env.backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    assert [event["data"] for record, event in forged if record.autocomplete_choices != []] == []
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


async def test_what_is_half_typed_is_offered_something(room: Room) -> None:
    """What the test above refuses is possible where Discord's clients send it."""
    await room.begin()
    given = [{"name": "at", "type": 3, "value": "m", "focused": True}, {"name": "rotation", "type": 4, "value": "x"}]
    record, event = typed(room, "place", given)
    room.env.backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    assert record.autocomplete_choices


@pytest.mark.parametrize(
    "options", slow_but(4, [[one] for one in forgery.JSON] + [[{"name": "at", "type": 3, "value": ["x"]}]])
)
async def test_malformed_options_of_a_command_are_answered(room: Room, options: list[Any]) -> None:
    await room.begin()
    before = stored(room)
    [told] = await use(room, forgery.command(room.env.backend, room.ann.user.id, room.channel.id, "place", options))
    assert told == "This command has just changed. Try again in a minute."
    assert stored(room) == before


@pytest.mark.parametrize("text", ["#٣ M12 0", f"#{2**63} M12 0", "M12 " + "9" * 400, "A" * 1900 + "1 0", "M٣ 0 -"])
async def test_a_typed_turn_that_is_none_is_answered(room: Room, text: str) -> None:
    await room.begin()
    count = len(room.messages())
    await room.ann.send(room.channel, f"{room.bot.user.mention} {text}")  # type: ignore[union-attr]
    *_, last = room.messages()
    assert len(room.messages()) == count + 2
    assert APOLOGY not in last.content


async def test_what_is_stored_wrongly_is_the_default(room: Room) -> None:
    """Of a person, a server, and a table."""
    await room.ann.slash(room.channel, "join")
    changed = TableOptions(takeback=60)
    await room.bot.host.administration.change_settings(
        room.guild.id, Person(room.ann.user.id, "Ann"), lambda server: replace(server, table_options=changed)
    )
    with closing(sqlite3.connect(room.folder / "test.db")) as database:
        database.execute(
            "UPDATE people SET language='xx', zone='No/Where', theme='x', size='x', quiet_from=-1, letters='x'"
        )
        wrong = {"edition": "x", "language": "xx", "pace": "7y", "takeback": -5, "order": "x", "timeout": "x"}
        database.execute("UPDATE servers SET language='xx', table_options=?", [json.dumps(wrong)])
        database.execute("UPDATE games SET settings=?", [json.dumps(wrong)])
        database.commit()
    await room.restart()
    assert room.bot.host.people.preferences(room.ann.user.id) == Preferences()
    assert room.bot.host.administration.server(room.guild.id).table_options == NO_OPTIONS
    assert room.waiting().settings.takeback == 20
    for name in ("settings", "start"):
        answered = await room.ann.slash(room.channel, name)
        assert answered.response is not None
        assert APOLOGY not in answered.response.content


async def test_a_practice_button_with_options_that_mean_nothing(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    parts = ("x:::::", "::7y:::", ":::0:٣:", "::::-5:", "::::601:", ":::::xx", ":+zz:::::", "::::::::xx")
    await use(room, *(pressed(room, room.ann.user.id, f"carc:practice:1:{one}") for one in parts))
    assert room.waiting()
    assert PracticeId.parse("carc:practice:1:::24h:1:20").options.takeback == 20


def test_every_form_is_known() -> None:
    assert {str(example(kind)).rsplit(":", 1)[0] for kind in FORMS} == {one.rsplit(":", 1)[0] for one in FIELDS}
