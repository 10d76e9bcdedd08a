"""What all parts of the delivery need."""

from dataclasses import dataclass

from cogs.delivery.channels import Channels
from cogs.delivery.jobs import Jobs
from cogs.delivery.poster import Poster
from cogs.delivery.timer import Timer
from host.host import Host
from screens.pictures import Pictures


@dataclass(frozen=True, slots=True)
class DeliveryContext:
    """The games, the channels and the pictures; what sends, what tries again, and what waits for its time."""

    host: Host
    channels: Channels
    pictures: Pictures
    poster: Poster
    jobs: Jobs
    timer: Timer
