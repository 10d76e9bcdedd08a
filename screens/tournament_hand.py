"""The forms of what the host of a tournament, or a manager, changes by hand."""

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from host.errors import BadDurationError
from host.model.clock import parse_pace
from host.model.controllers import Person
from host.model.tournament_changes import (
    Award,
    ByHand,
    HandAction,
)
from host.model.tournament_errors import NoSuchPlaceError
from host.model.tournament_hand import (
    ENTRANT_MARK,
    MOST_MORE,
    chosen_entrant,
    has_typed_divisions,
)
from host.model.tournaments import OrganisedTournament
from screens import tournament_ids as ids
from screens.screen import (
    MOST_CHOICES,
    ChoiceField,
    Field,
    Form,
    FormFields,
    MemberField,
    TextField,
    choices,
    one_value,
    parse_choice,
)
from screens.text.i18n import _
from screens.text.labels import Label
from screens.text.markup import plain_text
from screens.text.matches import entrant_name, pairing_text
from screens.text.typed_input import read_duration
from screens.tournament_seeding import find_name, order_field, read_order
from tournaments.divisions import division_numbers, shown_places
from tournaments.kinds import standings_of
from tournaments.standings import Standing

REASON_LENGTH: Final = 150
"""The most characters of a reason: enough for a ruling."""
_WITHOUT_VALUE: Final = (HandAction.PAUSE, HandAction.RESUME, HandAction.ADD, HandAction.SEED, HandAction.CANCEL)
_WHOLE_ROUND: Final = "round"
"""Stands for all games of this round."""
_OF_PLAYERS: Final = (HandAction.REMOVE, HandAction.SWAP, HandAction.REPLACE)
_HAND_LABELS: Final = {
    HandAction.EXTEND: Label.EXTEND_ROUND,
    HandAction.REMOVE: Label.REMOVE_PLAYER,
    HandAction.AWARD: Label.AWARD_GAME,
    HandAction.PAUSE: Label.PAUSE_CUP,
    HandAction.RESUME: Label.RESUME_CUP,
    HandAction.ADD: Label.ADD_PLAYER,
    HandAction.SWAP: Label.SWAP_PLAYERS,
    HandAction.SEED: Label.SEED_PLAYERS,
    HandAction.REPLACE: Label.REPLACE_PLAYER,
    HandAction.CANCEL: Label.CANCEL_CUP_NOW,
}


def hand_label(action: HandAction) -> str:
    return _(_HAND_LABELS[action])


def hand_form(tournament: OrganisedTournament, action: HandAction) -> Form:
    """Return the form of a change by hand: what, and why. Seeding has another one."""
    return _form(tournament, action, _hand_fields(tournament, action))


def seeding_form(tournament: OrganisedTournament, order: Sequence[int]) -> Form:
    """Return the form that seeds the players. ``order`` are the entrants as they are seeded now."""
    return _form(tournament, HandAction.SEED, [order_field(tournament, order)])


def _form(tournament: OrganisedTournament, action: HandAction, fields: Sequence[Field]) -> Form:
    return Form(ids.CupHandId(tournament.number, action), hand_label(action), (*fields, reason_field()))


def reason_field() -> TextField:
    """Return the field that each change by hand has."""
    label = _("Reason, which everyone reads")
    return TextField("reason", label, _("Ann is ill"), is_required=True, most=REASON_LENGTH)


def _hand_fields(tournament: OrganisedTournament, action: HandAction) -> tuple[Field, ...]:
    match action:
        case HandAction.EXTEND:
            note = _("Minutes, hours or days")
            more = TextField("value", _("How much more"), _("12 h or 2 days"), is_required=True, description=note)
            return (more, _game_field(tournament))
        case HandAction.REMOVE:
            return (_player_field(tournament, "value", _("The player")),)
        case HandAction.PAUSE | HandAction.RESUME | HandAction.CANCEL:
            return ()
        case HandAction.AWARD | HandAction.SEED:  # they have forms of their own
            return ()
        case HandAction.ADD:
            return (MemberField("person", _("The player"), _("They're told in the channel, and can leave")),)
        case HandAction.SWAP:
            return (
                _player_field(tournament, "value", _("A player of this round"), has_games=True),
                _player_field(tournament, "other", _("Changes places with"), has_games=True),
            )
        case HandAction.REPLACE:
            note = _("They're told in the channel, and can leave")
            return (
                _player_field(tournament, "value", _("Who is replaced"), has_left=True),
                MemberField("person", _("Who plays on for them"), note),
            )
        case _:
            assert_never(action)


def _game_field(tournament: OrganisedTournament) -> Field:
    """Return a menu of this round and of its games under way; where they are too many, a field for a game's number."""
    label = _("For which game")
    boards = [one for one in tournament.boards(tournament.round) if one.game and not one.pairing.is_over]
    names = {str(one.game): f"#{one.game} {' – '.join(_names(tournament, one.pairing.seats))}" for one in boards}
    if len(names) >= MOST_CHOICES:
        return TextField("game", label, "#12", description=_("Its number. Empty: for all games of this round"))
    return ChoiceField("game", label, choices({_WHOLE_ROUND: _("all games of this round"), **names}, _WHOLE_ROUND))


def _player_field(
    tournament: OrganisedTournament, name: str, label: str, *, has_left: bool = False, has_games: bool = False
) -> Field:
    """Return a menu of the players who are there, by the table; where they are too many, a field for a name or a place.
    ``has_left`` says whether it also has those who have left, ``has_games`` whether it says who meets whom now.
    """
    there = {one.entrant.id for one in (tournament.people if has_left else tournament.present)}
    table = [one for one in standings_of(tournament.course) if one.entrant in there]
    entrants = [one.entrant for one in table]
    names = _placed_names(tournament, table) if tournament.rounds else _names(tournament, entrants)
    shown = dict(zip((f"{ENTRANT_MARK}{one}" for one in entrants), names, strict=True))
    if not 0 < len(shown) <= MOST_CHOICES:
        if has_typed_divisions(tournament):
            note = _("The name, or the division and the place in it, like 2.3")
            return TextField(name, label, "2.3", is_required=True, description=note)
        return TextField(name, label, "3", is_required=True, description=_("The name, or the place in the table"))
    return ChoiceField(name, label, choices(shown, notes=_games_of(tournament) if has_games else {}))


def _games_of(tournament: OrganisedTournament) -> dict[str, str]:
    """Return who meets whom in the round under way, by choice: ``Ann – Bob``, in the order of their seats."""
    shown = {one: plain_text(pairing_text(tournament, one)) for one in tournament.boards(tournament.round)}
    return {f"{ENTRANT_MARK}{seat}": text for board, text in shown.items() for seat in board.pairing.seats}


def _names(tournament: OrganisedTournament, entrants: Iterable[int]) -> list[str]:
    return [entrant_name(tournament, one) for one in entrants]


def _placed_names(tournament: OrganisedTournament, table: Sequence[Standing]) -> list[str]:
    """Return the names with their places; of a league, in their divisions."""
    course = tournament.course
    number_of, places = division_numbers(course), shown_places(course, standings_of(course))
    text = _("{place}. {name} (division {number})") if number_of else "{place}. {name}"
    named = zip(table, _names(tournament, (one.entrant for one in table)), strict=True)
    return [text.format(place=places[one.entrant], name=name, number=number_of.get(one.entrant)) for one, name in named]


def read_hand(
    tournament: OrganisedTournament, fields: FormFields, action: HandAction, person: Person | None = None
) -> ByHand:
    """Return the change from the values of its form, and who is put in.

    Raise NotOfferedError, NoSuchPlaceError, SharedPlaceError, WrongNamesError, BadDurationError.
    """
    other = one_value(fields, "other") if action is HandAction.SWAP else ""
    value = "" if action in _WITHOUT_VALUE else one_value(fields, "value")
    if action in _OF_PLAYERS:  # a place in the table may be somebody else's a moment later
        value, other = (f"{ENTRANT_MARK}{_read_entrant(tournament, one)}" if one else "" for one in (value, other))
    if action is HandAction.EXTEND:
        game = one_value(fields, "game") if "game" in fields else _WHOLE_ROUND  # forms of earlier versions have none
        value, other = _read_length(value), "" if game == _WHOLE_ROUND else game.strip()
    order = read_order(tournament, one_value(fields, "order")) if action is HandAction.SEED else ()
    award = parse_choice(Award, one_value(fields, "award")) if action is HandAction.AWARD else Award.ANNUL
    return ByHand(action, " ".join(one_value(fields, "reason").split()), value, award, other, person, order)


def _read_entrant(tournament: OrganisedTournament, typed: str) -> int:
    """Return the entrant who is chosen, or whose place or name was typed. Raise NoSuchPlaceError, SharedPlaceError."""
    try:
        return chosen_entrant(tournament, typed)
    except NoSuchPlaceError:
        if (named := find_name(tournament, typed)) is None:
            raise
        return named


def _read_length(typed: str) -> str:
    """Return how much time was typed, as ``parse_pace`` reads it. Raise BadDurationError."""
    value = read_duration(typed)
    if parse_pace(value) is None:
        raise BadDurationError(typed, most=MOST_MORE)
    return value
