"""What the page does besides SimCord's own page: ``page.js`` is loaded first, and loads SimCord's program."""

from pathlib import Path
from typing import Final

from simcord.preview._server import PreviewServer

_SCRIPT: Final = Path(__file__).with_name("page.js").resolve()


def add_script() -> None:
    """Let the pages that are opened from now on load ``page.js``. There is no public way."""
    files = PreviewServer._STATIC_FILES  # noqa: SLF001
    files["/simcord-app.js"] = "app.js"
    files["/app.js"] = str(_SCRIPT)  # SimCord joins it to its own folder, and joined to a folder an absolute path stays
