"""Texts for people who follow a game without playing in it."""

from collections.abc import Sequence

from cogs.text.choices import FOLLOW_NAMES, choice_name
from cogs.text.commands import command_mention
from cogs.text.formatting import subtext, truncate, word_list
from cogs.text.i18n import _
from cogs.text.status import status_text
from cogs.text.table import game_name
from host.model.follows import Followed
from host.model.log_replay import QuarantinedGame
from host.model.table import BaseTable, FinishedTable, StartedTable


def followed_text(table: StartedTable) -> str:
    """Return the message to a watcher: how a game stands, or how it ended."""
    text = status_text(table)
    if isinstance(table, FinishedTable):
        return text
    ending = subtext(_("You're following this game. {follow} `what:{nothing}` stops it.").format(**_how_to_stop()))
    return truncate(text, 2_000 - len(ending) - 1) + "\n" + ending


def unreadable_end_text(ended: QuarantinedGame) -> str:
    """Return the message to a watcher about the end of a game whose moves cannot be read."""
    verdict = _("A server manager ended it, so nobody wins.")
    if ended.final_scores:
        scores = word_list([str(score) for score in ended.final_scores])
        verdict = _("Its final scores were {scores}.").format(scores=scores)
    return _("{game} is over. {verdict}").format(game=game_name(ended.table), verdict=verdict)


def following_text(table: BaseTable, what: Followed) -> str:
    """Say what a watcher will be sent."""
    text = _("I'll tell you in private how {game} ends.")
    if what is Followed.ROUND:
        text = _("I'll show you {game} in private after each round.")
    stop = _("{follow} `what:{nothing}` stops it.").format(**_how_to_stop())
    return " ".join([text.format(game=game_name(table)), stop])


def follow_begins_text(table: BaseTable) -> str:
    """Return the first direct message to a watcher."""
    return _("You're following {game}. I'll write to you here.").format(game=game_name(table))


def stopped_following_text(numbers: Sequence[int]) -> str:
    """Say which games a person follows no more."""
    if not numbers:
        return _("You weren't following, so there's nothing to stop.")
    return _("You're no longer following {games}.").format(games=word_list([f"#{number}" for number in numbers]))


def _how_to_stop() -> dict[str, str]:
    """Return the command that stops it, and the choice, by their placeholders."""
    return {"follow": command_mention("follow"), "nothing": choice_name(FOLLOW_NAMES, "nothing")}
