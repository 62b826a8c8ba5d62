"""Why a robot did not do a piece of work, when another one did it, or nobody."""

from __future__ import annotations

from typing import Any

import msgspec

from cotree.runtime.why.answer import Account, Moment, Wish
from cotree.runtime.why.execution import Ask, Execution
from cotree.runtime.why.log import SAME_S
from cotree.runtime.why.scene import Scene


class Others:
    """Accounts of who did not."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def did_not(self, robot: str, at_s: float, execution: Execution | None) -> Account:
        """Why a robot did not do it, when another one did, or nobody."""
        wish = self._wish(robot)
        silent_s = self._scene.log.silent_since(robot, at_s)
        if silent_s is not None:
            account = Account(robot, False, "silent", until_s=silent_s)
        else:
            account = self._denied(robot, execution, wish) or self._of_wish(robot, at_s, wish)
        return _with(
            account,
            wish,
            history=self._scene.history(robot) + self._tried(robot, account, execution),
            asked_s=account.asked_s or self._asked_s(robot, execution),
        )

    def _tried(
        self, robot: str, account: Account, execution: Execution | None
    ) -> tuple[Moment, ...]:
        """That it asked later, while the other one had it."""
        if account.rule == "denied" or execution is None:
            return ()
        tried = [
            each
            for each in self._scene.executions.moments
            if each.who == robot
            and each.word == "denied"
            and each.at_s > execution.decided_s
            and (execution.ended_s is None or each.at_s <= execution.ended_s)
        ]
        return tuple(tried[:1])

    def _wish(self, robot: str) -> Wish:
        mind = self._scene.minds.get(robot)
        if mind is None:
            return Wish("unborn" if self._scene.log.tells_of(robot) else "elsewhere")
        return mind.wish(self._scene.piece)

    def _asks(self, robot: str) -> list[Ask]:
        return [ask for ask in self._scene.executions.asks if ask.robot == robot]

    def _asked_s(self, robot: str, execution: Execution | None) -> float | None:
        asks = self._asks(robot)
        if execution is not None:
            asks = [ask for ask in asks if ask.at_s >= execution.decided_s - SAME_S] or asks
        return asks[0].at_s if asks else None

    def _denied(self, robot: str, execution: Execution | None, wish: Wish) -> Account | None:
        """It asked, and the team said no."""
        asks = [
            ask
            for ask in self._scene.executions.asks
            if ask.robot == robot and ask.word == "denied"
        ]
        own = None if execution is None else execution.ask
        at_once = [ask for ask in asks if own is not None and ask.during(own)]
        if not at_once and wish.rule in ("asking", "undecided", "unborn"):
            from_s = 0.0 if execution is None else execution.decided_s - SAME_S
            at_once = [ask for ask in asks if ask.at_s >= from_s][:1]
        if not at_once and wish.rule == "cooling":
            at_once = asks[-1:]
        if not at_once:
            return None
        ask = at_once[-1]
        by, leaf = ask.holder, ""
        if not by and ask.answer_s is not None:
            by, leaf = self._winner(ask, execution)
        return Account(
            robot,
            False,
            "denied",
            message=ask.why,
            by=by,
            leaf=leaf,
            until_s=ask.answer_s,
            asked_s=ask.at_s,
        )

    def _winner(self, ask: Ask, execution: Execution | None) -> tuple[str, str]:
        """Who got the votes that this claim did not get, and for which other alternative."""
        if execution is not None:
            return execution.robot, ""
        for each in self._scene.executions.all:
            if each.won_s is not None and each.won_s >= ask.at_s:
                return each.robot, ""
        return self._scene.rival("", ask.at_s)

    def _of_wish(self, robot: str, at_s: float, wish: Wish) -> Account:
        until_s, rule, leaf = None, wish.rule, wish.leaf
        if rule in ("busy", "chose"):
            until_s = self._scene.log.free_again_s(robot, leaf, at_s)
        if rule == "taken":
            leaf = self._scene.rival(wish.by, at_s)[1]
            rule = "alternative" if leaf else rule
        if rule == "order" and self._scene.log.reached_s(leaf) < at_s - SAME_S:
            rule = "unaware"
        return Account(
            robot,
            False,
            rule,
            message=wish.message,
            by=wish.by,
            leaf=leaf,
            resource=wish.resource,
            until_s=until_s,
        )


def _with(account: Account, wish: Wish, **more: Any) -> Account:
    """An account with how suitable the robot was."""
    return msgspec.structs.replace(
        account,
        potential=wish.potential,
        parts=wish.parts,
        shut=wish.shut,
        risk=wish.risk,
        other_potential=wish.other_potential,
        **more,
    )
