"""The rules of The Castle in short pages."""

from collections.abc import Iterator, Mapping
from typing import Final

from carcassonne import FOLLOWER, Ruleset, new_game
from carcassonne.castle.tiles import CORNER_TOWERS, WALL_TILES
from cogs.text.castle import corner_tower_names, outline, start_space_names
from cogs.text.commands import command_mention
from cogs.text.formatting import with_heading
from cogs.text.i18n import N_, _
from cogs.text.nouns import counted

WALL_TILE_RULES: Final[Mapping[int, str]] = {
    1: N_("You get another complete turn right after this one."),
    2: N_("A tower you score in your turn counts double."),
    3: N_("A house you score in your turn counts double."),
    4: N_("One unfinished path scores 1 per tile, or 2 with a fountain."),
    5: N_("One unfinished tower scores 2 per tile."),
    6: N_("One unfinished house scores 1 per tile."),
    7: N_("One court scores 4 per market, not 3."),
    8: N_("Your keep counts 2 extra tiles."),
    9: N_("You get 5 points."),
}
"""What each wall tile does, in a sentence. Marked for translation."""


def castle_placing(rules: Ruleset) -> Iterator[str]:
    """Yield how a tile and a follower are placed."""
    yield _("Place your tile inside the wall, next to another tile or a start space. Only paths have to match.")
    yield ""
    text = _("You have {so_many_figures}. You can put one on the tile you just placed:")
    yield text.format(so_many_figures=counted(rules.supply[FOLLOWER], rules.terms["figure"]))
    yield _("- a herald on a path")
    yield _("- a knight in a tower")
    yield _("- a squire in a house")
    yield _("- a merchant in a court, until the end of the game")
    yield ""
    yield _(
        "You can't join a path, tower, house or court that already has a follower on it. But a later tile can "
        "connect two of them."
    )
    yield _("The green on each side of a path is court.")
    yield _("If your tile doesn't fit anywhere, it's out of the game and you draw another.")


def castle_scoring(rules: Ruleset) -> Iterator[str]:
    """Yield what complete features score, and for whom."""
    yield _("A path, tower or house scores at once when it's complete.")
    yield _(
        "- A path scores 1 per tile, or 2 with a fountain. It ends at a square, a building or the wall; at a "
        "junction without a square it just branches."
    )
    yield _("- A tower scores 2 per tile.")
    yield _("- A house scores 1 per tile.")
    yield ""
    yield _("A start space counts as a tile. Towers and houses can end at anything, even the wall.")
    yield _("The player with more followers there gets the points. In a tie, no one does.")
    yield _("Then the followers there go back to their players.")
    yield _(
        "If several things score, the player whose turn it is goes first. If the order matters, that player chooses it."
    )
    yield _("Your **keep** stands on the largest house you've scored. Only a larger one moves it.")


def castle_wall_tiles(rules: Ruleset) -> Iterator[str]:
    """Yield how wall tiles come to a player, what each does, and when it is played."""
    yield _("Does your marker stop exactly on a corner tower? Take its wall tile, even if it's not your turn.")
    towers = _("The towers stand at {towers}. After 99 the track goes on at 0.")
    yield towers.format(towers=", ".join(corner_tower_names(CORNER_TOWERS)))
    yield ""
    for number, text in WALL_TILE_RULES.items():
        yield f"**{number}** · {_(text)}"
    yield ""
    yield _(
        "You can play 1, 2 and 3 from your next turn on: the game asks you. 4 to 9 count by themselves at the end, "
        "where they score most, even if you took them on the last turn."
    )
    yield _("For 2 to 7 you need more followers there than the other player. Nothing doubles twice.")
    yield _("There are {all} wall tiles, two of each number. {number} of them are in the game.").format(
        all=len(WALL_TILES), number=len(CORNER_TOWERS)
    )
    text = _("-# Answer with the buttons or {pass_}, or in advance with `wall` and `first` in {place}.")
    yield text.format(place=command_mention("place"), pass_=command_mention("pass"))


def castle_board(rules: Ruleset) -> Iterator[str]:
    """Yield whose tiles they are, and the board in words. Nothing in print lists the tiles."""
    state = new_game(rules, rules.players.start)
    yield ""
    yield _("The tiles, the wall and its towers are our own set, not the printed one. We rebuilt them from the rules.")
    yield with_heading(_("Spaces inside the wall"), ", ".join(outline(rules.bounds or ())))
    yield with_heading(_("Start spaces in the wall"), ", ".join(start_space_names(state)))


def castle_ending(rules: Ruleset) -> Iterator[str]:
    """Yield the final scoring."""
    yield _("The game ends with the last tile. Nobody takes wall tiles after that.")
    yield _(
        "- The larger **keep** scores 1 point for each space of the largest empty area. "
        "Keeps of the same size score nothing."
    )
    yield _(
        "- A **court** scores 3 points per market for the player with more merchants there. In a tie, no one scores."
    )
    yield _("- **Wall tiles** 4, 5, 6 and 9 score last.")
    yield ""
    yield _("The start space's court has a market, and it counts.")
    yield _("Nothing else unfinished scores. The most points win, and in a tie you share the win.")
