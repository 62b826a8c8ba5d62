"""Where the page is served, and by which names a browser may ask for it.

A page elsewhere could let its own name stand for 127.0.0.1 (DNS rebinding) and then read what is
here; so only known names are answered.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
from urllib.parse import urlsplit

import msgspec

LOOPBACK = "127.0.0.1"


class Address(msgspec.Struct, frozen=True):
    """A host and a port; beyond this machine, and where pages act, there is a token, too."""

    host: str
    port: int
    token: str = ""

    @property
    def url(self) -> str:
        """What to open in a browser; the token stands where no server gets to see it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        if is_any(self.host):
            host = socket.gethostname()
        return f"http://{host}:{self.port}/" + (f"#{self.token}" if self.token else "")

    def answers(self, host: str) -> bool:
        """Whether a browser that asks for this host, as its header says it, means us."""
        name, port = _split(host)
        if not name or port != self.port:
            return False
        if name in ("localhost", "127.0.0.1", "::1", self.host.lower()):
            return True
        # No name server makes an address out of an address.
        return is_any(self.host) and (_is_address(name) or name == socket.gethostname().lower())

    def sent(self, origin: str, host: str) -> bool:
        """Whether the page that asks came from here, as its headers say."""
        return origin.lower() == f"http://{host.lower()}" and self.answers(host)


def address(host: str, port: int, *, acts: bool = False) -> Address:
    """The address, with a new token when it can be reached from elsewhere or pages may act."""
    needed = acts or not is_loopback(host)
    return Address(host, port, secrets.token_urlsafe(16) if needed else "")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    if host.lower() == "localhost":
        return True
    return _is_address(host) and ipaddress.ip_address(host).is_loopback


def is_any(host: str) -> bool:
    """Whether it stands for all addresses of this machine."""
    return _is_address(host) and ipaddress.ip_address(host).is_unspecified


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _split(host: str) -> tuple[str, int]:
    """Name and port of a header ``Host``; no name when it is none."""
    try:
        parts = urlsplit(f"//{host}")
        port = parts.port or 80
    except ValueError:
        return "", 0
    if parts.username is not None or parts.path or parts.query or parts.fragment:
        return "", 0
    return (parts.hostname or "").lower(), port
