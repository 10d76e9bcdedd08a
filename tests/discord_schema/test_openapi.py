"""The checker accepts requests that Discord takes, and finds what is wrong with others."""

from typing import Any

import pytest

from tests.discord_schema.openapi import OpenApi

MESSAGES = "/channels/1/messages"
CALLBACK = "/interactions/1/abc/callback"
BUTTON = {"type": 2, "style": 1, "label": "Place", "custom_id": "place:12:3"}


def test_an_ordinary_message_passes(openapi: OpenApi) -> None:
    message = {
        "content": "**Ann**, your turn",
        "components": [{"type": 1, "components": [BUTTON]}],
        "attachments": [{"id": 0, "filename": "board.png", "description": "The board"}],
        "nonce": "12-3",
        "enforce_nonce": True,
        "allowed_mentions": {"parse": ["users"]},
    }
    assert openapi.problems("POST", MESSAGES, message) == []


@pytest.mark.parametrize(
    ("method", "path", "body", "mentioned"),
    [
        ("POST", MESSAGES, {"content": "x" * 4001}, "content"),
        ("POST", MESSAGES, {"components": [{"type": 1, "components": [BUTTON | {"label": "x" * 81}]}]}, "label"),
        ("POST", MESSAGES, {"attachments": [{"id": 0, "description": "x" * 1025}]}, "description"),
        ("POST", MESSAGES, {"nonce": "x" * 26}, "nonce"),
        ("POST", MESSAGES, None, "missing"),
        ("POST", CALLBACK, {"type": 99}, "type"),
        ("PUT", "/applications/1/commands", [{"description": "no name"}], "name"),
        ("POST", "/channels/1/massages", {}, "no such operation"),
    ],
)
def test_what_the_description_forbids_is_found(
    openapi: OpenApi, method: str, path: str, body: Any, mentioned: str
) -> None:
    problems = openapi.problems(method, path, body)
    assert problems
    assert mentioned in problems[0]


def test_the_more_literal_path_wins(openapi: OpenApi) -> None:
    assert openapi.problems("PATCH", "/webhooks/1/abc/messages/@original", {"content": "x"}) == []
    assert openapi.problems("GET", "/channels/1/messages/pins", None) == []
