"""Compiles the rooms in the current folder with mypyc: ``python compiled/mypyc_setup.py``, in a copy of the project."""

import os
from importlib import import_module
from pathlib import Path
from typing import Final

from mypyc.build import mypycify

LEFT_PLAIN: Final = {"__init__.py", "__main__.py", "colours.py"}
"""Modules of the rules that aren't compiled: those that only name others, are run by themselves, or have an enumeration
that makes its own members."""
OF_PLAYERS: Final = ("evaluation", "joins", "policy", "prospects", "rollouts", "search", "turns")
"""The modules of the computer players that take the time."""
OPT_LEVEL: Final = os.environ.get("MYPYC_OPT_LEVEL", "3")
"""How much the C compiler optimises, by mypyc's own variable. A copy that is only tested takes less."""
C_OPTIONS: Final[list[str]] = [] if os.name == "nt" else ["-fvisibility=hidden", "-fno-semantic-interposition"]
"""Options of the C compiler: with these, functions of the library call each other directly."""


def modules() -> list[str]:
    """Return the files to compile, by their paths in the current folder."""
    rules = sorted(path for path in Path("carcassonne").rglob("*.py") if path.name not in LEFT_PLAIN)
    return [*map(str, rules), *(str(Path("players", f"{name}.py")) for name in OF_PLAYERS)]


if __name__ == "__main__":
    built = mypycify(["--config-file=", *modules()], opt_level=OPT_LEVEL, debug_level="0", group_name="compiled.rules")
    for extension in built:
        extension.extra_compile_args += C_OPTIONS
    import_module("setuptools").setup(
        name="carcassonne", packages=[], ext_modules=built, script_args=["--quiet", "build_ext", "--inplace"]
    )
