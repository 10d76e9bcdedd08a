"""How the pictures look that one person alone sees: as that person has chosen."""

from cogs.interaction.client import Client
from cogs.message.pictures import Pictures
from host import Preferences
from render import SIZES, THEMES, Look


def look_of(chosen: Preferences) -> Look:
    """Return the look that a person has chosen."""
    return Look(THEMES[chosen.theme], SIZES[chosen.size])


def pictures_for(client: Client, person_id: int) -> Pictures:
    """Return the pictures that nobody but this person will see."""
    return client.pictures.seen_with(look_of(client.host.people.preferences(person_id)))
