"""The words of the live page itself: its switches, what it asks for, and the keys that it knows.

What a game says on it, such as who holds a city, stands in ``live.py``.
"""

from typing import Final, TypeAlias

from screens.text.i18n import _, pgettext
from screens.text.labels import Label
from screens.text.step_words import step_words

PageTexts: TypeAlias = dict[str, str | dict[str, str]]
Words: TypeAlias = dict[str, str]


def page_texts() -> PageTexts:
    """Return the words by the names that the page has for them. In braces stands what the page fills in."""
    parts = (step_words(), _turn_words(), _panel_words(), _message_words())
    return {
        **{name: text for part in parts for name, text in part.items()},
        "views": _views(),
        "keys": _keys(),
        "touch": _touch(),
    }


def _turn_words() -> Words:
    return {
        "your_turn": _("Your turn"),
        "choose_cell": _("Where does your tile go? Choose a marked cell."),
        "choose_cell_keys": _("Choose a marked cell with the arrow keys, then press Enter."),
        "cell_fits": _("{cell}: fits"),
        "cell_fits_turned": _("{cell}: fits if you turn the tile"),
        "turn_to_fit": _("Turn the tile to fit"),
        "choose_figure": _("Choose a square for a follower, or ✗ for nobody."),
        "choose_figure_keys": _("Press a number or letter for a follower, X for nobody, or R to turn the tile."),
        "or_turn": _("↻ turns the tile."),
        "wait": _("One moment …"),
        "laid": _("{cell}, turned {rotation}°"),
        "turned": _("Turned {rotation}°"),
        "nobody": _("Nobody"),
        "nobody_chosen": _("Nobody goes on it."),
        "press_confirm": _("Press **{button}**.").format(button=_(Label.CONFIRM)).replace("**", ""),
        "confirm": _(Label.CONFIRM),
        "undo": _(Label.TAKE_BACK),
        "done": _(Label.DONE),
        "rotate": _("Turn the tile"),
        "tile_in_hand": _("Tile {tile} in hand"),
    }


def _panel_words() -> Words:
    return {
        "my_games": _("My games"),
        "no_games": _("You have no games now."),
        "next_game": _("Next: {game}"),
        "panel": _("Players and switches"),
        "history": pgettext("a switch", "Turns so far"),
        "review": _(Label.REVIEW),
        "review_turns": _("Turns that stand out"),
        "back_to_game": _("Back to the game"),
        "sound": _("Sound when it's my turn"),
        "sound_on": _("Sound on"),
        "sound_off": _("Sound off"),
        "keys_title": _("Keys"),
        "touch_title": _("How to play here"),
        "views_title": _("Views of the board"),
        "sizes": _("Size of the view"),
        "size": _("{cells} cells"),
        "on_discord": _("Open on Discord"),
        "close": _("Close"),
        "due": _("Until {time}"),
        "watching": _("You're watching."),
    }


def _message_words() -> Words:
    return {
        "offline": _("No connection. Trying again …"),
        "not_sent": _("That wasn't sent: there's no connection. Try it again in a moment."),
        "no_game": _("No game to show"),
    }


def _views() -> Words:
    """Return the names of the views, which are as short as switches need."""
    return {
        "owners": _("Who holds what"),
        "fields": _("Fields"),
        "score": _("If it ended now"),
        "dead": _("Dead cells"),
    }


_ARROWS: Final = "← → ↑ ↓"


def _keys() -> Words:
    """Return what keys do."""
    return {
        _ARROWS: _("From one marked cell to another"),
        "Enter": _("Place the tile there; then play the turn"),
        "R": _("Turn the tile"),
        "1 … 9, A … Z": _("Choose a follower for your tile"),
        "X": _("Nobody"),
        "Esc": _("One step back"),
        "U": _(Label.TAKE_BACK),
        "D": _(Label.DONE),
        "1 … 5, A": _("Size of the view"),
        "+ −": _("Zoom in and out"),
        "F": _("Look at features with the arrow keys"),
        "H": pgettext("a switch", "Turns so far"),
        "V": _(Label.REVIEW),
        "G": _("My games"),
        "N": _("The next game that waits for you"),
        "S": _("Sound on or off"),
        "?": _("These keys"),
    }


def _touch() -> Words:
    """Return what fingers do."""
    return {
        _("A marked cell"): _("Place the tile there"),
        _("↻, or the cell again"): _("Turn the tile"),
        _("A square on the tile"): _("Choose a follower for your tile"),
        "✗": _("Nobody"),
        _(Label.CONFIRM): _("Play the turn"),
        _("Drag"): _("Move the board"),
        _("Two fingers"): _("Zoom in and out"),
        _("Hold a finger on the board"): _("Who holds what is there, and what it pays"),
    }
