"""The options of commands: how their text is read, and which choices are offered while a person types.

Choices are made from memory only, because an answer to autocomplete cannot be deferred. The command checks the values
again.
"""

from collections.abc import Callable, Hashable, Iterable
from itertools import islice
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, Transform

from carcassonne import (
    EDITIONS,
    CarcassonneError,
    Deployment,
    Position,
    Rotation,
    find_ruleset,
    format_cell,
    format_deployment,
    legal_deployments,
    legal_placements,
    parse_cell,
    parse_rotation,
)
from cogs.interaction.client import Interaction
from cogs.interaction.context import load_context
from host.model.table import FinishedTable, RunningTable
from host.model.table_options import DEFAULT_EDITION
from render import Area, parse_area
from screens.text.features import deployment_text, tile_text
from screens.text.i18n import _
from screens.text.move_errors import ActionContext
from screens.text.turns import fitting_text
from screens.text.typed_input import read_deployment

MAX_CHOICES: Final = 25
"""The most choices that Discord takes."""
CHOICE_NAME_LENGTH: Final = 100


def matching_choices(choices: Iterable[Choice[Any]], typed: object) -> list[Choice[Any]]:
    """Return the choices that contain the typed text, at most 25. Those that begin with it are first.

    ``12`` counts as the beginning of ``#12``.
    """
    wanted = str(typed).strip().casefold()
    if not wanted:
        return list(islice(choices, MAX_CHOICES))
    found = [choice for choice in choices if wanted in f"{choice.name}\n{choice.value}".casefold()]
    found.sort(key=lambda choice: not choice.name.casefold().lstrip("#").startswith(wanted.lstrip("#")))
    return found[:MAX_CHOICES]


class CellOption(app_commands.Transformer[Any]):
    """The cell of a placement: ``M14``."""

    async def transform(self, interaction: Interaction, value: str, /) -> Position:
        """Return the cell. Raise NotationError."""
        return parse_cell(value)

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> list[Choice[Any]]:
        """Offer the cells where the tile fits, in the rotation if one is chosen."""
        context = await load_context(interaction)
        return matching_choices(_suggested(interaction, context, "at", context.rotation, _cell_choices), value)


class RotationOption(app_commands.Transformer[Any]):
    """The rotation of a placement, in degrees clockwise."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The type that Discord shows: a whole number."""
        return discord.AppCommandOptionType.integer

    async def transform(self, interaction: Interaction, value: int, /) -> Rotation:
        """Return the rotation. Raise NotationError."""
        return parse_rotation(str(value))

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> list[Choice[Any]]:
        """Offer the rotations in which the tile fits, on the cell if one is chosen, that begin with what was typed.

        If none does, offer nothing: then Discord sends what was typed, and the answer says what would fit.
        """
        context, typed = await load_context(interaction), str(value).strip()
        choices = _suggested(interaction, context, "rotation", context.cell, _rotation_choices)
        return [choice for choice in choices if str(choice.value).startswith(typed)]


class FollowerOption(app_commands.Transformer[Any]):
    """The deployment: ``thief E``, ``monk``, or ``-`` for nobody."""

    async def transform(self, interaction: Interaction, value: str, /) -> Deployment:
        """Return the deployment. Raise NotationError."""
        return read_deployment(value)

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> list[Choice[Any]]:
        """Offer the legal deployments after the chosen placement; nobody is the last.

        English names are found in every language.
        """
        context = await load_context(interaction)
        placement = (context.cell, context.rotation)
        return matching_choices(_suggested(interaction, context, "follower", placement, _follower_choices), value)


class AreaOption(app_commands.Transformer[Any]):
    """A part of the board: one cell, or two corners."""

    async def transform(self, interaction: Interaction, value: str, /) -> Area:
        """Return the area. Raise NotationError."""
        return parse_area(":".join(value.replace(":", " ").split()))


class RuleOptions(app_commands.Transformer[Any]):
    """Rule options of the chosen edition: ``river abbot``."""

    async def transform(self, interaction: Interaction, value: str, /) -> tuple[str, ...]:
        """Return the words, in lower case. Whether the edition has these options is checked later."""
        return tuple(value.casefold().replace(",", " ").split())

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> list[Choice[Any]]:
        """Offer the options typed so far, then the same list with one more option of the edition."""
        edition = EDITIONS.get(interaction.namespace.edition or DEFAULT_EDITION)
        if edition is None:
            return []
        chosen = [word for word in str(value).casefold().split() if word in edition.options]
        wider = [" ".join([*chosen, option]) for option in edition.options if option not in chosen]
        lists = [" ".join(chosen), *wider] if chosen else wider
        return [Choice(name=words, value=words) for words in lists if _is_option_list(edition.name, words)]


def _suggested(
    interaction: Interaction,
    context: ActionContext,
    option: str,
    given: Hashable,
    make: Callable[[ActionContext], list[Choice[Any]]],
) -> list[Choice[Any]]:
    """Return the choices of an option that depend on the position and on other options, ``given``."""
    table = context.table
    if not isinstance(table, RunningTable | FinishedTable):
        return []
    return interaction.client.suggestions.find(option, table, given, lambda: make(context))


def _cell_choices(context: ActionContext) -> list[Choice[Any]]:
    if context.state is None:
        return []
    turns: dict[str, list[Rotation]] = {}
    for position, rotation in sorted(legal_placements(context.state)):
        if context.rotation in (None, rotation):
            turns.setdefault(format_cell(position), []).append(rotation)
    return [Choice(name=fitting_text(cell, rotations), value=cell) for cell, rotations in turns.items()]


def _rotation_choices(context: ActionContext) -> list[Choice[Any]]:
    state, cell = context.state, context.cell
    if state is None or state.tile is None:
        return []
    terms, turned = state.ruleset.terms, state.tile.turned
    return [
        Choice(name=f"{rotation}° · {tile_text(turned[rotation].segments, terms)}"[:CHOICE_NAME_LENGTH], value=rotation)
        for rotation in sorted({turn for position, turn in legal_placements(state) if cell in (None, position)})
    ]


def _follower_choices(context: ActionContext) -> list[Choice[Any]]:
    after_placement = context.after_placement
    if after_placement is None:
        return []
    named = []
    for follower in legal_deployments(after_placement):
        name = deployment_text(after_placement, follower, after_placement.ruleset.terms)[:CHOICE_NAME_LENGTH]
        named.append(Choice(name=name, value=format_deployment(follower)))
    return [*named, Choice(name=_("- · nobody"), value="-")]


def _is_option_list(edition: str, words: str) -> bool:
    try:
        find_ruleset(edition, words.split())
    except CarcassonneError:
        return False
    return True


CellArg: TypeAlias = Transform[Position, CellOption]
RotationArg: TypeAlias = Transform[Rotation, RotationOption]
FollowerArg: TypeAlias = Transform[Deployment, FollowerOption]
AreaArg: TypeAlias = Transform[Area, AreaOption]
RuleOptionsArg: TypeAlias = Transform[tuple[str, ...], RuleOptions]
