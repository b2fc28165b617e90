# Everything here needs Python 3.11+, a C compiler and make; the rest is installed into .venv.
VENV = .venv
PY = $(VENV)/bin/python
HOST = 127.0.0.1
PORT = 8000
GAMES = 300
GAME = battlelore

SOURCES = $(shell find core search -name '*.pyx' -o -name '*.pxd') setup.py pyproject.toml

.PHONY: serve test conformance lint bench profile debug clean

serve: $(VENV)/built
	$(VENV)/bin/battlewise serve --host $(HOST) --port $(PORT)

test: $(VENV)/test
	$(PY) -m pytest --numprocesses auto --dist worksteal

# The full game counts of the conformance suite.
conformance: $(VENV)/test
	$(PY) -m pytest tests/test_conformance.py --games $(GAMES)

lint: $(VENV)/lint
	PATH=$(CURDIR)/$(VENV)/bin:$$PATH; ruff check . && ruff format --check . && cython-lint core search \
		&& mypy -p battlewise.core -p battlewise.search -p battlewise.bots -p battlewise.api

# Speed against other programs; docs/measurements.md is `python -m bench --write docs/measurements.md`.
bench: $(VENV)/bench
	$(PY) -m bench --only Speed

# Flame graphs of a search, random play and the service: build/profile/*.svg (docs/profiling.md).
profile: $(VENV)-profile/built
	$(VENV)-profile/bin/python -m bench.profile --game $(GAME)

# The conformance suite on a build with checks of every array index, shift and conversion.
debug: $(VENV)-debug/built
	$(VENV)-debug/bin/python -m pytest tests/test_conformance.py tests/core/test_core.py --games $(GAMES) \
		--numprocesses auto --dist worksteal

$(PY):
	python3 -m venv $(VENV)

$(VENV)/built: $(PY) $(SOURCES)
	$(PY) -m pip install --quiet --editable .
	touch $@

# What is installed already is not built again for what the extra adds.
$(VENV)/test $(VENV)/lint $(VENV)/bench: $(VENV)/%: $(VENV)/built
	$(PY) -m pip install --quiet 'battlewise[$*]'
	touch $@

$(VENV)-debug/built: $(SOURCES)
	python3 -m venv $(VENV)-debug
	BATTLEWISE_DEBUG=1 $(VENV)-debug/bin/python -m pip install --quiet '.[test]'
	touch $@

$(VENV)-profile/built: $(SOURCES)
	python3 -m venv $(VENV)-profile
	BATTLEWISE_PROFILE=1 $(VENV)-profile/bin/python -m pip install --quiet '.[profile]'
	touch $@

clean:
	rm -rf build dist $(VENV) $(VENV)-debug $(VENV)-profile *.egg-info
	find core search -name '*.so' -delete
