"""A game driven by text: tests choose the tiles, write turns as in a record, and get scores as short lines.

game = Game("classic", seats=3)
game.turn("E M12 180 knight S")   # the seat to move draws E, lays it and deploys
["city 4 to 1"]
"""

from collections.abc import Iterable, Iterator

from carcassonne import (
    EDITIONS,
    FOLLOWER,
    CarcassonneError,
    Deploy,
    DeployNobody,
    DrawTile,
    Event,
    FeatureScored,
    Move,
    Phase,
    Resign,
    Skip,
    State,
    TileDiscarded,
    apply,
    apply_all,
    drawable,
    feature_at,
    find_ruleset,
    format_cell,
    format_deployment,
    format_record,
    legal_deployments,
    legal_placements,
    new_game,
    parse_cell,
    parse_record,
    parse_turn,
    record_game,
    replay,
)
from carcassonne.events import SegmentRef
from carcassonne.features import Feature
from carcassonne.state import FIELDS

BASE_EDITIONS = tuple(edition for edition in EDITIONS if edition != "castle")
"""The editions that are played with the tiles of the base game."""

EDITIONS_OF_2000 = ("classic", "travel", "new-edition")
CHAT_ROOMS = ("chat-room", "chat-room-old")


def in_words(events: Iterable[Event]) -> Iterator[str]:
    """Events as lines: ``city 8 to 1``, ``road 3 to 1 2``, ``city 8 to nobody``; ``x C`` for a discarded tile."""
    for event in events:
        if isinstance(event, FeatureScored):
            seats = " ".join(str(seat + 1) for seat in event.seats)
            yield f"{event.kind} {event.points} to {seats or 'nobody'}"
        elif isinstance(event, TileDiscarded):
            yield f"x {event.tile}"


class Game:
    """One game and its log. Seats are written from 1, as in a record."""

    def __init__(self, edition: str = "classic", seats: int = 2, options: str = "") -> None:
        self.start = self.state = new_game(find_ruleset(edition, options.split()), seats)
        self.moves: list[Move] = []
        self.events: list[Event] = []

    @property
    def to_move(self) -> int:
        return self.state.seat + 1

    @property
    def scores(self) -> list[int]:
        return list(self.state.scores)

    @property
    def supply(self) -> list[int]:
        """The followers in each seat's hand."""
        return list(self.state.supply[FOLLOWER])

    def make(self, *moves: Move) -> list[str]:
        """Apply all moves or none; return their events as lines."""
        done = apply_all(self.state, moves)
        self.state = done.state
        self.moves += moves
        self.events += done.events
        return list(in_words(done.events))

    def draw(self, tile: str) -> list[str]:
        return self.make(DrawTile(tile))

    def lay(self, text: str) -> list[str]:
        """``lay("U M14 90")``: draw and place a tile; the follower is still to be chosen."""
        tile, _, turn = text.partition(" ")
        return self.make(DrawTile(tile), parse_turn(turn).placement)

    def turn(self, text: str) -> list[str]:
        """``turn("U M14 90 thief E")``: a whole turn; without a follower nobody is deployed."""
        tile, _, rest = text.partition(" ")
        turn = parse_turn(rest)
        return self.make(DrawTile(tile), turn.placement, turn.deployment or DeployNobody())

    def skip(self, tile: str) -> list[str]:
        """Let the seat to move draw the tile and be skipped."""
        return self.make(DrawTile(tile), Skip(self.state.seat))

    def resign(self, seat: int) -> list[str]:
        return self.make(Resign(seat - 1))

    def play(self, script: str) -> list[str]:
        """Play lines of a record without turn numbers (``2 U M14 90 -``, ``skip 1 C``, ``resign 2``, ``x C``).

        Returns the events of the last one.
        """
        said: list[str] = []
        for line in filter(None, map(str.strip, script.splitlines())):
            match line.split(maxsplit=2):
                case ["x", tile]:
                    said = self.draw(tile)
                    assert said[0] == line, f"{tile} fits somewhere"
                case ["resign", seat]:
                    said = self.resign(int(seat))
                case ["skip", seat, tile]:
                    self._expect(seat, line)
                    said = self.skip(tile)
                case [seat, tile, turn]:
                    self._expect(seat, line)
                    said = self.turn(f"{tile} {turn}")
        return said

    def _expect(self, seat: str, line: str) -> None:
        assert int(seat) == self.to_move, f"{line!r} while {self.to_move} is to move"

    def refusal(self, text: str) -> dict[str, object]:
        """Try a turn that must be refused; return the reason and its data. The game does not change."""
        before = state_text(self.state)
        try:
            self.turn(text)
        except CarcassonneError as error:
            assert state_text(self.state) == before
            return {"reason": str(error.reason), **error.data}
        raise AssertionError(f"{text} was accepted")

    def skip_all_but(self, *, keep: str = "") -> None:
        """Draw and skip all tiles except for one copy of each tile to keep."""
        while rest := list(without(drawable(self.state), keep.split())):
            self.draw(rest[0])
            if self.state.phase is Phase.PLACE:
                self.make(Skip(self.state.seat))

    def end(self) -> list[str]:
        """Discard the rest of the bag; return the final scoring."""
        known = len(self.events)
        self.skip_all_but()
        return [text for text in in_words(self.events[known:]) if not text.startswith("x ")]

    def places_for(self, tile: str) -> list[str]:
        """The legal placements of a tile if it were drawn now, such as ``M14 90``, sorted as text."""
        drawn = apply(self.state, DrawTile(tile)).state
        return sorted(f"{format_cell(cell)} {rotation}" for cell, rotation in legal_placements(drawn))

    def followers(self) -> list[str]:
        """The legal deployments, in canonical notation and sorted, without ``-``."""
        return sorted(map(format_deployment, legal_deployments(self.state)))

    def feature(self, cell: str, segment: str) -> Feature:
        """The feature in which such a follower would stand: ``feature("M12", "knight S")``."""
        follower = parse_turn(f"{cell} 0 {segment}").deployment
        assert isinstance(follower, Deploy)
        position = parse_cell(cell)
        option = self.state.cells[position].turned.deploy_options.find(follower)
        assert option is not None
        return feature_at(self.state, SegmentRef(position, option.segment))

    def record(self) -> str:
        names = [f"P{seat + 1}" for seat in range(self.state.seats)]
        return format_record(record_game(self.start, self.moves, names))

    def replayed(self) -> State:
        """The state after replaying the game's own record."""
        done = replay(parse_record(self.record()))
        assert done.error is None, done.error
        assert done.state is not None
        return done.state


def without(tiles: Iterable[str], kept: list[str]) -> Iterator[str]:
    """The tiles without one copy of each tile to keep."""
    kept = kept.copy()
    for tile in tiles:
        if tile in kept:
            kept.remove(tile)
        else:
            yield tile


def state_text(state: State) -> str:
    """Every attribute of a state as text, in the order in which it is stored."""
    lines = [f"{name}: {_plain(getattr(state, name))}" for name in FIELDS if name not in {"ruleset", "cells"}]
    cells = [
        f"{format_cell(position)} {laid.turned.tile.name} {laid.turned.rotation} {laid.nodes}"
        for position, laid in state.cells.items()
    ]
    return "\n".join([state.ruleset.edition, *lines, *cells])


def _plain(value: object) -> str:
    return getattr(value, "name", None) or repr(value)
