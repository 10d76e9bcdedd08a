"""The options of a table as they stand in the custom id of a button."""

from host import Order, TableOptions, Timeout


def format_options(chosen: TableOptions) -> str:
    """Write options, ``new-edition:river abbot:24h:0:20:drawn:1:0:skip``; what was left out is empty."""
    aids, *flags = ("" if flag is None else str(int(flag)) for flag in (chosen.aids, chosen.thread, chosen.rated))
    seconds = "" if chosen.takeback is None else str(chosen.takeback)
    rules = (chosen.edition or "", " ".join(chosen.options or ()))
    return ":".join((*rules, chosen.pace or "", aids, seconds, chosen.order or "", *flags, chosen.timeout or ""))


def parse_options(text: str) -> TableOptions:
    """Read options; the last four may be missing."""
    edition, options, pace, aids, seconds, order, thread, rated, timeout, *_ = f"{text}::::".split(":")
    return TableOptions(
        edition=edition or None,
        options=tuple(options.split()) or None,
        pace=pace or None,
        aids=aids == "1" if aids else None,
        takeback=int(seconds) if seconds else None,
        order=Order(order) if order else None,
        thread=thread == "1" if thread else None,
        rated=rated == "1" if rated else None,
        timeout=Timeout(timeout) if timeout else None,
    )
