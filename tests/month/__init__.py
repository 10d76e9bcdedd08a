"""A month of many games at once, with people who have lives: the real bot on a clock that is moved on by hand.

`python -m tests.month` plays it and prints a report; `story.py` is what happens, `accounts.py` what must be so.
"""
