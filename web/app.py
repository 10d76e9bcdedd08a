"""The application that serves the pages: what holds for each answer, and which function answers what."""

import logging

log = logging.getLogger(__name__)
