"""Each sentence of the rules of both expansions has a scenario, or a reason why it has none."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SCENARIOS = {
    "Inns & Cathedrals": ("test_inns_and_cathedrals.py",),
    "Traders & Builders": ("test_traders_and_builders.py", "test_builder.py"),
}
SENTENCE = re.compile(r"^(?P<number>\d+\.\d+) (?P<title>[^|]+)(?:\| (?P<reason>.+))?$")
SCENARIO = re.compile(r"^def test_(\d+)_(\d+)_", re.MULTILINE)


def sentences(expansion: str) -> dict[str, bool]:
    """The numbers of an expansion's sentences, and whether each is to have a scenario."""
    text = (HERE / "sentences.txt").read_text("utf-8").split(f"# {expansion}\n")[1].split("\n\n")[0]
    lines = [match for line in text.strip().splitlines() if (match := SENTENCE.fullmatch(line))]
    assert len(lines) == len(text.strip().splitlines())
    return {line["number"]: line["reason"] is None for line in lines}


@pytest.mark.parametrize("expansion", SCENARIOS)
def test_each_sentence_has_one_scenario_or_a_reason(expansion: str) -> None:
    source = "".join((HERE / file).read_text("utf-8") for file in SCENARIOS[expansion])
    assert sorted(".".join(number) for number in SCENARIO.findall(source)) == sorted(
        number for number, has_scenario in sentences(expansion).items() if has_scenario
    )


def test_all_sentences_are_there() -> None:
    assert [len(sentences(expansion)) for expansion in SCENARIOS] == [53, 78]
