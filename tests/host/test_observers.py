"""Observers: whoever changes something does not depend on those who are told."""

import logging

import pytest

from host.model.observers import Observers


def test_a_callback_that_fails_hides_a_change_from_nobody(caplog: pytest.LogCaptureFixture) -> None:
    observers, heard = Observers[[int]](), list[int]()

    def fail(_: int) -> None:
        raise ValueError("a bug")

    observers.add(fail)
    observers.add(heard.append)
    with caplog.at_level(logging.ERROR):
        observers.notify(7)
    assert heard == [7]
    assert "a bug" in caplog.text
