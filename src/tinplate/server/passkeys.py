"""Passkeys: what the browser is asked, and whether its answer is right.

The challenge travels in a sealed cookie, so any process can check the answer. It lives for three
minutes, for one purpose and one browser; the account remembers which ones were answered.
"""

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    options_to_json_dict,
    parse_authentication_credential_json,
)
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tinplate.accounts.rules import NotYours
from tinplate.accounts.values import Account, Passkey, UsedChallenge
from tinplate.game import Rejected
from tinplate.lobby.values import Guest
from tinplate.server.guests import SealedCookies
from tinplate.store.log import Moment

CHALLENGE_COOKIE = "tinplate_challenge"
CHALLENGE_LIFE = 180  # seconds
CHALLENGE_BYTES = 32
ALGORITHMS = [
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]
SITE_NAME = "Tinplate"
MAX_HANDLE = 64  # bytes by which an authenticator knows a person
LOCAL = {"localhost"}
ChallengePurpose = Literal["register", "sign-in", "delete"]
Credential = dict[str, Any]  # as browsers write it in JSON


class Site(NamedTuple):
    """The host that a browser asks: passkeys belong to its name, answers to its whole address."""

    name: str
    origins: tuple[str, ...]


class Challenge(NamedTuple):
    """What a browser has to sign, for which purpose, and whose."""

    value: bytes
    purpose: ChallengePurpose
    person: str  # empty: whoever signs it
    until: Moment

    @property
    def used(self) -> UsedChallenge:
        """As the account remembers it."""
        return UsedChallenge(sha256(self.value).hexdigest()[:32], self.until)


class SignedBy(NamedTuple):
    """Whose passkey is said to have signed an answer."""

    person: str
    passkey: str


def site_of(host: str) -> Site:
    """The host of a request, as it is in its header.

    Browsers have passkeys on encrypted pages only, and on those of the same machine.
    """
    name = urlsplit(f"//{host.lower()}").hostname or ""
    is_local = name in LOCAL or name.endswith(".localhost")
    schemes = ("https", "http") if is_local else ("https",)
    return Site(name, tuple(f"{scheme}://{host.lower()}" for scheme in schemes))


def new_challenge(purpose: ChallengePurpose, person: str, now: Moment) -> Challenge:
    until = Moment(now + 1000 * CHALLENGE_LIFE)
    return Challenge(secrets.token_bytes(CHALLENGE_BYTES), purpose, person, until)


def sealed(challenge: Challenge, cookies: SealedCookies) -> str:
    value = bytes_to_base64url(challenge.value)
    return cookies.write(value, challenge.purpose, challenge.person, challenge.until)


def opened(
    cookie: str | None, cookies: SealedCookies, purpose: ChallengePurpose, person: str, now: Moment
) -> Challenge:
    """NotYours if the challenge is missing, too old, or was for something or somebody else."""
    values = cookies.read(cookie)
    if values is None:
        raise _over()
    value, wanted, whose, until = values
    if (wanted, whose) != (purpose, person) or now >= int(until):
        raise _over()
    return Challenge(base64url_to_bytes(str(value)), purpose, person, Moment(int(until)))


def registration_options(
    site: Site, guest: Guest, known: Sequence[Passkey], challenge: Challenge
) -> dict[str, Any]:
    """For `navigator.credentials.create`: a passkey that is found without a name."""
    options = generate_registration_options(
        rp_id=site.name,
        rp_name=SITE_NAME,
        user_name=guest.name,
        user_id=guest.id.encode(),
        challenge=challenge.value,
        timeout=1000 * CHALLENGE_LIFE,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in known
        ],
        supported_pub_key_algs=ALGORITHMS,
    )
    return options_to_json_dict(options)


def sign_in_options(site: Site, challenge: Challenge) -> dict[str, Any]:
    """For `navigator.credentials.get`: any passkey that the browser has for this site."""
    options = generate_authentication_options(
        rp_id=site.name,
        challenge=challenge.value,
        timeout=1000 * CHALLENGE_LIFE,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options_to_json_dict(options)


def registered(
    credential: Credential, site: Site, challenge: Challenge, device: str, now: Moment
) -> Passkey:
    """The new passkey. NotYours if anything about the answer is wrong."""
    try:
        verified = verify_registration_response(
            credential=credential,
            expected_challenge=challenge.value,
            expected_rp_id=site.name,
            expected_origin=list(site.origins),
            require_user_verification=True,
            supported_pub_key_algs=ALGORITHMS,
        )
    except (WebAuthnException, ValueError) as error:
        raise _wrong() from error
    return Passkey(
        id=bytes_to_base64url(verified.credential_id),
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        site=site.name,
        device=device,
        added_at=now,
        used_at=now,
    )


def signer_of(credential: Credential) -> SignedBy:
    """Whose passkey it is said to be: nothing is checked yet."""
    try:
        parsed = parse_authentication_credential_json(credential)
        person = (parsed.response.user_handle or b"").decode()
    except (WebAuthnException, ValueError) as error:
        raise _wrong() from error
    return SignedBy(person, parsed.id)


def verified_count(
    credential: Credential, site: Site, challenge: Challenge, account: Account, passkey_id: str
) -> int:
    """How often the passkey has signed, by its own count. NotYours if anything is wrong.

    Whether it has counted up is a rule of accounts, so that it can be told apart.
    """
    passkey = account.passkey(passkey_id)
    if passkey is None or passkey.site != site.name:
        raise NotYours("No account here knows this passkey.", "passkey-unknown")
    try:
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge.value,
            expected_rp_id=site.name,
            expected_origin=list(site.origins),
            credential_public_key=passkey.public_key,
            credential_current_sign_count=0,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError) as error:
        raise _wrong() from error
    return verified.new_sign_count


def _over() -> Rejected:
    return NotYours("That took too long, or was sent twice. Try again.", "challenge-is-over")


def _wrong() -> Rejected:
    return NotYours("Your passkey's answer doesn't fit. Try again.", "passkey-wrong")
