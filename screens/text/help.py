"""The text of ``/help`` in short pages, of which the first fits the screen of a phone, and the welcome on a server."""

from collections.abc import Iterable, Mapping
from typing import Final

from screens.text.choices import VIEW_NAMES, BoardView, choice_name, level_line, level_name
from screens.text.i18n import N_, _, current_language, use_language
from screens.text.labels import HELP_LABELS, HelpPage, Label
from screens.text.markup import capitalize, safe_name, with_heading
from screens.text.placeholders import fill
from screens.text.typed_input import TypedWord, word_to_type

_BUTTONS: Final = {
    "place_button": Label.PLACE,
    "confirm_button": Label.CONFIRM,
    "undo_button": Label.TAKE_BACK,
    "tutorial_button": Label.TUTORIAL,
    "computer_button": Label.PLAY_COMPUTER,
    "computers_button": Label.COMPUTERS,
    "seat_button": Label.TAKE_SEAT,
    "leave_button": Label.COMPUTER,
    "leave_table_button": Label.LEAVE,
    "vote_button": Label.VOTE,
}
"""The labels that the pages name, by placeholder."""
_AT_TABLES: Final = frozenset({Label.PLACE, Label.COMPUTERS, Label.TAKE_SEAT})
"""The labels of buttons that all see, in the language of their table."""

_LINES: Final[Mapping[HelpPage, tuple[str, ...]]] = {
    HelpPage.PLAY: (
        N_("1. Press **{place_button}** below the board."),
        N_("2. Pick a cell, turn the tile, add a follower."),
        N_("3. Press **{confirm_button}**. Oops? Press **{undo_button}**."),
        "",
        N_("Then I ping the next player."),
        N_("No game yet? Use {play}."),
        N_("New to Carcassonne? Press **{tutorial_button}**, or read {rules}."),
        N_("Or type {place}, or mention me with `M14 90 2` or `M14 90 {nobody}`."),
        N_("No pictures? `/board view:{words}`"),
    ),
    HelpPage.GAMES: (
        N_("- {games}: your games, and whose turn it is"),
        N_("- {join}: take a seat. **{leave_table_button}** there gives it back"),
        N_("- {start}: begin, with other rules if you like; {oldstart}: with the original farmer scoring"),
        N_("- {undo}: ask the others to undo your last turn"),
        N_("- **{vote_button}** in {games}: vote on a player who has run out of time"),
        N_("- {resign}: resign, end the game, or invite others to it"),
        N_("- {tournament}: set up a tournament, or see how one stands"),
        N_("- {puzzle}: find the best turn in the puzzle of the day"),
        N_("- {settings}: your language, quiet hours, vacation, messages and pictures"),
        N_("- {privacy}: see what I keep about you, or delete it"),
        "",
        N_("In several games? The option `game` says which one you mean, like #12."),
    ),
    HelpPage.COMPUTERS: (
        N_("- Nobody around? Press **{computer_button}** and choose a level. Only you see that game."),
        "{levels}",
        N_("- **{computers_button}** at your table lets computers play in the channel."),
        N_("- {undo}: your turn and the computer's are undone. If you're the only person, nobody is asked."),
        N_("- **{seat_button}**, below the message that shows how a game stands: play on for a computer"),
        N_("- {resign}, then **{leave_button}**: a computer plays on for you, if other people play"),
        "",
        N_("A game that begins with a computer isn't rated."),
    ),
    HelpPage.LOOK: (
        N_("- {board}: the board. 1 to 5, A and the arrows below it zoom and move. `view` shows hints: {hints}."),
        N_("- {tiles}: which tiles are left"),
        N_("- {log}: the turns so far, and the game as a file"),
        N_("- {replay}: the game turn by turn"),
        N_("- {review}: what each turn of a finished game cost, and what luck did"),
        N_("- {rules}: what scores, with pictures"),
        N_("- {stats}: your results, and the best players here"),
        N_("- {follow}: get the end of somebody's game, or each round, in private"),
        "",
        N_("`M14 90 2` means: the tile goes to M14, turned 90° clockwise, with a follower on its spot ②."),
        N_("`M14 90 thief E` works, too: it puts a thief on the road to the east."),
        N_("You can't see the pictures? `/board view:{words}` says everything they show."),
    ),
    HelpPage.MANAGERS: (
        N_("For members with the permission *Manage Server*: `/carcassonne-admin` opens a panel."),
        N_("- The channels where people can open tables, and how many tables"),
        N_("- How new tables begin: rules, time, order, language"),
        N_("- **Games**: choose one, or find it by its number. Then:"),
        N_("- End any game, or close a table"),
        N_("- Give a seat to another member, or to a computer"),
        N_("- Resume a paused game, post again what is missing, or get its log as a file"),
        N_("- Where the puzzle of each day is posted"),
        N_("- What managers did, and how the bot is doing"),
        "",
        N_("To import a finished game, give the command its log as `file`."),
    ),
}


def help_text(page: HelpPage = HelpPage.PLAY, levels: Iterable[int] = (), table_language: str | None = None) -> str:
    """Return a page of the help, with its heading. ``levels`` are those that people can choose, the weakest first.

    ``table_language`` is the one in which tables have their buttons where the reader is; None for the reader's.
    """
    values = {name: _(label) for name, label in _BUTTONS.items()}
    with use_language(table_language or current_language()):
        values |= {name: _(label) for name, label in _BUTTONS.items() if label in _AT_TABLES}
    values["words"] = choice_name(VIEW_NAMES, BoardView.WORDS)
    values["nobody"] = word_to_type(TypedWord.NOBODY)
    values["hints"] = ", ".join(choice_name(VIEW_NAMES, view) for view in BoardView if view.is_aid)
    values["levels"] = "\n".join(
        f"- {with_heading(f'**{capitalize(level_name(one))}**', level_line(one))}" for one in levels
    )
    lines = [fill(_(line), **values) if line else "" for line in _LINES[page]]
    return "\n".join([f"**{_(HELP_LABELS[page])}**", *lines])


def welcome_text() -> str:
    hello = _("Hello! Play Carcassonne with your friends here, in one evening or over days.")
    buttons = _(
        "Press **{table}** when you're ready, **{computer}** if you're alone, "
        "or **{tutorial}** to learn it in two minutes."
    )
    labels = {"table": Label.OPEN_TABLE, "computer": Label.PLAY_COMPUTER, "tutorial": Label.TUTORIAL}
    return hello + "\n" + buttons.format(**{name: _(label) for name, label in labels.items()})


def private_welcome_text(server: str) -> str:
    """Return the message to the person who invited the bot, if it may write in no channel. ``server`` is its name."""
    hello = _(
        "Hello from **{server}**! I can't write in any channel there yet: let me into one, then type {join} in it."
    )
    button = _("Press **{tutorial}** to learn the game in two minutes.")
    return fill(f"{hello}\n{button}", server=safe_name(server), tutorial=_(Label.TUTORIAL))
