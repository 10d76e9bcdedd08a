"""What all parts of the delivery need."""

from collections.abc import Mapping
from dataclasses import dataclass

from cogs.delivery.channels import Channels
from cogs.message.pictures import Pictures
from host import Host


@dataclass(frozen=True, slots=True)
class DeliveryContext:
    """The games, the channels to post to, and the pictures.

    ``languages`` holds, by person id, the language in which a person last used a command or a button. It is kept in
    memory only.
    """

    host: Host
    channels: Channels
    pictures: Pictures
    languages: Mapping[int, str]

    def language_of(self, person_id: int) -> str | None:
        """Return the language for direct messages to a person: the one they chose, else the one they last used.

        Return None if both are unknown.
        """
        return self.host.people.preferences(person_id).language or self.languages.get(person_id)
