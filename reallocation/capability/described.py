"""Robots and jobs from plain data, as a person writes them; every mistake names its place.

models:
  M: {size: 3, ports: 2, components: [{domain: perception, type: rgb}, {domain: locomotion}]}
robots: {M1: {model: M, battery: 0.9}, M2: M}
jobs:
  find: {needs: [{domain: perception, type: rgb, height: 8}], objects: {box: {on: table}},
         goal: [[box, on, place]]}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias, TypeVar

import msgspec

from cotree.core.words import did_you_mean
from cotree.reallocation.capability.models import (
    DOMAINS,
    GROUND,
    IDLE_ABOVE,
    Domain,
    Domains,
    Job,
    Model,
    Need,
    Part,
    Relation,
    Robot,
    Thing,
    named,
)

Plain: TypeAlias = Mapping[str, object]
T = TypeVar("T")


class CapabilityError(ValueError):
    """What was written cannot be used: where, what, and what would be right."""


class Fleet(msgspec.Struct, frozen=True):
    """Robots and jobs of one file."""

    robots: Mapping[str, Robot]
    jobs: Mapping[str, Job]
    domains: Domains = DOMAINS
    idle_above: float = IDLE_ABOVE


class _Component(msgspec.Struct, forbid_unknown_fields=True):
    domain: str
    level: int = 1
    type: int | str = 1
    count: int = 1
    at: tuple[float, float, float] | None = None
    name: str = ""


class _Model(msgspec.Struct, forbid_unknown_fields=True):
    size: float
    ports: int = 0
    components: tuple[_Component, ...] = ()


class _Robot(msgspec.Struct, forbid_unknown_fields=True):
    model: str
    battery: float = 1.0


class _Need(msgspec.Struct, forbid_unknown_fields=True):
    domain: str
    level: int = 1
    type: int | str = 1
    count: int = 1
    height: float = 1.0
    at: tuple[float, float, float] | None = None


class _Thing(msgspec.Struct, forbid_unknown_fields=True):
    on: str = ""
    fixed: bool = False
    weight: float | None = None
    dimension: tuple[float, ...] = ()
    location: tuple[float, ...] = ()


class _Job(msgspec.Struct, forbid_unknown_fields=True):
    needs: tuple[_Need, ...]
    objects: dict[str, _Thing] = {}
    goal: tuple[tuple[str, str, str], ...] = ()
    goal_is: str = "exact"


class _Domain(msgspec.Struct, forbid_unknown_fields=True):
    actions: tuple[str, ...] = ()
    grounded: bool = False


class _Idle(msgspec.Struct, forbid_unknown_fields=True):
    battery_above: float = IDLE_ABOVE


class _File(msgspec.Struct, forbid_unknown_fields=True):
    version: int = 1
    types: dict[str, tuple[str, ...]] = {}
    domains: dict[str, _Domain] = {}
    idle: _Idle = msgspec.field(default_factory=_Idle)
    models: dict[str, object] = {}
    robots: dict[str, object] = {}
    jobs: dict[str, object] = {}


def read(data: Plain) -> Fleet:
    """The fleet and jobs in plain data, as a YAML or JSON reader returns it."""
    file = _read("", data, _File)
    domains = _domains(file)
    models = {name: _model(name, each, domains) for name, each in file.models.items()}
    return Fleet(
        {name: _robot(name, each, models) for name, each in file.robots.items()},
        {name: _job(name, each, domains) for name, each in file.jobs.items()},
        domains,
        file.idle.battery_above,
    )


def _read(where: str, data: object, what: type[T]) -> T:
    """Plain data as what they should be."""
    try:
        return msgspec.convert(data, what)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        place = (where + path.rstrip("`")).lstrip(".") or "the file"
        raise CapabilityError(f"{place}: {message}") from None


def _domains(file: _File) -> Domains:
    own = tuple(Domain(n, each.actions, each.grounded) for n, each in file.domains.items())
    kept = tuple(domain for domain in DOMAINS if domain.name not in file.domains)
    found = (*kept, *own)
    for name in file.types:
        _known(f"types.{name}", "domain", name, (domain.name for domain in found))
    return tuple(
        msgspec.structs.replace(domain, types=file.types.get(domain.name, ())) for domain in found
    )


def _model(name: str, data: object, domains: Domains) -> Model:
    where = f"models.{name}"
    written = _read(where, data, _Model)
    _least(f"{where}.size", written.size, 0.0)
    _least(f"{where}.ports", written.ports, 0)
    parts: list[Part] = []
    for i, each in enumerate(written.components):
        place = f"{where}.components[{i}]"
        domain = _domain(place, each.domain, domains)
        _least(f"{place}.count", each.count, 1)
        _least(f"{place}.level", each.level, 1)
        at = each.at or (GROUND if domain.grounded else (1.0, written.size, 1.0))
        part = Part(each.name, domain.name, each.level, _type(place, each.type, domain), at)
        parts += [part] * each.count
    found = named(parts)
    twice = sorted({p.name for p in found if [q.name for q in found].count(p.name) > 1})
    if twice:
        raise CapabilityError(f"{where}.components: two parts are called '{twice[0]}'")
    return Model(name, written.size, written.ports, found)


def _robot(name: str, data: object, models: Mapping[str, Model]) -> Robot:
    own = _Robot(data) if isinstance(data, str) else _read(f"robots.{name}", data, _Robot)
    _known(f"robots.{name}.model", "model", own.model, models)
    if not 0.0 <= own.battery <= 1.0:
        message = f"robots.{name}.battery: {own.battery:g} is no share of a full battery (0 to 1)"
        raise CapabilityError(message)
    return Robot(name, models[own.model], own.battery)


def _job(name: str, data: object, domains: Domains) -> Job:
    where = f"jobs.{name}"
    written = _read(where, data, _Job)
    needs = tuple(_need(f"{where}.needs[{i}]", n, domains) for i, n in enumerate(written.needs))
    things = tuple(_thing(key, each) for key, each in written.objects.items())
    known = {thing.name for thing in things} | {thing.on for thing in things} - {""}
    for i, (subject, _, target) in enumerate(written.goal):
        for word in (subject, target):
            _known(f"{where}.goal[{i}]", "object", word, known)
    goal = tuple(Relation(*each) for each in written.goal)
    match written.goal_is:
        case "exact":
            return Job(name, needs, things, goal, "exact", domains)
        case "subset":
            return Job(name, needs, things, goal, "subset", domains)
    raise CapabilityError(f"{where}.goal_is: '{written.goal_is}' is neither 'exact' nor 'subset'")


def _need(where: str, written: _Need, domains: Domains) -> Need:
    domain = _domain(where, written.domain, domains)
    _least(f"{where}.count", written.count, 1)
    at = written.at or (1.0, written.height, 1.0)
    type_ = _type(where, written.type, domain)
    return Need(domain.name, written.level, type_, written.count, at)


def _thing(name: str, written: _Thing) -> Thing:
    found: list[tuple[str, str]] = []
    if written.weight is not None:
        found.append(("weight", f"{written.weight:g}"))
    for key, numbers in (("dimension", written.dimension), ("location", written.location)):
        if numbers:
            found.append((key, " ".join(f"{each:g}" for each in numbers)))
    return Thing(name, written.on, written.fixed, tuple(found))


def _domain(where: str, name: str, domains: Domains) -> Domain:
    _known(f"{where}.domain", "domain", name, (domain.name for domain in domains))
    return next(domain for domain in domains if domain.name == name)


def _type(where: str, written: int | str, domain: Domain) -> int:
    """A type's number; names count from 1 in the order in which the file lists them."""
    if isinstance(written, int):
        _least(f"{where}.type", written, 1)
        return written
    _known(f"{where}.type", "type", written, domain.types)
    return domain.types.index(written) + 1


def _known(where: str, what: str, word: str, known: Iterable[str]) -> None:
    names = sorted(known)
    if word not in names:
        raise CapabilityError(f"{where}: no {what} '{word}'{did_you_mean(word, names)}")


def _least(where: str, value: float, least: float) -> None:
    if not value >= least:
        raise CapabilityError(f"{where}: {value:g} is too little; at least {least:g}")
