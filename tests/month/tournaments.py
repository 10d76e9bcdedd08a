"""Tournaments in the simulation: people set them up, sign up, come late and leave; managers change things by hand.

Their games are played like all others, but that people give them up sooner: a month has many of them.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final

from simcord.enums import ComponentType
from simcord.results import InteractionResult

from host.model.tournament_boards import tournament_of
from host.model.tournament_changes import HandAction
from host.model.tournament_hand import hand_actions
from host.model.tournaments import (
    OrganisedTournament,
    TournamentStatus,
)
from tests.cogs.options_panel import chosen_in
from tests.month import actions
from tests.month.people import DAY, HOUR, Habits
from tests.month.sent_messages import SentMessage
from tests.month.world import World
from tournaments.kinds import KINDS

SIZES: Final = (*((kind, size) for kind in KINDS for size in (2, 4) if size in KINDS[kind].pair),)
"""What is played: each kind with two at a table, and with four where it has such tables."""
FEWEST, MOST = 4, 9
"""How many sign up at the start: those who come late are more."""
LARGE: Final = 14
"""The most of them in a Swiss tournament, which has few rounds."""
SEASONS: Final = 2
"""After so many seasons, a manager ends a league."""
CONCEDE_CHANCE: Final = 0.08
"""The chance that a player gives up a game of a tournament, at each turn."""
OPENING_PHASE: Final = 0.12
"""The tournaments are set up within this fraction of the time."""
CHANGES: Final[dict[HandAction, dict[str, Any]]] = {
    HandAction.EXTEND: {"value": "1 day"},
    HandAction.REMOVE: {},
    HandAction.AWARD: {},
    HandAction.PAUSE: {},
    HandAction.RESUME: {},
    HandAction.ADD: {},
    HandAction.SWAP: {},
    HandAction.REPLACE: {},
}
"""What managers change by hand, and how they fill in the form. Of other menus they choose anything."""
LABELS: Final = {
    HandAction.EXTEND: "More time",
    HandAction.REMOVE: "Take out",
    HandAction.AWARD: "Decide game",
    HandAction.PAUSE: "Pause",
    HandAction.RESUME: "Go on",
    HandAction.ADD: "Put in",
    HandAction.SWAP: "Swap players",
    HandAction.REPLACE: "Replace",
}

Reaction = Callable[[int], Awaitable[None]]


class Tournaments:
    """What people do in tournaments."""

    def __init__(
        self,
        world: World,
        habits: dict[int, Habits],
        schedule: Callable[[datetime, Callable[[], Awaitable[None]]], None],
        schedule_reaction: Callable[[int, Reaction], None],
    ) -> None:
        self._world = world
        self._habits = habits
        self._schedule = schedule
        self._schedule_reaction = schedule_reaction
        self._messages: dict[int, SentMessage] = {}
        """The messages that people have seen, by the numbers of the tournaments."""
        self.acts = Counter[str]()

    def plan(self, each: int, end: datetime) -> None:
        """Let so many of each kind be set up, leagues first: they are played the longest."""
        start = self._world.now + HOUR
        ordered = sorted(SIZES, key=lambda one: KINDS[one[0]].divisions is None)
        whole = [(kind, size, 3 if size == 2 and turn % 2 else 1) for kind, size in ordered for turn in range(each)]
        for number, what in enumerate(whole):
            at = start + OPENING_PHASE * number / len(whole) * (end - start)
            self._schedule(at, partial(self._open, number, *what))

    def is_board(self, number: int) -> bool:
        """Return whether a game belongs to a tournament."""
        table = self._world.host.tables.summary(number)
        return table is not None and table.occasion is not None and tournament_of(table.occasion) is not None

    def concede_chance(self, number: int) -> float:
        return CONCEDE_CHANCE if self.is_board(number) else 0

    def react(self, message: SentMessage) -> None:
        """Let people see the message of a tournament: they sign up, come late or leave, a manager looks on."""
        number = _number_of(message, "cup-sign-up")
        if number is None or number in self._messages or message.is_private:
            return
        self._messages[number] = message
        self._schedule(self._world.now, partial(self._sign_up_all, message, number))

    async def finish(self) -> None:
        """End leagues that would go on, and wait until all tournaments have ended by themselves: nobody plays now."""
        for _ in range(80):
            live = [one for one in await self.all() if one.status.is_live]
            if not live:
                return
            for one in live:
                if one.status is TournamentStatus.OPEN and (one.season > 1 or one.begins_at is None):
                    await self._cancel(one.number)
            await self._world.wait_until(self._world.now + 12 * HOUR)

    async def all(self) -> list[OrganisedTournament]:
        """All that were posted."""
        return [await self._world.host.tournaments.load(number) for number in sorted(self._messages)]

    async def _open(self, number: int, kind: str, size: int, best_of: int) -> None:
        """Let somebody set a tournament up, by its forms, in the channel that is never deleted."""
        world, dice = self._world, self._world.dice
        there = [person for person, one in self._habits.items() if not one.is_absent(world.now)]
        if not self._works:
            self._schedule(world.now + HOUR, partial(self._open, number, kind, size, best_of))
            return
        person = world.people[dice.choice(there)]
        opened = await person.slash(world.channels[0], "tournament", what="create")
        assert opened.modal
        begins = [dice.choice(["1d", "start"])]
        frame = {"name": f"Cup {number}", "kind": [kind], "round_time": ["1d"], "begins": begins}
        draft = actions.answer_of(await person.submit_modal(opened, {**chosen_in(opened.modal), **frame}))
        assert draft
        form = await person.click(draft, label="Rules & rounds")
        seats = str(size) if best_of == 1 else f"2x{best_of}"
        besides = [["rated", "thread"], ["rated"], []][number % 3]
        rules = {"edition": ["classic"], "options": [], "besides": besides, "seats": [seats], "rounds": ["usual"]}
        await person.submit_modal(form, rules)
        await person.click(draft, label="Post sign-up")
        self.acts["tournaments set up"] += 1

    @property
    def _works(self) -> bool:
        return not self._world.is_down and not self._world.env.backend.faults

    async def _sign_up_all(self, message: SentMessage, number: int) -> None:
        """Let some sign up now, and plan what comes later."""
        world, dice = self._world, self._world.dice
        if not self._works:
            self._schedule(world.now + HOUR, partial(self._sign_up_all, message, number))
            return
        tournament = await world.host.tournaments.load(number)
        if tournament.season > SEASONS:
            await self._cancel(number)
            return
        most = LARGE if KINDS[tournament.terms.kind].chooses_rounds else MOST
        wanted = 1 if tournament.season > 1 else dice.randint(FEWEST, most)
        for person in dice.sample(list(self._habits), wanted):
            self._schedule_reaction(person, partial(self._press_own, message, f"carc:cup-sign-up:{number}"))
        if tournament.begins_at is None:
            self._schedule(world.now + DAY, partial(self._start, message, number))
        for days in (0.8, 2.2, 4.3):
            self._schedule(world.now + days * DAY, partial(self._leave_or_come, message, number))
        if dice.random() < 0.5:
            action = dice.choice([one for one in HandAction if one not in (HandAction.RESUME, HandAction.CANCEL)])
            self._schedule(world.now + dice.uniform(1.2, 4) * DAY, partial(self._change, message, number, action))

    async def _press(self, message: SentMessage, button: str, person: int | None) -> InteractionResult | None:
        """Let somebody press a button, or a manager."""
        return await actions.press(self._world, person, message.channel, message.id, button)

    async def _press_own(self, message: SentMessage, button: str, person: int) -> None:
        """Let somebody press a button, and say that they are sure if they are asked."""
        pressed = await self._press(message, button, person)
        asked = actions.answer_of(pressed) if pressed else None
        if asked and any(one["custom_id"].startswith("carc:cup-leave-now:") for one in actions.buttons_of(asked)):
            await self._world.people[person].click(asked, label="Leave tournament")

    async def _start(self, message: SentMessage, number: int) -> None:
        """Let a manager begin a tournament whose host does not, or cancel it if too few have come."""
        if not self._works:
            self._schedule(self._world.now + HOUR, partial(self._start, message, number))
            return
        tournament = await self._world.host.tournaments.load(number)
        if tournament.status is TournamentStatus.OPEN:
            if len(tournament.people) < 3:
                await self._cancel(number)
            else:
                await self._press(message, f"carc:cup-start:{number}", None)

    async def _leave_or_come(self, message: SentMessage, number: int) -> None:
        """Let somebody leave or come late, in turn; what is refused changes nothing."""
        if not self._works:
            return
        tournament = await self._world.host.tournaments.load(number)
        there = [one.person.id for one in tournament.present if one.person.id in self._habits]
        if self._world.dice.random() < 0.5 and len(there) > 3:
            person, button = self._world.dice.choice(there), f"carc:cup-leave:{number}"
        else:
            person, button = self._world.dice.choice(list(self._habits)), f"carc:cup-sign-up:{number}"
        self.acts["sign-ups and departures while a tournament runs"] += tournament.status is TournamentStatus.RUNNING
        self._schedule_reaction(person, partial(self._press_own, message, button))

    async def _change(self, message: SentMessage, number: int, action: HandAction) -> None:
        """Let a manager change something by hand, and let a tournament that was paused go on after half a day."""
        if not self._works:
            self._schedule(self._world.now + HOUR, partial(self._change, message, number, action))
            return
        tournament = await self._world.host.tournaments.load(number)
        if tournament.paused_at is not None:
            action = HandAction.RESUME
        if tournament.status is not TournamentStatus.RUNNING or action not in hand_actions(tournament):
            return
        pressed = await self._press(message, f"carc:cup-manage:{number}", None)
        panel = actions.answer_of(pressed) if pressed else None
        if panel is None:
            return  # its channel is gone
        form: Any = await self._world.manager.click(panel, label=LABELS[action])
        if action is HandAction.AWARD:
            form = await self._choose_game(tournament, actions.answer_of(form))
        if form is None:
            return
        fields = {**self._chosen(form.modal or {}), **CHANGES[action], "reason": "because"}
        await self._world.manager.submit_modal(form, fields)
        self.acts[f"changes by hand: {action}"] += 1
        if action is HandAction.PAUSE:
            self._schedule(self._world.now + DAY / 2, partial(self._change, message, number, action))

    async def _choose_game(self, tournament: OrganisedTournament, menus: Any) -> Any:
        """Choose one of the games of the round under way. Return the form that decides it; None where there is none."""
        number, games = tournament.round, [one.place for one in tournament.boards(tournament.round) if one.tables]
        if not menus or not games:
            return None
        menu = f"carc:cup-decide-game:{tournament.number}:{number}:{games[0]}"
        return await self._world.manager.select(menus, [str(self._world.dice.choice(games[:25]))], custom_id=menu)

    def _chosen(self, form: Mapping[str, Any]) -> dict[str, Any]:
        """Return something for each menu and each field of a form that a manager fills in."""
        found = dict[str, Any]()
        for part in (one["component"] for one in form["components"]):
            if part["type"] == ComponentType.USER_SELECT:
                found[part["custom_id"]] = [self._world.people[self._world.dice.choice(list(self._habits))]]
            elif options := part.get("options"):
                found[part["custom_id"]] = [self._world.dice.choice(options)["value"]]
            else:
                found[part["custom_id"]] = "2"
        return found

    async def _cancel(self, number: int) -> None:
        """Let a manager cancel a tournament by its buttons: what a test does past Discord runs by the real clock."""
        pressed = await self._press(self._messages[number], f"carc:cup-manage:{number}", None)
        panel = actions.answer_of(pressed) if pressed else None
        if panel:
            form = await self._world.manager.click(panel, label="Cancel tournament")
            await self._world.manager.submit_modal(form, {"reason": "because"})
            self.acts["tournaments cancelled"] += 1


def _number_of(message: SentMessage, action: str) -> int | None:
    prefix = f"carc:{action}:"
    return next((int(one.removeprefix(prefix)) for one in message.buttons if one.startswith(prefix)), None)
