"""Texts for server managers: the settings of the server, what they have done, the health of the bot."""

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from host.model.audit_log import AuditAction, AuditEntry, parse_choices
from host.model.clock import TimeoutAction
from host.model.controllers import Controller, Person
from host.model.log_replay import QuarantinedGame
from host.model.notifications import DeliveryOutcome
from host.model.server_settings import ServerSettings
from host.model.table import BaseTable, ClosedTable, FinishedTable, RunningTable
from host.model.table_options import DEFAULT_EDITION, SeatOrder, TableOptions
from host.services.administration import Health
from screens.text.choices import LANGUAGE_NAMES, edition_name, option_name
from screens.text.editions import edition_text, option_texts
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import (
    PAGE_LENGTH,
    capitalize,
    command_mention,
    join_lines,
    quote,
    safe_name,
    semicolon_list,
    short_list,
    subtext,
    timestamp,
    with_heading,
    word_list,
)
from screens.text.names import player_name, safe_labels, table_names
from screens.text.placeholders import fill, fixed_text
from screens.text.status import whose_turn_text
from screens.text.tournament_log import tournament_change_text

SCRIPT_NAMES: Final = {
    "Arabic": N_("Arabic"), "Chinese": N_("Chinese"), "Devanagari": N_("Devanagari"), "emoji": N_("emoji"),
    "Hebrew": N_("Hebrew"), "Japanese": N_("Japanese"), "Korean": N_("Korean"), "Thai": N_("Thai"),
}  # fmt: skip
"""The name of each script that ``render`` looks for fonts of, by its key there."""
_MAX_CHANNELS: Final = 40
"""The most channels that the settings of a server name: a message has room for them."""

two_seats_text = fixed_text(N_("You named someone twice. Each player has one seat."))
no_file_text = fixed_text(N_("Who played is about the game of a file: give its log as `file`, too."))
no_games_text = fixed_text(N_("Nobody has played on this server yet."))
choose_game_text = fixed_text(N_("Which game? Choose it below, or find it by its number."))


def server_text(server: ServerSettings, most_own: int) -> str:
    channels = _("Tables can open in any channel.")
    if server.channels:
        channels = _("Tables can open only in {channels}.").format(channels=channel_list(sorted(server.channels)))
    most = _("Any number of tables at a time.")
    if server.most_tables is not None:
        most = ngettext(
            "At most {number} table at a time.",
            "At most {number} tables at a time.",
            server.most_tables,
        ).format(number=server.most_tables)
    own = _("Each person can have up to {number} waiting tables and games on their own.").format(number=most_own)
    language = _("the server's") if server.language is None else LANGUAGE_NAMES[server.language]
    language_line = _("Language of new tables: {language}.").format(language=language)
    file = _("Import a finished game: give {admin} its log as `file`.")
    hint = subtext(file.format(admin=command_mention("carcassonne-admin")))
    return "\n".join([channels, most, own, _defaults_text(server.table_options), language_line, hint])


def paused_text(quarantined: QuarantinedGame) -> str:
    """Return where a paused game was played, and what is wrong with it."""
    line = _("{game} in {channel}: the saved turns are damaged.")
    return fill(line, quarantined.table)


def game_text(table: BaseTable) -> str:
    """Return which game managers look at: where it is played, who plays, and how it stands."""
    state = _("waiting for players")
    if isinstance(table, RunningTable):
        state = whose_turn_text(table)
    elif isinstance(table, FinishedTable):
        state = _("over")
    elif isinstance(table, ClosedTable):
        state = _("closed")
    people = word_list([safe_name(name) for name in table_names(table)]) or "–"
    return "\n".join([fill(_("**{game}** in {channel}"), table), f"{people} · {state}"])


def who_gets_text(table: RunningTable, seat: int) -> str:
    return fill(_("Who plays on for {name} in {game}?"), table, name=table.seats[seat])


def not_a_member_text(name: str) -> str:
    return _("{name} isn't on this server. Choose a member.").format(name=safe_name(name))


def paused_label(table: BaseTable) -> str:
    """Return a paused game as menus name it."""
    people = _("{people} · paused").format(people=", ".join(table_names(table)))
    return f"#{table.number} · {people}"


def channel_list(channels: Sequence[int]) -> str:
    return short_list([f"<#{channel}>" for channel in channels], _MAX_CHANNELS)


def _defaults_text(table_options: TableOptions) -> str:
    edition = edition_text(table_options.edition or DEFAULT_EDITION, table_options.options or ())
    lines = [_("New tables play {edition}.").format(edition=edition)]
    if phrases := list(option_texts(table_options)):
        lines.append(capitalize(" · ".join(phrases)) + ".")
    return "\n".join(lines)


def seat_given_text(table: RunningTable, predecessor: Controller, taker: int, manager: str) -> str:
    """Tell the table who has been given whose seat; ``taker`` is a person's id."""
    text = _("{manager} gave {giver}'s seat in {game} to <@{taker}>.")
    if table.is_to_move(taker):
        text += " " + _("It's your turn: {board}")
    return fill(text, table, manager=safe_name(manager), giver=predecessor, taker=taker)


def seat_given_reply(table: BaseTable, new_player: Controller, outcome: DeliveryOutcome | None) -> str:
    text = _("{name} has the seat now.")
    match outcome:
        case _ if not isinstance(new_player, Person):
            pass
        case DeliveryOutcome.PRIVATE:
            text = _("{name} has the seat now. I can't write in {channel}, so I told only {name}, in private.")
        case DeliveryOutcome.LOST:
            text = _("{name} has the seat now. I can't write in {channel} or to {name}, so please tell them yourself.")
    return fill(text, table, name=new_player)


def quarantined_games_text(quarantined: Sequence[QuarantinedGame]) -> str:
    """Return the paused games; empty if there is none."""
    if not quarantined:
        return ""
    end = _("Ask the bot's owner to repair a paused game. Then choose it below to resume it, or end it.")
    return join_lines([*map(paused_text, quarantined), end], PAGE_LENGTH)


def resumed_text(table: RunningTable, manager: str) -> str:
    text, person = _("{game} was paused. {manager} has resumed it."), table.to_move.person if table.to_move else None
    if person:
        text += " " + _("<@{person}> It's your turn: {board}")
    return fill(text, table, manager=safe_name(manager), person=person.id if person else "")


def retried_text(table: BaseTable, *, was_quarantined: bool) -> str:
    text = _("{game} isn't paused. I've posted what was missing: {board}")
    if was_quarantined:
        text = _("{game} is repaired and goes on.")
    return fill(text, table)


def health_text(
    health: Health,
    since: datetime.datetime,
    latency: float,
    versions: Mapping[str, str],
    quarantined: Sequence[QuarantinedGame],
    scripts_without_font: Sequence[str],
) -> str:
    """Return the health of the bot. ``latency`` is in seconds; the scripts are keys of ``SCRIPT_NAMES``."""
    lines = [
        _("Started {time}").format(time=timestamp(since, "R")),
        _("Discord answers in {number} ms").format(number=round(latency * 1000)),
        _tables_text(health),
        _("Turns not shown yet: {number}").format(number=health.unannounced),
        _("Database: {number} kB, version {version}; rules: version {rules}").format(
            number=health.size // 1000, version=health.schema, rules=health.rules
        ),
        _fonts_text(scripts_without_font),
        ", ".join(f"{name} {version}" for name, version in versions.items()),
    ]
    if quarantined:
        lines.append(fill(_("Paused here: {games}"), games=[one.table for one in quarantined]))
    return join_lines(lines)


def _tables_text(health: Health) -> str:
    counts = {"waiting": health.waiting, "running": health.running, "held": health.quarantined}
    if health.shards.is_whole:
        return _("On all servers: {waiting} waiting, {running} running, {held} paused").format(**counts)
    text = _("On shards {shards}: {waiting} waiting, {running} running, {held} paused")
    return text.format(shards=health.shards, **counts)


def _fonts_text(scripts_without_font: Sequence[str]) -> str:
    if not scripts_without_font:
        return _("Names in pictures: fonts for every script")
    scripts = [_(SCRIPT_NAMES[script]) for script in scripts_without_font]
    return fill(_("Names in pictures: no font for {scripts}"), scripts=scripts)


def bot_cannot_play_text(name: str) -> str:
    return _("{name} is a bot and can't play. Choose a member of this server.").format(name=safe_name(name))


def file_too_long_text(name: str, most: int) -> str:
    return _("{name} is too long for a game log: it can have {most} bytes at most.").format(name=quote(name), most=most)


def no_record_text(name: str) -> str:
    text = _("{name} isn't a game log. Use the file from {log}; it begins with lines like {line}.")
    return text.format(name=quote(name), line='`[Edition "new-edition"]`', log="`/log`")


def imported_text(table: FinishedTable) -> str:
    scores = table.final_scores or ("–",) * len(table.seats)
    results = [f"{name} {score}" for name, score in zip(safe_labels(table), scores, strict=True)]
    return fill(_("{game} is in the history now: {results}."), table, results=results)


_MAX_LISTED: Final = 8

_ACTIONS: Final[Mapping[AuditAction, str]] = {
    AuditAction.CHOICE: N_("{manager} changed the server's settings: {detail}"),
    AuditAction.END: N_("{manager} ended game #{game}"),
    AuditAction.RESEAT: N_("{manager} gave {giver}'s seat in game #{game} to {taker}"),
    AuditAction.RETRY: N_("{manager} resumed game #{game}, which was paused"),
    AuditAction.IMPORT: N_("{manager} imported game #{game} from a file"),
}


def audit_log_text(entries: Sequence[AuditEntry]) -> str:
    if not entries:
        return _("No manager has done anything here yet.")
    return join_lines([f"{timestamp(entry.at, 'f')} · {_entry_text(entry)}" for entry in entries])


def _entry_text(entry: AuditEntry) -> str:
    if entry.action is AuditAction.TOURNAMENT:
        return tournament_change_text(entry)
    giver, taker = (player_name(entry.reseat.giver), player_name(entry.reseat.taker)) if entry.reseat else ("", "")
    is_choice = entry.action is AuditAction.CHOICE
    detail = semicolon_list(_choices(entry.detail)) if is_choice else safe_name(entry.detail)
    text = _(_ACTIONS[entry.action])
    manager = safe_name(entry.manager.name)
    return text.format(manager=manager, game=entry.game, giver=giver, taker=taker, detail=detail)


def _choices(detail: str) -> Iterator[str]:
    """Yield a phrase for each setting that was changed, and one for those that were reset. Another edition has no
    options unless they are named, and whoever resets the edition resets all.
    """
    chosen = parse_choices(detail)
    yield from (_SETTING_TEXTS[name](value) for name, value in chosen.items() if value)
    cleared = [name for name, value in chosen.items() if not value]
    if "channels" in cleared:
        yield _("tables in any channel")
    if "most_tables" in cleared:
        yield _("no limit on tables")
    if "puzzle_channel" in cleared:
        yield _("no puzzle each day")
    if "language" in cleared:
        yield _("language of new tables: {language}").format(language=_("the server's"))
    if "options" in cleared and "edition" not in chosen:
        yield with_heading(_("Rule options"), "–")
    if {*cleared} - {"channels", "most_tables", "puzzle_channel", "language", "options"}:
        yield _("all other settings of new tables back to the default")


def _options_text(options: TableOptions) -> str:
    return word_list(list(option_texts(options)))


_SETTING_TEXTS: Final[Mapping[str, Callable[[str], str]]] = {
    "channels": lambda value: _("tables only in {channels}").format(
        channels=short_list([f"<#{one}>" for one in value.split()], _MAX_LISTED)
    ),
    "most_tables": lambda value: ngettext("at most {number} table", "at most {number} tables", int(value)).format(
        number=value
    ),
    "edition": edition_name,
    "options": lambda value: word_list([option_name(option) for option in value.split()]),
    "pace": lambda value: _options_text(TableOptions(pace=value)),
    "aids": lambda value: _options_text(TableOptions(aids=value == "1")),
    "takeback": lambda value: _options_text(TableOptions(takeback=int(value))),
    "seat_order": lambda value: _options_text(TableOptions(order=SeatOrder(value))),
    "thread": lambda value: _options_text(TableOptions(thread=value == "1")),
    "puzzle_channel": lambda value: _("the puzzle each day in {channel}").format(channel=f"<#{value}>"),
    "language": lambda value: _("language of new tables: {language}").format(language=LANGUAGE_NAMES[value]),
    "rated": lambda value: _options_text(TableOptions(rated=value == "1")),
    "timeout": lambda value: _options_text(TableOptions(timeout=TimeoutAction(value))),
}
"""A phrase for each setting, by its name in the audit log."""
