"""Reasons for refusals by the protocol, as the end of a sentence; faults of records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, assert_never

from client.text.catalogue import listed, say
from protocol.charter import LONGEST_NAME, VERSIONS
from protocol.errors import Reason
from protocol.rules import KNOWN
from protocol.wire.names import NameFault, is_plain, name_fault
from protocol.wire.scripts import is_unseen

if TYPE_CHECKING:
    from protocol.record.record import BrokenRecord

_SENTENCES: Final = {
    Reason.WRONG_LENGTH: "a message is too long or cut off",
    Reason.NOT_A_POINT: "a point is invalid",
    Reason.NOT_A_SCALAR: "a number is out of range",
    Reason.KEY_PROOF: "the owner of a card key did not prove that they know it",
    Reason.SHUFFLE_PROOF: "a shuffle is not proven to keep the same cards",
    Reason.SHARE_PROOF: "a share does not open its card",
    Reason.SEAL_PROOF: "a seal does not fit its card",
    Reason.MASK_REPEATED: "a card was not masked again",
    Reason.KEY_REPEATED: "two seats use one key",
    Reason.KEYS_CANCEL: "the card keys cancel each other out",
    Reason.NO_SUCH_FACE: "an opened card has no known face",
    Reason.NOT_THE_KEY: "a secret does not match the card key",
    Reason.NOT_CANONICAL: "a message is wrongly encoded",
    Reason.WRONG_SHAPE: "a message has the wrong parts",
    Reason.UNKNOWN_MESSAGE: "the kind of a message is unknown",
    Reason.BAD_SIGNATURE: "a signature is wrong",
    Reason.BAD_KEY: "a key is invalid",
    Reason.OTHER_TABLE: "a message belongs to another table",
    Reason.OTHER_HEAD: "a message belongs to a different history of the game",
    Reason.OTHER_STATE: "a message describes a different state of the game",
    Reason.NOT_OWED: "a message came from the wrong seat or at the wrong step",
    Reason.WRONG_KIND: "a message is not of the expected kind",
    Reason.TWO_MESSAGES: "a seat signed two messages for one step",
    Reason.TWO_VOTES: "a seat signed two votes in one ballot",
    Reason.TWO_PASTS: "a seat continued two histories of the game at once",
    Reason.FORGOTTEN_ACCEPTANCE: "a vote conceals an earlier vote of its signer",
    Reason.FORGOTTEN_MESSAGE: "a seat signed a message against its own vote",
    Reason.WRONG_PROPOSAL: "a proposal does not follow from the votes in it",
    Reason.TOO_MANY: "a player sends too much in too short a time",
    Reason.ILLEGAL_ACTION: "the rules do not allow an action",
    Reason.WRONG_REVEAL: "a revealed part of the seed does not match its commitment",
    Reason.WRONG_FACE: "a card is not the one that was named",
    Reason.WRONG_RESULT: "a seat signed another result",
    Reason.WRONG_CLOSING: "there is no proof that enough players went on without a seat",
    Reason.NOT_SEATED: "there is no such seat",
    Reason.WRONG_CHARTER: "the terms differ from those agreed on",
    Reason.NO_COMMON_VERSION: "the versions are incompatible",
    Reason.OTHER_CARDS: "the table of cards is different",
    Reason.WRONG_NAME: "a name has characters that are not allowed",
    Reason.NOT_LOCKED_HERE: "a message was locked in another room",
    Reason.BAD_INVITATION: "the invitation has a typing error or is not one",
    Reason.UNSAFE_LIBRARY: "the installed cryptography library is not safe enough",
    Reason.WRONG_ARGUMENT: "a request makes no sense",
}


def reason_sentence(reason: Reason, place: str = "") -> str:
    """Explain a refusal, without a full stop; `place` is its place in the message."""
    sentence = say(_SENTENCES[reason])
    return f"{sentence} ({place})" if place else sentence


_PROVEN: Final = {
    Reason.TWO_MESSAGES: "{who} signed two messages for step {step}.",
    Reason.TWO_VOTES: "{who} voted twice about step {step}.",
    Reason.TWO_PASTS: "{who} continued two histories of the game at once, at step {step}.",
    Reason.FORGOTTEN_ACCEPTANCE: "{who} concealed an earlier vote, at step {step}.",
    Reason.FORGOTTEN_MESSAGE: "{who} signed a message against their own vote, at step {step}.",
    Reason.WRONG_PROPOSAL: "{who} signed a false count of the votes, at step {step}.",
}
"""The sentence for each fault that two statements, or a vote alone, prove."""


def proven_sentence(reason: Reason, who: str, step: int) -> str:
    """Name a fault that votes or two messages prove; "" for any other reason."""
    return say(_PROVEN[reason], who=who, step=step) if reason in _PROVEN else ""


def cut_off_sentence(steps: int) -> str:
    """Say that a record has lost its tail, and what is left: that many steps from the first on."""
    if not steps:
        return say("The file is cut off before the end of its first step; the rest is lost.")
    return say("The file is cut off after step {step}; the rest is lost.", step=steps - 1)


def broken_sentence(broken: BrokenRecord) -> str:
    """Describe the fault of a record in one sentence."""
    why = reason_sentence(broken.reason, broken.place)
    if broken.step < 0 and (version := version_sentence(broken.reason, broken.place)):
        return version
    if broken.step < 0:
        return say("the record is broken before the first step: {why}.", why=why)
    who = broken.name or say("message of no known seat")
    return say(
        "the record is broken at step {step} ({who}): {why}.", step=broken.step, who=who, why=why
    )


def name_sentence(name: str) -> str:
    """Say why a text is no name, in one sentence; "" if it is one."""
    if len(name) > LONGEST_NAME:
        return say("a name can have at most {most} characters.", most=LONGEST_NAME)
    fault = name_fault(name)
    if fault is None:
        return ""
    reason, sign = fault
    if not is_plain(sign[:1] or " ") or is_unseen(sign[:1]):
        sign = f"U+{ord(sign):04X}"
    match reason:
        case NameFault.EMPTY:
            return say("a name needs at least one letter or digit.")
        case NameFault.SPACES:
            return say("a name can have only single spaces, and none at its ends.")
        case NameFault.SIGN:
            return say(
                "a name can have only letters, digits, spaces, ' - and ., not {sign}.", sign=sign
            )
        case NameFault.SCRIPTS:
            return say(
                "all letters of a name must be of one script; {sign} is of another.", sign=sign
            )
        case NameFault.MARKS:
            return say("a letter of a name has too many marks.")
        case _:
            assert_never(reason)


def version_sentence(reason: Reason, place: str) -> str:
    """Name the version that is unknown here; "" if the refusal is about something else.

    `place` is that of the refusal: "rules 2", "version 3", or no number if there is none in common.
    """
    what, _, found = place.partition(" ")
    if reason is Reason.OTHER_CARDS:
        return say("The cards of this table differ from those of its rules version.")
    if reason is not Reason.NO_COMMON_VERSION:
        return ""
    if what == "rules":
        return say(
            "This game uses rules version {found}; this program knows {known}. Update it.",
            found=found,
            known=_versions(KNOWN),
        )
    if found.isdecimal() and int(found) < min(VERSIONS):
        return say(
            "This game uses protocol version {found}; this program speaks {known}. The "
            "others have to update theirs.",
            found=found,
            known=_versions(VERSIONS),
        )
    if found:
        return say(
            "This game uses protocol version {found}; this program speaks {known}. Update it.",
            found=found,
            known=_versions(VERSIONS),
        )
    return say("The programs at this table have no protocol version in common.")


def _versions(known: Iterable[int]) -> str:
    return listed(str(version) for version in sorted(known))
