"""What tiles, features, points of the compass and figures are called, by the editions' own terms (``Ruleset.terms``).

Sentences use these nouns only after a colon or in a list, because other languages decline them. Where that is not
possible, there is a whole sentence for each noun, and for figures whole phrases: a new figure needs its row in
``FIGURE_WORDS``, and nothing else here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from carcassonne import ABBOT, FIGURES, FOLLOWER, Figure, Kind, Role
from carcassonne.figures import BIG_FOLLOWER, BUILDER, PIG, figure_of
from screens.text.i18n import N_, _, ngettext, pgettext

Terms: TypeAlias = Mapping[str, str]
"""An edition's words, by what they name."""

NOUNS: Final[Mapping[str, Callable[[int], str]]] = {
    "city": lambda number: ngettext("city", "cities", number),
    "road": lambda number: ngettext("road", "roads", number),
    "cloister": lambda number: ngettext("cloister", "cloisters", number),
    "monastery": lambda number: ngettext("monastery", "monasteries", number),
    "garden": lambda number: ngettext("garden", "gardens", number),
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
    "inn": lambda number: ngettext("inn", "inns", number),
    "cathedral": lambda number: ngettext("cathedral", "cathedrals", number),
    "wine": lambda number: ngettext("wine", "wine", number),
    "grain": lambda number: ngettext("grain", "grain", number),
    "cloth": lambda number: ngettext("cloth", "cloth", number),
    "goods": lambda number: ngettext("goods", "goods", number),
    "follower": lambda number: ngettext("follower", "followers", number),
}

_COUNTS: Final[Mapping[str, Callable[[int], str]]] = {
    "tile": lambda number: ngettext("{number} tile", "{number} tiles", number),
    "point": lambda number: ngettext("{number} point", "{number} points", number),
    "minute": lambda number: ngettext("{number} minute", "{number} minutes", number),
    "hour": lambda number: ngettext("{number} hour", "{number} hours", number),
    "day": lambda number: ngettext("{number} day", "{number} days", number),
    "player": lambda number: ngettext("{number} player", "{number} players", number),
    "space": lambda number: ngettext("{number} space", "{number} spaces", number),
    "empty space": lambda number: ngettext("{number} empty space", "{number} empty spaces", number),
    "finished city": lambda number: ngettext("{number} finished city", "{number} finished cities", number),
}
"""The nouns that only stand behind a number."""


def noun(word: str, number: int = 1) -> str:
    """Return a noun, singular or plural by ``number``, in the current language. An unknown word stays as it is."""
    return NOUNS[word](number) if word in NOUNS else word


def counted(number: int, word: str) -> str:
    """Return ``1 city``, ``3 cities``, in the current language."""
    return _COUNTS[word](number).format(number=number) if word in _COUNTS else f"{number} {noun(word, number)}"


def kind_name(kind: Kind, terms: Terms, number: int = 1) -> str:
    """Return the edition's word for a kind of feature, singular or plural by ``number``."""
    return noun(terms.get(kind.value, kind.value), number)


def kind_names(terms: Terms) -> dict[Kind, str]:
    """Return the words for what has paid, in the plural where there are several."""
    several = {kind: kind_name(kind, terms, 2) for kind in Kind}
    return {**several, Kind.KEEP: noun("keep"), Kind.WALL: noun("wall tile", 2)}


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


@dataclass(frozen=True, slots=True)
class RoleWords:
    """What a figure is called in a role. All but the name are marked for translation."""

    name: Callable[[int], str]
    """The name, singular or plural by a number."""
    placed: str
    """The end of a sentence about a turn: ``with a knight``."""
    no_place: str
    """Says that a tile has no place for it."""
    no_place_at: str
    """Says that a side of a tile has none."""


@dataclass(frozen=True, slots=True)
class FigureWords:
    roles: Mapping[str, RoleWords]
    """Its names on the board, by the editions' words for the roles."""
    in_hand: Callable[[int], str]
    """How many of it somebody has, by the number. Nothing for none of what everybody has one of."""
    none_left: str
    """Says that the reader has none left. Marked for translation."""
    note: str = ""
    """Says what it does that a follower doesn't. Marked for translation."""


FIGURE_WORDS: Final[dict[str, FigureWords]] = {
    FOLLOWER.name: FigureWords(
        roles={
            "knight": RoleWords(
                lambda number: ngettext("knight", "knights", number),
                N_("with a knight"),
                N_("There's no place for a knight on this tile."),
                N_("There's no place for a knight on the {point} side of this tile."),
            ),
            "thief": RoleWords(
                lambda number: ngettext("thief", "thieves", number),
                N_("with a thief"),
                N_("There's no place for a thief on this tile."),
                N_("There's no place for a thief on the {point} side of this tile."),
            ),
            "highwayman": RoleWords(
                lambda number: ngettext("highwayman", "highwaymen", number),
                N_("with a highwayman"),
                N_("There's no place for a highwayman on this tile."),
                N_("There's no place for a highwayman on the {point} side of this tile."),
            ),
            "farmer": RoleWords(
                lambda number: ngettext("farmer", "farmers", number),
                N_("with a farmer"),
                N_("There's no place for a farmer on this tile."),
                N_("There's no place for a farmer on the {point} side of this tile."),
            ),
            "monk": RoleWords(
                lambda number: ngettext("monk", "monks", number),
                N_("with a monk"),
                N_("There's no place for a monk on this tile."),
                N_("There's no place for a monk on the {point} side of this tile."),
            ),
            "herald": RoleWords(
                lambda number: ngettext("herald", "heralds", number),
                N_("with a herald"),
                N_("There's no place for a herald on this tile."),
                N_("There's no place for a herald on the {point} side of this tile."),
            ),
            "squire": RoleWords(
                lambda number: ngettext("squire", "squires", number),
                N_("with a squire"),
                N_("There's no place for a squire on this tile."),
                N_("There's no place for a squire on the {point} side of this tile."),
            ),
            "merchant": RoleWords(
                lambda number: ngettext("merchant", "merchants", number),
                N_("with a merchant"),
                N_("There's no place for a merchant on this tile."),
                N_("There's no place for a merchant on the {point} side of this tile."),
            ),
        },
        in_hand=lambda number: counted(number, "follower"),
        none_left=N_("You have no followers left."),
    ),
    ABBOT.name: FigureWords(
        roles={
            "abbot": RoleWords(
                lambda number: ngettext("abbot", "abbots", number),
                N_("with an abbot"),
                N_("There's no place for an abbot on this tile."),
                N_("There's no place for an abbot on the {point} side of this tile."),
            ),
        },
        in_hand=lambda number: ngettext("abbot", "abbots", 1) if number else _("no abbot"),
        none_left=N_("You have no abbot left."),
        note=N_("Abbot: you can take it back on a later turn, and it scores then."),
    ),
    BIG_FOLLOWER.name: FigureWords(
        roles={
            "knight": RoleWords(
                lambda number: ngettext("big knight", "big knights", number),
                N_("with a big knight"),
                N_("There's no place for a big knight on this tile."),
                N_("There's no place for a big knight on the {point} side of this tile."),
            ),
            "thief": RoleWords(
                lambda number: ngettext("big thief", "big thieves", number),
                N_("with a big thief"),
                N_("There's no place for a big thief on this tile."),
                N_("There's no place for a big thief on the {point} side of this tile."),
            ),
            "highwayman": RoleWords(
                lambda number: ngettext("big highwayman", "big highwaymen", number),
                N_("with a big highwayman"),
                N_("There's no place for a big highwayman on this tile."),
                N_("There's no place for a big highwayman on the {point} side of this tile."),
            ),
            "farmer": RoleWords(
                lambda number: ngettext("big farmer", "big farmers", number),
                N_("with a big farmer"),
                N_("There's no place for a big farmer on this tile."),
                N_("There's no place for a big farmer on the {point} side of this tile."),
            ),
            "monk": RoleWords(
                lambda number: ngettext("big monk", "big monks", number),
                N_("with a big monk"),
                N_("There's no place for a big monk on this tile."),
                N_("There's no place for a big monk on the {point} side of this tile."),
            ),
        },
        in_hand=lambda number: _("big follower") if number else "",
        none_left=N_("Your big follower is on the board already."),
        note=N_("Big follower: counts as two where players compare who has more."),
    ),
    BUILDER.name: FigureWords(
        roles={
            "builder": RoleWords(
                lambda number: ngettext("builder", "builders", number),
                N_("with a builder"),
                N_("There's no place for a builder on this tile."),
                N_("There's no place for a builder on the {point} side of this tile."),
            ),
        },
        in_hand=lambda number: ngettext("builder", "builders", 1) if number else "",
        none_left=N_("Your builder is on the board already."),
        note=N_("Builder: make its road or city longer on a later turn, and you play again."),
    ),
    PIG.name: FigureWords(
        roles={
            "pig": RoleWords(
                lambda number: ngettext("pig", "pigs", number),
                N_("with a pig"),
                N_("There's no place for a pig on this tile."),
                N_("There's no place for a pig on the {point} side of this tile."),
            ),
        },
        in_hand=lambda number: ngettext("pig", "pigs", 1) if number else "",
        none_left=N_("Your pig is on the board already."),
        note=N_("Pig: if you score its field at the end, each finished city pays 4, not 3."),
    ),
}
"""The words for each figure, by its name. A figure without a row is called by its prefix and the follower's role."""

_MORE_WORDS: Final[Mapping[Role, tuple[str, ...]]] = {Role.THIEF: ("highwayman",)}
"""The words by which an edition calls a role besides its own."""


def role_name(role: Role, terms: Mapping[str, str], number: int = 1) -> str:
    """Return the edition's word for a role, singular or plural by ``number``: ``knight``, ``thieves`` …"""
    return figure_name(role, figure_of("", role) or FOLLOWER, terms, number)


def figure_name(role: Role, figure: Figure, terms: Mapping[str, str], number: int = 1) -> str:
    """Return the word for a figure in a role, singular or plural by ``number``: ``knight``, ``big knight``."""
    if words := _find_words(role, figure, terms):
        return words.name(number)
    return f"{figure.prefix} {role_name(role, terms, number) if figure.prefix else role.value}".lstrip()


def placed_figure(role: Role, figure: Figure, terms: Mapping[str, str]) -> str:
    """Return the end of a sentence about a turn: ``with a knight``, ``with an abbot``."""
    if words := _find_words(role, figure, terms):
        return _(words.placed)
    return _("with a {figure}").format(figure=figure_name(role, figure, terms))


def no_place_text(role: Role, figure: Figure, terms: Mapping[str, str], point: str) -> str:
    """Say that a tile has no place for a figure, or that the side ``point`` has none."""
    name = figure_name(role, figure, terms)
    if words := _find_words(role, figure, terms):
        text = _(words.no_place_at) if point else _(words.no_place)
    elif point:
        text = _("There's no place for a {figure} on the {point} side of this tile.")
    else:
        text = _("There's no place for a {figure} on this tile.")
    return text.format(figure=name, point=point)


def in_hand_text(figure: Figure, number: int) -> str:
    """Return how many of a figure somebody has in hand: ``7 followers``, ``no abbot``, or nothing for no builder."""
    if words := FIGURE_WORDS.get(figure.name):
        return words.in_hand(number)
    return f"{number} {figure.prefix} {noun('follower', number)}"


def none_left_text(role: Role, figure: Figure, terms: Mapping[str, str]) -> str:
    """Say that the reader has none of a figure left. ``role`` is the one in which it was to be placed."""
    if words := FIGURE_WORDS.get(figure.name):
        return _(words.none_left)
    name = figure_name(role, figure, terms)
    return _("{follower}: you have none left.").format(follower=name[:1].upper() + name[1:])


def figure_notes(figures: Iterable[Figure]) -> Iterator[str]:
    """Yield what each kind of figure does that a follower doesn't, once."""
    rows = (FIGURE_WORDS.get(name) for name in dict.fromkeys(figure.name for figure in figures))
    yield from (_(row.note) for row in rows if row and row.note)


_NO_OWN_FOLLOWER: Final = {
    BUILDER.name: N_("Your builder needs a road or city that has your follower already and isn't finished."),
    PIG.name: N_("Your pig needs a field that has a farmer of yours already."),
}


def no_own_follower_text(figure: Figure) -> str:
    """Say what a figure needs that may only join a follower of its player."""
    if figure.name in _NO_OWN_FOLLOWER:
        return _(_NO_OWN_FOLLOWER[figure.name])
    return _("It can only join a follower of yours, and nothing that is finished.")


def typed_names() -> Iterator[tuple[str, str]]:
    """Yield what each figure is called in the current language, in all editions, and what that is in notation."""
    for figure in FIGURES.values():
        for role in figure.roles.values():
            for word in (role.value, *_MORE_WORDS.get(role, ())):
                yield figure_name(role, figure, {role.value: word}), f"{figure.prefix} {role.value}".lstrip()


def _find_words(role: Role, figure: Figure, terms: Mapping[str, str]) -> RoleWords | None:
    row = FIGURE_WORDS.get(figure.name)
    return row.roles.get(terms.get(role.value, role.value)) if row else None
