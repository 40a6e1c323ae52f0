# `make play` starts a game, `make test` runs every check. Both need nothing but Python 3.11 or newer.

VENV := .venv
BIN := $(VENV)/bin
# The first interpreter that is new enough; `make PYTHON=/path/to/python play` overrides it.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet

.DEFAULT_GOAL := help
.PHONY: help play test lint types imports generated unit clean

help:
	@echo 'make play    set up $(VENV) and play Ceylon against two bots'
	@echo 'make test    set up $(VENV) with the development tools and run every check'
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
	@$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.ready-to-play

play: $(VENV)/.ready-to-play
	@$(BIN)/cardwright play ceylon --players 3 --human 1

# One after the other even under `make -j`: pytest already uses both cores and its closing line comes last.
test: $(VENV)/.ready-to-test
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory types
	@$(MAKE) --no-print-directory imports
	@$(MAKE) --no-print-directory generated
	@$(MAKE) --no-print-directory unit

lint: $(VENV)/.ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/cardwright fmt --check games cards tests/scenarios

types: $(VENV)/.ready-to-test
	$(BIN)/mypy

imports: $(VENV)/.ready-to-test
	$(BIN)/lint-imports

generated: $(VENV)/.ready-to-test
	$(BIN)/python -m cardwright_tools.generate --check

unit: $(VENV)/.ready-to-test
	$(BIN)/python -m pytest -n 2

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
