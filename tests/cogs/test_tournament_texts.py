"""The texts of tournaments fit where Discord shows them, in every language, whoever plays and however many."""

from dataclasses import replace
from datetime import timedelta

import pytest

from cogs.discord_screens import LONG_FIELD_LENGTH
from cogs.tournaments.messages import pinged_by_round
from host.model.audit_log import AuditAction, AuditEntry, format_tournament_change, tournament_change
from host.model.controllers import Person
from host.model.table import Venue
from host.model.table_options import LANGUAGES
from host.model.tournament_changes import (
    Award,
    ByHand,
    HandAction,
)
from host.model.tournament_hand import noted_change
from host.model.tournament_rules import begun, with_game, with_results
from host.model.tournaments import REPLACED, OrganisedTournament, Participant, TournamentStatus, TournamentTerms
from screens.screen import Menu, TextField
from screens.text import tournaments as texts
from screens.text.admin import audit_log_text
from screens.text.i18n import use_language
from screens.text.markup import MESSAGE_LENGTH, safe_name
from screens.text.matches import points_text
from screens.text.tournament_hand import hand_text
from screens.tournament_decisions import decide_form, decide_screen
from screens.tournament_hand import REASON_LENGTH, hand_form, read_hand, seeding_form
from screens.tournaments import (
    begin_form,
    draft_screen,
    entry_form,
    frame_form,
    manage_screen,
    rules_form,
    tournament_rows,
)
from tests.cogs.example_tables import NOW, ODD_NAMES
from tests.fixtures.cases import slow_but
from tournaments.kinds import KINDS
from tournaments.matches import after_game
from tournaments.tournament import POINT, Entrant, scored

FORM_TITLE, FORM_LABEL, FORM_DESCRIPTION, BUTTON = 45, 45, 100, 80
"""The most characters of a form's title, of a field's label and its description, and of a button."""


REASON = "_*" * (REASON_LENGTH // 2)
"""The longest reason that can be typed, each character of which takes two in a message."""


def organised(kind: str, players: int, best_of: int = 1, table_size: int = 2) -> OrganisedTournament:
    """A tournament of people with long names, in its second round."""
    people = tuple(
        Participant(Entrant(number, number), Person(number, ODD_NAMES[number % 6])) for number in range(1, players + 1)
    )
    terms = TournamentTerms("_*" * 25, kind, best_of=best_of, table_size=table_size)
    draft = OrganisedTournament(
        number=1,
        venue=Venue(1, 2),
        organiser=Person(10**18, ODD_NAMES[0]),
        language="en",
        status=TournamentStatus.OPEN,
        terms=terms,
        opened_at=NOW,
        begins_at=NOW + timedelta(days=1),
        people=people,
    )
    running = begun(draft, {}, NOW)
    for board in running.unopened:
        running = with_game(running, board, 10**8 + board.place)
    played = [one for one in running.boards(1) if not one.pairing.is_over]
    over = {
        one: after_game(one.pairing, scored(one.pairing, tuple(range(len(one.pairing.seats)))), best_of)
        for one in played
    }
    late = {(1, one.place): timedelta(days=2) for one in played if best_of > 1}
    earlier = Participant(Entrant(players + 1, 1, REPLACED, 1), Person(10**17, ODD_NAMES[1]))
    return replace(with_results(running, over), put_off=late, predecessors=(earlier,))


@pytest.mark.parametrize("language", slow_but(4, LANGUAGES))
@pytest.mark.parametrize("players", [3, 200])
@pytest.mark.parametrize(("kind", "best_of"), [*((kind, 1) for kind in KINDS), ("swiss", 3)])
def test_every_text_fits(kind: str, best_of: int, players: int, language: str) -> None:
    tournament = organised(kind, players, best_of)
    open_one = replace(tournament, status=TournamentStatus.OPEN, rounds=())
    over = replace(tournament, status=TournamentStatus.OVER)
    game = next(one.tables[0] for one in tournament.boards(1) if one.tables)
    with use_language(language):
        shown = [
            *map(texts.tournament_text, (open_one, tournament, over, replace(over, status=TournamentStatus.CANCELLED))),
            texts.tournament_text(replace(open_one, previous=7)),
            *map(texts.standings_text, (tournament, over)),
            *texts.games_texts(tournament, {}, 1),
            texts.mine_text(tournament, 1, {}),
            texts.round_text(tournament, {}),
            texts.end_text(over),
            draft_screen(open_one).text,
            manage_screen(tournament).text,
            texts.export_cup_text(over),
            texts.channel_gone_text(tournament),
        ]
        for action, value in (
            (HandAction.EXTEND, "1d"),
            (HandAction.REMOVE, "entrant 1"),
            (HandAction.AWARD, str(game)),
            (HandAction.PAUSE, ""),
            (HandAction.RESUME, ""),
            (HandAction.ADD, ""),
            (HandAction.SWAP, "entrant 1"),
            (HandAction.SEED, ""),
            (HandAction.REPLACE, "entrant 1"),
            (HandAction.CANCEL, ""),
        ):
            person = tournament.people[0].person if action in (HandAction.ADD, HandAction.REPLACE) else None
            other = "" if action is HandAction.EXTEND else "entrant 2"
            change = ByHand(action, REASON, value, Award.TIE, other, person)
            shown += [hand_text(tournament, tournament, replace(change, order=one), ODD_NAMES[0]) for one in ((), (1,))]
    assert all(0 < len(one) <= MESSAGE_LENGTH for one in shown)
    assert not any("{" in one or "}" in one or "None" in one for one in shown)


@pytest.mark.parametrize("language", slow_but(4, LANGUAGES))
@pytest.mark.parametrize(("kind", "players"), [("swiss", 8), ("swiss", 30), ("league", 30)])
def test_every_form_fits(kind: str, players: int, language: str) -> None:
    tournament = organised(kind, players)
    with use_language(language):
        forms = [frame_form(None), frame_form(tournament), rules_form(tournament)]
        forms.append(begin_form(tournament, "America/Argentina/ComodRivadavia"))
        forms += [entry_form(tournament), seeding_form(tournament, [])]
        forms += [hand_form(tournament, action) for action in HandAction]
        board = next(one for one in tournament.boards(1) if one.tables)
        forms.append(decide_form(tournament, board))
        assert 0 < len(decide_screen(tournament, 1).text) <= MESSAGE_LENGTH
        for form in forms:
            assert len(form.title) <= FORM_TITLE
            assert 1 <= len(form.fields) <= 5
            assert all(len(one.label) <= FORM_LABEL for one in form.fields)
            assert all(len(one.description or "") <= FORM_DESCRIPTION for one in form.fields)
        for rows in (tournament_rows(tournament), draft_screen(tournament).rows, manage_screen(tournament).rows):
            assert all(len(row) <= 5 for row in rows)
            assert not any(isinstance(one, Menu) for row in rows for one in row)
            assert all(len(one.label) <= BUTTON for row in rows for one in row if hasattr(one, "label"))


@pytest.mark.parametrize("language", slow_but(4, LANGUAGES))
def test_what_managers_did_has_room_for_reasons(language: str) -> None:
    """A page of the longest entries shows some of them, and says how many more there are."""
    tournament, entries = organised("swiss", 8), list[AuditEntry]()
    for change in (
        ByHand(HandAction.SWAP, REASON, "entrant 1", other="entrant 2"),
        ByHand(HandAction.REPLACE, REASON, "entrant 1", person=Person(1, "_*" * 16)),
        ByHand(HandAction.EXTEND, REASON, "1810m"),
    ):
        noted = noted_change(tournament, change)
        detail = format_tournament_change(noted)
        entry = AuditEntry(1, Person(1, "_*" * 16), AuditAction.TOURNAMENT, NOW, detail=detail, players=noted.players)
        assert tournament_change(entry, list(HandAction)) == noted
        entries += [entry] * 16
    with use_language(language):
        shown = audit_log_text(entries)
    assert len(shown) <= MESSAGE_LENGTH
    assert shown.count(safe_name(REASON)) >= 3


def test_a_round_pings_no_more_people_than_discord_takes() -> None:
    """At tables of several, most of 200 players are neither pinged by a turn nor, without threads, by a thread."""
    over = organised("swiss", 200, table_size=4)
    tournament = replace(over, rounds=(tuple(replace(one, ending=None, scores=()) for one in over.rounds[0]),))
    assert len(pinged_by_round(tournament, {}, lambda _: False)) == 100


@pytest.mark.parametrize("players", [3, 200])
def test_the_list_of_a_seeding_fits_and_is_read_as_it_is(players: int) -> None:
    """Many are called alike, and of too many the first ones stand there."""
    tournament = organised("knockout", players)
    order = [one.entrant.id for one in reversed(tournament.people)]
    field, _reason = seeding_form(tournament, order).fields
    assert isinstance(field, TextField)
    assert len(field.value) <= LONG_FIELD_LENGTH
    read = read_hand(tournament, {"order": [field.value], "reason": ["because"]}, HandAction.SEED).order
    assert list(read) == order[: len(read)]
    assert len(read) == players or len(field.value) > LONG_FIELD_LENGTH * 3 / 4


@pytest.mark.parametrize(
    ("units", "shown"),
    [
        (0, "0"),
        (POINT, "1"),
        (POINT // 2, "½"),
        (POINT * 5 // 2, "2½"),
        (16, "0.67"),
        (-POINT // 2, "−½"),
        (-36, "−1½"),
        (-240, "−10"),
    ],
)
def test_points_are_read_as_people_write_them(units: int, shown: str) -> None:
    assert points_text(units) == shown
