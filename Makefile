# Everything a newcomer needs; `make help` lists it.  Each target sets up .venv first when that is
# missing or out of date, so nothing has to be installed by hand.

BIN := .venv/bin
MISSION ?= config/experiments/human_robot.yaml
export PYTHONPATH := # what the caller's shell has sourced stays out

.DEFAULT_GOAL := help
.PHONY: help setup demo test faults test-real lint format types page imports fits house book reference mutants flakes lock bench speed soak package clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 18

setup: ## make .venv with everything that the other targets use
	@tools/setup.sh

demo: setup ## run a mission to its end and show it
	@tools/demo.sh $(MISSION)

test: setup ## all rooms in virtual time, with the coverage that is owed; then a team over each bus
	@tools/test.sh

faults: setup ## thousands of schedules, and missions with faults
	@$(BIN)/pytest -q -n 2 --dist worksteal --durations=10 -m "faults and not soak and not real and not senses"

test-real: ## processes, Zenoh, real DDS, Chromium, cameras, voices, forces: into .venv-real
	@tools/test_real.sh

lint: setup ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup ## let ruff rewrite what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup ## mypy, strict
	$(BIN)/mypy

page: ## make the live page of its TypeScript source (needs Node.js); CHECK=1: only compare
	@tools/page.sh $(if $(CHECK),--check)

imports: setup ## rooms import only the rooms below them
	PYTHONPATH=. $(BIN)/lint-imports --no-logo

fits: setup ## every mutant fits its text, and no test reads a clock
	@$(BIN)/python tools/mutants.py --fits
	@$(BIN)/pytest -q tests/test_clocks.py

house: setup ## how the house stands: cycles, complexity, lengths, docstrings
	PYTHONPATH=. $(BIN)/python -m tools.house --check

book: setup ## build the book into out/book; a link that leads nowhere is an error
	$(BIN)/sphinx-build -q -W --keep-going docs out/book
	@echo "the book is in out/book/index.html"

reference: setup ## print docs/reference from the program
	PYTHONPATH=. $(BIN)/python -m tools.reference

mutants: setup ## deliberate breaks of rules that a test must catch: those that were not judged yet; ALL=1
	@$(BIN)/python tools/mutants.py -j 2 $(if $(ALL),--all)

flakes: ## every real test 20 times beside six busy processes; goes on where it was stopped
	@$(BIN)/python tools/flakes.py

lock: setup ## pin what CI installs to the newest versions, into constraints.txt
	@tools/lock.sh

bench: setup ## every benchmark, one report: out/bench.md and out/bench.json; QUICK=1: in minutes
	@$(BIN)/python -m benchmarks.report $(if $(QUICK),--quick)

speed: setup ## the tick beside stock py_trees and look-ahead beside greedy, with loose gates
	$(BIN)/python benchmarks/tick.py --rounds 3 --gate 8
	$(BIN)/cotree bench multitasking --layouts 20

soak: setup ## the long random tests that `make test` leaves out
	$(BIN)/pytest -q -m "soak and not real and not senses" --hypothesis-profile=soak
	@tools/test_real.sh -m soak
	@mkdir -p out
	$(BIN)/python -m cotree.runtime.swarm --faults all,directed --seeds 3000 --jobs 2 \
		--file out/soak.jsonl # 102 000 schedules; goes on where it was stopped
	$(BIN)/cotree sim config/experiments/human_robot.yaml --faults all --seeds 300 --jobs 2
	$(BIN)/cotree sim ward --faults each --seeds 200 --verify --jobs 2 --file out/ward.jsonl

package: setup ## install with pip and colcon in every way, into throw-away folders
	tools/verify_packaging.sh

clean: ## remove everything that can be made again
	rm -rf .venv .venv-real .venv-peers .photos build dist out *.egg-info .coverage .mypy_cache .ruff_cache .pytest_cache \
		.hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
