"""Jobs and answers as bytes, for another process. What all games of an edition share is written as its name."""

import io
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias, TypeVar

from carcassonne import Ruleset, State, TurnedTile, find_ruleset
from carcassonne.figures import FIGURES, Figure
from carcassonne.modifiers import Modifier
from carcassonne.tiles import Tile

T = TypeVar("T")

Job: TypeAlias = Callable[[], T]
"""A function with its arguments, as ``functools.partial`` makes it."""

_Name: TypeAlias = tuple[Any, ...]
"""What kind of thing it is, and how to find it."""


def dump(value: Any) -> bytes:
    """Return a job or an answer as bytes; raise PicklingError, AttributeError or TypeError if it cannot be written."""
    written = io.BytesIO()
    _Pickler(written, protocol=pickle.HIGHEST_PROTOCOL).dump(value)
    return written.getvalue()


def load(written: bytes) -> Any:
    """Return what ``dump`` has written. Only bytes of this program may be read: they can name any code."""
    return _Unpickler(io.BytesIO(written)).load()


class _Pickler(pickle.Pickler):
    """Writes a name instead of what all games of an edition share, which is compared by identity."""

    def __init__(self, file: io.BytesIO, protocol: int) -> None:
        super().__init__(file, protocol)
        self._names: dict[int, _Name] = {}

    def reducer_override(self, obj: Any) -> Any:
        """Learn what a state shares with others before its parts are written, which is then done as usual."""
        if isinstance(obj, State):
            self._names |= _names_in(obj.ruleset)
        return NotImplemented

    def persistent_id(self, obj: Any) -> _Name | None:
        """Return a name for what is shared, None for everything else."""
        match obj:
            case Ruleset():
                return "ruleset", obj.edition, obj.options
            case Figure() if FIGURES.get(obj.name) is obj:
                return "figure", obj.name
            case Tile() | TurnedTile() | Modifier():
                return self._names.get(id(obj))
            case _:
                return None


class _Unpickler(pickle.Unpickler):
    """Finds what a name stands for."""

    def persistent_load(self, pid: Any) -> Any:
        """Return what ``_Pickler`` has named."""
        match pid:
            case "ruleset", edition, options:
                return find_ruleset(edition, options)
            case "figure", name:
                return FIGURES[name]
            case "tile", edition, options, name:
                return find_ruleset(edition, options).tiles[name]
            case "turned", edition, options, name, rotation:
                return find_ruleset(edition, options).tiles[name].turned[rotation]
            case "modifier", edition, options, number:
                return _modifiers(find_ruleset(edition, options))[number]
        raise pickle.UnpicklingError(pid)


@cache
def _names_in(ruleset: Ruleset) -> dict[int, _Name]:
    """Return names by the ids of what they stand for. The cache keeps the ruleset, so that nothing else gets them."""
    key = ruleset.edition, ruleset.options
    turned = [one for tile in ruleset.tiles.values() for one in tile.turned.values()]
    return {
        **{id(tile): ("tile", *key, name) for name, tile in ruleset.tiles.items()},
        **{id(one): ("turned", *key, one.tile.name, one.rotation) for one in turned},
        **{id(modifier): ("modifier", *key, number) for number, modifier in enumerate(_modifiers(ruleset))},
    }


def _modifiers(ruleset: Ruleset) -> list[Modifier]:
    """Return the modifiers on an edition's tiles, each once, in the order of the tiles."""
    segments = (segment for tile in ruleset.tiles.values() for segment in tile.segments)
    return list(dict.fromkeys(modifier for segment in segments for modifier in segment.modifiers))
