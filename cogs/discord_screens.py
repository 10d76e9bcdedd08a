"""Where screens meet Discord: buttons, menus, files and forms as discord.py wants them.

The components have no callbacks: when somebody uses one, discord.py calls the handler of its id. Views are stopped, so
discord.py does not store them. So the buttons of an earlier run work like those of this run.
"""

import io
from collections.abc import Iterable
from typing import Any, Final, assert_never

import discord
from discord.utils import MISSING

from screens.screen import (
    Button,
    Change,
    ChannelMenu,
    Choice,
    ChoiceField,
    Field,
    File,
    Form,
    Item,
    Link,
    MemberField,
    MemberMenu,
    Menu,
    RoleField,
    Rows,
    Screen,
    Style,
    SwitchesField,
    TextField,
)
from screens.text.markup import truncate

LABEL_LENGTH: Final = 80
"""The most characters of a button's label."""
CHOICE_LENGTH: Final = 100
"""The most characters of a choice's label, and of its description."""
ROW_LENGTH: Final = 5
"""The most buttons in a row."""
TEXT_FIELD_LENGTH: Final = 50
"""The most characters that somebody may type into a line of a form, unless the field says more."""
LONG_FIELD_LENGTH: Final = 4000
"""The most characters that Discord takes in a field of several lines."""
_STYLES: Final = {
    Style.SECONDARY: discord.ButtonStyle.secondary,
    Style.PRIMARY: discord.ButtonStyle.primary,
    Style.SUCCESS: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}
_ROLE: Final = discord.SelectDefaultValueType.role
_TEXT_CHANNELS: Final = [discord.ChannelType.text, discord.ChannelType.news]


def view_of(rows: Rows) -> discord.ui.View | None:
    """Return rows as a view; None if there are none. After five items a row goes on in the next row."""
    if not rows:
        return None
    view, first = discord.ui.View(timeout=None), 0
    for items in rows:
        for number, item in enumerate(items):
            component = _component(item)
            component.row = first + number // ROW_LENGTH
            view.add_item(component)
        first += -(-len(items) // ROW_LENGTH)
    view.stop()
    return view


def files_of(files: Iterable[File]) -> list[discord.File]:
    """Return files to be sent, once."""
    return [discord.File(io.BytesIO(one.data), one.name, description=one.alt) for one in files]


def sent(screen: Screen) -> dict[str, Any]:
    """Return a screen as arguments of the methods of discord.py that send a message."""
    files = files_of(screen.files) or MISSING
    return {"content": screen.text, "view": view_of(screen.rows) or MISSING, "files": files}


def edited(change: Change) -> dict[str, Any]:
    """Return a change as arguments of the methods of discord.py that edit a message."""
    arguments: dict[str, Any] = {}
    if change.text is not None:
        arguments["content"] = change.text
    if change.rows is not None:
        arguments["view"] = view_of(change.rows)
    if change.files is not None:
        arguments["attachments"] = files_of(change.files)
    return arguments


def modal_of(form: Form) -> discord.ui.Modal:
    """Return a form that can be opened."""
    modal = discord.ui.Modal(title=form.title, custom_id=str(form.id))
    for field in form.fields:
        modal.add_item(discord.ui.Label(text=field.label, description=field.description, component=_input(field)))
    return modal


def _component(item: Item) -> discord.ui.Item[Any]:
    match item:
        case Button(custom_id, label, style, emoji, is_disabled):
            button: discord.ui.Button[Any] = discord.ui.Button(
                label=truncate(label, LABEL_LENGTH),
                style=_STYLES[style],
                emoji=emoji,
                custom_id=str(custom_id),
                disabled=is_disabled,
            )
            return button
        case Link(url, label):
            return discord.ui.Button(label=truncate(label, LABEL_LENGTH), url=url)
        case Menu(custom_id, choices, placeholder, has_several):
            most = len(choices) if has_several else 1
            return discord.ui.Select(
                custom_id=str(custom_id), options=_options(choices), placeholder=placeholder, max_values=most
            )
        case MemberMenu(custom_id, placeholder):
            return discord.ui.UserSelect(custom_id=str(custom_id), placeholder=placeholder)
        case ChannelMenu(custom_id, placeholder):
            return discord.ui.ChannelSelect(
                custom_id=str(custom_id), placeholder=placeholder, channel_types=_TEXT_CHANNELS
            )
        case _:
            assert_never(item)


def _input(field: Field) -> discord.ui.Item[Any]:
    match field:
        case TextField(name, _, example, value, is_required, _, is_long, most):
            return discord.ui.TextInput(
                custom_id=name,
                placeholder=example,
                default=value or None,
                required=is_required,
                style=discord.TextStyle.paragraph if is_long else discord.TextStyle.short,
                max_length=most or (LONG_FIELD_LENGTH if is_long else TEXT_FIELD_LENGTH),
            )
        case ChoiceField(name, _, choices):
            return discord.ui.Select(custom_id=name, options=_options(choices))
        case SwitchesField(name, _, choices):
            boxes = [
                discord.CheckboxGroupOption(label=one.label, value=one.value, default=one.is_chosen) for one in choices
            ]
            return discord.ui.CheckboxGroup(custom_id=name, options=boxes, required=False, min_values=0)
        case MemberField(name):
            return discord.ui.UserSelect(custom_id=name)
        case RoleField(name, _, chosen):
            before = [] if chosen is None else [discord.SelectDefaultValue(id=chosen, type=_ROLE)]
            return discord.ui.RoleSelect(custom_id=name, required=False, min_values=0, default_values=before)
        case _:
            assert_never(field)


def _options(choices: Iterable[Choice]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=truncate(one.label, CHOICE_LENGTH),
            value=one.value,
            description=truncate(one.description, CHOICE_LENGTH) if one.description else None,
            emoji=one.emoji,
            default=one.is_chosen,
        )
        for one in choices
    ]
