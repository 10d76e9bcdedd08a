"""Texts about personal data: what the bot keeps, the export, the deletion."""

from collections.abc import Sequence

from cogs.text.formatting import word_list
from cogs.text.i18n import _
from host import LiveSummary, Status


def privacy_text() -> str:
    """Return a summary of what the bot keeps."""
    lines = (
        _("**What I keep of you:** your id on Discord and your name as it was last seen; at which tables you sat;"),
        _("every move with its time; your results and ratings; what you chose in the settings."),
        _("If you manage a server: what you did as its manager."),
        _("I read no messages but those that mention me, or that you send to me in private, and keep none of them."),
        _("**Export** gives you all of it as a file. **Delete** asks once more."),
    )
    return "\n".join(lines)


def export_text(number: int, files: int) -> str:
    """Describe an exported file: the ``number``-th of so many."""
    text = _("This is everything that I keep of you: `me.json` is about you, each file in `games` about one game.")
    words = [text, _("They show the database table by table; times are in UTC.")]
    if files > 1:
        part = _("It is more than fits into one file here: this is file {number} of {files}.")
        words.append(part.format(number=number, files=files))
    return " ".join(words)


def deletion_question(tables: Sequence[LiveSummary]) -> str:
    """Ask whether to delete everything, and say what that means."""
    lines = [
        _("Do you want everything about you to be deleted? **It cannot be brought back.**"),
        _("- Games stay, without your name: you are “?” there, like everybody who was deleted."),
        _("- Your results, ratings and settings are gone. If you come back, you are a new person here."),
        _("- Messages that are in Discord already stay there: they are Discord's to keep or to delete."),
    ]
    running = [f"#{table.number}" for table in tables if table.status is Status.RUNNING]
    waiting = [f"#{table.number}" for table in tables if table.status is Status.OPEN]
    if running:
        lines.append(_("- You resign at once from the games that run: {games}.").format(games=word_list(running)))
    if waiting:
        lines.append(_("- You leave the tables that wait: {tables}.").format(tables=word_list(waiting)))
    return "\n".join(lines)


def deletion_text() -> str:
    """Say that everything is deleted."""
    return _("Everything about you is deleted. Thank you for having played.")


def nothing_deleted_text() -> str:
    """Say that nothing was deleted."""
    return _("Nothing was deleted.")
