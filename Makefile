# Everything a newcomer needs; `make help` lists it.  Each target sets up .venv first when that is
# missing or out of date, so nothing has to be installed by hand.

BIN := .venv/bin
MISSION ?= config/experiments/human_robot.yaml
export PYTHONPATH := # what the caller's shell has sourced stays out

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint format types imports mutants bench speed soak package clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 18

setup: ## make .venv with everything that the other targets use
	@tools/setup.sh

demo: setup ## run a mission to its end and show it
	@tools/demo.sh $(MISSION)

test: setup ## all tests, with the coverage that trees/ and cotree/core owe
	$(BIN)/pytest -q tests/faults # hundreds of schedules, four times slower under coverage
	$(BIN)/pytest -q --cov --cov-report= --ignore=tests/faults
	@for room in trees cotree/core; do \
		$(BIN)/coverage report --include="$$room/*" --fail-under=95 --skip-covered || exit 1; \
	done

lint: setup ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup ## let ruff rewrite what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup ## mypy, strict
	$(BIN)/mypy

imports: setup ## rooms import only the rooms below them
	PYTHONPATH=. $(BIN)/lint-imports --no-logo

mutants: setup ## deliberate breaks of engine rules, each of which a test must catch
	$(BIN)/python tools/mutants.py -j 2

bench: setup ## every table in benchmarks/
	@for bench in benchmarks/[a-z]*.py; do \
		[ -e "$$bench" ] || continue; \
		echo "== $$bench"; $(BIN)/python "$$bench" || exit 1; \
	done

speed: setup ## the tick beside stock py_trees and look-ahead beside greedy, with loose gates
	$(BIN)/python benchmarks/tick.py --rounds 5 --gate 8
	$(BIN)/cotree bench multitasking --layouts 60

soak: setup ## the long random tests that `make test` leaves out
	$(BIN)/pytest -q -m soak --hypothesis-profile=soak
	@mkdir -p out
	$(BIN)/python -m cotree.runtime.swarm --faults all,directed --seeds 3400 --jobs 2 \
		--file out/soak.jsonl # 102 000 schedules; goes on where it was stopped
	$(BIN)/cotree sim config/experiments/human_robot.yaml --faults all --seeds 300 --jobs 2

package: setup ## install with pip and colcon in every way, into throw-away folders
	tools/verify_packaging.sh

clean: ## remove everything that can be made again
	rm -rf .venv build dist out *.egg-info .coverage .mypy_cache .ruff_cache .pytest_cache \
		.hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
