"""The requests that the bot sent, kept for assertions and schema checks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Upload:
    """One file part of a multipart request. `part` is its name in the form, such as `files[0]`."""

    part: str
    filename: str
    content_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it came over the wire, and the status it got. `path` starts behind `/api/v10`.

    `json` is the body, or the `payload_json` part of a multipart body; None without either. `status` is 0 where the
    connection was cut instead of answered.
    """

    method: str
    path: str
    query: Mapping[str, str]
    content_type: str
    json: Any
    files: tuple[Upload, ...]
    status: int
