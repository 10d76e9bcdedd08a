# The two commands of the README are `make run` and `make test`; both set up what is missing first.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python

.PHONY: setup run test tests test-slow quick lint types compiled plain test-compiled bench harnesses chaos month texts texts-page pictures clean

# Removes compiled rules that are older than their sources.
setup: $(VENV)/installed
	@$(PY) -c 'import compiled'

# What running needs. Python compiles what it imports, which is a small part of what is installed.
$(VENV)/runs: requirements.txt requirements-sandbox.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --no-compile --quiet --disable-pip-version-check -r requirements-sandbox.txt
	touch $@

# What tests and checks need on top.
$(VENV)/installed: $(VENV)/runs requirements-postgresql.txt requirements-dev.txt
	$(PY) -m pip install --no-compile --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

run: $(VENV)/runs
	@$(PY) -c 'import compiled'
	$(PY) bot.py

# Types are checked beside the tests: both take a while.
test: lint
	@$(MAKE) --no-print-directory -j2 types tests

tests: setup
	$(PY) -m pytest

# More of what the tests have a part of: PostgreSQL, pages in a browser, all editions, languages and orders of presses,
# and what computes long.
test-slow: setup
	$(PY) -m pytest -m 'slow and not thorough'

# What a change needs, in half a minute: lint, types, and the tests nearest to it.
quick: lint
	$(PY) -m tests.quick

lint: setup
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: setup
	$(PY) -m mypy

# Compiles the rules and the computer players, which makes them about twice as fast. Nothing needs that.
compiled: setup
	$(PY) -m compiled build

# Takes the compiled modules away again.
plain:
	$(PYTHON) -m compiled remove

# Compiles a copy of the project, and runs the tests of the rules there.
test-compiled: setup
	$(PY) -m tests.compiled_copy

# The short form of the harnesses against losses: kills, faults at Discord, hostile inputs, load, broken disks.
harnesses: setup
	$(PY) -m pytest -m chaos tests/chaos --ignore tests/chaos/test_more_short_forms.py

# All harnesses in a short form, and what neither `make test` nor `make test-slow` has: all other tests of the host on
# PostgreSQL, three more orders in which what people press together arrives, and the slowest level.
chaos: setup
	$(PY) -m pytest -m chaos tests/chaos
	$(PY) -m pytest -m thorough

bench: setup
	$(PY) -m benchmarks

# Plays a simulated month of 200 games (some minutes) and prints a report of it; fails where something is wrong.
month: setup
	$(PY) -m tests.month

# Collects the texts for people, brings the catalogues up to date and compiles them.
texts: setup
	$(PY) -m babel.messages.frontend extract -F screens/locale/babel.cfg --no-location --sort-output -w 110 \
		--project=carcassonne --version=0 --header-comment='# Texts for people; see "a new text" in CONTRIBUTING.md.' \
		-o screens/locale/carcassonne.pot .
	$(PY) -m babel.messages.frontend update -D carcassonne -i screens/locale/carcassonne.pot -d screens/locale -w 110 \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(PY) -m babel.messages.frontend compile -D carcassonne -d screens/locale

# Writes all texts of all languages to texts.html, a page to read aloud.
texts-page: setup
	$(PY) -m tests.texts_page > texts.html

# Draws the pictures of the README and of docs/, from the games in docs/games.
pictures: setup
	$(PY) -m tests.docs_pictures

clean: plain
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
