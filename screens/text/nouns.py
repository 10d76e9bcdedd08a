"""Nouns in singular, in plural, and with a number. They include the editions' own terms.

Sentences use these nouns only after a colon or in a list, because other languages decline them. Where that is not
possible, there is a whole sentence for each noun.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from carcassonne import Kind
from screens.text.i18n import ngettext, pgettext

_NAMES: Final[Mapping[str, Callable[[int], str]]] = {
    "city": lambda number: ngettext("city", "cities", number),
    "road": lambda number: ngettext("road", "roads", number),
    "cloister": lambda number: ngettext("cloister", "cloisters", number),
    "monastery": lambda number: ngettext("monastery", "monasteries", number),
    "garden": lambda number: ngettext("garden", "gardens", number),
    "farm": lambda number: ngettext("farm", "farms", number),
    "meadow": lambda number: ngettext("meadow", "meadows", number),
    "field": lambda number: ngettext("field", "fields", number),
    "farmers": lambda number: ngettext("city with farmers", "cities with farmers", number),
    "river": lambda number: ngettext("river", "rivers", number),
    "path": lambda number: ngettext("path", "paths", number),
    "tower": lambda number: ngettext("tower", "towers", number),
    "house": lambda number: ngettext("house", "houses", number),
    "court": lambda number: ngettext("court", "courts", number),
    "keep": lambda number: ngettext("keep", "keeps", number),
    "wall": lambda number: ngettext("wall", "walls", number),
    "pennant": lambda number: ngettext("pennant", "pennants", number),
    "shield": lambda number: ngettext("shield", "shields", number),
    "coat-of-arms": lambda number: ngettext("coat-of-arms", "coats-of-arms", number),
    "fountain": lambda number: ngettext("fountain", "fountains", number),
    "market": lambda number: ngettext("market", "markets", number),
    "wall tile": lambda number: ngettext("wall tile", "wall tiles", number),
}

_COUNTS: Final[Mapping[str, Callable[[int], str]]] = {
    "tile": lambda number: ngettext("{number} tile", "{number} tiles", number),
    "point": lambda number: ngettext("{number} point", "{number} points", number),
    "day": lambda number: ngettext("{number} day", "{number} days", number),
    "space": lambda number: ngettext("{number} space", "{number} spaces", number),
    "empty space": lambda number: ngettext("{number} empty space", "{number} empty spaces", number),
    "wall tile": lambda number: ngettext("{number} wall tile", "{number} wall tiles", number),
    "city": lambda number: ngettext("{number} city", "{number} cities", number),
    "finished city": lambda number: ngettext("{number} finished city", "{number} finished cities", number),
    "pennant": lambda number: ngettext("{number} pennant", "{number} pennants", number),
    "shield": lambda number: ngettext("{number} shield", "{number} shields", number),
    "coat-of-arms": lambda number: ngettext("{number} coat-of-arms", "{number} coats-of-arms", number),
    "fountain": lambda number: ngettext("{number} fountain", "{number} fountains", number),
    "market": lambda number: ngettext("{number} market", "{number} markets", number),
}


def has_noun(word: str) -> bool:
    """Return whether a noun is in the table."""
    return word in _NAMES


def noun(word: str, number: int = 1) -> str:
    """Return a noun, singular or plural by ``number``, in the current language. An unknown word stays as it is."""
    return _NAMES[word](number) if word in _NAMES else word


def plural(word: str) -> str:
    """Return the plural of a noun, in the current language."""
    return noun(word, 2)


def counted(number: int, word: str) -> str:
    """Return ``1 city``, ``3 cities``, in the current language."""
    return _COUNTS[word](number).format(number=number) if word in _COUNTS else f"{number} {noun(word, number)}"


Terms: TypeAlias = Mapping[str, str]


def kind_name(kind: Kind, terms: Terms, number: int = 1) -> str:
    """Return the edition's word for a kind of feature, singular or plural by ``number``."""
    return noun(terms.get(kind.value, kind.value), number)


def kind_names(terms: Terms) -> dict[Kind, str]:
    """Return the words for what has paid, in the plural where there are several."""
    several = {kind: plural(terms.get(kind.value, kind.value)) for kind in Kind}
    return {**several, Kind.KEEP: noun("keep"), Kind.WALL: plural("wall tile")}


def point_text(point: str) -> str:
    """Return a compass point, ``N`` or ``ESE``, in the current language."""
    letters = compass()
    return "".join(letters.get(letter, letter) for letter in point)


def compass() -> dict[str, str]:
    """Return the letters of the compass in the current language, by English letter."""
    return {
        "N": pgettext("compass", "N"), "E": pgettext("compass", "E"),
        "S": pgettext("compass", "S"), "W": pgettext("compass", "W"),
    }  # fmt: skip
