"""Prints all texts of all languages as one HTML page, to read aloud: ``make texts-page``.

The texts of a module stand together, in the order of its code. What isn't translated yet is marked.
"""

from collections.abc import Iterator, Mapping
from html import escape
from itertools import groupby
from typing import Final, TypeAlias

from babel.messages.pofile import read_po

from host.model.table_options import LANGUAGES
from tests.fixtures.message_ids import ROOT, MessageId, message_ids

Translations: TypeAlias = Mapping[tuple[str, str | None], tuple[str, ...]]
"""By English text and context: the translation, or its singular and plurals."""

_HEAD: Final = """<!doctype html><meta charset="utf-8"><title>All texts</title>
<style>
body { font: 16px/1.5 sans-serif; margin: 2em } table { border-collapse: collapse; width: 100% }
td, th { border: 1px solid #ccc; padding: .4em .6em; text-align: left; vertical-align: top }
.missing { background: #fdd }
</style>"""


def texts_page() -> str:
    """Return the page."""
    english, *others = LANGUAGES
    translations = {language: _translations(language) for language in others}
    head = "".join(f"<th>{language}</th>" for language in (english, *others))
    parts = [_HEAD]
    for module, texts in groupby(message_ids(), key=lambda one: one.module):
        rows = "\n".join(_row(one, translations) for one in texts)
        parts.append(f"<h2>{escape(module)}</h2>\n<table><tr>{head}</tr>\n{rows}\n</table>")
    return "\n".join(parts)


def _translations(language: str) -> Translations:
    with (ROOT / "screens" / "locale" / language / "LC_MESSAGES" / "carcassonne.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    return {
        (message.id if isinstance(message.id, str) else message.id[0], message.context): (
            (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        )
        for message in catalogue
        if message.id
    }


def _row(one: MessageId, translations: Mapping[str, Translations]) -> str:
    note = f"<br><small>{escape(one.context)}</small>" if one.context else ""
    return f"<tr><td>{_shown(one.texts)}{note}</td>{''.join(_cells(one, translations))}</tr>"


def _cells(one: MessageId, translations: Mapping[str, Translations]) -> Iterator[str]:
    for translated in translations.values():
        texts = tuple(filter(None, translated.get((one.texts[0], one.context), ())))
        yield f"<td>{_shown(texts)}</td>" if texts else '<td class="missing"></td>'


def _shown(texts: tuple[str, ...]) -> str:
    return "<br>".join(escape(text).replace("\n", "<br>") for text in texts)


if __name__ == "__main__":
    print(texts_page())
