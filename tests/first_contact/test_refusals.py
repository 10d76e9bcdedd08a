"""What a host is told to do about trouble that is not about one step."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from first_contact.refusals import advice
from first_contact.report import failure_text

NONE = discord.Permissions.none()


def refusal(status: int, code: int = 0, message: str = "refused") -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason=message)
    return discord.HTTPException(response, {"code": code, "message": message})


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (refusal(500), "Look at discordstatus.com"),
        (refusal(429), "in a few minutes"),
        (refusal(400, 99999), "Attach the report to an issue"),
        (refusal(401, 40001), "Copy it again"),
        (TimeoutError(), "no answer in time"),
        (OSError("no route"), "can't be reached"),
        (ValueError(), "Attach the report to an issue"),
    ],
)
def test_what_to_do(error: Exception, words: str) -> None:
    assert words in advice(error, NONE, None)


def test_only_missing_permissions_are_named() -> None:
    needed, granted = (
        discord.Permissions(send_messages=True, attach_files=True),
        discord.Permissions(send_messages=True),
    )
    text = advice(refusal(403, 50013), needed, granted)
    assert text == "Allow the bot Attach Files, in the channel's settings under Permissions."
    assert "Send Messages and Attach Files" in advice(refusal(403, 50013), needed, None)


def test_the_failure_has_no_ids_and_no_tokens() -> None:
    told = refusal(404, 10015, "POST /webhooks/123456789012345678/abc-token/messages of 876543210987654321")
    assert failure_text(told) == ("Discord said 404 POST /webhooks/{id}/{token}/messages of {id} (code 10015).")
