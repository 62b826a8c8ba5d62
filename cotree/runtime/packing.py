"""How messages lie in a record: a letter stands there once, and who heard it only names it.

What robots of a team do while nothing happens lies in bundles: letters, and ticks that only heard
letters and renewed permits.  A letter says what is different from the last one of its sender.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import msgspec

from cotree.core.actions import Permit
from cotree.runtime.messages import TOPIC_OF, Heard, Message, Said, Told, decode, encode
from cotree.team.messages import Letter

HEARD = TOPIC_OF[Heard]
BUNDLE = "quiet"
"""The topic of bundles."""
MOST_LETTERS = 30_000
"""So many letters, the newest, may still be heard; whoever reads a record keeps no more."""
MOST = 64
"""So many messages are in a bundle, at most."""


class Name(msgspec.Struct, frozen=True, array_like=True):
    """Tells a letter from every other one."""

    sender: str
    n: int
    boot: int = -1
    """The sender's incarnation; -1: the one that wrote last."""


class Renewal(msgspec.Struct, frozen=True, array_like=True):
    """A permit of the robot whose tick it is."""

    piece: str
    token: tuple[int, str]
    until_s: float


Packed: Any = msgspec.defstruct(
    "Packed",
    [
        (each.name, tuple[Name, ...] if each.name == "letters" else each.type, each.default)
        if each.default is not msgspec.NODEFAULT
        else (each.name, each.type)
        for each in msgspec.structs.fields(Heard)
    ],
    frozen=True,
    omit_defaults=True,
)
"""``Heard`` with the names of its letters; all else is the same."""

Tick: TypeAlias = tuple[str, int, float, tuple[Name, ...], tuple[Renewal, ...]]
"""``Heard`` with nothing but letters, and ``Told`` with nothing but permits: robot, number, time,
letters, permits."""
FIELDS = [each for each in msgspec.structs.fields(Letter) if each.name != "sender"]
_USUAL = {each.name: each.default for each in FIELDS}
Word: Any = msgspec.defstruct(
    "Word",
    [
        ("t", float),
        ("sender", str),
        *((each.name, each.type | msgspec.UnsetType, msgspec.UNSET) for each in FIELDS),
    ],
    frozen=True,
    omit_defaults=True,
)
"""``Said`` with those fields of the letter that its sender's last one did not have."""

_encoder = msgspec.json.Encoder(order="deterministic", enc_hook=str)
_packed = msgspec.json.Decoder(Packed)


class Bundle(msgspec.Struct, frozen=True):
    """Letters, and ticks in which nothing happened, one after the other."""

    quiet: tuple[Tick | Word, ...]


class Raws(msgspec.Struct, frozen=True):
    """A bundle of which nothing is read yet."""

    quiet: tuple[msgspec.Raw, ...]


_bundle = msgspec.json.Decoder(Bundle | tuple[Tick | Word, ...])  # older records: only the list
_raws = msgspec.json.Decoder(Raws | tuple[msgspec.Raw, ...])


def unbundled(data: bytes) -> tuple[msgspec.Raw, ...]:
    """What is in a bundle, each still as it is written."""
    found = _raws.decode(data)
    return found.quiet if isinstance(found, Raws) else found


def matters(message: Message) -> bool:
    """Whether it waits for nothing; in a team what robots do while nothing happens can wait."""
    if isinstance(message, Told) and message.robot:
        only_permits = all(isinstance(each, Permit) for each in message.commands)
        return bool(message.changes) or not only_permits
    if not isinstance(message, Heard) or not message.robot:
        return not isinstance(message, Said)
    happened = (
        message.events,
        message.plan,
        message.no_plan,
        message.errands,
        message.shares,
        message.no_shares,
        message.halt,
        message.give_up,
        message.acts,
        message.goes_on,
    )
    return any(happened)


class Packer:
    """Makes of messages what a record writes: topics and bytes.  Equal messages, equal bytes."""

    def __init__(self) -> None:
        self._quiet: list[Any] = []
        self._last: dict[str, Letter] = {}

    def pack(self, message: Message) -> Iterator[tuple[str, bytes]]:
        """What is to be written now; what does not matter waits for what does."""
        if isinstance(message, Told) and not matters(message) and self._renewed(message):
            return
        if matters(message) or isinstance(message, Told):
            yield from self.rest()
            yield TOPIC_OF[type(message)], self._alone(message)
            return
        if len(self._quiet) >= MOST:
            yield from self.rest()
        if isinstance(message, Said):
            self._quiet.append(self._said(message))
        elif isinstance(message, Heard):
            names = self._names(message.letters)
            self._quiet.append((message.robot, message.n, message.t, names, ()))

    def rest(self) -> Iterator[tuple[str, bytes]]:
        """What still waits."""
        if self._quiet:
            quiet, self._quiet = self._quiet, []
            yield BUNDLE, _encoder.encode({BUNDLE: quiet})

    def _renewed(self, told: Told) -> bool:
        """Add the permits to the tick that they come from, if it waits, too."""
        heard = self._quiet[-1] if self._quiet else None
        if not isinstance(heard, tuple) or heard[:3] != (told.robot, told.n, told.t):
            return False
        permits = [each for each in told.commands if isinstance(each, Permit)]
        if not permits or any(each.robot != told.robot for each in permits):
            return False
        renewals = tuple(Renewal(each.piece, each.token, each.until_s) for each in permits)
        self._quiet[-1] = (*heard[:4], renewals)
        return True

    def _said(self, said: Said) -> Any:
        letter = said.letter
        last, self._last[letter.sender] = self._last.get(letter.sender), letter
        return Word(said.t, letter.sender, **dict(_news(letter, last)))

    def _alone(self, message: Message) -> bytes:
        if not isinstance(message, Heard) or not message.letters:
            return encode(message)
        fields = {field: getattr(message, field) for field in Heard.__struct_fields__}
        return _encoder.encode(Packed(**fields | {"letters": self._names(message.letters)}))

    def _names(self, letters: Iterable[Letter]) -> tuple[Name, ...]:
        return tuple(map(self._name, letters))

    def _name(self, letter: Letter) -> Name:
        last = self._last.get(letter.sender)
        same = last is not None and last.boot == letter.boot
        return Name(letter.sender, letter.n, -1 if same else letter.boot)


class Unpacker:
    """Reads messages in the order in which they were written, and remembers the letters."""

    def __init__(self) -> None:
        self._last: dict[str, Letter] = {}
        self._letters: dict[tuple[str, int, int], Letter] = {}

    def unpack(self, topic: str, data: bytes) -> Iterable[Message]:
        """The messages again, with their letters; ValueError says what is wrong with them."""
        if topic == BUNDLE:
            found = _bundle.decode(data)
            quiet = found.quiet if isinstance(found, Bundle) else found
            return [message for each in quiet for message in self._quiet(each)]
        if topic == HEARD:
            packed = _packed.decode(data)
            fields = {field: getattr(packed, field) for field in Packed.__struct_fields__}
            return [Heard(**fields | {"letters": self._heard(packed.letters)})]
        return [decode(topic, data)]

    def _quiet(self, one: Any) -> Iterator[Message]:
        if not isinstance(one, tuple):
            letter = self._whole(one)
            self._last[letter.sender] = letter
            self._letters[letter.sender, letter.boot, letter.n] = letter
            if len(self._letters) > MOST_LETTERS:
                del self._letters[next(iter(self._letters))]
            yield Said(one.t, letter)
            return
        robot, n, t, names, renewals = one
        yield Heard(n, t, robot=robot, letters=self._heard(names))
        if renewals:
            permits = (Permit(robot, each.piece, each.token, each.until_s) for each in renewals)
            yield Told(n, t, commands=tuple(permits), robot=robot)

    def _whole(self, word: Any) -> Letter:
        said = {field: getattr(word, field) for field in Letter.__struct_fields__}
        news = {
            # a default is written differently from a value that only equals it
            field: _USUAL[field] if value == _USUAL.get(field) else value
            for field, value in said.items()
            if value is not msgspec.UNSET
        }
        last = self._last.get(word.sender)
        try:
            return Letter(**news) if last is None else msgspec.structs.replace(last, **news)
        except TypeError as error:
            raise ValueError(f"the first letter of {word.sender} is not whole") from error

    def _heard(self, names: Iterable[Name]) -> tuple[Letter, ...]:
        return tuple(map(self._letter, names))

    def _letter(self, name: Name) -> Letter:
        last = self._last.get(name.sender)
        boot = last.boot if name.boot < 0 and last is not None else name.boot
        letter = self._letters.get((name.sender, boot, name.n))
        if letter is None:
            raise ValueError(f"letter {name.n} of {name.sender} was heard, and never sent")
        return letter


def _news(letter: Letter, last: Letter | None) -> Iterator[tuple[str, Any]]:
    """The fields that are different from those of the last letter, or from what is usual."""
    for name, default in _USUAL.items():
        value = getattr(letter, name)
        if value != (default if last is None else getattr(last, name)):
            yield name, value
