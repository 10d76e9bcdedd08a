"""A simulated month of many games side by side: the real bot, simulated people, and a clock that is moved on by hand.

`python -m tests.month` runs it and prints a report. `simulation.py` makes things happen, `checks.py` judges them.
"""
