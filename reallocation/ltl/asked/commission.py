"""The planner's door for a running team: from a question in words to an answer in words.

Everything is read anew from the words of the robots, so that two robots that have heard the same
give the same answer, and nothing that was planned before has to be remembered.
"""

from __future__ import annotations

from cotree.core.errands import Assignment, Question
from cotree.core.steps import NoPlan
from cotree.reallocation.ltl.asked.order import Order
from cotree.reallocation.ltl.asked.standing import Standing, Unplannable
from cotree.reallocation.ltl.asked.wording import Answer, Kind, Wording
from cotree.reallocation.ltl.language.evaluate import holds
from cotree.reallocation.ltl.plan.answer import Plan, Reason, Route
from cotree.reallocation.ltl.plan.many import DEFAULT
from cotree.reallocation.ltl.plan.robots import Problem
from cotree.reallocation.ltl.plan.solve import plan
from cotree.reallocation.ltl.repair.reallocate import again, shared_anew


class Commission:
    """Answers the questions of one team about one order."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self._standing = Standing(order)
        self._wording = Wording(order)
        self._parts: dict[frozenset[str], Commission] = {}

    # -- the question --------------------------------------------------------------------------

    def answer(self, question: Question) -> Answer:
        """Who does what from now on, and the way of the robot that asks; or why not."""
        try:
            problem = self.problem(question)
        except Unplannable as why:
            return NoPlan("not_supported", str(why))
        unseen = self._unseen(problem, question)
        if unseen:
            return self._without(unseen).answer(question)
        if question.assignment is None:
            found = plan(problem)
            if isinstance(found, Reason):
                return NoPlan(found.status, found.message)
            assignment = Assignment((0, ""), self._wording.who(found, problem, question))
            return self._wording.errands(problem, found, assignment, question, "first")
        if problem.mission.coupled:
            return self._together(problem, question)
        if question.reach == "given":
            return self._alone(problem, question, "given")
        if question.reach == "me":
            return self._alone(problem, question, "local")
        return self._anew(problem, question)

    def _unseen(self, problem: Problem, question: Question) -> frozenset[str]:
        """Errands that the team knows to be done although no word that was heard shows it."""
        return frozenset(
            errand
            for errand, task in zip(self.order.errands, self.order.mission.tasks, strict=True)
            if errand in question.done and not holds(task.formula, problem.past)
        )

    def _without(self, errands: frozenset[str]) -> Commission:
        if errands not in self._parts:
            self._parts[errands] = Commission(self.order.without(errands))
        return self._parts[errands]

    def problem(self, question: Question) -> Problem:
        """How things stand, as far as the words of the robots say."""
        return self._standing.problem(question)

    # -- kinds of answers ----------------------------------------------------------------------

    def _alone(self, problem: Problem, question: Question, kind: Kind) -> Answer:
        """Another way for the errands of the robot that asks; all others go on."""
        assert question.assignment is not None
        index = problem.index(question.robot)
        found = again(problem, index, self._tasks(problem, question, question.robot))
        if isinstance(found, Reason):
            return NoPlan(found.status, found.message)
        alone = Plan((found,), self.order.objective, 0.0, "given")
        return self._wording.errands(problem, alone, question.assignment, question, kind)

    def _anew(self, problem: Problem, question: Question) -> Answer:
        """The disturbed robot on another way, everything shared anew, or the cheaper of both."""
        assert question.assignment is not None
        local = self._local(problem, question) if question.reach == "cheaper" else None
        changed, team = self._whole(problem, question)
        if isinstance(team, Plan) and not (isinstance(local, Plan) and local.value <= team.value):
            assignment = self._wording.handed_over(problem, team, question)
            return self._wording.errands(changed, team, assignment, question, "global")
        if isinstance(local, Plan):
            return self._wording.errands(problem, local, question.assignment, question, "local")
        assert isinstance(team, Reason)
        return NoPlan(team.status, team.message)

    def _whole(self, problem: Problem, question: Question) -> tuple[Problem, Plan | Reason]:
        """All open errands shared anew."""
        routes = (self._tasks(problem, question, robot.name) for robot in problem.robots)
        return shared_anew(problem, Plan(tuple(routes), self.order.objective, 0.0, ""), DEFAULT)

    def _together(self, problem: Problem, question: Question) -> Answer:
        """Where robots are coupled nobody plans alone: the same for everybody who knows the same.

        Who only follows an assignment keeps it, if that is what it would have said itself.
        """
        assert question.assignment is not None
        changed, team = self._whole(problem, question)
        if isinstance(team, Reason):
            return NoPlan(team.status, team.message)
        assignment = self._wording.handed_over(problem, team, question)
        if question.reach == "given" and _open(assignment, question) == _open(
            question.assignment, question
        ):
            return self._wording.errands(changed, team, question.assignment, question, "given")
        return self._wording.errands(changed, team, assignment, question, "global")

    def _local(self, problem: Problem, question: Question) -> Plan | Reason:
        """Everybody's best way for the errands that are theirs."""
        routes = []
        for index, robot in enumerate(problem.robots):
            found = again(problem, index, self._tasks(problem, question, robot.name))
            if isinstance(found, Reason):
                return found
            routes.append(found)
        return Plan(tuple(routes), self.order.objective, 0.0, "local")

    def _tasks(self, problem: Problem, question: Question, robot: str) -> Route:
        """A robot's errands, without a way."""
        assert question.assignment is not None
        who = question.assignment.who
        open_ = problem.open()
        mine = (t for t in open_ if who.get(self.order.errands[t]) == robot)
        return Route(robot, tuple(mine))


def _open(assignment: Assignment, question: Question) -> dict[str, str]:
    """Who does what of all that is not done."""
    return {what: who for what, who in assignment.who.items() if what not in question.done}
