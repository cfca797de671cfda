"""The checks of a message in the present step of a table, before its proofs are checked."""

from __future__ import annotations

from protocol.cards.dealing import CardKey
from protocol.cards.hands import OpenPlay
from protocol.errors import BadMessage, BadOpening, IllegalMove, Reason
from protocol.game.deal_attempt import Statement
from protocol.game.referee import Referee
from protocol.game.step_table import OWED_BODY
from protocol.wire.bodies import (
    Act,
    Body,
    KeptShares,
    MakeHand,
    OpenKey,
    OpenSealed,
    PackShares,
    PickAndPass,
    RevealSeed,
    SealCard,
    Shuffle,
    SignResult,
    proofs_of,
)


def statements_of(referee: Referee, signer: int, body: Body) -> tuple[Statement, ...]:
    """Return the statements a message of the present step has to prove, in order.

    Raises:
        BadMessage: this signer does not owe that message.
        IllegalMove: it is an action the rules do not allow.
    """
    due = referee.due
    if signer not in due.signers:
        raise BadMessage(Reason.NOT_OWED, due.kind)
    if type(body) is not OWED_BODY[due.kind]:
        raise BadMessage(Reason.WRONG_KIND, due.kind)
    statements: tuple[Statement, ...]
    match body:
        case Act():
            statements = _of_action(referee, signer, body)
        case Shuffle() | PackShares() | PickAndPass() | KeptShares() | MakeHand():
            statements = referee.deal.statements(due, signer)
        case SealCard():
            statements = (referee.escrow.due[signer],)
        case OpenSealed():
            statements = referee.escrow.shares_of(signer)
        case _:
            _check_plain(referee, signer, body)
            return ()
    if len(proofs_of(body)) != len(statements):
        raise BadMessage(Reason.WRONG_SHAPE, "proofs")
    return statements


def _of_action(referee: Referee, signer: int, body: Act) -> tuple[Statement, ...]:
    action = body.action
    if action.seat != referee.seat_of(signer):
        raise IllegalMove(Reason.ILLEGAL_ACTION, "seat")
    why = referee.rules.illegal(referee.game, action)
    if why is not None:
        raise IllegalMove(Reason.ILLEGAL_ACTION, why.code)
    statements = referee.play_statements(body)
    if body.position and not isinstance(action, OpenPlay):
        raise BadMessage(Reason.WRONG_SHAPE, "position")
    return statements


def _check_plain(referee: Referee, signer: int, body: Body) -> None:
    match body:
        case RevealSeed():
            if not referee.seeding.is_bound(signer, body.part):
                raise BadMessage(Reason.WRONG_REVEAL, "seed")
        case SignResult():
            if body.glory != referee.glory():
                raise BadMessage(Reason.WRONG_RESULT, "glory")
        case OpenKey():
            try:
                CardKey.opened(body.secret, referee.card_keys[signer])
            except BadOpening as error:
                raise BadMessage(error.reason, error.place) from error
        case _:
            pass
