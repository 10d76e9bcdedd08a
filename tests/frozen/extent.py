"""How much is tried: a sample, or with the environment variable ``FROZEN=all`` everything."""

import os
from typing import Final

IS_WHOLE: Final = os.environ.get("FROZEN") == "all"
"""Whether every button is pressed, every game goes on and every picture is drawn, not only some of each kind."""
