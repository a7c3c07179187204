# Everything a fresh machine needs is set up in .venv when a target first asks for it.

PYTHON ?= python3
WORKERS ?= 2
BIN := .venv/bin
READY := .venv/.ready
CODE := $(wildcard src tests bench tuning examples)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test test-research check bench docs docs-serve format lock clean lint

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: $(READY) ## Play in the terminal: choose a game and sit down
	@$(BIN)/python -m beute play

test: lint ## Everything `make check` does, with all tests, the slow ones too
	@# One file stays with one worker, so that no two compile the same rules.
	@$(BIN)/python -m pytest -q -m "not learning" -n $(WORKERS) --dist loadfile

test-research: lint ## Also let PyTorch learn to play, which takes some minutes and a large download, once
	@$(BIN)/pip install -qq -e ".[learning]"
	@$(BIN)/python -m pytest -q -m learning

check: lint ## Style, types and the quick tests: before every commit
	@$(BIN)/python -m pytest -q -m "not slow and not learning"

bench: $(READY) ## Measure speed, side by side with peers
	@$(BIN)/python bench/run.py

# Without the variable every build tells that the theme is kept up until 2027, which is no fault of these pages.
docs docs-serve: export NO_MKDOCS_2_WARNING := 1
docs: $(READY) ## Build the documentation's site into site/; a broken link is an error
	@# Not quietly: what is not told does not count as a warning either.
	@$(BIN)/mkdocs build --strict

docs-serve: $(READY) ## Show the site at http://127.0.0.1:8000, built anew after each change
	@$(BIN)/mkdocs serve

format: $(READY) ## Format the code and fix what the linter can
	@$(BIN)/ruff check -q --fix-only $(CODE)
	@$(BIN)/ruff format -q $(CODE)

# The lock keeps its versions where it can: `make lock LOCK=--upgrade` takes the newest of everything.
lock: ## Pin the dependencies anew, after a change in pyproject.toml
	@tool=$$(mktemp -d) && trap 'rm -rf "$$tool"' EXIT && \
	$(PYTHON) -m venv "$$tool" && "$$tool/bin/pip" install -qq uv && \
	"$$tool/bin/uv" --no-config pip compile -q pyproject.toml --group dev -o requirements.lock \
	    --universal --python-version 3.11 --fork-strategy fewest --generate-hashes --no-annotate \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(LOCK) > /dev/null

clean: ## Remove .venv, caches and what was built
	@rm -rf .venv build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

lint: $(READY)
	@$(BIN)/ruff check -q $(CODE)
	@$(BIN)/ruff format -q --check $(CODE)
	@$(BIN)/mypy $(CODE)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || { \
	    echo "Beute needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1)." \
	         "Name another: make PYTHON=python3.12 …" >&2; exit 1; }
	@test -x $(BIN)/pip || { echo "Setting up .venv; this takes a minute, once."; \
	    $(PYTHON) -m venv .venv || { rm -rf .venv; \
	    echo "Python cannot make environments here; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }; }
	@$(BIN)/pip install -qq --only-binary :all: --require-hashes -r requirements.lock
	@$(BIN)/pip install -qq --no-deps --no-build-isolation -e .
	@touch $@
