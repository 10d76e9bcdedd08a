"""The editions' names and rules in short. A test proves that every edition has both."""

from typing import Final

EDITION_NAMES: Final = {
    "chat-room": "Chat room",
    "chat-room-old": "Chat room with original farmer scoring",
    "classic": "Carcassonne (2000)",
    "travel": "Carcassonne Travel",
    "castle": "Carcassonne: The Castle",
    "new-edition": "Carcassonne, new edition",
}

OPTION_NAMES: Final = {
    "river": "The River",
    "abbot": "The Abbot",
    "start-tile": "the start tile stays in the bag",
}


def edition_text(edition: str, options: tuple[str, ...]) -> str:
    """Return an edition and its options by name: ``Carcassonne, new edition with The River``."""
    chosen = ", ".join(OPTION_NAMES[option] for option in options)
    return EDITION_NAMES[edition] + (f" with {chosen}" if chosen else "")
