# A target sets up in .venv what it needs, when it is first asked for: locks/ has a list for each purpose.

PYTHON ?= python3
WORKERS ?= 3
BIN := .venv/bin
CODE := $(wildcard src tests bench tuning examples hatch_build.py)
SITE := $(if $(wildcard web/package.json),src/beute/server/site/index.html)

# Pipes fail if any part of them does.
SHELL := bash
.SHELLFLAGS := -o pipefail -c

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

# What Python has compiled is kept, in .venv, wherever this is run: the tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/bytecode

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play play-terminal serve shots lab research test services test-web test-long test-research check bench docs docs-serve \
	format lock clean lint lint-web rules

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: .venv/.has-play $(SITE) ## Play in the browser, which it opens
	@$(BIN)/python -m beute

play-terminal: .venv/.has-play ## Play in the terminal: choose a game
	@$(BIN)/python -m beute play

serve: .venv/.has-play $(SITE) ## Serve tables to browsers on this machine
	@$(BIN)/python -m beute serve

lab: .venv/.has-lab ## Add Polars to .venv, for tables of games

research: .venv/.has-research ## Add PettingZoo, Gymnasium and OpenSpiel to .venv

# Whether a package is there, by a program of its name or by that of the second argument; it is installed where that may
# be done.
has = command -v $(or $2,$1) > /dev/null || { echo "Installing $1, for the tests …" && apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $1 > /dev/null; } || \
	{ echo "No tests with $1: it is not there, and it could not be installed." >&2; false; }

# Without these their tests are left out; on a build server they fail.
services:
	@$(call has,postgresql,/usr/lib/postgresql/*/bin/initdb) || true
	@$(call has,redis-server) || true
	@$(call has,caddy) || true
	@$(call has,nginx,/usr/sbin/nginx) || true
	@$(call has,curl) || true
	@$(call has,jq) || true

test: ## Everything `make check` does, with all tests, the slow ones too
	@# What others serve is fetched while pip fetches packages.
	@$(MAKE) --no-print-directory --jobs 2 .venv/.has-all services
	@$(MAKE) --no-print-directory .venv/.has-all $(SITE)
	@$(MAKE) --no-print-directory --jobs 2 --output-sync rules lint lint-web
	@# One file stays with one worker, so that no two compile the same rules; more workers than cores, as tests of servers wait.
	@$(BIN)/python -m pytest -q -m "not learning and not long" -n $(WORKERS) --dist loadfile --no-loadscope-reorder
	@$(MAKE) --no-print-directory test-web

# The rules and our bots, compiled once: each worker would else begin with the same.
GAMES := $(notdir $(patsubst %/rules.py,%,$(wildcard src/beute/games/*/rules.py)))
rules: .venv/.has-all
	@$(BIN)/python -m beute.table.ready $(GAMES)
	@for game in $(GAMES); do $(BIN)/python -m beute.bots.ready $$game easy master search > /dev/null || exit; done

test-web: $(SITE) ## The tests of the table for browsers: units, and whole games in a real browser
	@# The system's browsers. Without one its tests are left out; not on a build server.
	@scripts=test; \
	if $(call has,chromium); then scripts+=" test:browser"; else test -z "$$CI"; fi && \
	if $(call has,firefox-esr); then scripts+=" test:firefox"; else test -z "$$CI"; fi && \
	$(BIN)/python hatch_build.py $$scripts

test-long: lint services $(SITE) ## Also what takes very long: hundreds of kills of a server, every table on every screen
	@$(BIN)/python -m pytest -q -m long
	@if $(call has,chromium); then $(BIN)/python hatch_build.py test:matrix; else test -z "$$CI"; fi

test-research: lint ## Also let PyTorch learn to play, which takes some minutes and a large download, once
	@$(BIN)/pip install -qq -e ".[learning]"
	@$(BIN)/python -m pytest -q -m learning

check: lint lint-web ## Style, types and the quick tests: before every commit
	@$(BIN)/python -m pytest -q -m "not slow and not learning and not long"

shots: $(SITE) ## Pictures of every page and state of the table for browsers, into build/shots
	@$(BIN)/python hatch_build.py shots

bench: .venv/.has-play ## Measure speed, compared with other libraries
	@$(BIN)/python bench/run.py

# Without the variable every build prints that the theme is maintained until 2027.
docs docs-serve: export NO_MKDOCS_2_WARNING := 1
docs: .venv/.has-docs ## Build the documentation's site into site/; a broken link is an error
	@# Not quietly: what is not told does not count as a warning either.
	@$(BIN)/mkdocs build --strict

docs-serve: .venv/.has-docs ## Show the site at http://127.0.0.1:8000, built again after each change
	@$(BIN)/mkdocs serve

format: .venv/.has-all ## Format the code and fix what the linter can
	@$(BIN)/ruff check -q --fix-only $(CODE)
	@$(BIN)/ruff format -q $(CODE)

clean: ## Remove .venv, caches and what was built
	@rm -rf .venv build dist site src/beute/server/site web/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

lint: .venv/.has-all
	@$(BIN)/ruff check -q $(CODE)
	@$(BIN)/ruff format -q --check $(CODE)
	@$(BIN)/mypy $(CODE)

lint-web: $(SITE)
	@$(BIN)/python hatch_build.py check

# ---------------------------------------------------------------- the table for browsers

# What it is built from: its sources, the texts and the API's types. Where there is no Node that will do, one is fetched.
WEB := $(filter-out web/src/texts/table.ts web/src/protocol/api.ts,$(shell find web -name node_modules -prune -o \
	-name test-results -prune -o -type f -print 2> /dev/null))
src/beute/server/site/index.html: $(WEB) $(wildcard src/beute/texts/*/*.toml src/beute/games/*/texts/*.toml docs/reference/*.json) | .venv/.has-play
	@echo "Building the table for browsers …"
	@$(BIN)/python hatch_build.py 2> .venv/.errors || { test $$? = 3 || { cat .venv/.errors >&2; exit 1; }; \
	    $(MAKE) --no-print-directory .venv/.has-node && $(BIN)/python hatch_build.py; }

# ---------------------------------------------------------------- what is installed

# What each list is made of, besides what Beute itself needs. Every list contains `play`, and `all` contains every list
# but `node`, which is for machines without Node.
LISTS := play lab research docs all
play_has := --group build
lab_has := --group build --extra lab
research_has := --group build --extra lab --extra research
docs_has := --group build --group docs
node_has := --group build --group node
all_has := --group build --group docs --group dev --extra lab --extra research --extra cluster --extra postgres \
	--extra redis

play_is := what playing needs, 0.3 GB
lab_is := what playing and tables of games need, 0.5 GB
research_is := what playing and research need, 0.7 GB
docs_is := what playing and the documentation need, 0.4 GB
node_is := Node, to build the table for browsers, 0.2 GB
all_is := what all tests need, 1.1 GB

# The versions are found once, for all; the shorter lists take theirs from there.
# They stay as they are where they can: `make lock LOCK=--upgrade` takes the newest of everything.
lock: ## Pin the dependencies anew, after a change in pyproject.toml
	@tool=$$(mktemp -d) && trap 'rm -rf "$$tool"' EXIT && \
	$(PYTHON) -m venv "$$tool" && "$$tool/bin/pip" install -qq uv && \
	pin() { "$$tool/bin/uv" --no-config pip compile -q pyproject.toml -o locks/$$1.lock "$${@:2}" \
	    --universal --python-version 3.11 --fork-strategy fewest --generate-hashes --no-annotate \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" > /dev/null; } && \
	pin all $(all_has) $(LOCK) \
	$(foreach list,$(filter-out all,$(LISTS)) node, && pin $(list) $($(list)_has) --constraints locks/all.lock)

# What pip is at, in one line that changes; only on a terminal.
TELL = test -t 1 || exec > /dev/null; n=0; all=$$(grep == $< | grep -vc win32); \
	while read -r verb name _; do case $$verb in \
	    Collecting | Processing) name=$${name\#\#*/}; n=$$((n + 1)); \
	        printf '\r\033[K  fetching %s (%d of %d)' "$${name%%[-=][=0-9]*}" $$n $$all ;; \
	    Installing) printf '\r\033[K  installing %d packages …' $$n ;; \
	esac; done; printf '\r\033[K'

# Set-up that was interrupted begins anew: pip takes a package for complete of which only some files are there.
# Nothing is byte-compiled before it is used, which takes half of pip's time.
.venv/.has-%: locks/%.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || { \
	    echo "Beute needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1)." \
	         "Name another: make PYTHON=python3.12 …" >&2; exit 1; }
	@echo "Setting up .venv, once: $($*_is) …"
	@test ! -e .venv/.unfinished && $(BIN)/python -c 'import pip' 2> /dev/null || { \
	    rm -rf .venv && mkdir .venv && touch .venv/.unfinished && $(PYTHON) -m venv .venv &> .venv/.errors || { \
	    cat .venv/.errors >&2; rm -rf .venv; \
	    echo "Python cannot make environments here; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }; }
	@touch .venv/.unfinished
	@PYTHONUNBUFFERED=1 $(BIN)/pip install --no-compile --only-binary :all: --require-hashes -r $< 2> .venv/.errors \
	    | { $(TELL); } || { grep -v ^WARNING .venv/.errors >&2; exit 1; }
	@$(BIN)/pip install -qq --no-compile --no-deps --no-build-isolation -e .
	@rm -f .venv/.unfinished .venv/.errors
	@touch .venv/.has-play $@ $(if $(filter all,$*),$(LISTS:%=.venv/.has-%))
