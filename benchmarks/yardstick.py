"""A fixed piece of Python work. Speeds relative to it can be compared between machines."""

import time
from collections.abc import Callable


def yardstick(rounds: int = 40_000) -> float:
    """Return the CPU seconds that a fixed loop of dictionary and list work takes."""
    began = time.process_time()
    table: dict[int, int] = {}
    parents = list(range(64))
    for number in range(rounds):
        key = number * 37 & 255
        table[key] = table.get(key, 0) | number
        node = number & 63
        while (above := parents[node]) != node:
            node = above
        if not number & 1023:
            table = table.copy()
    return time.process_time() - began


def ratio_to_yardstick(work: Callable[[], object], runs: int = 5) -> tuple[float, float]:
    """Return the CPU seconds of the work and their ratio to the yardstick, the best of interleaved runs."""
    best_work = best_yardstick = float("inf")
    for _ in range(runs):
        best_yardstick = min(best_yardstick, yardstick())
        began = time.process_time()
        work()
        best_work = min(best_work, time.process_time() - began)
    return best_work, best_work / best_yardstick
