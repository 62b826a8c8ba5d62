"""Who belongs to the team and who votes; changed only by an operator, one voter at a time."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cotree.core.mission import Teammate as Member

MOST_VOTERS = 5
"""With a hundred voters one step costs thousands of messages; with five, hundreds."""


class Roster(msgspec.Struct, frozen=True):
    """One version of the team; a later epoch replaces an earlier one."""

    members: tuple[str, ...]
    voters: tuple[str, ...]
    """Those who vote on claims, at most five."""
    epoch: int = 0
    """Counts the versions."""
    witnesses: tuple[str, ...] = ()
    """Members that vote and are no robots."""
    seats: tuple[str, ...] = ()
    """All who have ever voted, in order; empty: the voters.  Who is at home where stays as it was
    when somebody else is removed, and what the removed ones knew counts as lost."""
    floor: int = 0
    """Whoever goes by this roster claims with counters above this, which is above all that the
    removed ones can have claimed unheard."""

    @property
    def ever(self) -> tuple[str, ...]:
        """All who have ever voted."""
        return self.seats or self.voters

    @property
    def robots(self) -> tuple[str, ...]:
        """Members that can execute something."""
        return tuple(member for member in self.members if member not in self.witnesses)

    def wrong(self) -> str | None:
        """Why this cannot be a team, or None."""
        if not self.voters or len(self.voters) > MOST_VOTERS:
            return f"{len(self.voters)} voters; a team has 1 to {MOST_VOTERS}"
        if len(set(self.members)) < len(self.members) or len(set(self.voters)) < len(self.voters):
            return "a name stands twice in the roster"
        strangers = sorted(set(self.voters) - set(self.members))
        if strangers:
            return f"{', '.join(strangers)} votes but is no member"
        return None

    def advice(self) -> str | None:
        """What to tell a person who plans with this team, or None."""
        if len(self.voters) == 2:
            return (
                "two robots without a witness cannot continue past the other's death; "
                "add a third vote: a tablet, a base station"
            )
        if len(self.voters) % 2 == 0:
            return f"{len(self.voters)} voters stand no more failures than {len(self.voters) - 1}"
        return None


class Change(msgspec.Struct, frozen=True):
    """What an operator asks for: one voter more, or one less."""

    add: str = ""
    remove: str = ""
    switched_off: bool = False
    """The operator has seen that the removed one is switched off and moves nothing."""


def changed(roster: Roster, change: Change) -> Roster | str:
    """The next roster, or why there is none."""
    if bool(change.add) == bool(change.remove):
        return "change one voter at a time: add one, or remove one"
    if change.add:
        if change.add in roster.voters:
            return f"{change.add} votes already"
        members = (*(m for m in roster.members if m != change.add), change.add)
        voters = (*roster.voters, change.add)
        seats = (*(seat for seat in roster.ever if seat != change.add), change.add)
        epoch = roster.epoch + 1
        found = Roster(members, voters, epoch, roster.witnesses, seats, roster.floor)
    else:
        if change.remove not in roster.voters:
            return f"{change.remove} does not vote; voters are {', '.join(roster.voters)}"
        gone = {change.remove} if change.switched_off else set()
        found = Roster(
            tuple(member for member in roster.members if member not in gone),
            tuple(voter for voter in roster.voters if voter != change.remove),
            roster.epoch + 1,
            tuple(witness for witness in roster.witnesses if witness not in gone),
            roster.ever,
            roster.floor,
        )
    return found.wrong() or found


def first_roster(team: Mapping[str, Member], witness: tuple[str, ...] = ()) -> Roster:
    """The roster of a mission: witnesses vote first, then robots in the order they are written."""
    robots = tuple(name for name, member in team.items() if member.robot is not None)
    members = (*robots, *(name for name in witness if name not in robots))
    voters = (*witness, *(name for name in robots if name not in witness))[:MOST_VOTERS]
    even = len(voters) > 3 and len(voters) % 2 == 0
    witnesses = tuple(name for name in witness if name not in robots)
    return Roster(members, voters[:-1] if even else voters, witnesses=witnesses)
