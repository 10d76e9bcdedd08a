"""Texts of private games, and of ``/play``."""

from collections.abc import Sequence

from host.model.table import FinishedTable
from players.fitting import Fit
from screens.text.choices import level_line, level_name
from screens.text.i18n import N_, _
from screens.text.labels import Label
from screens.text.markup import bold_label, capitalize, join_lines, safe_name, subtext, with_heading
from screens.text.placeholders import fill, fixed_text, table_text
from screens.text.status import hints_line, verdict_line

still_playing_text = table_text(N_("You're still playing #{number}."))
go_on_label = table_text(N_("Go on with #{number}"))
not_here_text = table_text(N_("Game #{number} is private. Play it with {place} or {play}."))
begins_text = fixed_text(N_("The game begins! Only you can see it."))


def level_question(levels: Sequence[int], fit: Fit | None = None) -> str:
    """Ask how well the computer should play. Each level has a line, and the one that fits says so below."""
    lines = [f"- {with_heading(f'**{capitalize(level_name(one))}**', level_line(one))}" for one in levels]
    asked = _("How well should the computer play? Only you will see the game.")
    return "\n".join([asked, *lines, *([subtext(fit_text(fit))] if fit else [])])


def fit_text(fit: Fit) -> str:
    """Say which level fits somebody, from how many games, and how often they would win there, to the nearest 5."""
    text = _("Your last {number} games suggest {level}: there you'd win about {percent} in 100.")
    percent = min(max(5 * round(20 * fit.chance), 5), 95)
    return text.format(number=fit.games, level=level_name(fit.level), percent=percent)


def play_text(*, is_playing: bool, offers_table: bool) -> str:
    """Return the text of ``/play``."""
    friends = _("To play with friends, use {play} in a channel of your server.")
    if offers_table:
        friends = _("With friends: **{table}**.")
    head = _("Go on with your game, or play something else.") if is_playing else _("What would you like to play?")
    puzzle = _("Something new each day: {puzzle}.").format(puzzle=bold_label(Label.PUZZLE))
    return "\n".join([head, fill(friends, table=_(Label.OPEN_TABLE)), _alone_text(), puzzle])


def _alone_text() -> str:
    text = _("On your own, only you see the game: {computer}, {tutorial} or {practice}.")
    labels = {"computer": Label.PLAY_COMPUTER, "tutorial": Label.TUTORIAL, "practice": Label.PRACTICE}
    return text.format(**{name: bold_label(label) for name, label in labels.items()})


def shown_text(table: FinishedTable, name: str) -> str:
    """Return what is posted with the last picture of a private game."""
    text = _("{name} played alone: {result}").format(name=safe_name(name), result=verdict_line(table))
    hints = hints_line(table)
    return join_lines([text, *([subtext(hints)] if hints else [])])
