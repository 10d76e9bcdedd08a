"""The options of a table as they stand in the custom id of a button."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from carcassonne import EDITIONS, NotationError, Ruleset, find_ruleset
from host.model.clock import TimeoutAction
from host.model.table_options import SeatOrder, TableOptions
from screens.text.choices import READY_MADE_RULES

_MAX_LENGTH: Final = 30
"""Rule options with more characters than this are written as one number, so that all of them fit into an id."""
_AS_NUMBER: Final = "+"


def format_options(chosen: TableOptions) -> str:
    """Write options: ``new-edition:river abbot:24h:0:20:drawn:1:0:skip``. An option that is None is empty.

    Many rule options are written as one hexadecimal number, with a bit for each option of the edition:
    ``new-edition:+b:24h…``.
    """
    aids, *flags = ("" if flag is None else str(int(flag)) for flag in (chosen.aids, chosen.thread, chosen.rated))
    seconds = "" if chosen.takeback is None else str(chosen.takeback)
    rules = (chosen.edition or "", _format_rules(chosen.edition, chosen.options or ()))
    return ":".join((*rules, chosen.pace or "", aids, seconds, chosen.order or "", *flags, chosen.timeout or ""))


def parse_options(text: str) -> TableOptions:
    """Read options. The last four may be missing, as in older ids."""
    edition, options, pace, aids, seconds, order, thread, rated, timeout, *_ = f"{text}::::".split(":")
    return TableOptions(
        edition=edition or None,
        options=_parse_rules(edition, options) or None,
        pace=pace or None,
        aids=aids == "1" if aids else None,
        takeback=int(seconds) if seconds else None,
        order=SeatOrder(order) if order else None,
        thread=thread == "1" if thread else None,
        rated=rated == "1" if rated else None,
        timeout=TimeoutAction(timeout) if timeout else None,
    )


@dataclass(frozen=True, slots=True)
class ChosenRules:
    """An edition with some of its rule options, by their names."""

    edition: str
    options: tuple[str, ...] = ()

    def ruleset(self) -> Ruleset:
        """Return the ruleset. Raise NotationError for names that do not exist."""
        return find_ruleset(self.edition, self.options)


READY_MADE: Final[Mapping[str, ChosenRules]] = {name: ChosenRules(*rules) for name, rules in READY_MADE_RULES.items()}
"""What menus of editions offer besides them, by name."""


def with_ready_made(chosen: TableOptions) -> TableOptions:
    """Return what is meant where the edition may be a ready-made choice. Other options that were chosen are added."""
    rules = READY_MADE.get(chosen.edition or "")
    if rules is None:
        return chosen
    options = dict.fromkeys((*rules.options, *(chosen.options or ())))
    return replace(chosen, edition=rules.edition, options=tuple(options))


def format_chosen_rules(chosen: ChosenRules) -> str:
    """Write an edition and its rule options: ``new-edition river abbot``; many options as a number, as above."""
    return f"{chosen.edition} {_format_rules(chosen.edition, chosen.options)}".rstrip()


def parse_chosen_rules(text: str) -> ChosenRules:
    """Read an edition and its rule options. Raise ValueError for what does not exist."""
    edition, _space, options = text.partition(" ")
    chosen = ChosenRules(edition, _parse_rules(edition, options))
    try:
        chosen.ruleset()
    except NotationError:
        raise ValueError(text) from None
    return chosen


def _format_rules(edition: str | None, options: tuple[str, ...]) -> str:
    names = " ".join(options)
    known = EDITIONS[edition].options if edition in EDITIONS else ()
    if len(names) <= _MAX_LENGTH or not set(options) <= set(known):
        return names
    return _AS_NUMBER + format(sum(1 << known.index(option) for option in set(options)), "x")


def _parse_rules(edition: str, text: str) -> tuple[str, ...]:
    if not text.startswith(_AS_NUMBER):
        return tuple(text.split())
    bits = int(text.removeprefix(_AS_NUMBER), 16)
    known = EDITIONS[edition].options if edition in EDITIONS else ()
    return tuple(option for number, option in enumerate(known) if bits >> number & 1)
