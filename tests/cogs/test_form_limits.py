"""Every form fits into Discord's limits, in every language: a label has at most 45 characters."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from carcassonne import EDITIONS
from cogs.discord_screens import modal_of
from host.model.preferences import Preferences
from host.model.table_options import LANGUAGES
from screens.custom_ids import SettingsForm
from screens.lobby import options_form
from screens.settings import settings_form
from screens.text.i18n import use_language
from tests.cogs.example_tables import NAMES, waiting

LONGEST = {"title": 45, "label": 45, "placeholder": 100, "description": 100}
"""By the name of a part: the most characters; the label of a choice may have 100."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_are_short_enough(language: str) -> None:
    with use_language(language):
        forms = [settings_form(form, Preferences()) for form in SettingsForm]
        forms += [options_form(replace(waiting(NAMES[:2]), edition=edition)) for edition in EDITIONS]
        texts = [text for form in forms for text in too_long(modal_of(form).to_dict())]
    assert texts == []


def too_long(part: Any, *, is_choice: bool = False) -> Iterator[str]:
    """The texts in a form that Discord would refuse."""
    if isinstance(part, list):
        for one in part:
            yield from too_long(one, is_choice=is_choice)
    if isinstance(part, dict):
        for name, value in part.items():
            most = 100 if is_choice and name == "label" else LONGEST.get(name)
            if isinstance(value, str) and most is not None and len(value) > most:
                yield value
            yield from too_long(value, is_choice=name == "options")
