"""Nonces: marks by which Discord knows for some minutes that it has got a message before, whoever sends it again.

Discord then answers with the message that it has, and shows no second one. discord.py asks for that with every nonce
(``enforce_nonce``). Discord compares the nonces of all that a bot sends, so a message to several people has a nonce for
each. A message that was deleted can't be sent again with its nonce: what may be deleted and replaced has another nonce
each time.

Why nothing is sent twice, even while one process takes over from another that isn't quite dead yet:

- Whatever is tried again is looked for in the channel first (``cogs/delivery/poster.py``).
- A turn is marked as announced. Its nonce names game, ply and time: what the server has lost may be played anew.
- A process claims the row of a notification before it sends it (``host/storage/claims.py``). Only the one that has the
  claim marks it as delivered. Its nonce names game, round, kind and time.
- Direct messages about turns and notifications: the same, with a nonce for each person.
- A watcher's message, a daily list: what is due follows from what is stored, and each has a nonce.
- A welcome, the notice of a quarantined game, the notice that a server is closed: stored before they are sent, by a
  statement that succeeds once.
- A table's status message has a nonce that names the message that it replaces. All else about it is an edit.
- A notice about a command is sent once, by the process that carries out the command, and never again.
"""

from hashlib import blake2b
from typing import Final

_BYTES: Final = 12
"""Two characters each: Discord takes nonces of 25 characters at most."""


def nonce_of(*parts: str | int) -> str:
    """Return the nonce of a message, the same in every process for the same parts: what it is, and what it is about."""
    return blake2b(" ".join(map(str, parts)).encode(), digest_size=_BYTES).hexdigest()
