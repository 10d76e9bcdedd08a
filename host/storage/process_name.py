"""The name by which a process that uses a database is known there."""

import secrets

from host.model.shards import ShardGroup


def new_process_name(shards: ShardGroup) -> str:
    """Return a name that no other process has, nor this one after it is started anew: ``carcassonne 0-3/16 5f0c2e91ab34``.

    It has at most 63 characters, because PostgreSQL keeps no more.
    """
    return f"carcassonne {shards} {secrets.token_hex(6)}"
