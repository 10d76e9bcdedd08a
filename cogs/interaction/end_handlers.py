"""The buttons by which a table answers the suggestion to end its game."""

import discord

from cogs.delivery.questions import show_question
from cogs.interaction.client import Client
from cogs.interaction.component_handlers import NONE, buttons
from cogs.interaction.consent_handlers import ConsentButton, Decided
from cogs.text.consent import AGREE, REFUSE
from cogs.text.end_by_agreement import end_agreed_text, end_question, end_refused_text, end_withdrawn_text
from host import Host, NotificationKind, Person, Played, RunningTable


class EndAnswerButton(ConsentButton, template=NONE):
    """The base of the two answers: they hold the number of the question."""

    kind = NotificationKind.ENDING

    def question(self, before: RunningTable) -> int:
        """Return the number of the question."""
        return self.plies[0]

    def answers(self, table: RunningTable) -> discord.ui.View | None:
        """Return the buttons for what is asked."""
        return end_answers(table)

    async def outcome(self, client: Client, before: RunningTable, decided: Decided, person: Person) -> str:
        """Return the question as it stands after somebody's answer."""
        if isinstance(decided, Played):
            return end_agreed_text(decided.after)
        if decided.end_request:
            return end_question(decided, decided.end_request)
        is_asker = before.end_request is not None and before.seats[before.end_request.seat].person.id == person.id
        return (end_withdrawn_text if is_asker else end_refused_text)(decided, person.name)


class AgreeEndButton(EndAnswerButton, template=r"carc:agree:(?P<number>\d+)(?::(?P<question>\d+))?"):
    """Agrees, in public, to end the game. Older ones hold no number."""

    action, text, style = "agree", AGREE, discord.ButtonStyle.primary

    async def decide(self, host: Host, person: Person) -> Decided:
        """Agree; the last one ends the game."""
        return await host.ending.agree(self.number, person, self.plies[0])


class RefuseEndButton(EndAnswerButton, template=r"carc:end-refuse:(?P<number>\d+):(?P<question>\d+)"):
    """Refuses, in public, to end the game; pressed by who suggests it, withdraws that."""

    action, text, style = "end-refuse", REFUSE, discord.ButtonStyle.secondary

    async def decide(self, host: Host, person: Person) -> Decided:
        """Refuse."""
        return await host.ending.refuse(self.number, person, self.plies[0])


async def show_suggestion(client: Client, number: int) -> None:
    """Let an open question to end a game tell who has yet to agree, where somebody has given up, perhaps since."""
    table = client.host.tables.cached_running(number)
    request = table.end_request if table else None
    if table is None or request is None or not any(seat.resigned for seat in table.seats):
        return

    async def say() -> tuple[str, discord.ui.View | None]:
        return end_question(table, request), end_answers(table)

    await show_question(client, number, request.number, NotificationKind.ENDING, say=say)


def end_answers(table: RunningTable) -> discord.ui.View | None:
    """Return the buttons for what is asked at a table; None where nothing is."""
    if table.end_request is None:
        return None
    question = table.end_request.number
    return buttons(AgreeEndButton(table.number, question), RefuseEndButton(table.number, question))
