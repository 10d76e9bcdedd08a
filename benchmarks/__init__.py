"""Benchmarks, not timed tests: they print ratios taken in one run, since machines differ and are noisy."""
