"""A game in review: the curve of who stood how well, and the turns that stand out with what else could be played."""

from collections.abc import Iterator
from functools import partial
from itertools import takewhile
from typing import Final, NamedTuple

import render
from carcassonne import Answer, Colour, DeployNobody, Move, State, apply_all
from host.model.controllers import Computer
from host.model.game_log import GameHistory, Undo, effective_plies
from host.model.table import FinishedTable
from players.review import EXPLAINED, GameReview, ReviewedTurn
from players.review_file import parse_review
from render.look.theme import PieceStyle
from render.share.steps import PageReview, ReviewPart, ReviewTurn, ReviewWords
from screens.pictures import Pictures, picture_words
from screens.review_ids import ReviewPageId, ReviewPlayerId, ReviewTurnId
from screens.screen import Button, File, Menu, Screen, choices, files, rows
from screens.text import review as texts
from screens.text.choices import colour_name
from screens.text.i18n import _
from screens.text.labels import Label
from screens.text.markup import plain_text
from screens.text.names import picture_labels, seat_labels

EVERYONE: Final = 0
"""Whose turns are offered: of all players. Other numbers are those of seats, from 1."""


class ReviewedGame(NamedTuple):
    """A game that is over, its log, and its review."""

    table: FinishedTable
    history: GameHistory
    review: GameReview

    def turns(self, whose: int) -> list[ReviewedTurn]:
        """Return the turns that stand out: those that cost most, then the best ones."""
        seat = None if whose == EVERYONE else whose - 1
        return [*self.review.dearest(EXPLAINED, seat), *self.review.best(EXPLAINED, seat)]

    def before(self, turn: ReviewedTurn) -> State:
        """Return the position with the tile of a turn in hand."""
        return self.history.states[effective_plies(self.history.logged)[turn.at - 1]]

    def played(self, turn: ReviewedTurn) -> tuple[Move, ...]:
        """Return the placement of a turn, who went on the tile, and the answers to what the game asked then."""
        plies = effective_plies(self.history.logged)[turn.at :]
        logged = [one for one in (self.history.logged[ply - 1] for ply in plies) if not isinstance(one, Undo)]
        return (*logged[:2], *takewhile(lambda one: isinstance(one, Answer), logged[2:]))


def read_review(table: FinishedTable, history: GameHistory, content: str) -> ReviewedGame:
    """Return a game with its review as the host keeps it."""
    return ReviewedGame(table, history, parse_review(content))


def whose_turns(table: FinishedTable, person_id: int) -> int:
    """Return whose turns a person wants to see first: their own, if they have one seat in the game."""
    seats = table.seats_of(person_id)
    return seats[0].number + 1 if len(seats) == 1 else EVERYONE


async def review_screen(pictures: Pictures, game: ReviewedGame, whose: int) -> Screen:
    """Return a whole game in review. There is no picture if drawing fails."""
    table = game.table
    job = partial(render.draw_curve, _curve(game))
    alt = texts.curve_alt_text(table, game.review)
    picture = await pictures.file(f"the review of game {table.number}", job, "review", alt, table=table.number)
    return Screen(texts.review_text(table, game.review), rows(*_menus(game, whose)), files(picture))


async def reviewed_turn_screen(pictures: Pictures, game: ReviewedGame, whose: int, turn: ReviewedTurn) -> Screen:
    """Return a turn that stands out, with a picture of what was played and of what else could have been."""
    table, played = game.table, game.played(turn)
    picture = await _turn_picture(pictures, game, turn)
    back = Button(ReviewPageId(table.number, whose), texts.back_label())
    below = rows(*_menus(game, whose, turn), [back])
    return Screen(texts.turn_text(turn, table, played), below, files(picture))


async def page_review(pictures: Pictures, game: ReviewedGame) -> PageReview:
    """Return a game in review for the page of a shared game: of all players, the turns that stand out most."""
    turns, names = sorted(game.turns(EVERYONE), key=lambda one: one.number), seat_labels(game.table)
    whole = _page_part(await review_screen(pictures, game, EVERYONE))
    shown = [
        ReviewTurn(
            one.number,
            texts.turn_label(one, names),
            _page_part(await reviewed_turn_screen(pictures, game, EVERYONE, one)),
        )
        for one in turns
    ]
    return PageReview(whole, shown, ReviewWords(_(Label.REVIEW), texts.turns_placeholder(), _("Close")))


def _page_part(screen: Screen) -> ReviewPart:
    text = page_text(screen)
    return next((ReviewPart(text, file.data, file.alt or "") for file in screen.files), ReviewPart(text))


def page_text(screen: Screen) -> str:
    """Return the text of a screen for a page: figures in its picture have the colours, and need no marks."""
    text = plain_text(screen.text)
    for colour in Colour:  # some systems have no letters for these
        text = text.replace(f"{colour.mark} ", "")
    return text


def turns_offered(game: ReviewedGame) -> list[tuple[int, str]]:
    """Return the turns of all players that stand out, in their order: their numbers, and labels."""
    turns, names = sorted(game.review.explained(), key=lambda one: one.number), seat_labels(game.table)
    return [(one.number, texts.turn_label(one, names)) for one in turns]


async def _turn_picture(pictures: Pictures, game: ReviewedGame, turn: ReviewedTurn) -> File | None:
    table, before, played = game.table, game.before(turn), game.played(turn)
    laid = [_laid(before, played), _laid(before, turn.instead)]
    job = partial(render.draw_compared, laid, texts.captions(turn), picture_words(table))
    alt = texts.turn_alt_text(turn, played, table.state)
    subject = f"turn {turn.number} of game {table.number} in review"
    return await pictures.file(subject, job, f"turn{turn.number}", alt, table=table.number)


def _laid(before: State, moves: tuple[Move, ...]) -> State:
    """Return the position after a turn. If nobody has decided who goes on the tile, nobody does."""
    return apply_all(before, moves if len(moves) > 1 else (*moves, DeployNobody())).state


def _menus(game: ReviewedGame, whose: int, chosen: ReviewedTurn | None = None) -> Iterator[list[Menu]]:
    number, names = game.table.number, seat_labels(game.table)
    if turns := game.turns(whose):
        labels = {str(one.number): texts.turn_label(one, names) for one in turns}
        shown = choices(labels, str(chosen.number)) if chosen else choices(labels)
        yield [Menu(ReviewTurnId(number, whose), shown, texts.turns_placeholder())]
    players = {str(EVERYONE): texts.everyone_label(), **{str(seat): name for seat, name in enumerate(names, 1)}}
    yield [Menu(ReviewPlayerId(number), choices(players, str(whose)), texts.players_placeholder())]


def _curve(game: ReviewedGame) -> render.Curve:
    table, review = game.table, game.review
    lines = [
        render.CurveLine(
            name,
            f"{colour_name(seat.colour)} {seat.number + 1}",
            PieceStyle(seat.number, seat.colour),
            tuple(review.curve(seat.number)),
            is_computer=isinstance(seat.controller, Computer),
        )
        for seat, name in zip(table.seats, picture_labels(table), strict=True)
    ]
    places = {one.number: place for place, one in enumerate(review.turns, 1)}
    marks = [render.CurveMark(one.number, one.seat, places[one.number]) for one in game.turns(EVERYONE)]
    return render.Curve(tuple(lines), tuple([one.number for one in review.turns]), tuple(marks))
