# Everything a newcomer needs; `make help` lists it.  Each target sets up .venv first when that is
# missing or out of date, so nothing has to be installed by hand.

BIN := .venv/bin
PART ?= 0/1
MISSION ?= config/experiments/human_robot.yaml
export PYTHONPATH := # what the caller's shell has sourced stays out

.DEFAULT_GOAL := help
.PHONY: help setup demo test ros browser senses lint format types page imports house book reference mutants bench speed soak package clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 18

setup: ## make .venv with everything that the other targets use
	@tools/setup.sh

demo: setup ## run a mission to its end and show it
	@tools/demo.sh $(MISSION)

test: setup ## all tests, those over ROS 2 too, with the coverage that trees/, behaviours/ and core owe
	@tools/test.sh

ros: ## the tests over real ROS 2, which installs from the Python index into .venv-ros
	@tools/test_ros.sh

browser: ## the tests of the live page in a real Chromium, into screenshots in out/
	@tools/test_browser.sh

senses: setup ## the tests that see, hear, grasp and push: cameras, photographs, voices, MuJoCo
	@tools/test_senses.sh

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

house: setup ## how the house stands: cycles, complexity, lengths, docstrings
	PYTHONPATH=. $(BIN)/python -m tools.house --check

book: setup ## build the book into out/book; a link that leads nowhere is an error
	$(BIN)/sphinx-build -q -W --keep-going docs out/book
	@echo "the book is in out/book/index.html"

reference: setup ## print docs/reference from the program
	PYTHONPATH=. $(BIN)/python -m tools.reference

mutants: setup ## deliberate breaks of engine rules, each of which a test must catch
	$(BIN)/python tools/mutants.py -j 2 --part $(PART)

bench: setup ## every benchmark, one report: out/bench.md and out/bench.json; QUICK=1: in minutes
	@$(BIN)/python -m benchmarks.report $(if $(QUICK),--quick)

speed: setup ## the tick beside stock py_trees and look-ahead beside greedy, with loose gates
	$(BIN)/python benchmarks/tick.py --rounds 5 --gate 8
	$(BIN)/cotree bench multitasking --layouts 60

soak: setup ## the long random tests that `make test` leaves out
	$(BIN)/pytest -q -m soak --hypothesis-profile=soak --ignore=tests/ros --ignore=tests/model
	@tools/test_model.sh -m soak
	@tools/test_ros.sh --where-possible -m soak
	@tools/test_senses.sh --where-possible -m soak
	@mkdir -p out
	$(BIN)/python -m cotree.runtime.swarm --faults all,directed --seeds 3000 --jobs 2 \
		--file out/soak.jsonl # 102 000 schedules; goes on where it was stopped
	$(BIN)/cotree sim config/experiments/human_robot.yaml --faults all --seeds 300 --jobs 2
	$(BIN)/cotree sim ward --faults each --seeds 200 --verify --jobs 2 --file out/ward.jsonl

package: setup ## install with pip and colcon in every way, into throw-away folders
	tools/verify_packaging.sh

clean: ## remove everything that can be made again
	rm -rf .venv .venv-ros .venv-senses .venv-peers build dist out *.egg-info .coverage .mypy_cache .ruff_cache .pytest_cache \
		.hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
