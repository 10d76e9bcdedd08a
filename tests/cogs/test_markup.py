"""Names in messages. Texts know nothing of Discord's library; what they escape is compared with what it escapes."""

from datetime import UTC, datetime

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from screens.text.markup import isolated_name, plain_text, safe_name, timestamp

SIGNS = "*_`~|\\>#-@!& \n1aé"
"""Everything that means something to Discord, but brackets: of those, discord.py escapes only whole links."""


@given(st.text(SIGNS) | st.sampled_from(["@everyone", "<@&123456789012345678>", ">>> a", "## b", "- c", "a\n# d"]))
def test_names_are_escaped_like_discords_library_does(name: str) -> None:
    escaped = discord.utils.escape_markdown(name, ignore_links=False)
    assert safe_name(name) == isolated_name(discord.utils.escape_mentions(escaped))


def test_a_name_is_never_a_link() -> None:
    assert safe_name("[a](https://b.example) [c]") == r"\[a](https://b.example) \[c]"


@pytest.mark.parametrize(
    "name", ["<t:0:R>", "<#123456789012345678>", "</join:123456789012345678>", "<a:x:1>", "<:x:1>"]
)
def test_a_name_is_no_time_channel_command_or_emoji(name: str) -> None:
    assert safe_name(name) == "\\" + name
    assert plain_text(safe_name(name)) == name
    assert safe_name("<3 Ann") == "<3 Ann"


@pytest.mark.parametrize("style", ["R", "f", "D"])
def test_times_are_written_like_discords_library_does(style: discord.utils.TimestampStyle) -> None:
    when = datetime(2026, 12, 24, 18, 30, 15, 999_000, UTC)
    assert timestamp(when, style) == discord.utils.format_dt(when, style)
