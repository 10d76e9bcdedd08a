"""Harnesses that try to make the bot lose, double or leak something: ``python -m tests.chaos kills``.

Each harness is a function ``async def run(amount: int, seed: int, progress: Progress) -> Counts`` in a module of its
own. It talks to a real ``python bot.py`` on the loopback Discord, ends by itself, and makes the same choices for the
same seed.
``docs/reliability.md`` tells what they found and how to repeat it.
"""
