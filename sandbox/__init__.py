"""A chat room in the browser for a bot without a token: SimCord's Discord in memory, its Preview page in front.

Start with `sandbox.room.run`. Importing this package alone needs nothing beyond the standard library, so that a
program can ask `missing_packages` first.
"""

from importlib.util import find_spec

_NEEDED = ("simcord", "aiohttp", "markdown_it", "linkify_it", "regex", "PIL")


def missing_packages() -> tuple[str, ...]:
    """Names of the modules that the chat room needs and that are not installed; empty when it can start."""
    return tuple(name for name in _NEEDED if find_spec(name) is None)
