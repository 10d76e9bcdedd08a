"""The parts of the bot that the delivery needs."""

from cogs.delivery.channels import Channels
from cogs.delivery.jobs import Jobs
from cogs.delivery.poster import Poster
from host.host import Host
from screens.pictures import Pictures, chosen_look


class BotParts:
    """The games, pictures and channels; what sends, and what tries again. The bot has them from its login on."""

    host: Host
    pictures: Pictures
    channels: Channels
    poster: Poster
    jobs: Jobs

    def pictures_for(self, person_id: int) -> Pictures:
        """Return an object that draws in the look that a person has chosen, for what only they see."""
        return self.pictures.with_look(chosen_look(self.host.people.preferences(person_id)))
