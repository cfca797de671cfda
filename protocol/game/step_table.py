"""The steps of a table: the signers that owe a message in each step, and its body.

    kind          owed by                          body            next, when all are in
    SIGN          everybody                        SignCharter     COMMIT
    COMMIT        everybody                        CommitSeed      REVEAL
    REVEAL        everybody                        RevealSeed      the rulebook
    AGE_COMMIT    the signers of the attempt       CommitSeed      AGE_REVEAL
    AGE_REVEAL    the same                         RevealSeed      the rulebook
    SHUFFLE       one present seat after another   Shuffle         PACK_SHARES, or KEPT_SHARES
                                                                   without a draft
    PACK_SHARES   every drafting seat              PackShares      PICK
    PICK          every drafting seat              PickAndPass     PACK_SHARES, at last KEPT_SHARES
    KEPT_SHARES   every drafting seat              KeptShares      HAND
    HAND          every drafting seat              MakeHand        the rulebook
    ACT           seats the rulebook names         Act             the rulebook
    SEAL          present seats with a laid card   SealCard        ACT: they show their cards
                  that others can hold
    OPEN_SEALED   holders of sealed cards that     OpenSealed      the rulebook
                  were not shown
    RESULT        everybody                        SignResult      OPEN_KEY, or CLOSED
    OPEN_KEY      everybody                        OpenKey         CLOSED
    CLOSED        nobody

"The rulebook" is `engine.play.owed`: an Age to begin leads to SHUFFLE, the end to RESULT,
everything else to ACT by the seats that owe a decision or a duty. Places of gods to draw in Ages 2
and 3 lead to AGE_COMMIT (`protocol.game.seeding`); those of Age 1 come from REVEAL. Before laid
cards are shown there is SEAL, and after that OPEN_SEALED if somebody has not shown theirs
(`protocol.game.escrow`); at a table of version 1 there is neither.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.values import Value
from protocol.wire.bodies import (
    Act,
    Body,
    CommitSeed,
    KeptShares,
    MakeHand,
    OpenKey,
    OpenSealed,
    PackShares,
    PickAndPass,
    RevealSeed,
    SealCard,
    Shuffle,
    SignCharter,
    SignResult,
)


class StepKind(StrEnum):
    """The kind of a step: what its messages carry."""

    SIGN = "sign"
    COMMIT = "commit"
    REVEAL = "reveal"
    AGE_COMMIT = "age-commit"
    AGE_REVEAL = "age-reveal"
    SHUFFLE = "shuffle"
    PACK_SHARES = "pack-shares"
    PICK = "pick"
    KEPT_SHARES = "kept-shares"
    HAND = "hand"
    ACT = "act"
    SEAL = "seal"
    OPEN_SEALED = "open-sealed"
    RESULT = "result"
    OPEN_KEY = "open-key"
    CLOSED = "closed"


OWED_BODY: Final[dict[StepKind, type[Body]]] = {
    StepKind.SIGN: SignCharter,
    StepKind.COMMIT: CommitSeed,
    StepKind.REVEAL: RevealSeed,
    StepKind.AGE_COMMIT: CommitSeed,
    StepKind.AGE_REVEAL: RevealSeed,
    StepKind.SHUFFLE: Shuffle,
    StepKind.PACK_SHARES: PackShares,
    StepKind.PICK: PickAndPass,
    StepKind.KEPT_SHARES: KeptShares,
    StepKind.HAND: MakeHand,
    StepKind.ACT: Act,
    StepKind.SEAL: SealCard,
    StepKind.OPEN_SEALED: OpenSealed,
    StepKind.RESULT: SignResult,
    StepKind.OPEN_KEY: OpenKey,
}

DEALING: Final = frozenset(
    {StepKind.SHUFFLE, StepKind.PACK_SHARES, StepKind.PICK, StepKind.KEPT_SHARES, StepKind.HAND}
)
"""Steps that need no person, except PICK."""

AGE_SEEDING: Final = frozenset({StepKind.AGE_COMMIT, StepKind.AGE_REVEAL})
"""Steps that make the chance of an Age, and need no person; somebody who leaves one sits it out."""

BALLOTED: Final = frozenset(OWED_BODY) - {StepKind.SIGN, StepKind.COMMIT, StepKind.REVEAL}
"""Steps that can be closed without somebody. Before seats are drawn there is no game."""


class Due(Value):
    """The messages a step waits for: signers by charter index; `link` counts within a kind."""

    kind: StepKind
    signers: tuple[int, ...]
    link: int = 0
