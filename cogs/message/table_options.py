"""What somebody asks for at a table, as it stands in the custom id of a button."""

from host import Order, TableOptions, Timeout


def format_options(wishes: TableOptions) -> str:
    """Return wishes as text, ``new-edition:river abbot:24h:0:20:drawn:1:0:skip``; what was left out is empty."""
    aids, *flags = ("" if flag is None else str(int(flag)) for flag in (wishes.aids, wishes.thread, wishes.rated))
    seconds = "" if wishes.takeback is None else str(wishes.takeback)
    rules = (wishes.edition or "", " ".join(wishes.options or ()))
    return ":".join((*rules, wishes.pace or "", aids, seconds, wishes.order or "", *flags, wishes.timeout or ""))


def parse_options(text: str) -> TableOptions:
    """Read wishes; the last four may be missing."""
    edition, options, pace, aids, seconds, order, thread, rated, timeout, *_ = f"{text}::::".split(":")
    return TableOptions(
        edition or None,
        tuple(options.split()) or None,
        pace or None,
        aids == "1" if aids else None,
        int(seconds) if seconds else None,
        Order(order) if order else None,
        thread == "1" if thread else None,
        rated == "1" if rated else None,
        Timeout(timeout) if timeout else None,
    )
