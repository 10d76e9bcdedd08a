"""The options of a table in words, for lists and for sentences."""

from collections.abc import Iterator
from typing import Final

from cogs.text.i18n import N_, _, ngettext
from host import NO_PACE, SeatOrder, TableOptions, TimeoutAction

NO_PACE_TEXT: Final = N_("as long as it takes")
PACE_TEXTS: Final = {
    "1h": N_("1 hour"),
    "12h": N_("12 hours"),
    "24h": N_("24 hours"),
    "2d": N_("2 days"),
    "3d": N_("3 days"),
    "7d": N_("7 days"),
}
ORDER_TEXTS: Final = {
    SeatOrder.DRAWN: N_("somebody drawn begins, then as joined"),
    SeatOrder.SHUFFLED: N_("the seats are shuffled"),
    SeatOrder.JOINED: N_("who joined first begins, then as joined"),
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
        yield _("{what} when the time is out").format(what=_(TIMEOUT_TEXTS[options.timeout]))
    if options.takeback is not None:
        yield takeback_text(options.takeback)
    if options.aids is not None:
        with_, without = _("with views that help with counting"), _("without views that help with counting")
        yield with_ if options.aids else without
    if options.order is not None:
        yield _(ORDER_TEXTS[options.order])
    if options.thread is not None:
        yield _("in a thread of its own") if options.thread else _("without a thread of its own")
    if options.rated is not None:
        yield _("with rating") if options.rated else _("without rating")


def _pace_text(pace: str) -> str:
    return _("a turn may take {pace}").format(pace=_(PACE_TEXTS[pace])) if pace else _("a turn may take its time")


def takeback_text(seconds: int) -> str:
    """Say how long a move can be taken back."""
    if not seconds:
        return _("moves cannot be taken back")
    minutes, rest = divmod(seconds, 60)
    if not rest:
        text = ngettext(
            "moves can be taken back for {number} minute", "moves can be taken back for {number} minutes", minutes
        )
        return text.format(number=minutes)
    text = ngettext(
        "moves can be taken back for {number} second", "moves can be taken back for {number} seconds", seconds
    )
    return text.format(number=seconds)
