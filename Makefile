# `make play` and `make test` set everything up themselves on a fresh machine.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
# Compiling all that is installed takes as long as installing it, and can wait: see .venv/compiled.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
unexport PYTHONDONTWRITEBYTECODE # or each process of the tests compiles all that it imports
WORKERS := $(shell echo $$(($$(nproc 2>/dev/null || echo 2) + 1)))

# A step of the set-up; `make setup` prints what each took. $(call timed,WHAT,COMMAND)
timed = @began=$$(date +%s); $(2) && echo "$$(($$(date +%s) - began)) s	$(1)" >> .venv/times

PAGE := src/tinplate/page/index.html
GENERATED := web/src/wire/generated
BOOKS := web/src/rules/generated
ANSWERS := $(patsubst %/write_answers.py,%/generated/answers.json,\
	$(wildcard web/src/games/*/offline/write_answers.py))
PAGE_SOURCES := $(shell find web/src web/messages web/public web/fonts web/index.html web/*.ts web/*.js -type f \
	-not -path 'web/src/paraglide/*' -not -path '*/generated/*')
SITE := src/tinplate/site/index.html
SITE_SOURCES := $(wildcard *.md) mkdocs.yml $(shell find docs -type f -not -path '*/__pycache__/*') \
	$(shell find src/tinplate -name api.py -o -name '*.py' -path '*/cli/*')

.PHONY: help setup page docs play test check check-server check-page services battery journeys pictures attack bench format record pin bounds clean

help: ## show this list
	@grep -hE '^[a-z]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

.venv/ready: requirements.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "Tinplate needs Python 3.11 or newer."; exit 1; }
	@echo "Setting up the environment in .venv (once) ..."
	@$(PYTHON) -m venv .venv
	$(call timed,packages of Python,$(PIP) -r requirements.txt && $(PIP) --no-deps --editable .)
	@touch $@

# Kept in the source folder (__pycache__), so that tests with another home find it, too.
KERNELS := $(shell grep -rlE 'kernel_cache|outlook.compiling' src/tinplate --include='*.py')

.venv/prepared: .venv/ready $(KERNELS)
	$(call timed,compiling solver and planner,$(BIN)/tinplate prepare)
	@touch $@

# Tests solve large boards, too: compiled once, not by several of them at the same time.
.venv/prepared-all: .venv/ready $(KERNELS)
	@$(BIN)/tinplate prepare --all
	@touch .venv/prepared $@

# So that the first start is as fast as any other. Tests do without: they import a quarter of it.
.venv/compiled: .venv/prepared
	$(call timed,compiling packages,($(BIN)/python -m compileall -qq .venv/lib || true))
	@touch $@

.venv/ready-dev: .venv/ready requirements-dev.txt
	@echo "Installing the tools for tests and checks ..."
	$(PIP) -r requirements-dev.txt
	@touch $@

web/node_modules/ready: web/package-lock.json web/npm | .venv/ready
	@echo "Fetching what the page is built with (once) ..."
	$(call timed,packages of the page,(cd web && ./npm ci --silent))
	@touch $@

$(GENERATED)/openapi.json: .venv/ready web/write_types.py \
		$(wildcard src/tinplate/*.py src/tinplate/wire/*.py src/tinplate/lobby/*.py src/tinplate/server/*.py) \
		$(wildcard src/tinplate/games/*/*.py)
	@$(BIN)/python web/write_types.py

$(GENERATED)/http.ts: $(GENERATED)/openapi.json web/node_modules/ready web/write_http.js
	@cd web && ./npm run --silent types

$(BOOKS)/colours.css: .venv/ready web/write_books.py $(shell find docs/rules -name '*.md') \
		$(wildcard src/tinplate/games/*/*.py src/tinplate/games/*/svg/*.py)
	@$(BIN)/python web/write_books.py

$(ANSWERS): %/generated/answers.json: %/write_answers.py .venv/ready \
		$(wildcard web/src/games/*/learn/lessons.json src/tinplate/games/*/*.py)
	@$(BIN)/python $<

$(PAGE): web/node_modules/ready $(GENERATED)/http.ts $(BOOKS)/colours.css $(ANSWERS) $(PAGE_SOURCES)
	@echo "Building the page ..."
	$(call timed,the page,(cd web && ./npm run --silent build))
	@touch $@

setup: ## the environment, the command .venv/bin/tinplate, the page
	@rm -f .venv/times
	@$(MAKE) --no-print-directory --jobs=2 .venv/compiled $(PAGE)
	@test ! -f .venv/times || { echo "Everything is set up. It took, two steps at a time:"; cat .venv/times; }

page: $(PAGE) ## the page in the browser, built from web/

$(SITE): .venv/ready-dev $(SITE_SOURCES)
	@echo "Building the documentation ..."
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs --quiet build
	@touch $@

docs: $(SITE) ## the documentation as a site, which the server shows at /docs

play: setup ## the page on http://localhost:8000; options in ARGS="--port 8001"
	@$(BIN)/tinplate serve $(ARGS)

# What one core can do while the other compiles is done meanwhile.
test: ## everything: checks, then all tests
	@$(MAKE) --no-print-directory --jobs=2 .venv/prepared-all check-server check-page docs services
	@$(MAKE) --no-print-directory --jobs=2 battery journeys

# On a crowded machine a browser or another process may be late: a test that fails is run once more,
# and the end of the run names it. What is wrong fails twice.
AGAIN = --reruns 1 -r fER

# In long stretches, so that a file's server starts once or twice. Many tests wait for other
# processes: one worker more than there are cores keeps the cores busy.
battery:
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --durations 15 $(AGAIN) --ignore tests/journeys

# Apart, because their browser keeps the event loop of a process; side by side with the rest, since
# both often wait.
journeys:
	$(BIN)/python -m pytest -n auto --dist worksteal --durations 15 $(AGAIN) tests/journeys

pictures: $(PAGE) services ## pictures of every page in every language, in screenshots/
	PICTURES="en it es ca el" $(BIN)/python -m pytest -q -n auto tests/journeys -k pictures

check: ## ruff, strict types, the table of imports; the same for the page
	@$(MAKE) --no-print-directory --jobs=2 check-server check-page
	$(BIN)/python -m pytest -q tests/test_floors.py

check-server: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check-page: $(PAGE)
	cd web && ./npm run --silent check && ./npm run --silent lint && ./npm run --silent test

services: .venv/ready-dev # what tests need of the machine: databases, a browser
	@$(BIN)/python -m tests.postgres
	@$(BIN)/python -m tests.redis
	@$(BIN)/python -m tests.chromium

attack: .venv/prepared services ## attack real servers for minutes; ARGS="--minutes 20 --write"
	@$(BIN)/python -m tests.attack $(ARGS)

bench: .venv/ready-dev ## measure what the documents claim
	$(BIN)/python -m bench

format: .venv/ready-dev ## let ruff format and mend what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	cd web && ./npm run --silent format

record: .venv/ready-dev ## write the golden transcripts anew; read the diff
	$(BIN)/python -m tests.playthroughs.record

pin: .venv/ready-dev ## resolve the pinned lists anew (needs uv)
	uv pip compile --quiet --universal --no-header --no-annotate --python-version 3.11 \
		--extra server --extra postgres --extra redis pyproject.toml -o requirements.txt
	uv pip compile --quiet --universal --no-header --no-annotate --python-version 3.11 \
		--extra dev pyproject.toml -o requirements-dev.txt

# In a folder of its own, with compiled code of its own.
bounds: $(PAGE) ## test with the oldest packages that pyproject.toml allows (needs uv)
	uv venv --quiet --clear --python $(BIN)/python .bounds
	uv pip compile --quiet --resolution lowest-direct --no-header --no-annotate --extra all \
		pyproject.toml -o .bounds/lowest.txt
	uv pip install --quiet --python .bounds -r .bounds/lowest.txt build hatchling httpx hypothesis \
		jsonschema-rs playwright pytest pytest-asyncio pytest-timeout pytest-xdist schemathesis
	uv pip install --quiet --python .bounds --no-deps --editable .
	NUMBA_CACHE_DIR=$(CURDIR)/.bounds/kernels .bounds/bin/python -m pytest -n $(WORKERS) \
		--dist worksteal $(or $(ARGS),tests/store tests/server tests/cli tests/wire tests/arena)

clean: ## remove everything that was generated
	rm -rf .venv .bounds .hypothesis .mypy_cache .pytest_cache .ruff_cache dist build screenshots
	rm -rf web/node_modules web/src/paraglide $(GENERATED) $(BOOKS) $(ANSWERS) src/tinplate/page src/tinplate/site
