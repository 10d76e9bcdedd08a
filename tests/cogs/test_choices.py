"""The choices that texts name are those that the reader's Discord shows."""

from typing import Any

import discord
import pytest
from discord.app_commands import Choice, TranslationContext, TranslationContextLocation, locale_str

from cogs.interaction.command_tree import Translator
from cogs.interaction.options import CUP_CHOICES, FOLLOW_CHOICES, STATS_CHOICES, VIEW_CHOICES
from host.model.table_options import LANGUAGES
from screens.text.choices import CUP_NAMES, FOLLOW_NAMES, SCOPE_NAMES, VIEW_NAMES, choice_name
from screens.text.help import help_text
from screens.text.i18n import set_language, use_language
from screens.text.labels import HelpPage
from screens.text.tournaments import no_tournaments_text

LOCALES = {"en": discord.Locale.british_english, "de": discord.Locale.german, "fr": discord.Locale.french,
           "es": discord.Locale.latin_american_spanish}  # fmt: skip


async def shown(choice: Choice[str], language: str) -> str:
    """What Discord shows for a choice, in the words in which the bot registers it."""
    where: Any = TranslationContext(TranslationContextLocation.choice_name, choice)
    return await Translator().translate(locale_str(choice.name), LOCALES[language], where) or choice.name


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_text_names_a_choice_as_discord_shows_it(language: str) -> None:
    tables = [(VIEW_NAMES, VIEW_CHOICES), (FOLLOW_NAMES, FOLLOW_CHOICES), (CUP_NAMES, CUP_CHOICES),
              (SCOPE_NAMES, STATS_CHOICES)]  # fmt: skip
    for names, choices in tables:
        for choice in choices:
            with use_language(language):
                named = choice_name(names, choice.value)
            seen = await shown(choice, language)
            assert named == seen or seen.removeprefix(named).lstrip().startswith(":")


def test_choices_are_named_in_the_language_of_the_readers_discord() -> None:
    with use_language("en"):
        set_language("de", "fr")
        assert choice_name(FOLLOW_NAMES, "nothing") == "rien"
        with use_language("es"):
            assert choice_name(FOLLOW_NAMES, "nothing") == "nada"
        assert choice_name(FOLLOW_NAMES, "nothing") == "rien"
        set_language("de")
        assert choice_name(FOLLOW_NAMES, "nothing") == "nichts"


def test_the_help_names_the_views_by_their_choices() -> None:
    said = help_text(HelpPage.LOOK)
    assert "`view` shows hints: fields, claims, score, dead cells." in said
    assert "`/board view:words`" in said


def test_who_finds_no_tournament_reads_the_choice_as_their_discord_shows_it() -> None:
    with use_language("en"):
        set_language("de", "fr")
        assert f"**{choice_name(CUP_NAMES, 'create')}**" in no_tournaments_text()
