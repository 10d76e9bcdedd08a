"""Translates the descriptions and choices of commands. The names of commands are the same in all languages."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from screens.text.i18n import ENGLISH, _, language_of_locale, use_language

_TRANSLATED: Final = frozenset(
    {Location.command_description, Location.group_description, Location.parameter_description, Location.choice_name}
)


class Translator(app_commands.Translator):
    """Looks texts up in the catalogues, for every locale of Discord in one of our languages."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a text in the language of a locale; None for the English text."""
        language = language_of_locale(locale.value)
        if language == ENGLISH or context.location not in _TRANSLATED:
            return None
        mark: str = string.extras.get("mark", "")  # an emoji before a name, not translated
        with use_language(language):
            text = mark + _(string.message.removeprefix(mark))
        return None if text == string.message else text
