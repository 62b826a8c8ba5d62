"""Words for one answer, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cotree.runtime.why.answer import Account, Answer, Branch, Line
from cotree.viewer.deeds import deed_line
from cotree.viewer.why.figures import (
    ending,
    figure,
    listed,
    on_what,
    seconds,
    sum_of,
    weighed,
    with_things,
)
from cotree.viewer.why.matching import matched_lines
from cotree.viewer.why.moments import LOOKED, moment_line
from cotree.viewer.why.refusals import denial, refusal
from cotree.viewer.why.sharing import shared_line
from cotree.viewer.why.upsets import disturbed_line

RULES: Mapping[str, str] = {
    "alone": "nobody else asked",
    "contended": "against others who asked",
    "person": "a person",
    "resumed": "a person let it go on",
    "verified": "looked first",
}
VERBS: Mapping[str, str] = {
    "": "does it",
    "failed": "tried it",
    "gave_up": "tried it",
    "vanished": "had it",
}
"""What is said of a robot that did not do it to its end, by the outcome."""
STATES: Mapping[str, str] = {"gave_up": "gave it up", "found_done": "found done by another one"}


class Sayings:
    """Tells who did it, who did not, and what else there is."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._root = answer.node.split("/", 1)[0]
        self._doer = "another one" if answer.doer is None else answer.doer.who

    def title(self) -> str:
        """What is explained, and at which moment."""
        answer = self._answer
        line = f"{answer.node} at {seconds(answer.at_s)}"
        line += ", where the record ends" if answer.late else ""
        if answer.piece and answer.piece != answer.node:
            line += f", {self._relation()} {self._short(answer.piece)}"
        if answer.doer is not None:
            return line
        return f"{line}: {answer.state}" + (", done by nobody" if answer.piece else "")

    def _relation(self) -> str:
        if self._answer.step is not None:
            return "a step of"
        return "decided by" if self._answer.choice else "which is"

    def body(self) -> Iterator[str]:
        """Everything below the title."""
        answer = self._answer
        for account in answer.accounts:
            yield self._did(account) if account.did else self._did_not(account)
            yield from self._moments(account)
        if answer.step is not None:
            yield self._step(answer.step)
            yield from self._moments(answer.step)
        for branch in answer.choice:
            yield self._branch(branch)
        for line in answer.lines:
            yield self._line(line)
        for disturbed in answer.disturbed:
            yield disturbed_line(disturbed)
        for said in answer.matched:
            yield from matched_lines(said)
        for shared in answer.shared:
            yield shared_line(shared)
        for deed in answer.deeds:
            yield f"{deed_line(deed.who, deed.act)} at {seconds(deed.at_s)}"

    def _moments(self, account: Account) -> Iterator[str]:
        told = (moment_line(moment, self._doer) for moment in account.history)
        return (f"  {line}" for line in told if line)

    # -- teammates -----------------------------------------------------------------------------

    def _did(self, account: Account) -> str:
        end = seconds(account.ended_s)
        if account.rule == "seen":
            elsewhere = any(each.rule == "elsewhere" for each in self._answer.accounts)
            nobody = "no robot of this record" if elsewhere else "no robot"
            return f"{nobody} did it: at {end} its goal was seen to hold"
        if account.rule == "person" and account.ended_s is None:
            return f"{account.who} does it: seen at it"
        if account.rule == "person" and account.message:
            return f"{account.who} said at {end} that it is done"
        if account.rule == "person":
            return f"{account.who} did it: seen to be done at {end}"
        risk = f"; {account.risk}" if account.risk else ""
        weight = weighed(account, " ", "= {}")
        verb = VERBS.get(account.outcome, "did it")
        return f"{account.who} {verb}: {self._won(account)}{weight}{ending(account)}{risk}"

    def _won(self, account: Account) -> str:
        won = f"won at {seconds(account.won_s)} (ballot {account.ballot}){with_things(account)}"
        match account.rule:
            case "granted":
                after = f", after {self._short(account.leaf)}" if account.leaf else ""
                return f"started at {seconds(account.started_s)}{on_what(account)}{after}"
            case "contended":
                return f"{won} against {listed(account.rivals)}, who asked at the same time"
            case "resumed":
                return f"{account.by or 'the person'} let it go on, {won}"
            case "verified":
                look = LOOKED.get(account.message, account.message)
                return f"{won}, looked first ({look}){_unknown(account)}"
        return f"{won}, nobody else asked"

    def _did_not(self, account: Account) -> str:
        weight = weighed(account, " then ", "({})")
        verdict = "" if account.rule == "elsewhere" else " did not"
        return f"{account.who}{verdict}: {self._why_not(account)}{weight}"

    def _why_not(self, account: Account) -> str:
        leaf = self._short(account.leaf)
        if account.rule != "denied":
            return refusal(account, leaf)
        text = denial(account.message, account.asked_s, account.by or self._doer)
        return f"{text}, for {leaf}" if leaf else text

    # -- steps, alternatives, tasks ------------------------------------------------------------

    def _step(self, step: Account) -> str:
        name = f"step {self._answer.node.rsplit('/', 1)[-1]}"
        leaf = self._short(step.leaf)
        if step.started_s is not None:
            after = f", after {leaf}" if leaf else ""
            started = f"started at {seconds(step.started_s)}{on_what(step)}{after}"
            return f"{name}: {started}{ending(step)}"
        if step.rule == "done":
            return f"{name}: passed over at {seconds(step.ended_s)}, its goal held already"
        if step.rule == "failed":
            why = f": {step.message}" if step.message else ""
            return f"{name}: failed at {seconds(step.ended_s)}{why}"
        if step.rule == "order":
            return f"{name}: not its turn" + (f": {leaf} comes before it" if leaf else "")
        return f"{name}: waits: {step.message or 'for its turn'}"

    def _branch(self, branch: Branch) -> str:
        weight = "" if branch.potential is None else f" {figure(branch.potential)}"
        parts = f" = {sum_of(branch.parts)}" if branch.parts else ""
        text = f"{self._short(branch.path)}{weight}{parts}"
        if branch.chosen:
            return f"chosen: {text}"
        account = Account("", False, branch.rule, message=branch.message)
        why = refusal(account, "") if branch.rule != "undecided" else self._less(branch)
        return f"instead of: {text}, {why}"

    def _less(self, branch: Branch) -> str:
        best = next((each.potential for each in self._answer.choice if each.chosen), None)
        if best is None or branch.potential is None or branch.potential < best:
            return "less suitable"
        return "just as suitable, and later in the tree" if branch.potential == best else "not free"

    def _line(self, line: Line) -> str:
        name, end = self._short(line.path), seconds(line.to_s)
        if line.rule == "seen":
            return f"{name}: its goal was seen to hold at {end}"
        if not line.who:
            return f"{name}: {line.state}"
        rule = RULES.get(line.rule, "")
        if line.from_s is None:
            return f"{name}: {line.who}, {rule}, done at {end}"
        start = seconds(line.from_s)
        when = f"from {start} on" if line.to_s is None else f"{start} to {end}"
        state = "" if line.state == "done" else f", {STATES.get(line.state, line.state)}"
        note = f" ({rule})" if rule else ""
        return f"{name}: {line.who}, {when}{state}{note}"

    def _short(self, path: str) -> str:
        return path.removeprefix(f"{self._root}/")


def _unknown(account: Account) -> str:
    """Why it had to look first."""
    if not account.by:
        return ""
    when = "" if account.until_s is None else f" until {seconds(account.until_s)}"
    return f", because {account.by} had it{when} and nobody knew what became of it"
