"""The words of the live page itself."""


def page_texts() -> dict[str, object]:
    """Return the words of the page."""
    return {}
