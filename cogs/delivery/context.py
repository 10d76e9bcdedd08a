"""What every part of the delivery works with."""

from collections.abc import Mapping
from dataclasses import dataclass

from cogs.delivery.channels import Channels
from cogs.message.pictures import Pictures
from host import Host


@dataclass(frozen=True, slots=True)
class DeliveryContext:
    """The games, the channels to post to, and the pictures.

    ``languages`` are those in which people last used a command or a button, by their ids. The bot forgets them when it
    stops.
    """

    host: Host
    channels: Channels
    pictures: Pictures
    languages: Mapping[int, str]

    def language_of(self, person_id: int) -> str | None:
        """Return the language for direct messages to a person: the one chosen, else the one last used.

        None if both are unknown.
        """
        return self.host.people.preferences(person_id).language or self.languages.get(person_id)
