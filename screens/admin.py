"""The panel of a server's managers: its pages, and the forms that they open."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, assert_never

from host.model.audit_log import AuditEntry
from host.model.log_replay import QuarantinedGame
from host.model.server_settings import MOST_OWN, ServerSettings, options_shown
from host.model.table import (
    BaseTable,
    ClosedTable,
    EndedGame,
    FinishedTable,
    LiveSummary,
    RunningTable,
    Table,
    WaitingTable,
)
from host.model.table_options import DEFAULT_EDITION, DEFAULT_SETTINGS, TableSettings
from screens import custom_ids as ids
from screens.lobby import level_choices, order_names, pace_fields, rules_fields
from screens.puzzle_ids import NoPuzzleId, PuzzleChannelId, PuzzlePageId
from screens.screen import (
    MOST_CHOICES,
    Button,
    ChannelMenu,
    Choice,
    ChoiceField,
    Field,
    Form,
    Item,
    MemberMenu,
    Menu,
    Screen,
    Style,
    TextField,
    choices,
    row,
    rows,
)
from screens.text import admin as texts
from screens.text.agreements import end_question_text
from screens.text.choices import LANGUAGE_NAMES
from screens.text.i18n import N_, _
from screens.text.labels import Label
from screens.text.names import ended_label, seat_labels, table_label
from screens.text.puzzle import panel_text as puzzle_panel_text

SERVERS_LANGUAGE: Final = "server"
"""The value that stands for the language of the server."""

_FORMS: Final = {
    ids.AdminForm.TABLES: N_("Number of tables"),
    ids.AdminForm.RULES: N_("Rules"),
    ids.AdminForm.TIME: N_("Time and order"),
}
"""The title of each form, which is also the label of its button."""
_PAGES: Final = {
    ids.AdminPage.SERVER: N_("Settings"),
    ids.AdminPage.HEALTH: N_("Bot status"),
    ids.AdminPage.ACTS: N_("What managers did"),
}


def _page_buttons(
    shown: ids.AdminPage | None = None, *, offers_games: bool = True, offers_puzzle: bool = True
) -> Iterable[Item]:
    """Yield the buttons that lead to the other pages."""
    if offers_games:
        yield Button(ids.AdminGamesId(0), _("Games"), Style.PRIMARY)
    for page, label in _PAGES.items():
        if page is not shown:
            yield Button(ids.AdminPageId(page), _(label))
    if offers_puzzle:
        yield Button(PuzzlePageId(), _(Label.PUZZLE))


# The settings of the server


def server_screen(server: ServerSettings, *notes: str) -> Screen:
    """Return the first page: the settings of the server, with what changes them. ``notes`` follow its text."""
    languages = {SERVERS_LANGUAGE: _("Same as the server"), **LANGUAGE_NAMES}
    forms = [Button(ids.AdminFormId(form), _(label)) for form, label in _FORMS.items()]
    shown = rows(
        [ChannelMenu(ids.ToggleChannelId(), _("Add or take away a channel for tables …"))],
        [Menu(ids.TableLanguageId(), choices(languages), _("Language of new tables …"))],
        [Button(ids.AnyChannelId(), _("Any channel"), is_disabled=not server.channels), *forms],
        [Button(ids.ResetTablesId(), _("New tables as usual"))],
        _page_buttons(ids.AdminPage.SERVER),
    )
    return Screen("\n".join([texts.server_text(server, MOST_OWN), *notes]), shown)


def server_form(form: ids.AdminForm, server: ServerSettings) -> Form:
    """Return a form, filled in with what is chosen now."""
    return Form(ids.AdminFormId(form), _(_FORMS[form]), _fields(form, server))


def _fields(form: ids.AdminForm, server: ServerSettings) -> tuple[Field, ...]:
    settings, options = _settings(server), server.table_options
    match form:
        case ids.AdminForm.TABLES:
            most = "" if server.most_tables is None else str(server.most_tables)
            return (TextField("most", _("How many at a time (empty: any number)"), "10", most),)
        case ids.AdminForm.RULES:
            return rules_fields(options.edition or DEFAULT_EDITION, options.options or (), settings)
        case ids.AdminForm.TIME:
            return (
                *pace_fields(settings),
                TextField("takeback", _("Seconds to undo a turn (0: none)"), "20", str(settings.takeback), True),
                ChoiceField("order", _("Who goes first"), choices(order_names(), settings.order)),
            )
        case _:
            assert_never(form)


def _settings(server: ServerSettings) -> TableSettings:
    """Return the settings of new tables, beside the rules."""
    chosen = options_shown(server).chosen()
    return replace(DEFAULT_SETTINGS, **{name: chosen[name] for name in chosen if name not in ("edition", "options")})


# Games


def games_screen(
    quarantined: Sequence[QuarantinedGame], live: Sequence[LiveSummary], ended: Sequence[EndedGame], page: int
) -> Screen:
    """Return a page of the menu of the games: those that are paused, those that wait or run, those that are over."""
    games = [
        *(Choice(texts.paused_label(one.table), f"#{one.table.number}") for one in quarantined),
        *(Choice(table_label(one), f"#{one.number}") for one in live),
        *(Choice(ended_label(one), f"#{one.number}") for one in ended),
    ]
    last = max(len(games) - 1, 0) // MOST_CHOICES
    page = min(page, last)
    menu = Menu(ids.ChooseGameId(), tuple(games[page * MOST_CHOICES :][:MOST_CHOICES]), _("Choose a game …"))
    turns = [(page - 1, _("Previous games")), (page + 1, _("More games"))]
    found = Button(ids.FindGameId(), _("Find by number"))
    shown = rows(
        [menu] if games else [],
        [*(Button(ids.AdminGamesId(one), label) for one, label in turns if 0 <= one <= last), found],
        _page_buttons(offers_games=False),
    )
    lines = [texts.quarantined_games_text(quarantined), texts.choose_game_text() if games else texts.no_games_text()]
    return Screen("\n".join(filter(None, lines)), shown)


def find_game_form() -> Form:
    field = TextField("game", _("The game's number"), "#12", is_required=True)
    return Form(ids.FindGameId(), _("Find by number"), (field,))


def game_screen(game: Table | QuarantinedGame, *notes: str) -> Screen:
    """Return what managers may do with a game. ``notes`` follow its text."""
    is_paused = isinstance(game, QuarantinedGame)
    table: BaseTable = game.table if isinstance(game, QuarantinedGame) else game
    number, acts = table.number, [Button(ids.GameActsId(table.number), _("What was done here"))]
    if is_paused or isinstance(game, WaitingTable | RunningTable):
        label = _("Close table") if isinstance(game, WaitingTable) else _("End game")
        acts.append(Button(ids.AskEndGameId(number), label))
    if is_paused or not (isinstance(game, ClosedTable) or table.is_private):
        acts.append(Button(ids.RetryGameId(number), _("Resume") if is_paused else _("Post again")))
    if isinstance(game, RunningTable | FinishedTable) and not game.is_private:
        acts.append(Button(ids.GameFileId(number), _("Log as a file")))
    seats = [_seat_menu(game)] if isinstance(game, RunningTable) and not game.is_private else []
    shown = rows(seats, acts, _page_buttons())
    text = texts.paused_text(game) if isinstance(game, QuarantinedGame) else texts.game_text(table)
    return Screen("\n".join([text, *notes]), shown)


def _seat_menu(table: RunningTable) -> Menu:
    names = {str(seat): f"{seat + 1} · {label}" for seat, label in enumerate(seat_labels(table))}
    return Menu(ids.ChooseSeatId(table.number), choices(names), _("Give a seat to somebody else …"))


def seat_screen(table: RunningTable, seat: int) -> Screen:
    """Return the question who gets a seat: a member, or a computer."""
    shown = rows(
        [MemberMenu(ids.SeatToMemberId(table.number, seat), _("A member …"))],
        [Menu(ids.SeatToComputerId(table.number, seat), level_choices(), _("A computer …"))],
        [_back(table.number)],
    )
    return Screen(texts.who_gets_text(table, seat), shown)


def end_screen(table: BaseTable) -> Screen:
    """Return the question whether to end a game or to close a table."""
    end = Button(ids.EndGameId(table.number), _(Label.END_GAME), Style.DANGER)
    return Screen(end_question_text(table), row(end, _back(table.number)))


def _back(number: int) -> Button:
    return Button(ids.AdminGameId(number), _("Back"))


# The puzzle of each day


def puzzle_screen(server: ServerSettings) -> Screen:
    """Return where the puzzle of each day is posted, with what changes that."""
    shown = rows(
        [ChannelMenu(PuzzleChannelId(), _("Post the puzzle of each day in …"))],
        [Button(NoPuzzleId(), _("Post none"), is_disabled=server.puzzle_channel is None)],
        _page_buttons(offers_puzzle=False),
    )
    return Screen(puzzle_panel_text(server.puzzle_channel), shown)


# What only tells something


def done_screen(text: str) -> Screen:
    """Return what was done, and the buttons that lead on."""
    return Screen(text, rows(_page_buttons()))


def acts_screen(entries: Sequence[AuditEntry]) -> Screen:
    return Screen(texts.audit_log_text(entries), rows(_page_buttons(ids.AdminPage.ACTS)))


def health_screen(text: str) -> Screen:
    """Return the page with the state of the bot, which is ``text``."""
    return Screen(text, rows(_page_buttons(ids.AdminPage.HEALTH)))
