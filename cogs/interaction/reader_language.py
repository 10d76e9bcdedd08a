"""Who reads in which language: each interaction tells it, messages do not."""

from typing import Any

import discord

from cogs.text.i18n import language_of, speak


def speak_to(interaction: discord.Interaction[Any]) -> None:
    """Speak the language of who gave a command or pressed a button, and remember it: the one chosen, else that of
    their Discord."""
    chosen = interaction.client.host.people.preferences(interaction.user.id).language
    language = chosen or language_of(interaction.locale.value)
    interaction.client.languages[interaction.user.id] = language
    speak(language)
