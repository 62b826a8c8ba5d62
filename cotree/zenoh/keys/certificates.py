"""A small authority that signs one certificate for each member of a team."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec

from cotree.runtime.bus import BusError
from cotree.zenoh.missing import need

LONGEST = 64
"""Characters of a name in a certificate, as X.509 has it."""
EARLIER = datetime.timedelta(days=1)
"""A robot's clock may be late."""


class Issued(msgspec.Struct, frozen=True):
    """A certificate and its private key, as PEM."""

    certificate: bytes
    key: bytes


class Authority:
    """Of one team, for so many days; its key need not be kept when all are signed."""

    def __init__(self, team: str, days: int, now: datetime.datetime) -> None:
        self._x509 = need("cryptography.x509")
        self._from, self._to = now - EARLIER, now + datetime.timedelta(days=days)
        self._key = _new_key()
        self._name = self._called(f"cotree {team}"[:LONGEST])
        self.issued = self._signed(self._name, self._key, authority=True)

    def issue(self, member: str) -> Issued:
        """One member's certificate, good for calling and for being called."""
        if len(member) > LONGEST:
            raise BusError(f"'{member[:80]}': a certificate takes names of {LONGEST} characters")
        return self._signed(self._called(member), _new_key(), authority=False)

    def _called(self, name: str) -> Any:
        x509 = self._x509
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])

    def _signed(self, subject: Any, key: Any, *, authority: bool) -> Issued:
        x509 = self._x509
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(self._from)
            .not_valid_after(self._to)
            .add_extension(
                x509.BasicConstraints(ca=authority, path_length=0 if authority else None), True
            )
            .add_extension(_usage(x509, authority), True)
        )
        if not authority:
            usages = x509.ExtendedKeyUsageOID
            builder = builder.add_extension(
                x509.ExtendedKeyUsage([usages.CLIENT_AUTH, usages.SERVER_AUTH]), False
            )
        hashes = need("cryptography.hazmat.primitives.hashes")
        signed = builder.sign(self._key, hashes.SHA256())
        return Issued(signed.public_bytes(_serialization().Encoding.PEM), _pem(key))


def _usage(x509: Any, authority: bool) -> Any:
    return x509.KeyUsage(
        digital_signature=not authority,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=authority,
        crl_sign=authority,
        encipher_only=False,
        decipher_only=False,
    )


def _new_key() -> Any:
    curves = need("cryptography.hazmat.primitives.asymmetric.ec")
    return curves.generate_private_key(curves.SECP256R1())


def _pem(key: Any) -> bytes:
    kinds = _serialization()
    pem: bytes = key.private_bytes(
        kinds.Encoding.PEM, kinds.PrivateFormat.PKCS8, kinds.NoEncryption()
    )
    return pem


def _serialization() -> Any:
    return need("cryptography.hazmat.primitives.serialization")
