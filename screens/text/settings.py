"""Texts about what belongs to a person: settings, the daily list, the data that the bot keeps."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from host.model.browsers import SESSION_LIFETIME, BrowserSession
from host.model.preferences import VACATION_DAYS, DmPreference, Preferences, format_hours, format_time_of_day
from host.model.table import BaseTable, LiveSummary, Status
from screens.text.choices import LANGUAGE_NAMES, REMINDER_NAMES, SIZE_NAMES, THEME_NAMES
from screens.text.i18n import N_, _, ngettext
from screens.text.labels import DM_LABELS, Label
from screens.text.markup import bold_label, subtext, timestamp
from screens.text.nouns import counted
from screens.text.placeholders import fill, fixed_text
from screens.text.typed_input import format_day

dms_blocked_text = fixed_text(
    N_("I can't write to you. Allow direct messages in this server's privacy settings, then try again.")
)
dms_delayed_text = fixed_text(
    N_(
        "It's on, but I can't write to you in private right now, because Discord limits how often I can. My first "
        "message will come later."
    )
)
dms_enabled_text = fixed_text(
    N_("You'll get your turns here from now on: press the buttons or write `M14 90 2`. Change it with {settings}.")
)
"""The first direct message to a person."""
dms_stopped_text = fixed_text(
    N_("I couldn't write to you in private, so I stopped. Press {button} in {settings} to try again."),
    button=DM_LABELS[DmPreference.ON],
)
deletion_text = fixed_text(N_("Everything about you is deleted. Thanks for playing!"))
nothing_deleted_text = fixed_text(N_("Nothing was deleted."))
nothing_kept_text = fixed_text(N_("Nothing is stored about you any more."))


def settings_text(
    chosen: Preferences,
    dm_preference: DmPreference,
    vacation_left: timedelta,
    now: datetime,
    *,
    is_ranked: bool,
    browsers: int,
) -> str:
    """Return what a person has chosen. ``browsers`` is in how many they are signed in."""
    head = [_("**Your settings**, in every game"), *_ping_lines(chosen, dm_preference)]
    if is_ranked:  # that nobody can is what everybody begins with
        head.append(_("- Anyone can see your rating across all servers."))
    lines = [*head, *_lines(chosen, now), _vacation_line(chosen, vacation_left, now)]
    return "\n".join([*lines, *_browser_lines(browsers)])


def _ping_lines(chosen: Preferences, dm_preference: DmPreference) -> Iterator[str]:
    if chosen.digest:
        text = _("- Each day at {time} I send you one list in private instead of pings.")
        yield text.format(time=format_time_of_day(chosen.digest.minute))
    if dm_preference is DmPreference.ON:
        yield _("- I send you your turns in private too, and you can play there.")
    elif not chosen.digest:
        yield _("- I ping you at the table only, not in private.")


def _lines(chosen: Preferences, now: datetime) -> Iterator[str]:
    yield _("- Language of my private answers: {language}.").format(language=_language_name(chosen))
    yield _("- At a table I speak the server's language, unless its managers chose another.")
    local = now.astimezone(ZoneInfo(chosen.zone)).strftime("%H:%M")
    yield _("- Your time zone: {zone} (it's {time} there now).").format(zone=chosen.zone, time=local)
    if chosen.quiet_hours:
        text = _("- Quiet hours, when pings make no sound: {hours}.")
        yield text.format(hours=format_hours(chosen.quiet_hours))
    else:
        yield _("- No quiet hours: pings make a sound at any time.")
    yield _("- Reminders before time runs out: {often}.").format(often=_(REMINDER_NAMES[chosen.reminders]))
    theme, size = _(THEME_NAMES[chosen.theme]), _(SIZE_NAMES[chosen.size])
    yield _("- Pictures only you see: {theme}; {size}.").format(theme=theme, size=size)


def language_label(chosen: Preferences) -> str:
    """Return what the menu of languages shows while it is closed."""
    return _("Language: {language}").format(language=_language_name(chosen))


def _language_name(chosen: Preferences) -> str:
    return LANGUAGE_NAMES[chosen.language] if chosen.language else _("same as your Discord")


def _vacation_line(chosen: Preferences, left: timedelta, now: datetime) -> str:
    vacation = chosen.vacation
    if vacation is None or vacation.until <= now:
        text = _("- Vacation stops your clock: you have {left} left this year, of {most}.")
        return fill(text, most=counted(VACATION_DAYS, "day"), left=left)
    text = _("- You're on vacation from {start} to {until}. Your clock is stopped until then.")
    if now < vacation.start:
        text = _("- You'll be on vacation from {start} to {until}. Your clock stops then.")
    start, until = timestamp(vacation.start, "f"), timestamp(vacation.until, "f")
    return text.format(start=start, until=until)


def _browser_lines(browsers: int) -> Iterator[str]:
    """Yield in how many browsers a person is signed in, if in any."""
    if browsers:
        text = ngettext(
            "- You're signed in on {number} browser: {button} says since when.",
            "- You're signed in on {number} browsers: {button} says since when.",
            browsers,
        )
        yield text.format(number=browsers, button=bold_label(Label.BROWSERS))


def browsers_text(sessions: Sequence[BrowserSession]) -> str:
    """List the browsers in which a person is signed in."""
    if not sessions:
        return _("You aren't signed in on any browser.")
    line = _("{place}. Signed in {since}, last used {used}")
    lines = [
        line.format(place=place, since=timestamp(one.since, "f"), used=timestamp(one.used_on, "D"))
        for place, one in enumerate(sessions, 1)
    ]
    note = _("I don't know which browser is which. Each stays signed in for {days}.")
    note = note.format(days=counted(SESSION_LIFETIME.days, "day"))
    return "\n".join([_("**Where you're signed in**"), *lines, subtext(note)])


def browser_label(place: int, since: date) -> str:
    """Return what the menu calls a browser: its place in the list, and the day when it was signed in."""
    return _("{place}. Signed in {day}").format(place=place, day=format_day(since))


def dm_label(dm_preference: DmPreference) -> str:
    return _(DM_LABELS[dm_preference])


def ranking_label(is_ranked: bool) -> str:
    return _("Show rating") if is_ranked else _("Hide rating")


def digest_enabled_text(chosen: Preferences) -> str:
    """Return the first direct message to a person who wants a daily list."""
    text = _("Each day at {time} I'll send you a list of the games that wait for you. Change it with {settings}.")
    return fill(text, time=format_time_of_day(chosen.digest.minute) if chosen.digest else "?")


def digest_stopped_text(table: BaseTable, person_id: int) -> str:
    text = _("{person}, I couldn't send your daily list in private, so I'll ping you again. It's your turn: {board}")
    return fill(text, table, person=f"<@{person_id}>")


def privacy_text(browsers: int) -> str:
    """Return what is kept about a person. ``browsers`` is in how many they are signed in."""
    lines = (
        _("**What I keep about you**"),
        _("- Your Discord id, and your name as I last saw it"),
        _("- The tables you sat at, and every turn of yours with its time. A computer's turns name nobody."),
        _("- Your results, ratings and settings. Reviews of games name nobody."),
        _("- The tournaments you signed up for, and your answers to puzzles"),
        _("- Your votes and vacations, what I reminded you of, the games you follow, and who is invited to a rematch"),
        _("- Which private conversation with you is open, and whose seats you took over"),
        _("- If you manage a server: what you did as its manager"),
        *_browser_lines(browsers),
        "",
        _("I only read messages that mention me or that you send me in private, and I keep none of them."),
        _("Press {export} to get it all as a file. {delete} asks you once more."),
    )
    return "\n".join(lines).format(export=bold_label(Label.EXPORT), delete=bold_label(Label.DELETE))


def export_text(number: int, files: int) -> str:
    """Describe an exported file: its number, from 1, and how many there are."""
    text = _("This is everything I keep about you: `me.json` is about you, each file in `games` about one game.")
    lines = [text, _("-# Each one shows the database table by table, with times in UTC.")]
    if files > 1:
        part = _("It's too much for one file: this is file {number} of {files}.")
        lines.insert(1, part.format(number=number, files=files))
    return "\n".join(lines)


def deletion_question(tables: Sequence[LiveSummary]) -> str:
    lines = [
        _("Delete everything about you? **You can't get it back.**"),
        _("- Games stay, without your name: you'll be “?” there."),
        _("- Your results, ratings and settings are gone. If you come back, you start fresh."),
        _("- Messages that are already on Discord stay there."),
    ]
    running = [table for table in tables if table.status is Status.RUNNING]
    waiting = [table for table in tables if table.status is Status.OPEN]
    if running:
        lines.append(fill(_("- You resign from your running games right away: {games}."), games=running))
    if waiting:
        lines.append(fill(_("- You leave your waiting tables: {tables}."), tables=waiting))
    return "\n".join(lines)
