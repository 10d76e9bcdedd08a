"""A form that was refused is not lost: the answer has what was filled in, and a button opens the form again with it.

What was filled in stands in the message alone, as people read it, so it is there after a restart. Fields that are no
text and no menu of choices are filled in anew.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from screens.screen import Button, ChoiceField, Field, Form, Screen, TextField, row
from screens.text.i18n import _
from screens.text.markup import MESSAGE_LENGTH, split_pages

_FENCE: Final = "```"
_FENCED: Final = re.compile(r"^```\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
"""A text in a message that can be copied as it is."""
_OTHER_FENCE: Final = "'''"
_NOTHING: Final = "–"
"""Stands for a field that was left empty: Discord shows the fences where nothing is between them."""
_Kept: TypeAlias = TextField | ChoiceField


def refused_screens(why: str, form: Form, fields: Mapping[str, Sequence[str]]) -> list[Screen]:
    """Return why a form was refused, and the values of its fields, with a button that opens it filled in with them.
    What is too long for one message stands in several, from which it can be copied.
    """
    shown = [_shown(one, "\n".join(fields.get(one.name, ()))) for one in _kept(form)]
    text = _("Here is what you typed. Press {button} to go on with it.").format(button=f"**{form.title}**")
    whole = "\n".join([why, text, *map(_fenced, shown)])
    if len(whole) <= MESSAGE_LENGTH:
        return [Screen(whole, row(Button(form.id, form.title)))]
    text, room = _("Here is what you typed, to be copied:"), MESSAGE_LENGTH - len(_fenced(""))
    pages = [page for one in shown for page in split_pages(one.split("\n"), room)]
    return [Screen(f"{why}\n{text}"), *map(Screen, map(_fenced, pages))]


def filled_again(form: Form, message: str) -> Form:
    """Return a form as it was filled in, where a message of ``refused_screens`` is about it; else as it is."""
    found = _FENCED.findall(message)
    if len(found) != len(_kept(form)):
        return form
    typed = {one.name: "" if text == _NOTHING else text for one, text in zip(_kept(form), found, strict=True)}
    return replace(form, fields=tuple(_filled(one, typed.get(one.name, "")) for one in form.fields))


def _kept(form: Form) -> list[_Kept]:
    return [one for one in form.fields if isinstance(one, TextField | ChoiceField)]


def _shown(field: _Kept, value: str) -> str:
    """Return the value of a field as people read it: of a menu what they have chosen."""
    if isinstance(field, ChoiceField):
        return next((_plain(one.label) for one in field.choices if one.value == value), _plain(value))
    return "\n".join(lines_of(value)).replace(_FENCE, _OTHER_FENCE) if field.is_long else _plain(value)


def _filled(field: Field, text: str) -> Field:
    if isinstance(field, TextField):
        return replace(field, value=text)
    if isinstance(field, ChoiceField) and text in [_plain(one.label) for one in field.choices]:
        shown = (replace(one, is_chosen=_plain(one.label) == text) for one in field.choices)
        return replace(field, choices=tuple(shown))
    return field


def lines_of(text: str) -> Iterable[str]:
    """Return the lines of a text that say something, each without needless spaces."""
    return filter(None, (" ".join(one.split()) for one in text.splitlines()))


def _plain(text: str) -> str:
    return " ".join(text.split()).replace(_FENCE, _OTHER_FENCE)


def _fenced(text: str) -> str:
    return f"{_FENCE}\n{text or _NOTHING}\n{_FENCE}"
