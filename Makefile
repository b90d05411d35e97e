# `make site` and `make test` are the two commands that a newcomer needs. Each makes .venv with what it
# needs from the lock files, once: the second run finds the stamp newer than the lock and asks no network.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
# Compiled modules and templates are kept, whatever the shell says: a build starts in half the time. Not to keep
# them: make site PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE :=

# The first that is new enough and makes environments; else one that is new enough, else python3, each with a
# message. The system's own goes first: distributions build Python with profile-guided optimisation, and a site
# takes a tenth less time than with one that was built without (what pyenv makes unless it is told otherwise).
SEARCHED := /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11
IS_NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
first = $(shell for p in $(SEARCHED); do $$p -c '$(1)' >/dev/null 2>&1 && echo $$p && break; done)
PYTHON ?= $(or $(call first,import ensurepip; import venv; $(IS_NEW_ENOUGH)),$(call first,$(IS_NEW_ENOUGH)),python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
SITE_STAMP := $(VENV)/.site-stamp
DEV_STAMP := $(VENV)/.dev-stamp
# Arguments for the command at hand: make site ARGS="--now 2026-11-02T08:00:00Z", make test ARGS="-k kernel"
ARGS ?=

.PHONY: help setup program site rehearsal test lint format types check bench serve lock clean

help:  ## list the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

setup: $(DEV_STAMP)  ## make .venv with everything: runtime, tests, linters

program: $(SITE_STAMP)  ## make .venv with the program and what it runs on

site: $(SITE_STAMP)  ## build the site into public/
	@$(BIN)/site-builder build $(ARGS)

rehearsal: $(SITE_STAMP)  ## make the rehearsal season in data/results again, with its evidence
	@$(BIN)/python -m rehearsal --out data/results --trust trust/rehearsal $(ARGS)

test: $(DEV_STAMP)  ## run the tests, on every core
	@$(BIN)/python -m pytest --numprocesses auto --dist loadfile $(ARGS)

lint: $(DEV_STAMP)  ## style and formatting
	@$(BIN)/ruff check .

format: $(DEV_STAMP)  ## mend what the linter can mend by itself
	@$(BIN)/ruff check --fix .

types: $(DEV_STAMP)  ## strict type check
	@$(BIN)/mypy

check: lint types test  ## all that must pass before a change lands

bench: $(DEV_STAMP)  ## how long builds and replays take, how much memory, how both grow
	@$(BIN)/python -m benchmarks $(ARGS)
	@$(BIN)/python -m benchmarks.replay $(ARGS)

serve: $(SITE_STAMP)  ## preview on 127.0.0.1, rebuilt on change
	@$(BIN)/site-builder serve $(ARGS)

lock:  ## resolve pyproject.toml again into the two lock files (needs uv and the network)
	uv pip compile pyproject.toml --group build --upgrade --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --quiet --output-file requirements.lock
	uv pip compile pyproject.toml --group build --group dev --constraint requirements.lock --upgrade \
	  --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet \
	  --output-file requirements-dev.lock

clean:  ## remove what the targets made, .venv included
	rm -rf $(VENV) public build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The interpreter is judged before anything is made with it.
$(BIN)/python:
	@$(PYTHON) -c '$(IS_NEW_ENOUGH)' 2>/dev/null || { \
	  echo "Python 3.11 or newer is needed, and '$(PYTHON)' is: $$($(PYTHON) --version 2>&1 || true)" >&2; \
	  echo "Name a newer one: make PYTHON=python3.12 …" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "'$(PYTHON) -m venv' failed; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }

# --no-deps and --no-build-isolation: the project itself installs from this folder alone, without a network.
$(SITE_STAMP): requirements.lock pyproject.toml | $(BIN)/python
	@$(PIP) install --quiet --require-hashes --requirement requirements.lock
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# The second lock holds the first: one installation satisfies both stamps.
$(DEV_STAMP): requirements-dev.lock requirements.lock pyproject.toml | $(BIN)/python
	@$(PIP) install --quiet --require-hashes --requirement requirements-dev.lock
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $(SITE_STAMP) $@
