"""The options of a table in words, for lists and for sentences."""

from collections.abc import Iterator
from typing import Final

from cogs.text.i18n import N_, _, ngettext
from host.model.clock import NO_PACE, TimeoutAction
from host.model.table_options import SeatOrder, TableOptions

NO_PACE_TEXT: Final = N_("no time limit")
PACE_TEXTS: Final = {
    "1h": N_("1 hour"),
    "12h": N_("12 hours"),
    "24h": N_("24 hours"),
    "2d": N_("2 days"),
    "3d": N_("3 days"),
    "7d": N_("7 days"),
}
ORDER_TEXTS: Final = {
    SeatOrder.DRAWN: N_("random first player, then in order of joining"),
    SeatOrder.SHUFFLED: N_("random order"),
    SeatOrder.JOINED: N_("in order of joining"),
}
TIMEOUT_TEXTS: Final = {
    TimeoutAction.VOTE: N_("the table votes"),
    TimeoutAction.WAIT: N_("the game waits"),
    TimeoutAction.SKIP: N_("the turn is skipped"),
}


def option_texts(options: TableOptions) -> Iterator[str]:
    """Yield a phrase for each option that is set, without the edition and its rule options."""
    if options.pace is not None:
        yield _pace_text(options.pace.removeprefix(NO_PACE))
    if options.timeout is not None:
        yield _("{what} when time's up").format(what=_(TIMEOUT_TEXTS[options.timeout]))
    if options.takeback is not None:
        yield takeback_text(options.takeback)
    if options.aids is not None:
        yield _("hints on") if options.aids else _("hints off")
    if options.order is not None:
        yield _(ORDER_TEXTS[options.order])
    if options.thread is not None:
        yield _("in its own thread") if options.thread else _("no thread")
    if options.rated is not None:
        yield _("rated") if options.rated else _("not rated")


def _pace_text(pace: str) -> str:
    return _("{limit} a turn").format(limit=_(PACE_TEXTS[pace])) if pace else _(NO_PACE_TEXT)


def takeback_text(seconds: int) -> str:
    """Say how long a move can be taken back."""
    if not seconds:
        return _("no time to undo")
    minutes, rest = divmod(seconds, 60)
    if not rest:
        text = ngettext("{number} minute to undo", "{number} minutes to undo", minutes)
        return text.format(number=minutes)
    text = ngettext("{number} second to undo", "{number} seconds to undo", seconds)
    return text.format(number=seconds)
