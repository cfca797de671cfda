"""Short names of the votes that a seat has, so that nobody sends them again."""

from __future__ import annotations

from collections.abc import Collection

from protocol.agreement.kept_votes import named_by
from protocol.agreement.statements import AcceptanceVote, CastVote
from protocol.agreement.voter import Voter
from protocol.wire.packets import MOST_NAMED, NAME_SIZE, Standing


def name_of(digest: bytes) -> bytes:
    """Return the first bytes of a digest: as many as nobody finds two statements with."""
    return digest[:NAME_SIZE]


def names_of_votes(voter: Voter) -> tuple[bytes, ...]:
    """Return names of the votes that are here, for a question: `MOST_NAMED` at most.

    The decision that a seat stands on stands for all decisions before it. Of the others those of
    the highest views come first.
    """
    base = () if voter.base is None else (voter.base,)
    settled = voter.memory.settled()
    found = [vote for vote in voter.memory.votes if not _is_settled(vote, settled)]
    found.sort(key=lambda vote: (-vote.view, vote.digest))
    names = dict.fromkeys(name_of(vote.digest) for vote in (*base, *found))
    return tuple(names)[:MOST_NAMED]


def votes_known(voter: Voter, asked: Standing) -> set[bytes]:
    """Return the signed votes here that a peer has, as its question says.

    Only the first name may be that of a decision it stands on, in the view it reports: it may have
    the proposal of another one without the acceptances that decide it.
    """
    names, base = frozenset(asked.votes), asked.votes[:1]
    ours = (one for one in voter.decisions() if one.view == asked.view)
    last = next((one for one in ours if name_of(one.digest) in base), None)
    settled: frozenset[CastVote] = frozenset()
    if last is not None:
        is_ours = last == voter.base
        settled = voter.memory.settled() if is_ours else frozenset(named_by([last], frozenset()))
    return {
        vote.raw
        for vote in voter.memory.votes
        if name_of(vote.digest) in names or _is_settled(vote, settled)
    }


def _is_settled(vote: CastVote, settled: Collection[CastVote]) -> bool:
    """Whether a vote is one of those on which decisions rest, or an acceptance of such a one."""
    return vote in settled or (isinstance(vote, AcceptanceVote) and vote.proposal in settled)
