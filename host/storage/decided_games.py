"""Who came to what in which game, and where: put together from several tables. Computers have no totals."""

from typing import Final

from sqlalchemy import and_, case, exists, func, null, select, union_all

from host.storage.schema.tables import games, results, seats, substitutions

_others = seats.alias("others")
_taken = substitutions.alias("taken")
# A rated game has begun among people and counts as such, even if a computer plays on for somebody.
_has_computer = and_(
    games.c.rated == 0,
    exists().where(_others.c.game == games.c.number, _others.c.computer.is_not(None)).correlate(games),
).label("has_computer")
_of_game = (games.c.guild, games.c.edition, games.c.rated, games.c.moved_at.label("ended_at"), _has_computer)

_seated = (
    select(
        results.c.game,
        results.c.seat,
        results.c.place,
        results.c.score,
        results.c.is_substitute,
        seats.c.person,
        *_of_game,
    )
    .join(games, games.c.number == results.c.game)
    .join(seats, and_(seats.c.game == results.c.game, seats.c.number == results.c.seat))
    .where(seats.c.person.is_not(None))
)

# Who left a seat to a computer, and has none at the end, comes after everybody else, without a score.
_leavers = (
    select(substitutions.c.game, substitutions.c.giver, func.min(substitutions.c.number).label("first_left"))
    .where(substitutions.c.giver.is_not(None))
    .group_by(substitutions.c.game, substitutions.c.giver)
    .having(func.max(substitutions.c.to_level).is_not(None))
    .subquery("leavers")
)
_first_taken = (
    select(func.min(_taken.c.number))
    .where(_taken.c.game == _leavers.c.game, _taken.c.taker == _leavers.c.giver)
    .correlate(_leavers)
    .scalar_subquery()
)
_last_place = (
    select(func.count() + 1).select_from(seats).where(seats.c.game == _leavers.c.game).correlate(_leavers)
).scalar_subquery()
_left = (
    select(
        _leavers.c.game,
        null().label("seat"),
        _last_place.label("place"),
        null().label("score"),
        case((_first_taken < _leavers.c.first_left, 1), else_=0).label("is_substitute"),
        _leavers.c.giver.label("person"),
        *_of_game,
    )
    .join(games, games.c.number == _leavers.c.game)
    .where(
        exists().where(results.c.game == _leavers.c.game).correlate(_leavers),
        ~exists().where(seats.c.game == _leavers.c.game, seats.c.person == _leavers.c.giver).correlate(_leavers),
    )
)

decided: Final = union_all(_seated, _left).subquery("decided")
"""A row for each person in each game that was decided: game, seat, place, score, is_substitute, person, guild, edition,
rated, ended_at, has_computer.
"""
