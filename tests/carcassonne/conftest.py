"""Examples are made up afresh each run, and none is failed for being slow."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None, print_blob=True)
settings.load_profile("unhurried")
