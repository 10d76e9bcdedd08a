"""A chat room in the browser for a bot without a token: SimCord's Discord in memory, shown by its Preview page.

Start with `sandbox.room.run`. This package alone needs only the standard library, so a program can import it and ask
`missing_packages` first.
"""

from importlib.util import find_spec

_NEEDED = ("simcord", "aiohttp", "markdown_it", "linkify_it", "regex", "PIL")


def missing_packages() -> tuple[str, ...]:
    """Return the names of the modules that the chat room needs and that are not installed."""
    return tuple(name for name in _NEEDED if find_spec(name) is None)
