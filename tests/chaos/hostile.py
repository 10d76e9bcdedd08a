"""Hostile values, and inputs made of them: commands, buttons, menus, forms, typed turns and names."""

import random
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from simcord.backend import serializers
from simcord.backend.models import Message
from simcord.components import walk_components
from simcord.enums import SELECT_TYPES, OptionType

from tests.fixtures import forgery
from tests.fixtures.forgery import Forged
from tests.loopback import LoopbackDiscord

NAMES: Final = (
    "@everyone", "@here", "<@&1>", "**bold** `code` ||spoiler||", "[x](https://example.org)", "\u202egnirts\u202c",
    "Z̷̢̛a̸l̵g̶o̴͇͘", "👩‍👩‍👧‍👦🏴‍☠️", "# heading\n> quote", "\u200b\u2060\ufeff", "<#1> <t:0> </games:1>", "```", "x" * 32,
)  # fmt: skip
"""Names of people, as far as Discord takes them."""

TEXTS: Final = (
    *NAMES, "", " ", "-", "0", "-1", "٣", "１２", "9" * 19, str(2**63), str(-(2**63)), "9" * 4000, "1e9", "NaN", "0x10",
    "\0", "a\0b", "\n\n", "{}", "{name}", "%s %d", "'; DROP TABLE games; --", "../../etc/passwd", "A" * 6000,
    "M12" * 500, "M12 0 -", "M12 90 knight N", "#1", "#2 M12 0 -", "pass", "wall:1 2 first:C4 N", "ZZZ99 0",
    "A1:", "M12:M14:M16",
    "22:30-07:00", "24:61-1", "2026-13-01", "9999-12-31", "0000-00-00", "Europe/Berlin", "river abbot", "7y", "9999d",
    "de", "xx", "discord", "evening", "chat-room", "classic", "river " * 300, "🂠" * 200, "\ud83d\ude00", "ﷺ" * 50,
)  # fmt: skip
INTEGERS: Final = (0, 1, -1, 2, 5, 45, 90, 180, 270, 600, 601, 2**31, 2**53, -(2**53))
IDS: Final = (
    "carc:place:{n}:{n}", "carc:pick:{n}:{n}:{x}", "carc:turn:{n}:{n}:{x}", "carc:answer:{n}:{n}:first {x}",
    "carc:answer:{n}:{n}:wall {x}", "carc:takeback:{n}:{n}", "carc:done:{n}:{n}", "carc:board:{n}", "carc:tiles:{n}",
    "carc:replay:{n}:next:{n}", "carc:replay:{n}:last:{n}", "carc:join:{n}", "carc:leave:{n}", "carc:start:{n}",
    "carc:practice:{n}:{x}:{x}:{x}:0:{n}", "carc:practice:{n}:::{x}:1:20:drawn:1:0:skip", "carc:seats:{n}",
    "carc:colour:{n}", "carc:order:{n}", "carc:successor:{n}", "carc:choose:{n}", "carc:options:{n}", "carc:time:{n}",
    "carc:settings:letters:on", "carc:settings:ranking:off", "carc:language:{n}", "carc:settings:hours",
    "carc:settings:pictures", "carc:settings:vacation", "carc:settings:back", "carc:vote:{n}:{n}:skip",
    "carc:vote:{n}:{n}:{x}", "carc:take:{n}:{n}", "carc:undo-agree:{n}:{n}:{n}", "carc:undo-refuse:{n}:{n}:{n}",
    "carc:resign:{n}", "carc:end:{n}", "carc:agree:{n}:{n}", "carc:end-refuse:{n}:{n}", "carc:privacy:export",
    "carc:privacy:{x}", "carc:{x}:{n}", "{x}",
)  # fmt: skip
"""The formats of custom ids: ``{n}`` is a number, ``{x}`` any text."""
RECORD_LINES: Final = (
    '[Edition "classic"]', '[Edition "xx"]', '[Players "2"]', '[Seat1 "@everyone"]', '[Result "1 2"]', "2. ? 999",
    "1. D M12 0 knight N", "[", '[Date "٣"]', "draw D", "place M12 0",
)  # fmt: skip
"""Lines of files that managers bring."""
FORMS: Final = {
    "carc:options:{n}": ("edition", "options", "besides"),
    "carc:time:{n}": ("pace", "timeout", "takeback"),
    "carc:settings:hours": ("zone", "quiet"),
    "carc:settings:pictures": ("theme", "size"),
    "carc:settings:vacation": ("start", "until"),
    "carc:settings:{x}": ("x",),
    "{x}": ("x",),
}
"""The formats of the ids of forms, with the ids of their fields."""
_PLAYABLE: Final = {OptionType.STRING, OptionType.INTEGER, OptionType.BOOLEAN, OptionType.USER}


@dataclass
class Inputs:
    """Makes inputs by chance, for these people in these channels."""

    server: LoopbackDiscord
    chance: random.Random
    people: Sequence[int]
    places: Mapping[int, Sequence[int]]
    """The channels where each of the people is, by their ids."""
    files: dict[str, dict[str, Any]] = field(default_factory=dict)

    def one(self) -> Forged | None:
        """Return an interaction of any kind; None for a message, which is sent at once."""
        kinds: list[tuple[int, Callable[[], Forged | None]]] = [
            (30, self.command), (15, self.autocomplete), (25, self.component), (15, self.shown), (10, self.form),
            (10, self.message),
        ]  # fmt: skip
        [make] = self.chance.choices([kind for _, kind in kinds], [weight for weight, _ in kinds])
        return make()

    def person(self) -> tuple[int, int]:
        """Return somebody, and a channel where they are."""
        person = self.chance.choice(self.people)
        return person, self.chance.choice(self.places[person])

    def command(self) -> Forged:
        """Return any command, with any options that Discord's types allow, or sometimes with others."""
        person, channel = self.person()
        backend = self.server.world.backend
        name, options = self.chance.choice(forgery.leaves(backend))
        chosen = [one for one in options if one.get("required") or self.chance.random() < 0.4]
        given = [{"name": one["name"], "type": one["type"], "value": self._value(one, person)} for one in chosen]
        given = [one for one in given if one["value"] is not None]
        resolved = self._resolved(given)
        forged = forgery.command(backend, person, channel, name, self._spoiled(given, 0.1))
        forged[1]["data"]["resolved"] = resolved
        return forged

    def autocomplete(self) -> Forged:
        """Return a question for what is offered while somebody types. Discord does not check what comes with it."""
        person, channel = self.person()
        backend = self.server.world.backend
        found = [leaf for leaf in forgery.leaves(backend) if any(one.get("autocomplete") for one in leaf[1])]
        name, options = self.chance.choice(found)
        typed = self.chance.choice([one for one in options if one.get("autocomplete")])
        given: list[dict[str, Any]] = [
            {"name": one["name"], "type": one["type"], "value": self._value(one, person)}
            for one in options
            if one is not typed and one["type"] in _PLAYABLE and self.chance.random() < 0.3
        ]
        given = [one for one in given if one["value"] is not None]
        given.append({"name": typed["name"], "type": typed["type"], "value": self.text(), "focused": True})
        return forgery.typing(backend, person, channel, name, self._spoiled(given, 0.5))

    def _spoiled(self, given: Sequence[dict[str, Any]], share: float) -> list[Any]:
        """Spoil a share of all lists of options: one of them, or a field of it, becomes any JSON, or one is added."""
        spoiled: list[Any] = [dict(one) for one in given]
        if self.chance.random() < share:
            spoiled.append({"name": self.text(), "type": self.chance.choice((*OptionType, 0)), "value": self.json()})
            place = self.chance.randrange(len(spoiled))
            field = self.chance.choice(("name", "type", "value", "value", "value", "focused", None))
            spoiled[place] = self.json() if field is None else spoiled[place] | {field: self.json()}
            if self.chance.random() < 0.8:
                spoiled.pop(self.chance.randrange(len(spoiled)))
        return spoiled

    def json(self) -> Any:
        """Return a value of any type of JSON."""
        return self.chance.choice(forgery.JSON)

    def component(self) -> Forged:
        """Return the use of a component that nobody has posted, or that the bot could be made to post."""
        person, channel = self.person()
        backend, custom_id = self.server.world.backend, self.custom_id()
        offered = [self.text()[:100] for _ in range(3)] if self.chance.random() < 0.3 else None
        values = (
            None if offered is None else self.chance.choice([offered[:1], [self.text()], [], offered, [self.json()]])
        )
        author = self.chance.choice([None, None, person])
        shown = forgery.posted(backend, channel, custom_id, author=author, offered=offered)
        message = self.chance.choice([shown, shown, shown, forgery.posted(backend, channel, "carc:board:1"), None])
        return forgery.component(backend, person, custom_id, message, channel, values=values)

    def shown(self) -> Forged:
        """Return the use of a component that the bot has posted, by anybody, wherever they are."""
        person, channel = self.person()
        backend = self.server.world.backend
        messages = [one for many in backend.messages.values() for one in list(many.values())[-8:]]
        shown = [(one, item) for one in messages for item in walk_components(one.components) if item.get("custom_id")]
        if not shown:  # nothing to press: links have no custom id
            return self.component()
        message, item = self.chance.choice(shown)
        values = None
        if item["type"] in SELECT_TYPES:
            values = [self.chance.choice([*(one["value"] for one in item.get("options", ())), self.text()])]
        where = message.channel_id if self._is_in(person, message) else channel
        return forgery.component(backend, person, item["custom_id"], message, where, values=values)

    def form(self) -> Forged:
        """Return a form with any fields."""
        person, channel = self.person()
        pattern = self.chance.choice(list(FORMS))
        fields = {name: self._field() for name in FORMS[pattern] if self.chance.random() < 0.9}
        return forgery.form(self.server.world.backend, person, self._filled(pattern), channel, fields)

    def _field(self) -> Any:
        """Return what a field of a form holds: a text, the values of a menu, or sometimes any other JSON."""
        texts = [self.text() for _ in range(self.chance.randrange(3))]
        return self.chance.choices([self.text(), texts, self.json()], [45, 45, 10])[0]

    def message(self) -> None:
        """Send a message to the bot."""
        person, channel = self.person()
        backend = self.server.world.backend
        text = f"<@{backend.bot_user.id}> {self.text()}"[:2000]
        backend.create_message(channel, person, text)

    def custom_id(self) -> str:
        """Return an id of any format, of up to a hundred characters as Discord allows."""
        return self._filled(self.chance.choice(IDS))[:100] or "x"

    def text(self) -> str:
        """Return a text, hostile or by chance."""
        if self.chance.random() < 0.7:
            return self.chance.choice(TEXTS)
        length = self.chance.choice((1, 3, 8, 40))
        return "".join(self.chance.choice(string.printable + "äß中🂡\u202e\u0301") for _ in range(length))

    def _filled(self, pattern: str) -> str:
        """Put numbers and texts into a format."""
        while "{n}" in pattern:
            likely = self.chance.choice(("1", "2", "3", "4", "5", "0", "7", "11"))
            pattern = pattern.replace("{n}", likely if self.chance.random() < 0.8 else self.text()[:30], 1)
        while "{x}" in pattern:
            pattern = pattern.replace("{x}", self.text().replace("{", "")[:60], 1)
        return pattern

    def _value(self, option: Mapping[str, Any], person: int) -> Any:
        """Return a value of the type of an option; None for types that are left out."""
        choices = [one["value"] for one in option.get("choices") or []]
        if choices and self.chance.random() < 0.5:
            return self.chance.choice(choices)
        match option["type"]:
            case OptionType.STRING:
                return self.text()[:6000]
            case OptionType.INTEGER:
                return self.chance.choice(INTEGERS)
            case OptionType.BOOLEAN:
                return self.chance.random() < 0.5
            case OptionType.USER:
                near = [one for one in self.people if set(self.places[one]) & set(self.places[person])]
                return str(self.chance.choice(near))
            case OptionType.ATTACHMENT:
                return self._file()
            case _:
                return None

    def _file(self) -> str:
        """Store a file that may look like a record; return its id."""
        lines = [self.chance.choice((*RECORD_LINES, self.text())) for _ in range(self.chance.randrange(12))]
        backend, number = self.server.world.backend, self.chance.randrange(10**17)
        self.files[str(number)] = backend.cdn.store_attachment(
            number, self.server.channel, "x.carc", "\n".join(lines).encode("utf-8", "replace"), None
        )
        return str(number)

    def _resolved(self, given: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Return the people whom options name, as Discord sends them: members without those who are none."""
        backend, users, members = self.server.world.backend, dict[str, Any](), dict[str, Any]()
        guild = backend.get_guild(self.server.world.guild)
        for one in [int(option["value"]) for option in given if option["type"] == OptionType.USER]:
            users[str(one)] = serializers.user_payload(backend.get_user(one))
            if one in guild.members:
                members[str(one)] = serializers.member_payload(backend, guild, guild.members[one], with_user=False)
        files = {one["value"]: self.files[one["value"]] for one in given if one["type"] == OptionType.ATTACHMENT}
        return {"users": users, "members": members, "attachments": files}

    def _is_in(self, person: int, message: Message) -> bool:
        return message.channel_id in self.places[person] and message.visible_to(person)
