"""Routes buttons, menus and forms to their handlers, by their custom ids.

A handler is a function. It reads everything from the id, so buttons work after a restart, and below messages that were
posted long ago. It is called when everything in front of it has been checked, and its errors are answered here.

The router is a listener: discord.py's own dispatch of components (``DynamicItem``) leaves out forms, and components
that stand on no message.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

import discord

from cogs.delivery.errors import trouble_noted
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import note_context, person_of, venue_of
from cogs.interaction.errors import ManagersOnlyError, NotAMemberError, UnknownComponentError, error_boundary
from cogs.interaction.private_games import goes_on_here
from host.errors import NoSuchTableError, NotOfferedError
from host.host import Host
from host.model.controllers import Person
from host.model.table import StartedTable, Table, Venue
from host.model.table_errors import (
    AlreadyStartedError,
    GameOverError,
    NotAskedError,
    SeatTakenError,
    StaleError,
    VoteOverError,
)
from host.model.table_lookup import require_started
from screens.custom_id import CustomId
from screens.custom_ids import ManagerId, PlyId, TableId
from screens.screen import FormFields

log = logging.getLogger(__name__)

IdT = TypeVar("IdT", bound=CustomId)


# What a handler gets, and what was chosen or filled in


_ID_LENGTH: Final = 20
"""The most digits of an id of Discord."""


@dataclass(frozen=True, slots=True)
class ChosenMember:
    """A member of the server who was chosen in a menu."""

    person: Person
    is_bot: bool


@dataclass(frozen=True, slots=True)
class Press:
    """The use of a button, a menu or a form by a person who may use it."""

    interaction: Interaction
    table: Table | None
    """The table that the id names; None if it names none."""
    component: discord.ui.Item[Any] | None
    """The button or the menu, as it stands on its message; None for a form."""

    @property
    def client(self) -> Client:
        return self.interaction.client

    @property
    def host(self) -> Host:
        return self.interaction.client.host

    @property
    def person(self) -> Person:
        return person_of(self.interaction)

    @property
    def venue(self) -> Venue:
        return venue_of(self.interaction)

    @property
    def started(self) -> StartedTable:
        """The table that the id names. Raise NotStartedError if its game has not begun."""
        assert self.table  # noqa: S101 (handlers ask only if their ids name a table)
        return require_started(self.table)

    @property
    def chosen(self) -> str:
        """The value of the one option that was chosen in a menu. Raise NotOfferedError if the menu does not offer it.

        Raise UnknownComponentError if it is no menu.
        """
        values = self.chosen_values
        if len(values) != 1:
            raise NotOfferedError(", ".join(values))
        return values[0]

    @property
    def chosen_values(self) -> list[str]:
        """The values of the options that were chosen in a menu, one or more. Raise as ``chosen``."""
        data: Any = self.interaction.data
        if not isinstance(self.component, discord.ui.Select):
            raise UnknownComponentError(data["custom_id"])
        values = [str(value) for value in data.get("values", [])]
        if not values or not set(values) <= {option.value for option in self.component.options}:
            raise NotOfferedError(", ".join(values))
        return values

    @property
    def chosen_member(self) -> ChosenMember:
        """The member who was chosen in a menu. Raise UnknownComponentError if it is no menu of members, and
        NotAMemberError for somebody who is not on the server.
        """
        if not isinstance(self.component, discord.ui.UserSelect):
            raise UnknownComponentError(_used_id(self.interaction))
        data: Any = self.interaction.data
        return _read_member(data.get("values"), data.get("resolved"))

    def member_field(self, name: str) -> ChosenMember:
        """Return the member who was chosen in a field of a form. Raise NotOfferedError, NotAMemberError."""
        data: Any = self.interaction.data
        return _read_member(self.fields.get(name), data.get("resolved"))

    @property
    def chosen_channel(self) -> discord.TextChannel:
        """The text channel of the server that was chosen in a menu. Raise UnknownComponentError if it is no menu of
        channels, and NotOfferedError for what is no such channel.
        """
        if not isinstance(self.component, discord.ui.ChannelSelect):
            raise UnknownComponentError(_used_id(self.interaction))
        data: Any = self.interaction.data
        values, guild = data.get("values"), self.interaction.guild
        number = values[0] if isinstance(values, list) and len(values) == 1 else ""
        is_id = isinstance(number, str) and number.isascii() and number.isdecimal()
        channel = guild.get_channel(int(number)) if guild and is_id and len(number) <= _ID_LENGTH else None
        if not isinstance(channel, discord.TextChannel):
            raise NotOfferedError(str(number))
        return channel

    @property
    def fields(self) -> FormFields:
        """What was filled in in a form. Raise NotOfferedError where it cannot be read."""
        data: Any = self.interaction.data
        try:
            parts = [one["component"] for one in data["components"]]
            return {part["custom_id"]: _read_values(part) for part in parts}
        except (KeyError, TypeError):
            raise NotOfferedError("?") from None


def _read_member(values: Any, resolved: Any) -> ChosenMember:
    try:
        [chosen] = values
        user, member = resolved["users"][chosen], resolved.get("members", {}).get(chosen)
        name = (member or {}).get("nick") or user.get("global_name") or user["username"]
        found = ChosenMember(Person(int(chosen), str(name)), is_bot=bool(user.get("bot")))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise NotOfferedError("?") from None
    if member is None:
        raise NotAMemberError(found.person.name)
    return found


def _read_values(field: Any) -> Sequence[str]:
    values = field["values"] if "values" in field else [field.get("value") or ""]
    return [str(value) for value in values]


# Which handler gets it

Handler: TypeAlias = Callable[[Press, IdT], Awaitable[None]]
"""Does what a component or a form is for. It gets the id, too. The interaction is deferred."""


@dataclass(frozen=True, slots=True)
class Route:
    """The handler of a kind of ids. If it ``opens_form``, the interaction is not deferred: the form is the answer."""

    handler: Handler[Any]
    opens_form: bool = False


COMPONENTS: Final[dict[type[CustomId], Route]] = {}
"""The routes of buttons and menus."""
FORMS: Final[dict[type[CustomId], Route]] = {}
"""The routes of submitted forms."""


def handles(kind: type[IdT], *, opens_form: bool = False) -> Callable[[Handler[IdT]], Handler[IdT]]:
    """Let a function handle all buttons and menus with ids of a kind."""
    return lambda handler: _register(handler, COMPONENTS, [kind], opens_form=opens_form)


def receives(*kinds: type[IdT]) -> Callable[[Handler[IdT]], Handler[IdT]]:
    """Let a function handle all submitted forms with ids of these kinds."""
    return lambda handler: _register(handler, FORMS, kinds)


def _register(
    handler: Handler[IdT],
    routes: dict[type[CustomId], Route],
    kinds: Iterable[type[CustomId]],
    *,
    opens_form: bool = False,
) -> Handler[IdT]:
    """Add routes. Raise ValueError for a second handler. discord.py may execute an extension again: that replaces."""
    route = Route(handler, opens_form)
    for kind in kinds:
        if kind in routes and _name(routes[kind]) != _name(route):
            raise ValueError(f"{_name(routes[kind])} and {_name(route)} handle {kind.__name__}")
        routes[kind] = route
    return handler


def _name(route: Route) -> str:
    handler: Any = route.handler
    return f"{handler.__module__}.{handler.__qualname__}"


async def route_use(interaction: Interaction) -> None:
    """Have the use of a button, a menu or a form handled; all other interactions are left alone.

    What no handler takes is answered, too: its id is forged, or its message has changed meanwhile.
    """
    match interaction.type:
        case discord.InteractionType.component:
            async with error_boundary(interaction):
                await _handle(interaction, COMPONENTS, used_component(interaction))
        case discord.InteractionType.modal_submit:
            async with error_boundary(interaction):
                await _handle(interaction, FORMS, None)


async def _handle(
    interaction: Interaction, routes: dict[type[CustomId], Route], component: discord.ui.Item[Any] | None
) -> None:
    """Acknowledge the interaction, check that the person may do this, and call the handler."""
    text = _used_id(interaction)
    kind = next((one for one in routes if one.pattern.fullmatch(text)), None)
    if kind is None:
        raise UnknownComponentError(text)
    route = routes[kind]
    if not route.opens_form:
        await interaction.response.defer()
    try:
        used = kind.parse(text)
    except ValueError:
        raise UnknownComponentError(text) from None
    try:
        table = await check_access(interaction, used)
        if table is None or not await goes_on_here(interaction, table, used):
            await route.handler(Press(interaction, table, component), used)
    except _OVER as error:
        if isinstance(used, TableId):
            await _take_buttons(interaction, used)
        if isinstance(used, PlyId) and isinstance(error, StaleError):
            raise await interaction.client.host.turns.explained(error, used.ply) from None
        raise


# What a private message asks may be over: nothing tells the bot to edit that message, until somebody presses a button

_OVER: Final = (
    AlreadyStartedError,
    GameOverError,
    NoSuchTableError,
    NotAskedError,
    SeatTakenError,
    StaleError,
    VoteOverError,
)
"""What is raised where a button can never work any more."""


async def _take_buttons(interaction: Interaction, used: TableId) -> None:
    """Take from a private message the buttons that are over with the one that was used."""
    message = interaction.message
    if message is None or not message.flags.ephemeral:
        return
    if not interaction.response.is_done():  # a form would have been the answer
        await interaction.response.defer()
    view = discord.ui.View.from_message(message, timeout=None)
    for item in list(view.children):
        if _is_over_with(used, str(getattr(item, "custom_id", ""))):
            view.remove_item(item)
    view.stop()
    with trouble_noted(log.info, "game %d: a private message keeps its buttons: %s", used.number):
        await interaction.edit_original_response(view=view if view.children else None)


def _is_over_with(used: TableId, other: str) -> bool:
    """Return whether another id is over, too: it is for the same turn, or if none is named, for the same table."""
    kind = next((one for one in COMPONENTS if issubclass(one, TableId) and one.pattern.fullmatch(other)), None)
    parts = kind.pattern.fullmatch(other) if kind else None
    if kind is None or parts is None:
        return False
    if isinstance(used, PlyId):
        return issubclass(kind, PlyId) and (int(parts["number"]), int(parts["ply"])) == (used.number, used.ply)
    return int(parts["number"]) == used.number


# Custom ids are no secret, so none is trusted


def _may_manage(interaction: Interaction, used_id: str) -> bool:
    """Return whether a person may use what was offered to a manager.

    They may if they manage the server, or if it stands below the answer to their own command: a server can let other
    people use the managers' command, and Discord has checked that. A form has the id of the button that opens it.
    """
    message = interaction.message
    asked = message.interaction_metadata if message else None
    is_own = asked is not None and asked.user.id == interaction.user.id
    return interaction.permissions.manage_guild or (is_own and bool(message and _find_item(message, used_id)))


def _find_item(message: discord.Message, custom_id: str) -> discord.ui.Item[Any] | None:
    items = discord.ui.View.from_message(message, timeout=None).walk_children()
    return next((item for item in items if getattr(item, "custom_id", None) == custom_id), None)


def _used_id(interaction: Interaction) -> str:
    data: Any = interaction.data
    return str(data["custom_id"])


def used_component(interaction: Interaction) -> discord.ui.Item[Any]:
    """Return the component that was used; raise UnknownComponentError unless it stands on a message of this bot."""
    data: Any = interaction.data
    message, user = interaction.message, interaction.client.user
    if message is not None and user is not None and message.author.id == user.id:
        item = _find_item(message, _used_id(interaction))
        if item is not None and item.type.value == data["component_type"]:
            return item
    raise UnknownComponentError(_used_id(interaction))


async def check_access(interaction: Interaction, used: CustomId) -> Table | None:
    """Return the table that an id names, None if it names none. Raise HostError unless the person may see it here, and
    ManagersOnlyError unless they may use what is for managers.

    A server's games are for its members, and elsewhere for their own players. The table is noted for error texts.
    """
    if isinstance(used, ManagerId) and not _may_manage(interaction, str(used)):
        raise ManagersOnlyError
    if not isinstance(used, TableId):
        return None
    table = await interaction.client.host.tables.load_visible(used.number, venue_of(interaction), interaction.user.id)
    note_context(interaction, table)
    return table
