"""The sentences of changes to pools, Glory and stats."""

from __future__ import annotations

from typing import Final, assert_never

from client.text.catalogue import Fields, say
from client.text.log_line import LogLine, LogTopic, source_cards, source_full, source_name
from client.text.names import Names, stat_name
from engine import changes as deed
from engine.stats import TRACKS
from engine.terms import CardId, Spend

_SPENDS: Final = {Spend.INVADE: "invade", Spend.MARCH: "march", Spend.UPGRADE: "upgrade"}


def pool_told(change: deed.FillPool | deed.EmptyPool | deed.MarkPassed, names: Names) -> LogLine:
    """A pool filled or emptied, a seat out of the phase."""
    who, full = names.who(change.seat), names.full(change.seat)
    match change:
        case deed.FillPool():
            return LogLine(
                say("{who}: Rage {total}", who=who, total=change.total),
                say("{who} starts with {total} Rage.", who=full, total=change.total),
                LogTopic.TURN,
                change.seat,
            )
        case deed.EmptyPool():
            return LogLine(
                say("{who}: -{lost} Rage (now 0)", who=who, lost=change.lost),
                say("{who} loses the {lost} Rage left (now 0).", who=full, lost=change.lost),
                LogTopic.TURN,
                change.seat,
            )
        case deed.MarkPassed():
            return LogLine(
                say("{who}: out of this phase", who=who),
                say("{who} takes no further action in this phase.", who=full),
                LogTopic.TURN,
                change.seat,
            )
        case _:
            assert_never(change)


def rage_told(change: deed.PayRage | deed.GainRage | deed.LoseRage, names: Names) -> LogLine:
    """Rage paid, gained or taken."""
    source = change.source
    cards: tuple[CardId, ...] = ()
    if isinstance(source, Spend):
        what = cause = say(_SPENDS[source])
    else:
        what, cause, cards = source_name(source), source_full(source), source_cards(source)
    fields: Fields = {"amount": change.amount, "total": change.total, "what": what}
    full: Fields = {**fields, "who": names.full(change.seat), "cause": cause}
    who = names.who(change.seat)
    match change:
        case deed.PayRage():
            short = say("{who}: {what}, -{amount} Rage (now {total})", who=who, **fields)
            sentence = say("{who} pays {amount} Rage for {cause} (now {total}).", **full)
        case deed.GainRage():
            short = say("{who}: +{amount} Rage (now {total}), {what}", who=who, **fields)
            sentence = say("{who} gains {amount} Rage from {cause} (now {total}).", **full)
        case deed.LoseRage():
            short = say("{who}: -{amount} Rage (now {total}), {what}", who=who, **fields)
            sentence = say("{who} loses {amount} Rage to {cause} (now {total}).", **full)
        case _:
            assert_never(change)
    return LogLine(short, sentence, LogTopic.SCORE, change.seat, cards=cards)


def glory_told(change: deed.GainGlory | deed.LoseGlory, names: Names) -> LogLine:
    """Glory gained or taken."""
    fields: Fields = {"amount": change.amount, "total": change.total}
    short_fields: Fields = {
        **fields,
        "who": names.who(change.seat),
        "what": source_name(change.source),
    }
    full_fields: Fields = {
        **fields,
        "who": names.full(change.seat),
        "cause": source_full(change.source),
    }
    match change:
        case deed.GainGlory():
            short = say("{who}: +{amount} Glory (now {total}), {what}", **short_fields)
            full = say("{who} gains {amount} Glory for {cause} (now {total}).", **full_fields)
        case deed.LoseGlory():
            short = say("{who}: -{amount} Glory (now {total}), {what}", **short_fields)
            full = say("{who} loses {amount} Glory to {cause} (now {total}).", **full_fields)
        case _:
            assert_never(change)
    return LogLine(short, full, LogTopic.SCORE, change.seat, cards=source_cards(change.source))


def stat_told(change: deed.RaiseStat, names: Names) -> LogLine:
    """A stat one step up."""
    fields: Fields = {
        "stat": stat_name(change.stat),
        "old": TRACKS[change.stat][change.level - 1],
        "total": change.total,
        "level": change.level,
    }
    return LogLine(
        say(
            "{who}: {stat} {old} > {total}, {what}",
            who=names.who(change.seat),
            what=source_name(change.source),
            **fields,
        ),
        say(
            "{who} raises {stat} from {old} to {total} (step {level}), thanks to {cause}.",
            who=names.full(change.seat),
            cause=source_full(change.source),
            **fields,
        ),
        LogTopic.SCORE,
        change.seat,
        cards=source_cards(change.source),
    )
