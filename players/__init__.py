"""Computer players: pure functions of a state, a level and dice. They see what a person sees, and decide nothing else.

The room imports only the rules. It knows no clock, and never the order of the tiles to come: a state's bag
only says which tiles are left.

>>> import random
>>> from carcassonne import DrawTile, apply, find_ruleset, format_move, new_game
>>> state = apply(new_game(find_ruleset("classic"), seats=2), DrawTile("U")).state
>>> [format_move(move) for move in choose(state, LEVELS["club"], random.Random(1).randrange)]
['place N13 90', 'deploy thief E']
"""

from players.hints import hinted_turns
from players.levels import LEVELS, Level, choose
from players.policy import Dice, ValuedTurn
from players.search import Effort, compare
from players.seeded import choose_with_seed

__all__ = ["LEVELS", "Dice", "Effort", "Level", "ValuedTurn", "choose", "choose_with_seed", "compare", "hinted_turns"]
