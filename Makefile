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

# The emulated Pico, and what makes its file system.
PICO := .venv/pico/pico.stamp
# What runs on it: MicroPython as it is downloaded, and a Pico's boot ROM.
export IMAGE BOOTROM

# Stands once apt was asked for what bundles scripts and styles.
ESBUILD := .venv/esbuild.stamp

# Bytecode of tests is kept whatever the environment says, and apart: all processes of a run read what one has compiled.
BYTECODE := .venv/bytecode
PYTEST := PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$(CURDIR)/$(BYTECODE) $(BIN)/pytest

PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
UV_COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	$(if $(UPGRADE),--upgrade)
UV_LOCK := $(UV_COMPILE) pyproject.toml

MACHINE_PACKAGES = $$($(BIN)/python -m tests.box.machine packages) umockdev python3-gi gir1.2-umockdev-1.0
PACKAGING := debhelper dh-python dpkg-dev mmdebstrap
FOREIGN := arch-test qemu-user-static
# What the case is made of; its pictures are taken on a screen that is not there.
CASE := openscad admesh xvfb xauth libgl1-mesa-dri
BROWSER_PARTS := fonts-dejavu-core libatomic1
# What runs inside the virtual machine, where there is neither a browser nor hypothesis for tests/conftest.py.
INSIDE := pytest -p no:cacheprovider --confcutdir=tests/box/inside tests/box/inside && \
	pytest -p no:cacheprovider --confcutdir=tests/devices tests/devices/test_contracts.py

# Tests in processes side by side, as many as tests/conftest.py says; each keeps its browser, and one that is done takes
# over what another has still before it. ARGS="-n 0" runs them one after the other.
SIDE_BY_SIDE := -n auto --dist worksteal

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test test-box test-long test-pico bench bench-pico lint format lock install clean browser bundle machine deb packaging test-pi plans case

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(RUN) bundle ## play at a simulated box, nothing attached (ARGS="--port 9000")
	$(BIN)/companion run --simulate $(ARGS)

test: ## lint, then every test but the long ones and those of a whole box (DEEP=1: look everywhere; ARGS="-k journal")
	@# What lint needs comes from one index and the browser from another: both at once, where neither is there yet; and
	@# the tests are compiled while mypy has one processor.
	@$(MAKE) --no-print-directory --jobs=3 lint browser $(BYTECODE)
	@$(MAKE) --no-print-directory packaging
	@$(MAKE) --no-print-directory bundle
	@$(MAKE) --no-print-directory case
	$(PYTEST) --ignore=tests/box --ignore=tests/pico $(SIDE_BY_SIDE) $(ARGS)

test-box: machine browser packaging bundle ## the whole program on its own: plug pulled, real lines in a virtual machine (Debian only)
	@$(BIN)/python -m tests.box.machine build
	@# A machine on its own clock has one processor, and minds nobody: its tests run beside the others.
	$(BIN)/python -m tests.box.machine run --own-time '$(INSIDE)' >.vm/inside.log 2>&1 & inside=$$!; \
	$(PYTEST) tests/box $(ARGS); outside=$$?; \
	wait $$inside; inside=$$?; cat .vm/inside.log; exit $$((outside | inside))

test-long: export DEEP := 1
test-long: lint browser machine packaging bundle case ## every test but those of a Pico, the long ones included
	$(PYTEST) --ignore=tests/pico -m "" $(ARGS)

test-pi: packaging bundle ## the package on arm64 and armhf, emulated (as root; ARGS=arm64 for one)
	$(call debian,dpkg -s $(FOREIGN),$(FOREIGN))
	@$(BIN)/python -m tests.pi $(ARGS)

test-pico: $(DEV) ## the spinner's program on an emulated Pico (IMAGE=MICROPYTHON BOOTROM=FILE)
	@$(BIN)/python -m tests.pico.given
	@$(MAKE) --no-print-directory $(PICO)
	$(PYTEST) tests/pico $(ARGS)

bench-pico: $(DEV) ## measure the spinner's program on an emulated Pico (IMAGE=MICROPYTHON BOOTROM=FILE)
	@$(BIN)/python -m tests.pico.given
	@$(MAKE) --no-print-directory $(PICO)
	@$(BIN)/python -m tests.pico.bench

bench: machine browser bundle ## measure presses, screen, streams, start, rest and long games here (ARGS="--json FILE")
	$(BIN)/python -m tests.bench --machine $(ARGS)

lint: $(DEV) ## style, format and types; changes nothing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

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
	$(call debian,dpkg -s $(CASE),$(CASE))
	@$(BIN)/python -m hardware.case.build

deb: packaging bundle ## the Debian package, in dist/ (ARGS="--out FOLDER")
	@$(BIN)/python systemd/make_deb.py $(ARGS)

clean: ## remove .venv and whatever the tools left
	rm -rf .venv .vm build dist companion/bundle .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# $(call debian,CHECK,PACKAGES): where CHECK fails, install the Debian packages if we may, else say which are missing.
debian = @ { $(1); } >/dev/null 2>&1 || { \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing $(2)"; \
		apt-get -qq update && DEBIAN_FRONTEND=noninteractive \
			apt-get -qq install --yes --no-install-recommends $(2) >/dev/null; \
	fi; \
	{ $(1); } >/dev/null 2>&1 || { \
		echo "Missing on this machine: $(2) (on Debian: sudo apt install $(2))." >&2; exit 1; \
	}; }

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or later is needed; name one with make PYTHON=python3.11" >&2; exit 1; }
	$(call debian,$(PYTHON) -c "import ensurepip",python3-venv)
	$(PYTHON) -m venv .venv

$(RUN): requirements.txt pyproject.toml | $(BIN)/python
	$(PIP_INSTALL) --require-hashes -r requirements.txt
	$(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

# What running needs is part of it: the other stamp is renewed too.
$(DEV): requirements-dev.txt requirements.txt pyproject.toml | $(BIN)/python
	$(PIP_INSTALL) --require-hashes -r requirements-dev.txt
	$(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $(RUN) $@

$(PICO): requirements-pico.txt tests/pico/package.json tests/pico/package-lock.json | $(DEV)
	$(call debian,command -v node && command -v npm,nodejs npm)
	$(PIP_INSTALL) --require-hashes -r requirements-pico.txt
	@mkdir -p $(@D) && cp tests/pico/package.json tests/pico/package-lock.json $(@D)
	cd $(@D) && npm ci --silent --ignore-scripts --no-audit --no-fund
	@touch $@

# The first time, the tests are compiled by one process beside mypy, not by each that runs them.
$(BYTECODE): | $(DEV)
	@$(PYTEST) --ignore=tests/box --ignore=tests/pico --collect-only -qq >/dev/null || rm -rf $@

# Of what they are now, as the package has it; without esbuild pages take them as they are.
bundle: $(ESBUILD) ## scripts and styles in few files; tests and players have them so
	@$(BIN)/python -m companion.mirror.bundling

# Tried once: not everybody may install something, and not every Debian has it.
$(ESBUILD): | $(BIN)/python
	@command -v esbuild >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
		{ apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends esbuild; } \
		>/dev/null 2>&1 || true
	@touch $@

# What the virtual machine is made of, and Debian's simulated I²C bus, which only Debian's own Python can serve.
machine: $(DEV)
	$(call debian,dpkg -s $(MACHINE_PACKAGES),$(MACHINE_PACKAGES))

packaging: $(DEV) ## install what the Debian package is made with and tried in, where we may
	$(call debian,dpkg -s $(PACKAGING),$(PACKAGING))

# The browser that plays at the box, the font that makes its pictures the same everywhere, and a library that Playwright,
# which drives it, is linked with but does not bring; and what bundles scripts and styles, as tests do. Where apt has it,
# the same Chromium without windows too: tests are quicker with it, and go without. It comes after .venv, which may ask
# apt for something too: that waits for nobody.
browser: | $(BIN)/python
	$(call debian,command -v $(or $(CHROMIUM),chromium) && command -v esbuild && { ! command -v dpkg || dpkg -s $(BROWSER_PARTS); },chromium esbuild $(BROWSER_PARTS))
	@command -v chromium-headless-shell >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
		DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends chromium-headless-shell \
		>/dev/null 2>&1 || true
