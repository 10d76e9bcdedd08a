"""Short games to show around."""

from dataclasses import replace

from carcassonne import Phase
from render.share.steps import Step
from tests.render.games import game, words_of

TURNS = 4
HOSTILE = "</script><img onerror=alert(1) src=x>%%data%%"


def steps_of(edition: str, name: str = "Ann") -> list[Step]:
    states = [game(number, Phase.PLACE, edition=edition) for number in range(TURNS + 1)]
    words = [replace(words_of(state), names=(name, "Bob")) for state in states]
    return [
        Step(state, word, number, number % 2 if number else None, f"{name} played turn {number}.")
        for number, (state, word) in enumerate(zip(states, words, strict=True))
    ]
