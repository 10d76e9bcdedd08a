"""Checks requests against Discord's own OpenAPI description of its HTTP API, if it lies next to the project."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jsonschema import Draft202012Validator, ValidationError
from referencing import Registry
from referencing.jsonschema import DRAFT202012, SchemaRegistry

DOCUMENT = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json.gz"
_URI = "urn:discord"


class OpenApi:
    def __init__(self, document: dict[str, Any]) -> None:
        # discord.py writes the ids of attachments as numbers, which Discord reads as well.
        document["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
        self._document = document
        registry: SchemaRegistry = Registry()
        self._registry = registry.with_resource(_URI, DRAFT202012.create_resource(document))
        self._validators: dict[tuple[str, str], Draft202012Validator] = {}

    @classmethod
    def load(cls, path: Path = DOCUMENT) -> "OpenApi":
        """Load the document. Raises `FileNotFoundError` if there is none."""
        with gzip.open(path) as file:
            return cls(json.load(file))

    def problems(self, method: str, path: str, body: Any) -> list[str]:
        """What Discord's description does not allow about a request, in words; empty if it is fine.

        `path` starts behind `/api/v10`; `body` is the JSON, for a multipart request its `payload_json`.
        """
        template = self._template(method.lower(), path)
        if template is None:
            return [f"{method} {path}: there is no such operation"]
        operation = self._document["paths"][template][method.lower()]
        wanted = operation.get("requestBody")
        if body is None or wanted is None:
            return [f"{method} {path}: a body is missing"] if wanted and wanted.get("required") else []
        errors = self._validator(template, method.lower()).iter_errors(body)
        return [f"{method} {path}: {_described(error)}" for error in errors]

    def _template(self, method: str, path: str) -> str | None:
        """The path of the document that fits most literally: `/messages/@original` before `/messages/{message_id}`."""
        words = path.strip("/").split("/")
        fitting = [
            template
            for template, item in self._document["paths"].items()
            if method in item and _fits(template.strip("/").split("/"), words)
        ]
        return min(fitting, key=lambda template: template.count("{"), default=None)

    def _validator(self, template: str, method: str) -> Draft202012Validator:
        if (template, method) not in self._validators:
            steps = ("paths", template, method, "requestBody", "content", "application/json", "schema")
            pointer = "/".join(step.replace("~", "~0").replace("/", "~1") for step in steps)
            schema = {"$ref": f"{_URI}#/{quote(pointer, safe='/~')}"}
            self._validators[template, method] = Draft202012Validator(schema, registry=self._registry)
        return self._validators[template, method]


def _fits(template: list[str], words: list[str]) -> bool:
    return len(template) == len(words) and all(
        part == word or part.startswith("{") for part, word in zip(template, words, strict=True)
    )


def _described(error: ValidationError) -> str:
    """The innermost reason, because a union itself says only that none of its members fits."""
    while error.context:
        error = _nearest(error.context)
    where = "/".join(map(str, error.absolute_path))
    return f"{where or 'the body'}: {error.message[:200]}"


def _nearest(errors: Sequence[ValidationError]) -> ValidationError:
    """The errors of the union member that was meant: that of the right `type`, or else that with the fewest errors."""
    members: dict[object, list[ValidationError]] = {}
    for error in errors:
        members.setdefault(error.schema_path[0], []).append(error)
    meant = min(
        members.values(), key=lambda faults: (any(one.path and one.path[-1] == "type" for one in faults), len(faults))
    )
    return meant[0]
