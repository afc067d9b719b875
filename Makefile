# Every target makes the virtual environment it needs the first time; all it takes is Python 3.11+, git and make.
# PYTHON picks the interpreter (make PYTHON=python3.12 test), ARGS is passed on (make test ARGS="-k replay").

PYTHON ?= python3
ARGS ?=
VENV := .venv
BENCH_VENV := .venv-bench
CLUSTER_VENV := .venv-cluster
TEXT_VENV := .venv-text
RUN := runs/demo
# Bytecode is made of what is imported, when it first is: a third of the time to install goes into all that never will be.
PIP := -m pip install --quiet --disable-pip-version-check --no-compile

# The tests start hundreds of processes, and pytest rewrites every test: what Python compiled is kept, whatever is usual.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo test test-web test-cluster test-text test-long test-clients test-lowest test-release lint style format docs bench clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' Makefile

demo: $(VENV)/.train  ## train an opponent by self-play (about two minutes), then show what it is worth
	@$(VENV)/bin/cogitable train cogdrive_neon --config demo --run "$(RUN)" --fresh
	@$(VENV)/bin/cogitable arena cogdrive_neon --agents random heuristic "policy:$(RUN)/best.zip" --games 300

# There are as many workers as cores: threads of their own would only wait for each other.
test test-long: export OMP_NUM_THREADS := 1

test: style  ## ruff, then all tests and types; pytest's summary is the last line
	@$(VENV)/bin/python -m pytest -n auto --dist worksteal -m "not long and not browser and not cluster" $(ARGS)

test-web: $(VENV)/.browser  ## play in a real browser, Debian's Chromium (apt-get install chromium)
	@$(VENV)/bin/python -m pytest -m browser tests/browser $(ARGS)

test-cluster: $(CLUSTER_VENV)/.cluster  ## share games among the nodes of a Ray cluster, simulated on this machine
	@$(CLUSTER_VENV)/bin/python -m pytest -m cluster tests/cluster $(ARGS)

test-text: $(TEXT_VENV)/.text  ## let players of TextArena play games in words
	@$(TEXT_VENV)/bin/python -m pytest tests/table/test_textarena.py $(ARGS)

test-long: $(VENV)/.dev  ## what need not run at every change: long random play, many seeds and examples, all combinations
	@HYPOTHESIS_PROFILE=long $(VENV)/bin/python -m pytest -n auto --dist worksteal -m "(long or hypothesis) and not browser and not cluster" $(ARGS)

# Other libraries exclude one another: each has an environment of its own, .venv-clients/NAME. CLIENTS="sb3 rllib" picks.
CLIENTS := $(notdir $(basename $(wildcard docs/examples/clients/*.txt)))
CLIENT_STEPS := 4096

test-clients: $(CLIENTS:%=test-client-%)  ## train with other libraries for some thousand steps each

test-client-%: .venv-clients/%/.ready
	@for program in docs/examples/clients/$*_*.py; do \
		echo "$$program"; RAY_ADDRESS=local $(<D)/bin/python -W ignore $$program $(CLIENT_STEPS) || exit 1; done

.PRECIOUS: .venv-clients/%/.ready  # make removes what only led to something else
.venv-clients/%/.ready: docs/examples/clients/%.txt pyproject.toml
	@$(PYTHON) -m venv $(@D)
	@echo "installing $* into $(@D), once (some minutes) ..."
	@$(@D)/bin/python $(PIP) --editable . --requirement $<
	@touch $@

test-lowest: .venv-lowest/.ready  ## some tests with the lowest versions that pyproject.toml promises
	@.venv-lowest/bin/python -m pytest -p no:cacheprovider -m "not long and not browser" $(LOWEST_TESTS) $(ARGS)

test-release:  ## build what would be uploaded, use it in clean environments (PYTHONS="python3.11 python3.13" RELEASE="--extras chat web")
	@$(PYTHON) tests/release/check.py $(PYTHONS) $(RELEASE)

LOWEST_TESTS := tests/table/test_aec_wrappers.py tests/table/test_layout.py tests/table/test_client_forms.py \
	tests/table/test_parallel.py tests/table/test_uncompiled.py tests/training/test_selfplay.py
LOWEST_PYTHON := python3.11

.venv-lowest/.ready: pyproject.toml
	@$(LOWEST_PYTHON) -m venv $(@D)
	@$(LOWEST_PYTHON) docs/lowest.py > $(@D)/lowest.txt
	@$(@D)/bin/python $(PIP) --editable ".[train]" --constraint $(@D)/lowest.txt pytest hypothesis pytest-xdist
	@touch $@

lint: style  ## ruff (rules and format) and mypy
	@$(VENV)/bin/python -m pytest tests/test_types.py

style: $(VENV)/.dev
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check --quiet .

format: $(VENV)/.dev  ## let ruff sort imports and lay out the code
	@$(VENV)/bin/ruff check --fix --select I .
	@$(VENV)/bin/ruff format .

docs: $(VENV)/.dev  ## build the site into docs/_build/html; a warning is an error
	@$(VENV)/bin/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	@echo "open docs/_build/html/index.html"

bench: $(BENCH_VENV)/.bench  ## measure speed beside the peers, in an environment of their own
	@$(BENCH_VENV)/bin/python -m benchmarks $(ARGS)

clean:  ## remove all environments and everything built (runs/ is kept)
	rm -rf $(VENV) $(BENCH_VENV) $(CLUSTER_VENV) $(TEXT_VENV) .venv-clients .venv-lowest
	rm -rf build dist docs/_build docs/_generated .pytest_cache *.egg-info

# A stamp file is newer than pyproject.toml exactly when its environment has what pyproject.toml asks for.
%/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and f"Cogitable needs Python 3.11 or newer, this is {sys.version.split()[0]}; try make PYTHON=python3.12")'
	@echo "making $* ..."
	@$(PYTHON) -m venv $*

$(VENV)/.train: EXTRAS := train
$(VENV)/.dev: EXTRAS := train,web,notebook,docs,dev
$(VENV)/.browser: EXTRAS := train,web,notebook,docs,dev,browser
$(BENCH_VENV)/.bench: EXTRAS := train,bench
$(CLUSTER_VENV)/.cluster: EXTRAS := train,data,cluster,dev
$(TEXT_VENV)/.text: EXTRAS := textarena,dev
$(VENV)/.train $(VENV)/.dev $(VENV)/.browser: | $(VENV)/bin/python
$(BENCH_VENV)/.bench: | $(BENCH_VENV)/bin/python
$(CLUSTER_VENV)/.cluster: | $(CLUSTER_VENV)/bin/python
$(TEXT_VENV)/.text: | $(TEXT_VENV)/bin/python
$(VENV)/.train $(VENV)/.dev $(VENV)/.browser $(BENCH_VENV)/.bench $(CLUSTER_VENV)/.cluster $(TEXT_VENV)/.text: pyproject.toml
	@echo "installing [$(EXTRAS)], once (a few minutes) ..."
	@$(@D)/bin/python $(PIP) --editable ".[$(EXTRAS)]"
	@touch $@
