"""The pictures that one person alone sees."""

from cogs.interaction.client import Client
from cogs.message.looks import chosen_look
from cogs.message.pictures import Pictures


def pictures_for(client: Client, person_id: int) -> Pictures:
    """Return pictures in the look that a person has chosen; nobody else will see them."""
    return client.pictures.with_look(chosen_look(client.host.people.preferences(person_id)))
