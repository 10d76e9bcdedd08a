"""The language of the person who gave a command or used a component."""

from typing import Any

import discord

from screens.text.i18n import language_of_locale, set_language


def set_reader_language(interaction: discord.Interaction[Any]) -> None:
    """Set the current language to that of the person, and store it for later direct messages.

    It is the language that they chose in the settings, else the language of their Discord. The latter is set too,
    because Discord shows commands and their choices in it.
    """
    chosen = interaction.client.host.people.preferences(interaction.user.id).language
    client = language_of_locale(interaction.locale.value)
    language = chosen or client
    interaction.client.languages[interaction.user.id] = language
    set_language(language, client)
