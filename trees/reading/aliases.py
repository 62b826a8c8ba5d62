"""Words of other tools and of daily speech, and what is meant by them here."""

from __future__ import annotations

from collections.abc import Collection, Mapping

ALIASES: Mapping[str, tuple[str, ...]] = {
    "all": ("and",),
    "any": ("or",),
    "choose": ("or", "selector"),
    "condition": ("check", "guard"),
    "cleanup": ("finally",),
    "delay": ("wait",),
    "do": ("then",),
    "do in order": ("then",),
    "drive": ("move",),
    "drop": ("place",),
    "execute": ("perform",),
    "fallback": ("selector", "or"),
    "fetch": ("pick",),
    "for": ("for each",),
    "forall": ("for each",),
    "forcefailure": ("always",),
    "forcesuccess": ("always",),
    "foreach": ("for each",),
    "get": ("pick",),
    "go": ("move",),
    "goto": ("move",),
    "grab": ("pick",),
    "if": ("check", "guard"),
    "in order": ("then",),
    "inverter": ("invert",),
    "listen": ("hear",),
    "loop": ("repeat",),
    "navigate": ("move",),
    "navigatetopose": ("move",),
    "parallelall": ("parallel",),
    "not": ("invert",),
    "pause": ("wait",),
    "pickup": ("pick",),
    "put": ("place",),
    "putdown": ("place",),
    "race": ("parallel",),
    "retryuntilsuccessful": ("retry",),
    "say": ("perform",),
    "serial": ("then", "sequence"),
    "sleep": ("wait",),
    "speak": ("perform",),
    "subscribe": ("hear",),
    "take": ("pick",),
    "throttle": ("at rate",),
    "try": ("retry", "selector"),
    "unordered": ("and",),
    "walk": ("move",),
    "while": ("guard", "repeat"),
}
"""Written in small letters, without what joins words: ``Go_To`` is ``goto``."""


def meant(text: str, known: Collection[str]) -> str:
    """``; did you mean 'selector'?`` if it is a word of elsewhere, or a slip of the pen."""
    slip = _slip(text, known)
    if slip:
        return slip
    small = text[:80].lower()
    joined = "".join(c for c in small if c.isalnum())
    known = {*known, "for each"}
    same = [word for word in sorted(known) if "".join(filter(str.isalnum, word)) == joined]
    found = same or ALIASES.get(small) or ALIASES.get(joined, ())
    said = " or ".join(f"'{word}'" for word in found if word in known)
    return f"; did you mean {said}?" if said else ""


def _slip(text: str, known: Collection[str]) -> str:
    """What is missing when a known word and its value have become one text."""
    for word in sorted(known, key=len, reverse=True):
        rest = text[len(word) :]
        if not text.startswith(word) or not rest:
            continue
        if rest.startswith(" "):
            return f"; is a ':' missing after '{word}'?"
        if rest.startswith(":"):
            return f"; a space is missing after '{word}:'"
    return ""
