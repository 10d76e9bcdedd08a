"""Texts about what belongs to a person: settings, the daily list, the data that the bot keeps."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from host.model.preferences import VACATION_DAYS, Digest, DmPreference, Preferences, format_hours, format_time_of_day
from host.model.table import BaseTable, LiveSummary, Status
from screens.text.choices import LANGUAGE_NAMES, REMINDER_NAMES, SIZE_NAMES, THEME_NAMES
from screens.text.i18n import _
from screens.text.labels import DELETE_LABEL, DM_LABELS, EXPORT_LABEL
from screens.text.markup import bold_label, command_mention, timestamp, word_list
from screens.text.names import board_link
from screens.text.nouns import counted


def settings_text(
    chosen: Preferences, dm_preference: DmPreference, vacation_left: timedelta, now: datetime, *, is_ranked: bool
) -> str:
    """Return a line for each setting of a person."""
    head = [_("**Your settings**, in every game"), *_ping_lines(chosen, dm_preference), ranking_line(is_ranked)]
    return "\n".join([*head, *_lines(chosen, now), _vacation_line(chosen, vacation_left, now)])


def _ping_lines(chosen: Preferences, dm_preference: DmPreference) -> list[str]:
    """Return how a person learns that it is their turn."""
    if chosen.digest is None:
        return [dm_line(dm_preference)]
    in_private = [dm_line(dm_preference)] if dm_preference is DmPreference.ON else []
    return [digest_line(chosen.digest), *in_private]


def _lines(chosen: Preferences, now: datetime) -> Iterator[str]:
    yield _("- Language of my private answers: {language}.").format(language=_language_name(chosen))
    local = now.astimezone(ZoneInfo(chosen.zone)).strftime("%H:%M")
    yield _("- Your time zone: {zone} (it's {time} there now).").format(zone=chosen.zone, time=local)
    if chosen.quiet_hours:
        text = _("- Quiet hours, when pings make no sound: {hours}.")
        yield text.format(hours=format_hours(chosen.quiet_hours))
    else:
        yield _("- No quiet hours: pings make a sound at any time.")
    yield reminders_line(chosen)
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
        return text.format(most=counted(VACATION_DAYS, "day"), left=counted(left.days, "day"))
    text = _("- You're on vacation from {start} to {until}. Your clock is stopped until then.")
    if now < vacation.start:
        text = _("- You'll be on vacation from {start} to {until}. Your clock stops then.")
    start, until = timestamp(vacation.start, "f"), timestamp(vacation.until, "f")
    return text.format(start=start, until=until)


def dm_line(dm_preference: DmPreference) -> str:
    """Return whether the person gets direct messages for their turns."""
    if dm_preference is DmPreference.ON:
        return _("- I send you your turns in private too, and you can play there.")
    return _("- I ping you at the table only, not in private.")


def dm_label(dm_preference: DmPreference) -> str:
    """Return the label of the button that chooses ``dm_preference``."""
    return _(DM_LABELS[dm_preference])


def dms_blocked_text() -> str:
    """Say why direct messages could not be switched on."""
    return _("I can't write to you. Allow direct messages in this server's privacy settings, then try again.")


def dms_delayed_text() -> str:
    """Say that direct messages are on, and that the first one has to wait."""
    return _(
        "It's on, but I can't write to you in private right now, because Discord limits how often I can. My first "
        "message will come later."
    )


def dms_stopped_text() -> str:
    """Tell a person that the bot has stopped sending them direct messages."""
    text = _("I couldn't write to you in private, so I stopped. Press {button} in {settings} to try again.")
    return text.format(button=bold_label(DM_LABELS[DmPreference.ON]), settings=command_mention("settings"))


def dms_enabled_text() -> str:
    """Return the first direct message to a person."""
    text = _(
        "You'll get your turns here from now on: press the buttons or write `M14 90 thief E`. Change it with "
        "{settings}."
    )
    return text.format(settings=command_mention("settings"))


def ranking_line(is_ranked: bool) -> str:
    """Return whether others can see the person's rating over all servers."""
    if is_ranked:
        return _("- Anyone can see your rating across all servers.")
    return _("- Nobody can see your rating across all servers.")


def ranking_label(is_ranked: bool) -> str:
    """Return the label of the button that switches this on or off."""
    return _("Show rating") if is_ranked else _("Hide rating")


def reminders_line(chosen: Preferences) -> str:
    """Say how often a person is reminded of a turn with a time limit."""
    return _("- Reminders before time runs out: {often}.").format(often=_(REMINDER_NAMES[chosen.reminders]))


def digest_line(digest: Digest) -> str:
    """Say when a person gets the daily list."""
    text = _("- Each day at {time} I send you one list in private instead of pings.")
    return text.format(time=format_time_of_day(digest.minute))


def digest_enabled_text(chosen: Preferences) -> str:
    """Return the first direct message to a person who wants a daily list."""
    time = format_time_of_day(chosen.digest.minute) if chosen.digest else "?"
    text = _("Each day at {time} I'll send you a list of the games that wait for you. Change it with {settings}.")
    return text.format(time=time, settings=command_mention("settings"))


def digest_stopped_text(table: BaseTable, person_id: int) -> str:
    """Say at a table that a person's daily list could not be sent, and that they are pinged again."""
    text = _("{person}, I couldn't send your daily list in private, so I'll ping you again. It's your turn: {board}")
    return text.format(person=f"<@{person_id}>", board=board_link(table))


def privacy_text() -> str:
    """Return a summary of what the bot keeps."""
    lines = (
        _("**What I keep about you**"),
        _("- Your Discord id, and your name as I last saw it"),
        _("- The tables you sat at, and every move of yours with its time. A computer's moves name nobody."),
        _("- Your results, ratings and settings"),
        _("- If you manage a server: what you did as its manager"),
        _("I only read messages that mention me or that you send me in private, and I keep none of them."),
        _("Press {export} to get it all as a file. {delete} asks you once more."),
    )
    return "\n".join(lines).format(export=bold_label(EXPORT_LABEL), delete=bold_label(DELETE_LABEL))


def export_text(number: int, files: int) -> str:
    """Describe an exported file: the ``number``-th of so many."""
    text = _("This is everything I keep about you: `me.json` is about you, each file in `games` about one game.")
    lines = [text, _("-# Each one shows the database table by table, with times in UTC.")]
    if files > 1:
        part = _("It's too much for one file: this is file {number} of {files}.")
        lines.insert(1, part.format(number=number, files=files))
    return "\n".join(lines)


def deletion_question(tables: Sequence[LiveSummary]) -> str:
    """Ask whether to delete everything, and say what that means."""
    lines = [
        _("Delete everything about you? **You can't get it back.**"),
        _("- Games stay, without your name: you'll be “?” there."),
        _("- Your results, ratings and settings are gone. If you come back, you start fresh."),
        _("- Messages that are already on Discord stay there."),
    ]
    running = [f"#{table.number}" for table in tables if table.status is Status.RUNNING]
    waiting = [f"#{table.number}" for table in tables if table.status is Status.OPEN]
    if running:
        lines.append(_("- You resign from your running games right away: {games}.").format(games=word_list(running)))
    if waiting:
        lines.append(_("- You leave your waiting tables: {tables}.").format(tables=word_list(waiting)))
    return "\n".join(lines)


def deletion_text() -> str:
    """Say that everything is deleted."""
    return _("Everything about you is deleted. Thanks for playing!")


def nothing_deleted_text() -> str:
    """Say that nothing was deleted."""
    return _("Nothing was deleted.")
