"""Pictures that only one person sees."""

from cogs.interaction.client import Client
from cogs.message.looks import chosen_look
from cogs.message.pictures import Pictures


def pictures_for(client: Client, person_id: int) -> Pictures:
    """Return an object that draws in the look that a person has chosen, for private answers."""
    return client.pictures.with_look(chosen_look(client.host.people.preferences(person_id)))
