"""The lint finds what it is meant to find."""

from typing import Any

import pytest

from tests.discord_schema import choice_problems, command_problems, message_problems, request_problems
from tests.loopback import Upload

OPTION = {"type": 3, "name": "at", "description": "The cell"}
COMMAND = {"type": 1, "name": "place", "description": "Place a tile", "options": [OPTION]}
BUTTON = {"type": 2, "style": 1, "label": "Place", "custom_id": "place:12:3"}
CHOICE = {"label": "M14", "value": "M14"}
MENU = {"type": 3, "custom_id": "cell", "options": [CHOICE]}


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"components": [{"type": 1, "components": list(components)}]}


def upload(filename: str, size: int = 1) -> Upload:
    return Upload("files[0]", filename, "image/png", bytes(size))


def test_good_ones_pass() -> None:
    menu = MENU | {"options": [{"label": "✖", "value": "-", "emoji": {"name": "✖"}}]}
    message = row(BUTTON | {"emoji": {"name": "👩‍🌾"}}) | {
        "content": "x" * 2000,
        "attachments": [{"filename": "a.png"}],
    }
    assert message_problems(message, [upload("a.png")]) == []
    assert message_problems(row(menu)) == []
    assert command_problems([COMMAND, COMMAND | {"name": "größe"}]) == []
    assert choice_problems([{"name": str(number), "value": number} for number in range(25)]) == []


@pytest.mark.parametrize(
    ("message", "files", "mentioned"),
    [
        (row(MENU | {"max_values": 2}), [], "1 to 2"),
        (row(MENU | {"options": []}), [], "0 options"),
        (row(MENU | {"options": [CHOICE, CHOICE]}), [], "'M14' twice"),
        (row(BUTTON, BUTTON), [], "twice"),
        (row(*(BUTTON | {"custom_id": str(number)} for number in range(6))), [], "6 buttons"),
        (row(BUTTON | {"emoji": {"name": "meeple"}}), [], "no emoji"),
        ({"embeds": [{"image": {"url": "attachment://b.png"}}]}, [], "b.png without a file"),
        ({"attachments": [{"filename": f"{number}.png"} for number in range(11)]}, [], "11 files"),
        ({"attachments": [{"filename": "a.png"}]}, [upload("a.png", 10 * 1024 * 1024 + 1)], "bytes"),
        ({"attachments": []}, [upload("a.png")], "not among"),
        ({"content": "x" * 2001}, [], "2001 characters"),
        ({"nonce": "x" * 26}, [], "25"),
        ({"flags": 1 << 15, "content": "x"}, [], "with content"),
        ({"flags": 1 << 15, "components": [{"type": 10, "content": "x"}] * 41}, [], "41 components"),
        ({"flags": 1 << 15, "components": [{"type": 10, "content": "x" * 4001}]}, [], "4001 characters"),
        ({"flags": 1 << 15, "attachments": [{"id": 0, "filename": "a.png"}]}, [], "nowhere"),
    ],
)
def test_a_message_that_discord_refuses(message: dict[str, Any], files: list[Upload], mentioned: str) -> None:
    [problem] = message_problems(message, files)
    assert mentioned in problem


@pytest.mark.parametrize(
    ("commands", "mentioned"),
    [
        ([COMMAND | {"name": "Place"}], "Place"),
        ([COMMAND | {"name_localizations": {"de": "Legen"}}], "'Legen'"),
        ([COMMAND | {"name": "place tile"}], "'place tile'"),
        ([COMMAND | {"description": ""}], "description"),
        ([COMMAND | {"options": [OPTION | {"description": ""}]}], "description"),
        ([COMMAND | {"options": [OPTION, OPTION | {"name": "to", "required": True}]}], "required"),
        ([COMMAND | {"options": [OPTION, OPTION]}], "'at' twice"),
        ([COMMAND | {"options": [OPTION | {"autocomplete": True, "choices": [{"name": "a", "value": "a"}]}]}], "both"),
        ([COMMAND | {"options": [OPTION, COMMAND]}], "subcommands"),
        ([COMMAND | {"options": [OPTION | {"name": f"o{number}"} for number in range(26)]}], "26 options"),
        ([COMMAND, COMMAND], "'place' twice"),
        ([COMMAND | {"name": f"c{number}"} for number in range(101)], "101 commands"),
    ],
)
def test_commands_that_discord_refuses(commands: list[dict[str, Any]], mentioned: str) -> None:
    [problem] = command_problems(commands)
    assert mentioned in problem


def test_a_command_is_measured_in_its_longest_language() -> None:
    choices = [{"name": f"{number:02}" + "n" * 47, "value": f"{number:02}" + "v" * 47} for number in range(25)]
    options = [OPTION | {"name": name, "choices": choices} for name in "abc"]
    options += [OPTION | {"name": name, "description": "d" * 100} for name in "efghij"]
    full = COMMAND | {"options": options}
    assert len("place" + "Place a tile") + 3 * (len("a" + "The cell") + 25 * 2 * 49) + 6 * 101 == 8000

    assert command_problems([full | {"description_localizations": {"de": "d" * 12}}]) == []
    assert command_problems([full | {"description_localizations": {"de": "d" * 13}}]) == [
        "/place: 8001 characters of 8000"
    ]


def test_too_many_choices() -> None:
    [problem] = choice_problems([{"name": str(number), "value": number} for number in range(26)])
    assert "26 choices" in problem


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/applications/1/commands", [COMMAND | {"name": "Place"}]),
        ("PUT", "/applications/1/guilds/2/commands", [COMMAND | {"name": "Place"}]),
        ("POST", "/channels/1/messages", {"content": "x" * 2001}),
        ("PATCH", "/channels/1/messages/2", {"content": "x" * 2001}),
        ("PATCH", "/webhooks/1/abc/messages/@original", {"content": "x" * 2001}),
        ("POST", "/webhooks/1/abc", {"content": "x" * 2001}),
        ("POST", "/interactions/1/abc/callback", {"type": 4, "data": {"content": "x" * 2001}}),
        ("POST", "/interactions/1/abc/callback", {"type": 7, "data": {"content": "x" * 2001}}),
        ("POST", "/interactions/1/abc/callback", {"type": 8, "data": {"choices": [{"name": "", "value": 1}]}}),
        ("POST", "/interactions/1/abc/callback", {"type": 9, "data": row(BUTTON, BUTTON)}),
    ],
)
def test_every_kind_of_request_is_looked_into(method: str, path: str, body: Any) -> None:
    assert len(request_problems(method, path, body)) == 1
