"""Fields that one tile may join: how likely that is, and what it would bring whoever has farmers there."""

from collections.abc import Mapping

from carcassonne.scoring import touched_cities
from carcassonne.state import CLAIM_SHIFT, OPEN, State
from players.prospects import JoinsByConstraint


class Joins:
    """The fields of a position that one tile may join."""

    def __init__(self, state: State, by_constraint: JoinsByConstraint, chances: Mapping[int, float]) -> None:
        self._state, self._chances = state, chances
        self._cities: dict[int, frozenset[int]] = {}
        self._beside: dict[int, list[tuple[int, float]]] = {}
        for (root, other), missed in _missed(state, by_constraint).items():
            self._beside.setdefault(root, []).append((other, 1 - missed))
            self._beside.setdefault(other, []).append((root, 1 - missed))
        self.by_seat = self._all()
        """What each seat can expect of fields that are joined, in points."""

    def with_claim(self, root: int, claim: int) -> list[float]:
        """Return how much more each seat could expect with a claim on a field that has none."""
        found = [0.0] * self._state.seats
        self._add(found, root, 0, -1, set())
        self._add(found, root, claim, 1, set())
        return found

    def _all(self) -> list[float]:
        found, seen = [0.0] * self._state.seats, set[int]()
        for root in self._beside:
            if claims := self._claims(root):
                seen.add(root)
                self._add(found, root, claims, 1, seen)
        return found

    def _add(self, found: list[float], root: int, claims: int, sign: int, seen: set[int]) -> None:
        """Add what a field with these claims brings by being joined to those beside it that weren't seen yet."""
        majority = self._state.ruleset.majority
        for other, chance in self._beside.get(root, ()):
            others = self._claims(other)
            if other in seen or not claims | others:
                continue
            for seat in majority(claims + others):
                found[seat] += sign * chance * self._worth(self._touched(root) | self._touched(other))
            for seat in majority(claims):
                found[seat] -= sign * chance * self._worth(self._touched(root))
            for seat in majority(others):
                found[seat] -= sign * chance * self._worth(self._touched(other))

    def _claims(self, root: int) -> int:
        return self._state.counters[root] >> CLAIM_SHIFT

    def _touched(self, root: int) -> frozenset[int]:
        found = self._cities.get(root)
        if found is None:
            found = self._cities[root] = touched_cities(self._state, root)
        return found

    def _worth(self, cities: frozenset[int]) -> float:
        """Return what cities pay a farmer beside them, open ones times the chance that they are completed."""
        counters, chances = self._state.counters, self._chances
        complete: float = sum([chances.get(city, 0.0) if counters[city] & OPEN else 1.0 for city in cities])
        return complete * self._state.ruleset.farms.points


def _missed(state: State, by_constraint: JoinsByConstraint) -> dict[tuple[int, int], float]:
    """Return the chance that two fields beside the same cells are not joined in one of them, by their roots."""
    found: dict[tuple[int, int], float] = {}
    cells, parent = state.cells, state.parent
    for cell, constraint in state.frontier.items():
        for step, port, other_step, other_port, chance in by_constraint[constraint]:
            turned, nodes = cells[cell + step]
            root = nodes[turned.ports[port]]
            while (above := parent[root]) != root:
                root = above
            turned, nodes = cells[cell + other_step]
            other = nodes[turned.ports[other_port]]
            while (above := parent[other]) != other:
                other = above
            if root != other:
                pair = (root, other) if root < other else (other, root)
                found[pair] = found.get(pair, 1.0) * (1 - chance)
    return found
