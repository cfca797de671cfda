# One entry point for everything. `make play` and `make test` are all a newcomer needs.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
RUN := $(BIN)/python
PYTEST := $(RUN) -m pytest -n 2 --dist worksteal
ALL := -m "not soak and not bench"

.DEFAULT_GOAL := help
.PHONY: help setup lock audit fmt lint types imports test tests lab cov props soak perft sagas fuzz bench train docs man messages sim \
	messages-check pictures check \
	play relay release zipapp clean

help:
	@echo "make play    install what is needed and play"
	@echo "make test    run the tests, without the slow ones"
	@echo "make check   everything a change must pass: format, lint, types, imports, translations,"
	@echo "             advisories, all tests"
	@echo "also: setup lock audit fmt lint types imports lab cov props soak perft sagas sim fuzz bench train docs"
	@echo "      messages messages-check pictures relay release zipapp clean"

setup: $(STAMP)

# Every file that is installed has a hash in requirements.lock, setuptools included: the package itself
# is built with it, not in an environment that pip would fill with whatever is newest. The compat mode adds a
# plain path, which starts faster than a finder; setuptools warns that a later version has no such mode.
$(STAMP): pyproject.toml requirements.lock
	test -x $(RUN) || $(PYTHON) -m venv .venv
	$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	PYTHONWARNINGS=ignore $(RUN) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
		--config-settings editable_mode=compat --editable .
	sh .githooks/install
	touch $(STAMP)

# Renew requirements.lock: the newest versions that pyproject.toml allows, with the hashes of all their files,
# for every Python and system. With UPGRADE= the versions stay; only packages that came or went change.
UPGRADE ?= --upgrade
lock: setup
	$(BIN)/uv pip compile --quiet --no-config --extra dev --universal --python-version 3.11 \
		--generate-hashes --no-annotate --custom-compile-command "make lock" $(UPGRADE) \
		--output-file requirements.lock pyproject.toml

# Ask an advisory service about the versions in requirements.lock.
audit: setup
	$(RUN) -m tests.audit

fmt: setup
	$(BIN)/ruff check --select I --fix .
	$(BIN)/ruff format .

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

# The second run is for what only Windows has: branches the first one does not look at.
types: setup
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 -p engine -p protocol -p relay -p client

imports: setup
	$(BIN)/lint-imports

test: setup
	$(PYTEST)

# With the slow ones: whole games over networks that fail, real processes, long searches; and the laboratory.
tests: setup
	$(PYTEST) $(ALL)

# Real programs in network namespaces: home routers, proxies, relays. Needs root on Linux, and haproxy, miniupnpd
# and nftables; what is missing is skipped with its reason.
lab: setup
	$(PYTEST) -m lab tests/lab

cov: setup
	$(PYTEST) $(ALL) --cov --cov-report=term

# The rules as properties, with more examples than `make test` takes.
props: setup
	HYPOTHESIS_PROFILE=ci $(PYTEST) tests/properties

soak: setup
	HYPOTHESIS_PROFILE=soak $(PYTEST) -m soak

# One game of the simulator again, as its seed has it: make sim SEED=7 (GAMES=100 for more, CHEATS=1, VOTES=1, BOXES=1).
SEED ?= 1
GAMES ?= 1
CHEATS ?=
sim: setup
	$(RUN) -m tests.simulator --seed $(SEED) --games $(GAMES) $(if $(CHEATS),--cheats) $(if $(VOTES),--votes) $(if $(BOXES),--boxes)

perft: setup
	$(PYTEST) -k perft

# Rewrite the golden games; look at the diff before you commit it.
sagas: setup
	$(RUN) -m tests.sagas

fuzz: setup
	$(RUN) -m tests.fuzz

bench: setup
	$(RUN) -m tests.bench

# Write the learned numbers of the jarl again, client/bots/weights.toml: half an hour of processor time.
train: setup
	$(RUN) -m tests.train

# Regenerate docs/cards.md, the manual page docs/bloodrage.1, and the copy of docs/rules.md in the package.
docs man: setup
	$(RUN) -m tests.docs

# Gather all texts for the translators and compile the catalogues (docs/translating.md).
messages: setup
	$(RUN) -m tests.messages

messages-check: setup
	$(RUN) -m tests.messages check

# Redraw the pictures of README from the real screens.
pictures: setup
	$(RUN) -m tests.pictures

check: lint types imports messages-check audit tests

play: setup
	$(BIN)/bloodrage

relay: setup
	$(RUN) -m relay

# Everything of a release, in dist/: the wheel, the single file for this Python and platform, the container file.
release: setup
	$(RUN) -m tests.release

# The single file only.
zipapp: setup
	$(RUN) -m tests.release --zipapp

clean:
	rm -rf .venv build dist *.egg-info .coverage .coverage.* htmlcov .hypothesis \
		.fuzz .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
