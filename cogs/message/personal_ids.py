"""The custom ids of buttons, menus and forms that name no table as theirs: settings, managing, the guided game,
help and rules, data.

Each has exactly one handler, like those in ``custom_ids.py``.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from cogs.message.custom_id import CustomId, Number, Part, enum_part
from cogs.message.picker_steps import Step, format_step, parse_step
from cogs.message.table_options import ChosenRules, format_chosen_rules, parse_chosen_rules
from cogs.text.labels import HelpPage, RulesPage

# The settings of a person


class SettingsForm(StrEnum):
    """The forms that the settings open."""

    HOURS = "hours"
    PICTURES = "pictures"
    VACATION = "vacation"
    REMINDERS = "reminders"


class Switch(StrEnum):
    """On or off."""

    ON = "on"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class DirectMessagesId(CustomId):
    """Switches direct messages about turns on or off."""

    action = "settings:letters"
    switch: Annotated[Switch, enum_part(Switch)]


@dataclass(frozen=True, slots=True)
class RankingId(CustomId):
    """Switches on or off that one's rating over all servers is shown."""

    action = "settings:ranking"
    switch: Annotated[Switch, enum_part(Switch)]


@dataclass(frozen=True, slots=True)
class LanguageId(CustomId):
    """The menu of languages. Its number has no meaning, but posted menus have it."""

    action = "language"
    number: Number = 0


@dataclass(frozen=True, slots=True)
class SettingsFormId(CustomId):
    """Opens a form of the settings. The form has the same id."""

    action = "settings"
    form: Annotated[SettingsForm, enum_part(SettingsForm)]


@dataclass(frozen=True, slots=True)
class EndVacationId(CustomId):
    """Ends a vacation, or cancels a planned one."""

    action = "settings:back"


# Managing a server


@dataclass(frozen=True, slots=True)
class EndGameId(CustomId):
    """Ends a game or closes a table, for managers. It is no ``TableId``, because it also ends games that are paused."""

    action = "admin-end"
    number: Number


# The guided game


class TutorialAction(StrEnum):
    """What a button of the guided game does besides choosing."""

    BEGIN = "begin"
    """Shows the first task in a new private message."""
    AGAIN = "again"
    """Shows the first task in the same message."""
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class TutorialId(CustomId):
    """Begins the guided game, or ends it."""

    action = "tutorial"
    choice: Annotated[TutorialAction, enum_part(TutorialAction)]


@dataclass(frozen=True, slots=True)
class TutorialChoiceId(CustomId):
    """Chooses something in a task of the guided game. The first task is 0."""

    action = "tutorial-choice"
    task: Number
    chosen: Annotated[Step, Part(r".+", format_step, parse_step)]


# Help and rules


@dataclass(frozen=True, slots=True)
class HelpId(CustomId):
    """Leads to a page of the help."""

    action = "help"
    page: Annotated[HelpPage, enum_part(HelpPage)]


@dataclass(frozen=True, slots=True)
class RulesId(CustomId):
    """Leads to a page of the rules of an edition with some options: ``carc:rules:turn:new-edition river``."""

    action = "rules"
    page: Annotated[RulesPage, enum_part(RulesPage)]
    rules: Annotated[ChosenRules, Part(r"[a-z-]+(?: [a-z0-9+ -]+)?", format_chosen_rules, parse_chosen_rules)]


# Personal data


class PrivacyAction(StrEnum):
    """What a person can do with their data."""

    EXPORT = "export"
    DELETE = "delete"
    """Asks for confirmation first; FORGET is the confirmation."""
    FORGET = "forget"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class PrivacyId(CustomId):
    """Exports or deletes the data of the person who uses it."""

    action = "privacy"
    choice: Annotated[PrivacyAction, enum_part(PrivacyAction)]
