"""A local Discord over real sockets, for what SimCord alone cannot show.

Simultaneous people, a whole `python bot.py` or several that share the shards, multipart uploads, rate limits, server
errors, lost answers, resumed and invalidated sessions. Everything the bot sends is recorded for checks. Start with
`LoopbackDiscord`.
"""

from tests.loopback.answers import Answer
from tests.loopback.recording import Request, Upload
from tests.loopback.server import LoopbackDiscord
from tests.loopback.sharding import Shard
from tests.loopback.world import Person

__all__ = ["Answer", "LoopbackDiscord", "Person", "Request", "Shard", "Upload"]
