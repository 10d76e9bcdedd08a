"""What Discord's client sends for commands, buttons, menus and forms."""

from collections.abc import Mapping, Sequence
from typing import Any

from simcord import interactions
from simcord.backend import Backend, serializers
from simcord.backend.models import Interaction, Message
from simcord.components import walk_components
from simcord.enums import SELECT_TYPES, ComponentType, InteractionType, OptionType

from tests.loopback.world import Person

_MANY = (*SELECT_TYPES, ComponentType.CHECKBOX_GROUP)
UPLOAD_LIMIT = 10 * 1024 * 1024


class CannotDoThisError(Exception):
    """A test asks for something that Discord's client does not allow: there is no such command, button or choice."""


def interaction(
    backend: Backend, person: Person, channel: int, kind: InteractionType, data: dict[str, Any]
) -> tuple[Interaction, dict[str, Any]]:
    """The backend's record of an interaction, and the event that announces it."""
    record, payload = interactions.base_payload(
        backend,
        type=kind,
        channel_id=channel,
        guild_id=backend.get_channel(channel).guild_id,
        user_id=person.id,
        data=data,
    )
    payload["locale"] = person.locale
    payload["attachment_size_limit"] = UPLOAD_LIMIT
    return record, payload


def command(backend: Backend, guild: int, name: str, given: Mapping[str, Any], focused: str = "") -> dict[str, Any]:
    """A slash command, `"admin pause"` for a subcommand. `focused` is the option that is being typed, if any."""
    words = name.split()
    root = backend.find_command(words[0], guild)
    if root is None:
        raise CannotDoThisError(f"/{words[0]} is not registered")
    leaf, nesting = interactions.walk_to_subcommand(root, words[1:])
    options, resolved = _options(backend, guild, name, leaf, given, focused)
    data = {
        "id": root["id"],
        "name": root["name"],
        "type": 1,
        "options": interactions.nest_options(root, nesting, options),
    }
    return {**data, "resolved": resolved} if resolved else data


def _options(
    backend: Backend, guild: int, name: str, leaf: dict[str, Any], given: Mapping[str, Any], focused: str
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    people = {key: value for key, value in given.items() if isinstance(value, Person)}
    typed = {key: value for key, value in given.items() if key not in people and key != focused}
    plain = {**leaf, "options": [item for item in leaf.get("options") or [] if item["name"] not in people]}
    checked = interactions.check_options(name, plain, typed, partial=bool(focused))
    kinds = {item["name"]: item for item in leaf.get("options") or []}
    options = [{"name": key, "type": kinds[key]["type"], "value": value} for key, value in checked.items()]
    options += [{"name": key, "type": OptionType.USER, "value": str(one.id)} for key, one in people.items()]
    if focused:
        if not kinds.get(focused, {}).get("autocomplete"):
            raise CannotDoThisError(f"/{name} offers nothing for {focused}")
        options.append({"name": focused, "type": kinds[focused]["type"], "value": given[focused], "focused": True})
    return options, _resolved(backend, guild, list(people.values()))


def _resolved(backend: Backend, guild: int, people: list[Person]) -> dict[str, Any]:
    if not people:
        return {}
    place = backend.get_guild(guild)
    return {
        "users": {str(one.id): serializers.user_payload(backend.get_user(one.id)) for one in people},
        "members": {
            str(one.id): serializers.member_payload(backend, place, place.members[one.id], with_user=False)
            for one in people
        },
    }


def component(person: Person, message: Message, custom_id: str, values: Sequence[str] | None = None) -> dict[str, Any]:
    """A press of a button, or with `values` a choice from a menu of texts."""
    kinds = (ComponentType.BUTTON,) if values is None else SELECT_TYPES
    if not message.visible_to(person.id):
        raise CannotDoThisError(f"{person.name} does not see this message")
    for item in walk_components(message.components):
        if item.get("custom_id") == custom_id and item["type"] in kinds and not item.get("disabled"):
            break
    else:
        raise CannotDoThisError(f"nothing to use as {custom_id}")
    data = {"custom_id": custom_id, "component_type": item["type"], "id": item.get("id")}
    if values is None:
        return data
    offered = {option["value"] for option in item["options"]}
    if not offered.issuperset(values) or not item.get("min_values", 1) <= len(values) <= item.get("max_values", 1):
        raise CannotDoThisError(f"{custom_id} does not allow {list(values)}")
    return {**data, "values": list(values)}


def modal(shown: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """A filled-in form. `values` maps custom ids to a text, a list of choices, one radio choice, or a tick."""
    return {"custom_id": shown["custom_id"], "components": [_filled(part, values) for part in shown["components"]]}


def _filled(part: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    filled: dict[str, Any] = {"type": part["type"], "id": part.get("id")}
    if "component" in part:
        return {**filled, "component": _filled(part["component"], values)}
    if "components" in part:
        return {**filled, "components": [_filled(child, values) for child in part["components"]]}
    if "custom_id" not in part:
        return filled
    filled["custom_id"] = part["custom_id"]
    many = part["type"] in _MANY
    filled["values" if many else "value"] = values.get(part["custom_id"], _untouched(part))
    return filled


def _untouched(part: Mapping[str, Any]) -> Any:
    """The value of a control when the form opens, which it keeps if nobody changes it."""
    preset = [option["value"] for option in part.get("options") or [] if option.get("default")]
    match part["type"]:
        case ComponentType.CHECKBOX:
            return part.get("default", False)
        case ComponentType.RADIO_GROUP:
            return preset[0] if preset else None
        case kind if kind in _MANY:
            return preset
        case _:
            return part.get("value") or ""


def message(backend: Backend, shown: Message) -> dict[str, Any]:
    """A message as it comes along with a press of one of its buttons."""
    return dict(serializers.message_payload(backend, shown))
