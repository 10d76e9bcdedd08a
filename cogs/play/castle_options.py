"""The two options of ``/place`` for The Castle alone. They plan answers to the questions of the game."""

from typing import Any, TypeAlias

from discord import app_commands
from discord.app_commands import Choice, Transform

from carcassonne import CarcassonneError, ScoreFirst, State, apply, legal_moves
from carcassonne.castle.planned_answers import format_first, parse_wall, playable_wall_tiles
from cogs.interaction.client import Interaction
from cogs.interaction.context import load_context
from cogs.interaction.options import CHOICE_NAME_LENGTH, matching_choices
from cogs.text.castle import wall_tile_effect
from cogs.text.deployment_input import read_deployment, read_first
from cogs.text.editions import texts_of
from cogs.text.formatting import seat_labels
from cogs.text.i18n import _
from host.model.table import RunningTable


class WallTilesOption(app_commands.Transformer[Any]):
    """The wall tiles to play if the game asks: ``-``, ``2``, ``1 2``."""

    async def transform(self, interaction: Interaction, value: str, /) -> tuple[int, ...]:
        """Return the numbers. Raise NotationError."""
        return parse_wall(value)

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> list[Choice[Any]]:
        """Offer to keep all, then the wall tiles that the game may ask for."""
        state = (await load_context(interaction)).state
        numbers = playable_wall_tiles(state) if state else ()
        named = [Choice(name=_("- · keep all"), value="-")] if numbers else []
        return matching_choices(
            [*named, *(Choice(name=f"{one} · {wall_tile_effect(one)}", value=str(one)) for one in numbers)], value
        )


class ScoreOrderOption(app_commands.Transformer[Any]):
    """The features to score first if the game asks: ``C4 N``."""

    async def transform(self, interaction: Interaction, value: str, /) -> tuple[ScoreFirst, ...]:
        """Return the planned answers. Raise NotationError."""
        return read_first(value)

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> list[Choice[Any]]:
        """Offer the features to choose from, after the placement and the deployment in the other options."""
        context = await load_context(interaction)
        after_placement = context.after_placement
        if after_placement is None or not isinstance(context.table, RunningTable):
            return []
        state = _state_after_chosen_deployment(after_placement, interaction.namespace.follower)
        if state is None:
            return []
        names, texts = seat_labels(context.table), texts_of(state)
        firsts = (move for move in legal_moves(state) if isinstance(move, ScoreFirst))
        named = (
            Choice(name=texts.answer_label(state, one, names)[:CHOICE_NAME_LENGTH], value=format_first((one,)))
            for one in firsts
        )
        return matching_choices(named, value)


def _state_after_chosen_deployment(after_placement: State, follower: str | None) -> State | None:
    """Return the state after the deployment in the option ``follower``, or after none.

    Return None if it is not legal.
    """
    try:
        return apply(after_placement, read_deployment(follower or "-")).state
    except CarcassonneError:
        return None


WallTilesArg: TypeAlias = Transform[tuple[int, ...], WallTilesOption]
ScoreOrderArg: TypeAlias = Transform[tuple[ScoreFirst, ...], ScoreOrderOption]
