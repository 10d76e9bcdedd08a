"""The command line: ``python -m compiled build | remove | show``."""

import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import Final

from compiled.extensions import ROOMS, ROOT, is_built, put_in_place, remove

REFUSED: Final = "The rules can't be compiled. They run as before: {}."


def main(arguments: list[str]) -> int:
    """Run one command and return the exit code."""
    try:
        match arguments:
            case ["build"]:
                _build()
            case ["remove"]:
                print("The rules are plain Python again." if remove() else "The rules weren't compiled.")
            case ["show"]:
                print("The rules are compiled." if is_built() else "The rules are plain Python.")
            case _:
                raise ValueError("usage: python -m compiled build | remove | show")
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _build() -> None:
    """Build the extension modules in a copy of the sources, and put them in place; raise ValueError if that fails."""
    lacking = what_is_missing()
    if lacking:
        raise ValueError(REFUSED.format(lacking))
    print("Compiling the rules and the computer players. That takes a minute or two …", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for room in (*ROOMS, "compiled"):
            shutil.copytree(ROOT / room, copy / room, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
        command = [sys.executable, str(copy / "compiled" / "mypyc_setup.py")]
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)  # noqa: S603 (our own)
        if done.returncode:
            raise ValueError("\n".join((done.stdout, done.stderr, REFUSED.format("mypyc has failed, see above"))))
        put_in_place(copy)
    print(
        f"Done in {time.monotonic() - began:.0f} s. The bot uses them from its next start on; make plain removes them."
    )


def what_is_missing() -> str | None:
    """Return what a build needs and this system lacks, as a part of a sentence; None if it has everything."""
    compiler = (sysconfig.get_config_var("CC") or "").split()
    if compiler and shutil.which(compiler[0]) is None:  # on Windows, setuptools looks for one by itself
        return f"there's no C compiler {compiler[0]} (Debian, Ubuntu: sudo apt install build-essential)"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python's header files are missing (Debian, Ubuntu: sudo apt install python3-dev)"
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
