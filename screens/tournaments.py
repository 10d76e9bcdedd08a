"""What can be pressed below the messages of a tournament, and the forms that set one up."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from host.errors import NotOfferedError
from host.model.clock import TimeoutAction
from host.model.controllers import USUAL_COMPUTER
from host.model.preferences import parse_moment
from host.model.table_options import DEFAULT_EDITION, DEFAULT_SETTINGS, TableOptions
from host.model.tournament_changes import HandAction
from host.model.tournament_entry import COMPUTERS_AT_ONCE
from host.model.tournament_hand import hand_actions
from host.model.tournament_rules import TABLE_SIZES, takes_sign_ups
from host.model.tournaments import Entry, OrganisedTournament, TournamentStatus, TournamentTerms
from screens import tournament_ids as ids
from screens.lobby import OFFERED_LEVELS, level_choices, offered_only, pace_fields, parse_options_form, rules_fields
from screens.screen import (
    MOST_CHOICES,
    Button,
    ChoiceField,
    Form,
    FormFields,
    Menu,
    RoleField,
    Rows,
    Screen,
    Style,
    SwitchesField,
    TextField,
    choices,
    one_value,
    parse_choice,
    row,
    rows,
)
from screens.text.i18n import N_, _
from screens.text.labels import Label
from screens.text.markup import plain_text
from screens.text.tournament_leaving import leave_question, which_cup_text
from screens.text.tournament_names import KIND_TEXTS, cup_name, kind_name
from screens.text.tournament_sign_up import (
    ENTRY_TEXTS,
    ROUND_TIME_TEXTS,
    askers_text,
    draft_text,
)
from screens.text.tournaments import manage_text
from screens.text.typed_input import format_moment, read_moment
from screens.tournament_hand import hand_label
from tournaments.kinds import KINDS
from tournaments.matches import MATCH_LENGTHS

WHEN_STARTED: Final = "start"
"""Stands for a tournament that its host begins."""
AS_IT_IS: Final = "as it is"
"""Keeps the time that was chosen before."""
USUAL: Final = "usual"
"""Stands for the usual number of rounds."""
BEGIN_TIMES: Final[Mapping[str, tuple[str, timedelta]]] = {
    "1h": (N_("in an hour"), timedelta(hours=1)),
    "1d": (N_("in a day"), timedelta(days=1)),
    "3d": (N_("in 3 days"), timedelta(days=3)),
    "7d": (N_("in a week"), timedelta(days=7)),
}
NEW_OPTIONS: Final = TableOptions(pace="24h", thread=True, timeout=TimeoutAction.SKIP)
"""The options of a new tournament's games: each goes on without anybody's help, in its own thread."""
_ROUNDS: Final = range(2, 11)
_COMPUTERS: Final = "computers"
"""Stands for computers that can play."""
_MATCH: Final = "x"
"""Stands before the number of games that two play against each other."""


def tournament_rows(tournament: OrganisedTournament) -> Rows:
    """Return what can be pressed below the message of a tournament."""
    number = tournament.number
    match tournament.status:
        case TournamentStatus.OPEN:
            return row(
                Button(ids.SignUpId(number), _(Label.SIGN_UP), Style.SUCCESS),
                Button(ids.LeaveCupId(number), _(Label.LEAVE)),
                Button(ids.StartCupId(number), _(Label.START), Style.PRIMARY),
                Button(ids.ManageCupId(number), _(Label.MANAGE_CUP)),
                *([] if tournament.previous is None else [Button(ids.SeasonsId(number), _(Label.SEASONS))]),
            )
        case TournamentStatus.RUNNING:
            late = [Button(ids.SignUpId(number), _(Label.SIGN_UP))] if takes_sign_ups(tournament) else []
            leave = Button(ids.LeaveCupId(number), _(Label.LEAVE))
            return rows(_looks(tournament), [*late, leave, Button(ids.ManageCupId(number), _(Label.MANAGE_CUP))])
        case TournamentStatus.OVER:
            manage = Button(ids.ManageCupId(number), _(Label.MANAGE_CUP))
            return rows(_looks(tournament), [Button(ids.ExportCupId(number), _(Label.EXPORT_CUP)), manage])
        case _:
            return ()


def _looks(tournament: OrganisedTournament) -> list[Button]:
    number = tournament.number
    is_league = KINDS[tournament.terms.kind].divisions is not None
    seasons = [Button(ids.SeasonsId(number), _(Label.SEASONS))] if is_league else []
    return [
        Button(ids.StandingsId(number), _(Label.STANDINGS)),
        Button(ids.CupGamesId(number), _(Label.CUP_GAMES)),
        Button(ids.MineId(number), _(Label.MINE)),
        *seasons,
    ]


def look_rows(tournament: OrganisedTournament) -> Rows:
    """Return what can be pressed below an announcement."""
    if tournament.status is TournamentStatus.OVER:
        return tournament_rows(tournament)  # with its files
    return row(*_looks(tournament)) if tournament.rounds else ()


def draft_screen(tournament: OrganisedTournament) -> Screen:
    """Return what the host of a tournament sees while it is set up."""
    number = tournament.number
    return Screen(
        draft_text(tournament),
        rows(
            [Button(ids.PostCupId(number), _(Label.POST_CUP), Style.SUCCESS), *_form_buttons(number)],
            [Button(ids.CancelCupId(number), _(Label.CANCEL_CUP))],
        ),
    )


def _form_buttons(number: int) -> list[Button]:
    labels = {
        ids.CupForm.FRAME: Label.CUP_FRAME,
        ids.CupForm.BEGIN: Label.CUP_BEGIN,
        ids.CupForm.RULES: Label.CUP_RULES,
        ids.CupForm.ENTRY: Label.CUP_ENTRY,
    }
    return [Button(ids.CupFormId(number, form), _(label)) for form, label in labels.items()]


def leave_screen(tournament: OrganisedTournament, person_id: int) -> Screen:
    """Return the question whether to leave a tournament that runs."""
    sure = Button(ids.LeaveCupNowId(tournament.number), _(Label.LEAVE_CUP), Style.DANGER)
    return Screen(leave_question(tournament, person_id), row(sure))


def which_cup_screen(own: Sequence[OrganisedTournament]) -> Screen:
    """Ask which of their tournaments somebody wants to leave."""
    offered = choices({str(one.number): plain_text(cup_name(one)) for one in own[:MOST_CHOICES]})
    return Screen(which_cup_text(), row(Menu(ids.WhichCupId(), offered, _("Tournament …"))))


def manage_screen(tournament: OrganisedTournament) -> Screen:
    """Return what the host of a tournament and managers can change while people sign up, while it runs, and then."""
    number = tournament.number
    askers = [Button(ids.AskersId(number), _(Label.CUP_ASKERS))] if tournament.applicants else []
    changes = {one: Button(ids.CupHandId(number, one), hand_label(one)) for one in hand_actions(tournament)}
    people = [changes.pop(one) for one in _ABOUT_PEOPLE if one in changes]
    if tournament.terms.computers and tournament.status is TournamentStatus.OPEN:
        people.append(Button(ids.CupComputersId(number), _(Label.ADD_COMPUTERS)))
    others = [Button(ids.ExportCupId(number), _(Label.EXPORT_CUP))] if tournament.rounds else _form_buttons(number)
    last = [changes.pop(HandAction.CANCEL)] if HandAction.CANCEL in changes else []
    return Screen(manage_text(tournament), rows(askers, changes.values(), people, [*others, *last]))


def askers_screen(tournament: OrganisedTournament) -> Screen:
    """Return who asks to be let into a tournament, the first of them in menus: one lets them in, one says no."""
    number = tournament.number
    shown = choices({str(one.id): one.name for one in tournament.applicants[:MOST_CHOICES]})
    if not shown:
        return Screen(askers_text(tournament))
    menus = (
        Menu(ids.AdmitId(number), shown, _("Let in …"), has_several=True),
        Menu(ids.TurnDownId(number), shown, _("Turn down …"), has_several=True),
    )
    return Screen(askers_text(tournament), tuple((one,) for one in menus))


_ABOUT_PEOPLE: Final = (HandAction.ADD, HandAction.REMOVE, HandAction.REPLACE, HandAction.SWAP, HandAction.SEED)
# The forms


def frame_form(tournament: OrganisedTournament | None) -> Form:
    """Return the form of a tournament's name, kind and times; of a new one, filled in with good choices."""
    terms = tournament.terms if tournament else TournamentTerms("", table_options=NEW_OPTIONS)
    kinds = {kind: kind_name(kind) for kind in KINDS}
    described = {kind: _(KIND_TEXTS[kind][1]) for kind in KINDS}
    begins = {WHEN_STARTED: _("when you press Start")} | {key: _(text) for key, (text, _time) in BEGIN_TIMES.items()}
    is_timed = tournament is not None and tournament.begins_at is not None
    if is_timed:
        begins = {AS_IT_IS: _("as it is now")} | begins
    round_times = {key: _(text) for key, text in ROUND_TIME_TEXTS.items()}
    pace, _timeout = pace_fields(replace(DEFAULT_SETTINGS, pace=terms.table_options.pace or ""))
    return Form(
        ids.CupFormId(tournament.number if tournament else 0, ids.CupForm.FRAME),
        _("A tournament"),
        (
            TextField("name", _("Name"), _("Spring Cup"), terms.name, is_required=True),
            ChoiceField("kind", _("Who meets whom"), choices(kinds, terms.kind, notes=described)),
            ChoiceField("round_time", _("A round takes at most"), choices(round_times, terms.round_time)),
            pace,
            ChoiceField(
                "begins",
                _("It starts"),
                choices(begins, AS_IT_IS if is_timed else WHEN_STARTED),
                _("For a day and a time, press {button} after this").format(button=_(Label.CUP_BEGIN)),
            ),
        ),
    )


def begin_form(tournament: OrganisedTournament, zone: str) -> Form:
    """Return the form of the day and the time at which a tournament starts, as they are in a zone."""
    at = format_moment(tournament.begins_at, zone) if tournament.begins_at else ""
    note = _("Your time zone: {zone} (/settings). Empty: you start it yourself").format(zone=zone)
    field = TextField("at", _("Day and time"), _("Saturday 18:00"), at, description=note)
    return Form(ids.CupFormId(tournament.number, ids.CupForm.BEGIN), _(Label.CUP_BEGIN), (field,))


def read_begin(fields: FormFields, zone: str, now: datetime) -> datetime | None:
    """Return when a tournament starts by itself. Raise BadMomentError, PastTimeError, NotOfferedError."""
    return parse_moment(read_moment(one_value(fields, "at")), zone, now)


def rules_form(tournament: OrganisedTournament) -> Form:
    """Return the form of the rules and settings of a tournament's games."""
    terms, options = tournament.terms, tournament.terms.table_options
    settings = replace(
        DEFAULT_SETTINGS,
        **{name: value for name, value in options.chosen().items() if name in ("rated", "aids", "thread")},
    )
    rounds = {USUAL: _("as many as it takes")} | {str(one): str(one) for one in _ROUNDS}
    return Form(
        ids.CupFormId(tournament.number, ids.CupForm.RULES),
        _("A tournament"),
        (
            *rules_fields(options.edition or DEFAULT_EDITION, options.options or (), settings),
            ChoiceField(
                "seats",
                _("Players at a table"),
                choices(_seats_texts(), _seats_value(terms)),
                _("Only Swiss and leagues have tables of 3 to 5"),
            ),
            ChoiceField(
                "rounds",
                _("Rounds"),
                choices(rounds, str(terms.rounds) if terms.rounds else USUAL),
                _("Only a Swiss tournament has a choice"),
            ),
        ),
    )


def entry_form(tournament: OrganisedTournament) -> Form:
    """Return the form of who may sign up, and until people do, of whether computers can play."""
    terms = tournament.terms
    practice = choices({_COMPUTERS: _("Computers can play")}, *([_COMPUTERS] if terms.computers else []))
    is_draft = tournament.status is TournamentStatus.DRAFT
    return Form(
        ids.CupFormId(tournament.number, ids.CupForm.ENTRY),
        _("A tournament"),
        (
            ChoiceField(
                "entry", _("Who can play"), choices({one: _(text) for one, text in ENTRY_TEXTS.items()}, terms.entry)
            ),
            RoleField("role", _("The role"), terms.role, _("If only members with a role can join")),
            *([SwitchesField("besides", _("For practice"), practice, _("No game is rated then"))] if is_draft else []),
        ),
    )


def computers_form(tournament: OrganisedTournament) -> Form:
    """Return the form that puts computers in."""
    level = ChoiceField("level", _("Level"), level_choices(USUAL_COMPUTER.level))
    count = ChoiceField("count", _("How many"), choices({str(one): str(one) for one in COMPUTERS_AT_ONCE}, "1"))
    return Form(ids.CupComputersId(tournament.number), _(Label.ADD_COMPUTERS), (level, count))


def read_computers(fields: FormFields) -> tuple[int, int]:
    """Return the level and the number of the computers to be put in. Raise NotOfferedError."""
    level, count = one_value(fields, "level"), one_value(fields, "count")
    if level not in map(str, OFFERED_LEVELS) or count not in map(str, COMPUTERS_AT_ONCE):
        raise NotOfferedError(f"{level}, {count}")
    return int(level), int(count)


def read_entry(fields: FormFields, before: OrganisedTournament) -> TournamentTerms:
    """Return the terms with who may sign up. Raise NotOfferedError."""
    entry, roles = parse_choice(Entry, one_value(fields, "entry")), fields.get("role", ())
    if len(roles) > 1 or not all(role.isascii() and role.isdecimal() and len(role) < 20 for role in roles):
        raise NotOfferedError(", ".join(roles))
    role = int(roles[0]) if roles and entry is Entry.ROLE else None
    is_draft = before.status is TournamentStatus.DRAFT
    computers = _COMPUTERS in fields.get("besides", ()) if is_draft else before.terms.computers
    return replace(before.terms, entry=entry, role=role, computers=computers)


def read_frame(
    fields: FormFields, before: OrganisedTournament | None, now: datetime
) -> tuple[TournamentTerms, datetime | None]:
    """Return the terms, and when it begins, from the values of the form. Raise NotOfferedError."""
    terms = before.terms if before else TournamentTerms("", table_options=NEW_OPTIONS)
    chosen = parse_options_form({"pace": fields.get("pace", ())})
    begins = one_value(fields, "begins")
    if begins == AS_IT_IS:
        begins_at = before.begins_at if before else None
    elif begins == WHEN_STARTED:
        begins_at = None
    elif begins in BEGIN_TIMES:
        begins_at = now + BEGIN_TIMES[begins][1]
    else:
        raise NotOfferedError(begins)
    return (
        replace(
            terms,
            name=" ".join(one_value(fields, "name").split()),
            kind=one_value(fields, "kind"),
            round_time=one_value(fields, "round_time"),
            table_options=replace(terms.table_options, pace=chosen.pace),
        ),
        begins_at,
    )


def read_rules(fields: FormFields, before: OrganisedTournament) -> TournamentTerms:
    """Return the terms with the rules and settings of the form. Raise NotOfferedError."""
    rounds, seats = one_value(fields, "rounds"), one_value(fields, "seats")
    if seats not in _seats_texts():
        raise NotOfferedError(seats)
    size, _x, best_of = seats.partition(_MATCH)
    if rounds != USUAL and rounds not in map(str, _ROUNDS):
        raise NotOfferedError(rounds)
    given = parse_options_form({name: values for name, values in fields.items() if name not in ("rounds", "seats")})
    options = before.terms.table_options
    chosen, _left_out = offered_only(given, options.edition or DEFAULT_EDITION)
    kept = replace(options, **{**chosen.chosen(), "options": chosen.options or (), "order": None})
    chosen_rounds = None if rounds == USUAL else int(rounds)
    return replace(
        before.terms, table_options=kept, rounds=chosen_rounds, table_size=int(size), best_of=int(best_of or 1)
    )


def _seats_texts() -> dict[str, str]:
    """Return what can be chosen of players at a table and games between two, with how it is called."""
    matches = {f"2{_MATCH}{one}": _("2, best of {number} games").format(number=one) for one in MATCH_LENGTHS if one > 1}
    others = {str(one): str(one) for one in TABLE_SIZES if one > 2}
    return {"2": _("2, one game"), **matches, **others}


def _seats_value(terms: TournamentTerms) -> str:
    is_match = terms.table_size == 2 and terms.best_of > 1
    return f"2{_MATCH}{terms.best_of}" if is_match else str(terms.table_size)
