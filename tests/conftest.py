"""Settings for all tests: where compiled modules and databases are kept."""

import os
import shutil
import sys
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
ENOUGH = 1 << 30
"""The bytes that must be free there."""


def pytest_configure(config: pytest.Config) -> None:
    """Choose folders that make the tests faster, where they exist."""
    keep_compiled_modules(config)
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))  # a commit takes 3 ms on a disk


def keep_compiled_modules(config: pytest.Config) -> None:
    """Keep compiled modules in pytest's cache if Python was told to write none.

    Many tests start Python, which would compile everything again.
    """
    if sys.dont_write_bytecode and config.cache is not None:
        sys.dont_write_bytecode = False
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(config.cache.mkdir("bytecode"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
