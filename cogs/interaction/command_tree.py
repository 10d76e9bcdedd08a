"""The command tree. It answers errors, and registers the commands when Discord has others."""

import logging
from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.http import Route

from cogs.interaction.command_translator import Translator
from cogs.interaction.errors import answer_error
from cogs.interaction.reader_language import set_reader_language

log = logging.getLogger(__name__)

_COMPARED: Final = (
    "name", "description", "type", "options", "required", "choices", "value", "autocomplete", "min_value", "max_value",
    "min_length", "max_length", "channel_types", "default_member_permissions", "contexts", "integration_types", "nsfw",
    "description_localizations", "name_localizations",
)  # fmt: skip


class CommandTree(app_commands.CommandTree[Any]):
    """The commands of the bot."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Set the language of the person. Always return True: nobody is refused here."""
        set_reader_language(interaction)
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer an error in private."""
        await answer_error(interaction, error)

    async def sync_changed(self) -> dict[str, int]:
        """Register the commands if Discord has others. Return their ids by name. Raise discord.HTTPException."""
        if self.client.application_id is None:
            raise app_commands.MissingApplicationID
        translator = Translator()
        await self.set_translator(translator)
        # As Discord sends them: AppCommand, of discord.py 2.7, misreads contexts and integration types.
        application = Route("GET", "/applications/{id}/commands", id=self.client.application_id)
        registered = await self.client.http.request(application, params={"with_localizations": "true"})
        wanted = [await command.get_translated_payload(self, translator) for command in self.get_commands()]
        if _comparable(wanted) != _comparable(registered):
            registered = await self.client.http.bulk_upsert_global_commands(self.client.application_id, wanted)
            log.info("%d commands registered", len(registered))
        return {command["name"]: int(command["id"]) for command in registered}


def _comparable(value: Any) -> Any:
    """Return a command as it is compared with another. Fields that are missing or empty are left out."""
    match value:
        case {"name": _name}:
            return {key: _comparable(value[key]) for key in _COMPARED if value.get(key) not in (None, False, [], {})}
        case Mapping():
            return dict(value)  # a text by locale
        case list():
            return [_comparable(one) for one in value]
        case _:
            return str(value)  # permissions are written as numbers and read as texts
