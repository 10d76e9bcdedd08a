"""Settings of Hypothesis: examples differ in each run, and slow ones do not fail."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None, print_blob=True, max_examples=50)
settings.load_profile("unhurried")
