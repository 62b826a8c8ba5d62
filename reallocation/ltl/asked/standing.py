"""From the words of the robots to how things stand, as the planner sees them."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from typing import TypeAlias

from cotree.core.errands import Assignment, Question
from cotree.reallocation.ltl.asked.order import Order
from cotree.reallocation.ltl.automata.letters import Letter
from cotree.reallocation.ltl.plan.mission import Mission, compile_mission
from cotree.reallocation.ltl.plan.robots import Problem, Robot, Word
from cotree.reallocation.ltl.world.changes import Block, Close, Disable, Hold, Open, Relabel
from cotree.reallocation.ltl.world.system import State
from cotree.reallocation.ltl.world.world import World


class Unplannable(Exception):
    """How things stand cannot be planned with; the text says why."""


class Standing:
    """Reads questions about one order."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._relabelled: dict[frozenset[Letter], Mission] = {}
        """By letters that the order does not know: the sentence with them."""

    def problem(self, question: Question) -> Problem:
        """How things stand, as far as the words of the robots say."""
        world = self._order.world
        for robot, source, target, cost in question.costs:
            world = world.changed([Open(source, target, cost)], robot or None)
        for robot, region in question.closed:
            world = world.changed([Close(region)], robot or None)
        for region, areas in question.areas:
            world = world.changed([Relabel(region, frozenset(areas))])
        if question.holding is not None:
            world = world.changed([Hold(question.holding)])
        for robot, source, target in question.blocked:
            world = world.changed([Block(source, target)], robot or None)
        for robot, operation in question.unable:
            world = world.changed([Disable(operation)], robot)
        problem = Problem(world, self._mission(world, question), (), self._order.objective)
        team = [self._robot(name, kind, question, problem) for name, kind, _ in self._order.starts]
        past = tuple(self._past(problem, team, question))
        return dataclasses.replace(problem, robots=tuple(team), past=past)

    def _mission(self, world: World, question: Question) -> Mission:
        """The sentence over all letters that anybody can show now, or has shown."""
        given = self._order.mission
        systems = [world.system(kind, name) for name, kind, _ in self._order.starts]
        letters = {label for one in systems for label in one.labels}
        for name, kind, _ in self._order.starts if question.seen else ():
            letters |= set(self._word(name, kind, question))
        missing = frozenset(letters.difference(given.alphabet.letters))
        if not missing:
            return given
        if missing not in self._relabelled:
            known = (*given.alphabet.letters, *sorted(missing, key=sorted))
            mission = compile_mission(given.formula, (), known)
            said = {task.formula: task for task in mission.tasks}
            if set(said) != {task.formula for task in given.tasks}:
                raise Unplannable("with the new areas other parts are one robot's work")
            tasks = tuple(said[task.formula] for task in given.tasks)
            self._relabelled[missing] = dataclasses.replace(mission, tasks=tasks)
        return self._relabelled[missing]

    def _past(
        self, problem: Problem, team: list[Robot], question: Question
    ) -> Iterator[frozenset[str]]:
        """What the team has shown, in the order in which the robot that asks heard of it."""
        words = {robot.name: self._letters(problem, robot, question) for robot in team}
        rest = [name for name, word in words.items() for _ in word]
        given = set(_handed_over(question.assignment))
        shown = dict.fromkeys(words, 0)
        for name in (*words, *question.order, *rest):
            if shown[name] == len(words[name]):
                continue
            yield words[name][shown[name]]
            shown[name] += 1
            for giver, taker in sorted(given):
                if shown[giver[0]] >= giver[1] and shown[taker[0]] == taker[1] + 1:
                    given.discard((giver, taker))
                    yield words[taker[0]][taker[1]]

    def _robot(self, name: str, kind: str, question: Question, problem: Problem) -> Robot:
        at = State(*question.words[name][-1])
        robot = Robot(name, kind, at, lost=name in question.lost)
        own = self._letters(problem, robot, question)
        traces, progress = [], []
        for errand, task in zip(self._order.errands, problem.mission.tasks, strict=True):
            trace = self._trace(robot, errand, own, problem, question)
            traces.append(trace)
            read = task.ratchet.read(problem.mission.alphabet.word(trace))
            progress.append(task.ratchet.done if errand in question.done else read)
        return dataclasses.replace(robot, traces=tuple(traces), progress=tuple(progress))

    def _trace(
        self, robot: Robot, errand: str, own: Word, problem: Problem, question: Question
    ) -> Word:
        """The word on which a robot does an errand: its own, after those of its predecessors."""
        assignment = question.assignment
        if assignment is None or assignment.who.get(errand) != robot.name:
            return own
        stretches = assignment.words.get(errand)
        if not stretches:
            return own
        trace: list[frozenset[str]] = []
        for stretch in stretches:
            kind = next(kind for name, kind, _ in self._order.starts if name == stretch.robot)
            other = Robot(stretch.robot, kind, State(*question.words[stretch.robot][-1]))
            word = self._letters(problem, other, question)
            trace += word[stretch.start : stretch.end]
        return tuple(trace)

    def _letters(self, problem: Problem, robot: Robot, question: Question) -> Word:
        """What a robot has shown so far."""
        return self._word(robot.name, robot.kind, question)

    def _word(self, name: str, kind: str, question: Question) -> Word:
        """The same, as it was when it was shown: areas and facts may be others now."""
        system = self._order.world.system(kind, name)
        seen = dict(question.seen.get(name, ()))
        return tuple(
            frozenset((*spot, *seen[at])) if at in seen else system.labels[system.index(*spot)]
            for at, spot in enumerate(question.words[name])
        )


Place: TypeAlias = tuple[str, int]


def _handed_over(assignment: Assignment | None) -> Iterator[tuple[Place, Place]]:
    """Who showed where it stood, when it took over what another one had done so far."""
    words = {} if assignment is None else assignment.words
    for stretches in words.values():
        for giver, taker in itertools.pairwise(stretches):
            yield (giver.robot, giver.end or 0), (taker.robot, taker.start)
