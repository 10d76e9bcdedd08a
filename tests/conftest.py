"""What holds for all tests: where compiled modules are kept."""

import os
import sys

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Keep compiled modules in pytest's cache where Python was told to write none into the folders.

    Every bot loads its extensions anew, and many tests start Python: they need not compile everything again.
    """
    if sys.dont_write_bytecode and config.cache is not None:
        sys.dont_write_bytecode = False
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(config.cache.mkdir("bytecode"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
