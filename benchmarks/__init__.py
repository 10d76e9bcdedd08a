"""Benchmarks. They print ratios of times in the same run, because machines differ and are noisy."""
