"""Why a command about a tournament was refused."""

from host.errors import HostError
from host.model.controllers import Person
from host.model.tournaments import OrganisedTournament


class NoSuchTournamentError(HostError):
    """No tournament has this number, or none that this person may see."""

    number: int


class TooManyTournamentsError(HostError):
    """The server has enough tournaments that take sign-ups or run."""

    most: int


class TournamentError(HostError):
    """The base of errors about a tournament."""

    about: OrganisedTournament


class SignUpOverError(TournamentError):
    """It has begun, or is over."""


class TournamentBegunError(TournamentError):
    """It has begun, or is over, so it can't be changed any more."""


class TournamentFullError(TournamentError):
    """It has the most entrants."""

    most: int


class AlreadySignedUpError(TournamentError):
    """The person has signed up."""


class RoleNeededError(TournamentError):
    """Only members with a role can sign up, and the person doesn't have it."""

    role: int
    """Its id."""


class NoRoleChosenError(HostError):
    """Only members with a role are to sign up, and none was chosen."""


class AlreadyAskedError(TournamentError):
    """The person waits already for the organiser to let them in."""


class NotAskingError(TournamentError):
    """Nobody of these waits for the organiser to let them in."""


class NotSignedUpError(TournamentError):
    """The person has not signed up, or has left."""


class NotTheirTournamentError(TournamentError):
    """Only the organiser and the server's managers may do that."""


class TooFewEntrantsError(TournamentError):
    """It can't begin with so few."""

    fewest: int


class NotRunningCupError(TournamentError):
    """It does not run: it has not begun, or is over."""


class PausedAlreadyError(TournamentError):
    """It was to be paused, and is."""


class NotPausedError(TournamentError):
    """It was to go on, and does."""


class NoSuchPlaceError(TournamentError):
    """Nobody has this place in its table."""

    text: str


class SharedPlaceError(TournamentError):
    """Several have this place in its table."""

    text: str


class WrongNamesError(TournamentError):
    """A list of its players has names that nobody in it has, or names that stand there twice."""

    unknown: tuple[str, ...]
    twice: tuple[str, ...]


class NotSwappableError(TournamentError):
    """These two can't change places now."""


class NoComputersError(TournamentError):
    """It is none for practice, so no computer can play."""


class BotCantPlayError(HostError):
    """A bot was to be put in."""

    person: Person


class AlreadyPlaysError(TournamentError):
    """The person who is to be put in is in the tournament."""

    person: Person


class NoSuchBoardError(TournamentError):
    """None of its rounds has such a game."""

    text: str


class NotCorrectableError(TournamentError):
    """The next match of who would go on then has a table, so a result stays."""
