import pytest

from tests.discord_schema.openapi import DOCUMENT, OpenApi


@pytest.fixture(scope="session")
def openapi() -> OpenApi:
    if not DOCUMENT.exists():
        pytest.skip("Discord's OpenAPI document is not here")
    return OpenApi.load()
