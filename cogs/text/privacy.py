"""Texts about personal data: what the bot keeps, the export, the deletion."""

from collections.abc import Sequence
from typing import Final

from cogs.text.formatting import bold_label, word_list
from cogs.text.i18n import N_, _
from host.model.table import LiveSummary, Status

EXPORT_LABEL: Final = N_("Export")
DELETE_LABEL: Final = N_("Delete …")
"""The labels of buttons that texts name."""


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
