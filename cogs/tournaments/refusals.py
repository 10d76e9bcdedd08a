"""Answers a form that was refused with what was filled in, and opens it again so."""

import discord

from cogs.discord_screens import modal_of
from cogs.interaction.replies import answer
from cogs.interaction.router import Press
from host.errors import HostError
from screens.refused_forms import filled_again, refused_screens
from screens.screen import Form
from screens.text.host_errors import host_error_text


async def answer_refused(press: Press, error: HostError, form: Form) -> None:
    """Say why a form was refused, with what was filled in. ``form`` is the form as it would be opened now."""
    for screen in refused_screens(host_error_text(error), form, press.fields):
        await answer(press.interaction, screen)


def form_again(press: Press, form: Form) -> discord.ui.Modal:
    """Return a form to be opened: as it was filled in, where the button stands below its refusal."""
    message = press.interaction.message
    return modal_of(filled_again(form, message.content if message else ""))
