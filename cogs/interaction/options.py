"""The options of commands: how their text is read, and which choices are offered while a person types.

Choices are made from memory only, because an answer to autocomplete cannot be deferred. The command checks the values
again.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, Transform, locale_str

from carcassonne import (
    EDITIONS,
    CarcassonneError,
    Colour,
    Deploy,
    DeployNobody,
    PlaceTile,
    Position,
    Rotation,
    ScoreFirst,
    apply_all,
    chosen_deployment,
    colours_to_choose_from,
    find_ruleset,
    format_cell,
    format_deployment,
    legal_moves,
    legal_placements,
    parse_cell,
    parse_rotation,
)
from carcassonne.castle.planned_answers import format_first, playable_wall_tiles
from carcassonne.tiles import visual_key
from cogs.interaction.client import Interaction
from cogs.interaction.context import load_context, parse_game, try_parse, venue_of
from host.model.clock import NO_PACE
from host.model.table import BaseRunningTable, FinishedTable, LiveSummary, RunningTable, Status
from host.model.table_index import LIVE
from host.model.table_options import DEFAULT_EDITION, TableOptions
from render import Area, parse_area
from screens.table_options import with_ready_made
from screens.text.castle import wall_tile_effect
from screens.text.choices import (
    COLOUR_NAMES,
    CUP_NAMES,
    EDITION_NAMES,
    FOLLOW_NAMES,
    NO_PACE_TEXT,
    PACE_NAMES,
    READY_MADE_TEXTS,
    SCOPE_NAMES,
    VIEW_NAMES,
)
from screens.text.editions import texts_of
from screens.text.features import deployment_text, drawn_tile, rotation_choices, tile_text
from screens.text.i18n import N_, _
from screens.text.markup import truncate
from screens.text.move_errors import ActionContext
from screens.text.names import ended_label, seat_labels, table_label
from screens.text.spots import deployments_by_number, typed_spot, without_signs
from screens.text.turns import fitting_text
from screens.text.typed_input import (
    TypedDeployment,
    plain,
    read_deployment,
    read_typed_deployment,
    split_labels,
    typed_forms,
)

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


# The fixed choices. Their names are marked for translation; their values are never translated

EDITION_CHOICES: Final = [
    *(Choice(name=EDITION_NAMES[edition], value=edition) for edition in EDITIONS),
    *(Choice(name=name, value=ready_made) for ready_made, (name, _summary) in READY_MADE_TEXTS.items()),
]
PACE_CHOICES: Final = [
    Choice(name=NO_PACE_TEXT, value=NO_PACE),
    *(Choice(name=text, value=pace) for pace, text in PACE_NAMES.items()),
]
VIEW_CHOICES: Final = [Choice(name=name, value=view) for view, name in VIEW_NAMES.items()]
FOLLOW_CHOICES: Final = [Choice(name=name, value=what) for what, name in FOLLOW_NAMES.items()]
GAMES_CHOICES: Final = [Choice(name=one, value=one) for one in (N_("mine"), N_("here"))]
CUP_CHOICES: Final = [Choice(name=name, value=what) for what, name in CUP_NAMES.items()]
STATS_CHOICES: Final = [Choice(name=name, value=scope) for scope, name in SCOPE_NAMES.items()]


def _coloured(colour: Colour) -> Choice[str]:
    mark = f"{colour.mark} "
    return Choice(name=locale_str(mark + COLOUR_NAMES[colour], mark=mark), value=colour.value)


MOST_PLAYERS: Final = max(find_ruleset(one.name, one.options).players.stop - 1 for one in EDITIONS.values())
"""The most players that an edition with all its options allows."""
COLOUR_CHOICES: Final = [_coloured(colour) for colour in colours_to_choose_from(MOST_PLAYERS)]


# The options of turns, areas and rules


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
    """The deployment: ``2``, ``big 2``, ``thief E``, or ``-`` for nobody. In The Castle answers may follow it, planned
    for what the game may ask: ``- wall:1 2 first:C4 N``.
    """

    async def transform(self, interaction: Interaction, value: str, /) -> TypedDeployment:
        """Return the deployment and the planned answers. Raise NotationError."""
        return read_typed_deployment(value)

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> list[Choice[Any]]:
        """Offer the legal deployments after the chosen placement; nobody is the last. Behind the label of a planned
        answer, offer what may be asked for.

        All words that may be typed are found, in English and the current language.
        """
        context, (words, labels) = await load_context(interaction), split_labels(str(value))
        if labels:
            return matching_choices(_planned_choices(context, str(value), words, [*labels][-1]), value)
        placement = (context.cell, context.rotation)
        choices = _suggested(interaction, context, "follower", placement, _follower_choices)
        return matching_choices(choices, value) or _choices_by_words(context, choices, str(value))


class AreaOption(app_commands.Transformer[Any]):
    """A part of the board: one cell, or two corners."""

    async def transform(self, interaction: Interaction, value: str, /) -> Area:
        """Return the area. Raise NotationError."""
        return parse_area(":".join(value.replace(":", " ").split()))


class RuleOptions(app_commands.Transformer[Any]):
    """Rule options of the chosen edition: ``river abbot``."""

    async def transform(self, interaction: Interaction, value: str, /) -> tuple[str, ...]:
        """Return the words, in lower case. Whether the edition has these options is checked later."""
        return tuple(_words(value))

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> list[Choice[Any]]:
        """Offer the options typed so far, then the same list with one more option of the edition."""
        rules = with_ready_made(TableOptions(edition=interaction.namespace.edition or DEFAULT_EDITION))
        edition = EDITIONS.get(rules.edition or "")
        if edition is None:
            return []
        chosen = [word for word in _words(str(value)) if word in edition.options]
        included = rules.options or ()
        wider = [[*chosen, option] for option in edition.options if option not in (*chosen, *included)]
        lists = [chosen, *wider] if chosen else wider
        texts = [" ".join(words) for words in lists if _is_option_list(edition.name, {*included, *words})]
        return [Choice(name=text, value=text) for text in texts]


def _words(typed: str) -> list[str]:
    """Return the words of a typed list, in lower case. Commas may stand between them."""
    return typed.casefold().replace(",", " ").split()


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
    tile, turns = drawn_tile(context.state), dict[str, dict[object, Rotation]]()
    for position, rotation in sorted(legal_placements(context.state)):
        if context.rotation in (None, rotation):
            looks = turns.setdefault(format_cell(position), {})
            looks.setdefault(visual_key(tile.turned[rotation]), rotation)
    return [Choice(name=fitting_text(cell, [*looks.values()]), value=cell) for cell, looks in turns.items()]


def _rotation_choices(context: ActionContext) -> list[Choice[Any]]:
    state, cell = context.state, context.cell
    if state is None or state.tile is None:
        return []
    terms, turned = state.ruleset.terms, state.tile.turned
    return [
        Choice(name=f"{rotation}° · {tile_text(turned[rotation], terms)}"[:CHOICE_NAME_LENGTH], value=rotation)
        for rotation in rotation_choices(state, cell)
    ]


def _follower_choices(context: ActionContext) -> list[Choice[Any]]:
    after_placement = context.after_placement
    if after_placement is None:
        return []
    named = []
    for follower in deployments_by_number(after_placement):
        name = deployment_text(after_placement, follower, after_placement.ruleset.terms)[:CHOICE_NAME_LENGTH]
        typed = typed_spot(after_placement, follower) if isinstance(follower, Deploy) else format_deployment(follower)
        named.append(Choice(name=name, value=typed))
    return [*named, Choice(name=_("- · nobody"), value="-")]


def _choices_by_words(context: ActionContext, choices: Sequence[Choice[Any]], typed: str) -> list[Choice[Any]]:
    """Return the deployments that may be typed with words that begin so: ``Wegelagerer N``, another edition's word."""
    after_placement, wanted = context.after_placement, plain(" ".join(without_signs(typed).split()))
    if after_placement is None or not choices:
        return []
    followers = [*deployments_by_number(after_placement), DeployNobody()]
    return [
        choice
        for choice, follower in zip(choices, followers, strict=True)
        if any(one.startswith(wanted) for one in typed_forms(after_placement, follower))
    ]


def _planned_choices(context: ActionContext, typed: str, words: str, label: str) -> Iterator[Choice[Any]]:
    """Yield what was typed, up to the last label, with each answer that may be planned there."""
    state, before = context.state, typed[: typed.rindex(":") + 1]
    if state is None or not isinstance(context.table, RunningTable):
        return
    if label == "wall":
        numbers = playable_wall_tiles(state)
        named = [("-", _("- · keep all"))] if numbers else []
        named += [(str(one), f"{one} · {wall_tile_effect(one)}") for one in numbers]
    else:
        named = _first_names(context, words)
    for value, name in named:
        yield Choice(name=f"{before}{name}"[:CHOICE_NAME_LENGTH], value=f"{before}{value}")


def _first_names(context: ActionContext, words: str) -> list[tuple[str, str]]:
    """Return the features of which one may be scored first after the placement and the typed deployment."""
    state, cell, rotation = context.state, context.cell, context.rotation
    if state is None or cell is None or rotation is None or not isinstance(context.table, RunningTable):
        return []
    placement = PlaceTile(cell, rotation)
    try:
        deployment = chosen_deployment(read_deployment(words or "-"), state, placement)
        after = apply_all(state, [placement, deployment]).state
    except CarcassonneError:
        return []
    names, texts = seat_labels(context.table), texts_of(after)
    firsts = (move for move in legal_moves(after) if isinstance(move, ScoreFirst))
    return [(format_first((one,)), texts.answer_label(after, one, names)) for one in firsts]


def _is_option_list(edition: str, words: Collection[str]) -> bool:
    try:
        find_ruleset(edition, words)
    except CarcassonneError:
        return False
    return True


CellArg: TypeAlias = Transform[Position, CellOption]
RotationArg: TypeAlias = Transform[Rotation, RotationOption]
FollowerArg: TypeAlias = Transform[TypedDeployment, FollowerOption]
AreaArg: TypeAlias = Transform[Area, AreaOption]
RuleOptionsArg: TypeAlias = Transform[tuple[str, ...], RuleOptions]


# The option ``game``. Each command offers only the games that it accepts

MAX_SEARCHED: Final = 200
"""The number of finished games that are searched for a typed text. Earlier games are found by their number only."""
MAX_LIVE_SEARCHED: Final = 1_000
"""The number of waiting and running tables that are searched, one's own first. Others are found by their number."""


class GameOption(app_commands.Transformer[Any]):
    """A table by its number, ``#12``. Autocomplete offers the tables with one of ``statuses`` that can be named here.

    With ``is_own``, it offers only those where the person has a seat.
    """

    def __init__(self, *statuses: Status, is_own: bool = False) -> None:
        self._statuses = frozenset(statuses)
        self._is_own = is_own

    async def transform(self, interaction: Interaction, value: str, /) -> int:
        """Return the number of the table. Raise UnreadableTableNumberError."""
        return parse_game(value)

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> list[Choice[Any]]:
        """Offer waiting and running tables, one's own first, then finished games, the latest first."""
        number = try_parse(parse_game, str(value))
        choices = list(self._live_choices(interaction, number))
        if Status.FINISHED in self._statuses:
            tables, person_id = interaction.client.host.tables, interaction.user.id
            ended = await tables.ended_games(venue_of(interaction), person_id, number, MAX_SEARCHED)
            choices += [_choice(one.number, ended_label(one)) for one in ended]
        return matching_choices(choices, value)

    def _live_choices(self, interaction: Interaction, number: int | None) -> Iterator[Choice[str]]:
        host, venue, person_id = interaction.client.host, venue_of(interaction), interaction.user.id
        tables = host.tables.nameable(venue, person_id, self._statuses & LIVE, MAX_LIVE_SEARCHED)
        named = None if number is None else host.tables.find_nameable(number, venue, person_id)
        if named and named.status in self._statuses and all(table.number != number for table in tables):
            tables.insert(0, named)
        for table in tables:
            if self._is_offered(table, person_id):
                yield _choice(table.number, table_label(table))

    def _is_offered(self, table: LiveSummary, person_id: int) -> bool:
        return table.has_player(person_id) or not self._is_own


class GameWithSeatOption(GameOption):
    """A table where a person may take a seat: one that waits, or a game in which a computer's seat is offered."""

    def _is_offered(self, table: LiveSummary, person_id: int) -> bool:
        if not isinstance(table, BaseRunningTable):
            return True
        return bool(table.offered_seats) and not table.seats_of(person_id)


def _choice(number: int, label: str) -> Choice[str]:
    return Choice(name=truncate(label, CHOICE_NAME_LENGTH), value=f"#{number}")


GameWithSeatArg: TypeAlias = Transform[int, GameWithSeatOption(Status.OPEN, Status.RUNNING)]
OwnWaitingGameArg: TypeAlias = Transform[int, GameOption(Status.OPEN, is_own=True)]
OwnGameArg: TypeAlias = Transform[int, GameOption(Status.RUNNING, is_own=True)]
AnyGameArg: TypeAlias = Transform[int, GameOption(Status.OPEN, Status.RUNNING, Status.FINISHED)]
RunningGameArg: TypeAlias = Transform[int, GameOption(Status.RUNNING)]
EndedGameArg: TypeAlias = Transform[int, GameOption(Status.FINISHED)]
StartedGameArg: TypeAlias = Transform[int, GameOption(Status.RUNNING, Status.FINISHED)]
