"""How to use the bot."""

from collections.abc import Callable


def help_text(mention: Callable[[str], str]) -> str:
    """Return how to use the bot."""
    lines = (
        "**Carcassonne, over days.** After every move the next player is pinged, with the board as a picture.",
        f"- {mention('join')} takes a seat in this channel, {mention('leave')} gives it back. "
        f"{mention('start')} begins; {mention('oldstart')} begins with the original farmer scoring. "
        "Alone, you can practise.",
        f"- {mention('place')} lays your tile: a cell, a rotation, and who goes onto it. "
        f"What fits is offered while you type. {mention('pass')} lays it with nobody.",
        "- `M14 90 thief E` is the tile on M14, turned 90° clockwise, with a thief on its road to the east.",
        f"- Where the game asks you something (The Castle), answer with the buttons, with {mention('pass')} for the "
        "first answer, or beforehand with `wall` and `first` when you lay the tile.",
        f"- {mention('games')} lists your games and whose turn it is.",
        f"- {mention('board')} shows the board, {mention('tiles')} what is left, {mention('log')} the moves so far.",
        f"- {mention('rules')} tells the rules of your game in short.",
        f"- {mention('resign')} gives up, or suggests ending the game for all. "
        "Server managers can end any game: `/carcassonne-admin end`.",
        "",
        "If you play several games, the option `game` says which one you mean, such as #12.",
    )
    return "\n".join(lines)
