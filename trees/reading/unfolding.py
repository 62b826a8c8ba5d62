"""Words that stand for subtrees, the same for every team: ``job``, ``steps`` and ``ltl``."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.mission import Mark, Teammate
from cotree.core.words import did_you_mean
from cotree.core.work_steps import WorkSteps
from cotree.trees.job import JOB, JobParams
from cotree.trees.reading.drafts import Draft
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.job_task import draft_of_job
from cotree.trees.reading.jobs import Given
from cotree.trees.reading.kinds import Mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import quote
from cotree.trees.reading.steps_task import draft_of_steps
from cotree.trees.shared_steps import STEPS
from cotree.trees.whole_sentence import LTL


class Unfolder:
    """Puts subtrees where the task names them; what is wrong goes to the findings."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.jobs: Mapping[str, Given] = {}
        self.team: Mapping[str, Teammate] = {}
        """For whom jobs are unfolded."""
        self.steps: WorkSteps | None = None
        self.written: Mapping[str, Mark] = {}
        """Which of ``ltl``, ``jobs`` and ``steps`` the mission has, and where."""
        self.used: dict[str, Mark] = {}
        """Where ``ltl`` and ``steps`` stand in the task, which they do once."""

    def unfolded(self, draft: Draft, names: Names) -> Draft | None:
        """What a node stands for; itself if it is one that stands for itself."""
        if draft.word == JOB:
            return self._job(draft, names)
        if draft.word in (STEPS, LTL):
            return self._once(draft, names)
        return draft

    def whole(self, names: Names) -> Draft | None:
        """Everything that makes a task without being named in one, in any order."""
        makers = {LTL: self._ltl, "jobs": self._all_jobs, STEPS: self._steps}
        drafts = [
            make(self.written[key], names) for key, make in makers.items() if key in self.written
        ]
        known = tuple(draft for draft in drafts if draft is not None)
        if len(known) < len(drafts) or not known:
            return None
        return known[0] if len(known) == 1 else Draft("and", "and", None, known, known[0].mark)

    # -- each ----------------------------------------------------------------------------------

    def _once(self, draft: Draft, names: Names) -> Draft | None:
        """Nothing is known of it in a library, and it has no second place in a task."""
        if not names.complete and not self.written:
            return draft
        word = draft.word
        if word not in self.written:
            self.findings.add(draft.mark, f"this mission has no '{word}'; write it beside 'task'")
            return None
        first = self.used.setdefault(word, draft.mark)
        if first != draft.mark:
            self.findings.add(draft.mark, f"'{word}' is done once; it stands at {first}, too")
            return None
        return self._ltl(draft.mark, names) if word == LTL else self._steps(draft.mark, names)

    def _ltl(self, mark: Mark, names: Names) -> Draft | None:
        """Its errands are known when the sentence has been read."""
        return Draft(LTL, LTL, None, (), mark)

    def _steps(self, mark: Mark, names: Names) -> Draft | None:
        return None if self.steps is None else draft_of_steps(self.steps, self.team, mark)

    def _job(self, draft: Draft, names: Names) -> Draft | None:
        """The subtree of one job; itself where nothing is known of jobs, as in a library."""
        params: JobParams = draft.params
        if not names.complete and not self.jobs:
            return draft
        given = self.jobs.get(params.do)
        if given is None:
            hint = did_you_mean(params.do[:80], self.jobs) or "; this mission has no 'jobs'"
            self.findings.add(draft.mark, f"no job {quote(params.do)}{hint}")
            return None
        try:
            return draft_of_job(given.job, params.to or given.to, self.team, names, draft.mark)
        except Mismatch as wrong:
            self.findings.add(wrong.mark, wrong.message)
            return None

    def _all_jobs(self, mark: Mark, names: Names) -> Draft | None:
        """All jobs, in any order."""
        drafts = [
            self._job(Draft(JOB, name, JobParams(name), (), given.mark), names)
            for name, given in self.jobs.items()
        ]
        found = tuple(draft for draft in drafts if draft is not None)
        complete = found and len(found) == len(drafts)
        return Draft("and", "jobs", None, found, mark) if complete else None
