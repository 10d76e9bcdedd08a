"""A game to show around: all of it, turn by turn, as an animated picture or as one page for a browser.

The caller replays the game and provides every word. Nothing here knows Discord, or reads a file but its own.
"""
