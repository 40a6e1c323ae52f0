# `make play` starts a game, `make test` runs every check. Both need nothing but Python 3.11 or newer.

VENV := .venv
BIN := $(VENV)/bin
# The first interpreter that is new enough; `make PYTHON=/path/to/python play` overrides it.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet
# uv installs the development tools in seconds where pip takes more than a minute; pip serves where uv cannot be had.
INSTALL_DEV = { $(PIP) 'uv>=0.5' && $(BIN)/uv pip install --quiet --python $(BIN)/python --editable '.[dev]'; } 2>/dev/null || \
	$(PIP) --editable '.[dev]'

.DEFAULT_GOAL := help
.PHONY: help balance conformance ladders play test test-all lint types imports generated unit unit-rest clean

help:
	@echo 'make play    set up $(VENV) and play Cargo Hold against three bots'
	@echo 'make test    set up $(VENV) with the development tools and run every check, a sample of the long tests among them'
	@echo 'make test-all  make test, then all that it leaves out: every game and seed, the long properties and fuzzers'
	@echo 'make balance  play 30,000 games of Import / Export, or what is missing of them, and write their page anew'
	@echo 'make ladders  play every level of bot against the one below in all games, or what is missing of that, into docs/benchmarks/bots.md'
	@echo 'make conformance  play 1,000 games of each classic in lock step with OpenSpiel (GAMES=50 plays 50)'
	@echo 'make clean   remove $(VENV), builds and caches'

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo 'Cardwright needs Python 3.11 or newer; found none on the PATH.' >&2; exit 1; }
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); \
		echo 'Could not create $(VENV). On Debian and Ubuntu: apt install python3-venv' >&2; exit 1; }

# A stamp per kind of installation: a second run installs nothing unless the project file has changed.
$(VENV)/.ready-to-play: pyproject.toml | $(BIN)/python
	@echo 'Setting up $(VENV) ...'
	@$(PIP) --editable .
	@touch $@

$(VENV)/.ready-to-test: pyproject.toml | $(BIN)/python
	@echo 'Setting up $(VENV) with the development tools ...'
	@$(INSTALL_DEV)
	@touch $@ $(VENV)/.ready-to-play

play: $(VENV)/.ready-to-play
	@$(BIN)/cardwright play cargo_hold --players 4 --human 1

# The checks of the sources beside each other, then the tests beside mypy, which takes as long as those checks together.
# pytest's closing line comes last.
test: $(VENV)/.ready-to-test
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint imports generated
	@$(MAKE) --no-print-directory --jobs 2 types unit

test-all: test
	@$(MAKE) --no-print-directory unit-rest

lint: $(VENV)/.ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/cardwright fmt --check games cards examples tests/scenarios

types: $(VENV)/.ready-to-test
	$(BIN)/mypy

imports: $(VENV)/.ready-to-test
	$(BIN)/lint-imports

generated: $(VENV)/.ready-to-test
	$(BIN)/python -m maintenance.generate --check

# Tests start the program hundreds of times: what Python compiles of it is kept, also where it is told not to.
unit unit-rest: export PYTHONDONTWRITEBYTECODE =
unit: $(VENV)/.ready-to-test
	$(BIN)/python -m pytest -n 2 --dist worksteal

# What `unit` leaves out.
unit-rest: $(VENV)/.ready-to-test
	$(BIN)/python -m pytest -n 2 --dist worksteal --rest

# An interrupted run goes on: only the games that are missing are played. An hour of a quiet core for each of the two runs.
BALANCE := runs/import-export
balance: $(VENV)/.ready-to-test
	for seed in 0 1; do $(BIN)/cardwright simulate import_export --sets base,captain,jutaku,kickstarter --games 30000 \
		--players 3 --bots greedy:valuation=learned --seed $$seed --out $(BALANCE)-$$seed.sqlite || exit; done
	$(BIN)/cardwright report $(BALANCE)-0.sqlite --beside $(BALANCE)-1.sqlite --markdown docs/benchmarks/balance-import-export.md

# Three quarters of an hour of one core: SECONDS of a processor for each rung. What was played is kept.
SECONDS := 25
ladders: $(VENV)/.ready-to-test
	nice -n 10 $(BIN)/python -m maintenance.ladders ceylon import_export cargo_hold cargo_noir bush_pilots \
		examples/moth_night examples/lanternfall examples/low_tide \
		--seconds $(SECONDS) --out runs/ladders.jsonl --into docs/benchmarks/bots.md

$(VENV)/.ready-to-conform: pyproject.toml $(VENV)/.ready-to-test
	@echo 'Setting up $(VENV) with OpenSpiel ...'
	@$(PIP) --editable '.[conformance]'
	@touch $@

# The classics in lock step with an oracle: see docs/conformance.md.
GAMES := 1000
conformance: $(VENV)/.ready-to-conform
	$(BIN)/python -m tests.conformance --games $(GAMES)

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
