"""The texts of the audit log: what server managers have done."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import discord

from cogs.text.admin import LANGUAGE_NAMES
from cogs.text.editions import edition_name, option_name
from cogs.text.formatting import join_lines, player_name, safe_name, semicolon_list, short_list, word_list
from cogs.text.i18n import N_, _, ngettext
from cogs.text.options import option_texts
from host.model.audit_log import AuditAction, AuditEntry, parse_choices
from host.model.clock import TimeoutAction
from host.model.table_options import SeatOrder, TableOptions

_MAX_LISTED: Final = 8

_ACTIONS: Final[Mapping[AuditAction, str]] = {
    AuditAction.CHOICE: N_("{manager} changed the server's settings: {detail}"),
    AuditAction.END: N_("{manager} ended game #{game} at move {number}"),
    AuditAction.RESEAT: N_("{manager} gave {giver}'s seat in game #{game} to {taker} at move {number}"),
    AuditAction.RETRY: N_("{manager} resumed game #{game}, which was paused at move {number}"),
    AuditAction.IMPORT: N_("{manager} imported game #{game} from a file"),
}


def audit_log_text(entries: Sequence[AuditEntry]) -> str:
    """Return a line for each entry."""
    if not entries:
        return _("No manager has done anything here yet.")
    return join_lines([f"{discord.utils.format_dt(entry.at, 'f')} · {_entry_text(entry)}" for entry in entries])


def _entry_text(entry: AuditEntry) -> str:
    giver, taker = (player_name(entry.reseat.giver), player_name(entry.reseat.taker)) if entry.reseat else ("", "")
    detail = semicolon_list(_choices(entry.detail)) if entry.action is AuditAction.CHOICE else ""
    text = _(_ACTIONS[entry.action])
    manager = safe_name(entry.manager.name)
    return text.format(manager=manager, game=entry.game, number=entry.ply, giver=giver, taker=taker, detail=detail)


def _choices(detail: str) -> Iterator[str]:
    """Yield a phrase for each setting that was changed, and one for those that were reset."""
    chosen = parse_choices(detail)
    yield from (_SETTING_TEXTS[name](value) for name, value in chosen.items() if value)
    cleared = [name for name, value in chosen.items() if not value]
    if "channels" in cleared:
        yield _("tables in any channel")
    if "most_tables" in cleared:
        yield _("no limit on tables")
    if {*cleared} - {"channels", "most_tables"}:
        yield _("all other settings of new tables back to the default")


def _most_tables(value: str) -> str:
    return ngettext("at most {number} table", "at most {number} tables", int(value)).format(number=value)


def _channels(value: str) -> str:
    return _("tables only in {channels}").format(
        channels=short_list([f"<#{one}>" for one in value.split()], _MAX_LISTED)
    )


def _language(value: str) -> str:
    return _("language of new tables: {language}").format(language=LANGUAGE_NAMES[value])


def _options_text(options: TableOptions) -> str:
    return word_list(list(option_texts(options)))


_SETTING_TEXTS: Final[Mapping[str, Callable[[str], str]]] = {
    "channels": _channels,
    "most_tables": _most_tables,
    "edition": edition_name,
    "options": lambda value: word_list([option_name(option) for option in value.split()]),
    "pace": lambda value: _options_text(TableOptions(pace=value)),
    "aids": lambda value: _options_text(TableOptions(aids=value == "1")),
    "takeback": lambda value: _options_text(TableOptions(takeback=int(value))),
    "seat_order": lambda value: _options_text(TableOptions(order=SeatOrder(value))),
    "thread": lambda value: _options_text(TableOptions(thread=value == "1")),
    "language": _language,
    "rated": lambda value: _options_text(TableOptions(rated=value == "1")),
    "timeout": lambda value: _options_text(TableOptions(timeout=TimeoutAction(value))),
}
"""A phrase for each setting, by its name in the audit log."""
