"""What robots decide about jobs, and what becomes of steps that people share, as lines."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cotree.core.changes import JobChange, StepChange

LOST: Mapping[str, str] = MappingProxyType(
    {"silent": "silent", "battery": "its battery is low", "gone": "it did not agree"}
)
"""Why a helper is lost, in words."""


STEPS: Mapping[str, str] = MappingProxyType(
    {
        "asked": "→ asks     {0.to} to do {0.path}",
        "cancelled": "↩ cancels  {0.path}",
        "refused": "✗ refuses  {0.path}",
        "gave": "→ gives    {0.path} to {0.to}",
        "declined": "✗ refuses  {0.path}",
        "took_back": "↩ takes    {0.path} back",
        "began": "▸ begins   {0.path}: {0.text}",
        "stopped": "◌ leaves   {0.path}",
        "placed": "✓ placed   {0.path}",
        "misplaced": "! wrong    {0.path}",
        "returned": "↩ returned {0.path}",
        "believes": "· is thought of: {0.text}",
        "lasts": "· {0.text}",
    }
)
"""What is said of a step; who shares it out is for those who ask."""


def learnt_line(change: JobChange | StepChange) -> str:
    """One line about what a robot decided; empty: it is for those who ask."""
    if isinstance(change, StepChange):
        line = STEPS.get(change.word, "").format(change)
        return f"{line} wrongly" if change.word == "gave" and change.text else line
    who, (text, *_) = ", ".join(change.who), change.text.splitlines() or [""]
    match change.word:
        case "asks":
            return f"? asks {who} for help with {change.path}"
        case "team":
            return f"+ team     {change.path}: {text.removeprefix(f'{change.job}: ')}"
        case "refused":
            return f"✗ refuses  {change.path}: {text}"
        case "lost" if change.who:
            return f"- lost     {who}, a helper with {change.path}: {LOST.get(text, text)}"
        case "lost":
            return f"- no team  {change.path}: {text}"
        case "handed_over":
            return f"+ gives    {change.path} to {who}"
    return ""
