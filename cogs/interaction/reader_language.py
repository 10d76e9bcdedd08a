"""The language of a reader: each interaction names it, messages do not."""

from typing import Any

import discord

from cogs.text.i18n import language_of_locale, set_language


def set_reader_language(interaction: discord.Interaction[Any]) -> None:
    """Use the language of whoever gave a command or used a component, and remember it.

    That is the language they have chosen, else that of their Discord.
    """
    chosen = interaction.client.host.people.preferences(interaction.user.id).language
    language = chosen or language_of_locale(interaction.locale.value)
    interaction.client.languages[interaction.user.id] = language
    set_language(language)
