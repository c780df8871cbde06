# Everything that a fresh checkout needs is set up on the first call; Python 3.11 or later has to be there.
PYTHON ?= python3
BIN := .venv/bin
# The system's own certificates, as pip and git use them: behind a company's proxy there are no others.
UV := UV_SYSTEM_CERTS=$(or $(UV_SYSTEM_CERTS),1) VIRTUAL_ENV=.venv $(BIN)/uv pip

# The tests start many processes: each would compile what it imports where a machine keeps no bytecode.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test server nightly check cases bench format lock words run doctor clean

# Another night, other games: SEED=… plays one again, SLICE=… takes no more seconds of CPU than that. A whole one
# ends with the tests of the bot on a server.
SEED ?= $(shell date +%s)
SLICE ?=

# A third of the day's time is spent waiting for clocks, disks and other processes: one worker more than cores. In
# the order of the folders the small modules come last, so that no worker ends long before the others.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
DAY = $(BIN)/pytest -n $(WORKERS) --dist loadscope --no-loadscope-reorder

play: .venv/ready
	$(BIN)/tocsin table

test: .venv/ready
	$(DAY)

# The tests of the bot once more, on a PostgreSQL server that each process of them starts for itself.
server: .venv/ready
	TOCSIN_TEST_STORE=server $(DAY) tests/bot tests/core/test_channel.py

nightly: .venv/ready
	PYTHONHASHSEED=$$(printf %s "$(SEED)" | cksum | cut -d' ' -f1) \
		TOCSIN_TEST_NIGHT=$(SEED) $(if $(SLICE),TOCSIN_TEST_SLICE=$(SLICE)) $(BIN)/pytest -n auto --dist loadgroup
	$(if $(SLICE),,$(MAKE) server)

check: .venv/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy

cases: .venv/ready
	$(BIN)/pytest --collect-only -qq --disable-warnings --cases all --cases-strict

bench: .venv/ready
	$(BIN)/python -m tests.benchmarks

format: .venv/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

words: .venv/ready
	$(BIN)/python -m tests.architecture.catalogue
	$(BIN)/python -m tests.architecture.republican

run: .venv/ready
	$(BIN)/tocsin run

doctor: .venv/ready
	$(BIN)/tocsin doctor

lock: .venv/ready
	$(UV) compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --all-extras --group dev \
		pyproject.toml --output-file requirements.lock
	$(UV) compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --extra server \
		pyproject.toml --output-file deploy/requirements.lock
	echo uv | $(UV) compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --no-annotate \
		- --output-file deploy/uv.lock.txt

.venv/ready: requirements.lock deploy/uv.lock.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.12")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r deploy/uv.lock.txt
	$(UV) sync --quiet --compile-bytecode --require-hashes requirements.lock deploy/uv.lock.txt
	$(UV) install --quiet --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q bot data engines render
	touch $@

clean:
	rm -rf .venv
