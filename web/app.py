"""The application that serves the pages: what holds for each answer, and which function answers what."""

import logging
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from functools import partial
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from aiohttp import web

from carcassonne import CarcassonneError
from host.errors import BadCodeError, HostError, NoTableError, QuarantinedError, StorageError
from host.model.rate_limits import RateLimitError
from screens.text.host_errors import rate_limit_text
from screens.text.i18n import _, use_language
from screens.text.markup import plain_text
from screens.text.move_errors import ActionContext, rejection_text
from web import events, looking, playing, signing_in, static_files
from web.pages import Pages, SignedOutError, language_of

log = logging.getLogger(__name__)
