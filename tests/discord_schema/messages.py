"""What Discord refuses in a message or a form although its OpenAPI document does not say so."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import regex
from simcord.components import walk_components
from simcord.enums import SELECT_TYPES, ComponentType

from tests.loopback.recording import Upload

FILES = 10
FILE_BYTES = 10 * 1024 * 1024
CONTENT = 2_000
COMPONENTS_V2 = 1 << 15
V2_COMPONENTS = 40
V2_TEXT = 4_000

_ROW_BUTTONS = 5
_REFERENCE = re.compile(r'"attachment://([^"]*)"')
_EMOJI = regex.compile(
    r"\p{RI}{2}|[0-9#*]\uFE0F?\u20E3"
    r"|\p{Extended_Pictographic}\uFE0F?\p{EMod}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{EMod}?)*"
)

Payload = Mapping[str, Any]


def message_problems(message: Payload, files: Sequence[Upload] = ()) -> list[str]:
    """Problems of a message to be sent or edited. Without `files` only its JSON is checked."""
    components = message.get("components") or []
    return [
        *_file_problems(message, files),
        *_text_problems(message),
        *component_problems(components),
        *(_v2_problems(message, components) if int(message.get("flags") or 0) & COMPONENTS_V2 else ()),
    ]


def component_problems(components: Sequence[Payload]) -> Iterator[str]:
    """Problems of the components of a message or a form."""
    everything = list(walk_components(components))
    ids = [item["custom_id"] for item in everything if item.get("custom_id")]
    yield from (f"the custom id {one!r} twice" for one in sorted(set(ids)) if ids.count(one) > 1)
    for item in everything:
        yield from _emoji_problems(item)
        if item["type"] == ComponentType.ACTION_ROW and len(item["components"]) > _ROW_BUTTONS:
            yield f"{len(item['components'])} buttons in a row of {_ROW_BUTTONS}"
        if item["type"] in SELECT_TYPES:
            yield from _menu_problems(item)


def _file_problems(message: Payload, files: Sequence[Upload]) -> Iterator[str]:
    attachments = message.get("attachments") or []
    names = {item.get("filename") for item in attachments}
    if max(len(attachments), len(files)) > FILES:
        yield f"{max(len(attachments), len(files))} files of {FILES}"
    for upload in files:
        if len(upload.data) > FILE_BYTES:
            yield f"{upload.filename} is {len(upload.data)} bytes long"
        if upload.filename not in names:
            yield f"{upload.filename} is not among the attachments"
    for name in _REFERENCE.findall(json.dumps(message)):
        if name not in names:
            yield f"attachment://{name} without a file"


def _text_problems(message: Payload) -> Iterator[str]:
    if len(message.get("content") or "") > CONTENT:
        yield f"{len(message['content'])} characters of {CONTENT}"
    if len(str(message.get("nonce") or "")) > 25:
        yield f"the nonce {message['nonce']!r} is longer than 25 characters"


def _emoji_problems(item: Payload) -> Iterator[str]:
    for holder in (item, *(item.get("options") or [])):
        emoji = holder.get("emoji")
        if emoji and not emoji.get("id") and not _EMOJI.fullmatch(emoji.get("name") or ""):
            yield f"{emoji.get('name')!r} is no emoji"


def _menu_problems(menu: Payload) -> Iterator[str]:
    options = menu.get("options")
    if menu["type"] != ComponentType.STRING_SELECT or options is None:
        return
    if not 1 <= len(options) <= 25:
        yield f"a menu of {len(options)} options"
    most, least = menu.get("max_values", 1), menu.get("min_values", 1)
    if not least <= most <= max(len(options), 1):
        yield f"a menu of {len(options)} options of which {least} to {most} are to be chosen"
    values = [option["value"] for option in options]
    yield from (f"the choice {value!r} twice" for value in sorted(set(values)) if values.count(value) > 1)
    if sum(bool(option.get("default")) for option in options) > most:
        yield "a menu with more defaults than can be chosen"


def _v2_problems(message: Payload, components: Sequence[Payload]) -> Iterator[str]:
    for key in ("content", "embeds", "poll", "sticker_ids"):
        if message.get(key):
            yield f"a message of components with {key}"
    everything = list(walk_components(components))
    if len(everything) > V2_COMPONENTS:
        yield f"{len(everything)} components of {V2_COMPONENTS}"
    text = sum(len(item["content"]) for item in everything if item["type"] == ComponentType.TEXT_DISPLAY)
    if text > V2_TEXT:
        yield f"{text} characters of {V2_TEXT} in components"
    shown = set(_REFERENCE.findall(json.dumps(message)))
    for item in message.get("attachments") or []:
        if "filename" in item and item["filename"] not in shown:
            yield f"{item['filename']} is attached and shown nowhere"
