"""The pictures that one person alone sees."""

from cogs.interaction.client import Client
from cogs.message.looks import look_of
from cogs.message.pictures import Pictures


def pictures_for(client: Client, person_id: int) -> Pictures:
    """Return pictures in the look that a person has chosen; nobody else will see them."""
    return client.pictures.with_look(look_of(client.host.people.preferences(person_id)))
