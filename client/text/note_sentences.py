"""The sentence of every note: what is told and changes nothing."""

from __future__ import annotations

from typing import Final, assert_never

from client.text.catalogue import say
from client.text.log_line import (
    LogLine,
    LogTopic,
    by_letter,
    source_cards,
    source_full,
    source_name,
)
from client.text.names import (
    Names,
    bonus,
    card_name,
    face_name,
    place_name,
    place_title,
    some_of,
    stat_name,
    token_name,
)
from engine import decisions as ask
from engine import story as note
from engine.cards import CARDS
from engine.story import BattleTotal, CallEnd, Note, StrengthSource
from engine.terms import CardId, FigureKind, Kind

_DUTIES: Final = {
    ask.ClanDecision.word: "the choice of a clan",
    ask.PickDecision.word: "the pick",
    ask.TurnDecision.word: "the turn",
    ask.FreeInvadeDecision.word: "the free invade",
    ask.SuccorDecision.word: "the answer",
    ask.DomainDecision.word: "the answer",
    ask.JoinDecision.word: "the call to battle",
    ask.CardDecision.word: "the battle card",
    ask.QuestCountsDecision.word: "what the quest counts",
    ask.TideDecision.word: "the figure to keep",
    ask.LateDecision.word: "the late card",
    ask.RetreatDecision.word: "the retreat",
    ask.ProtectDecision.word: "the rescue",
    ask.StatDecision.word: "the stat",
    ask.ProwessDecision.word: "the cards to buy back",
    ask.HammersDecision.word: "the walk",
    ask.BlessingDecision.word: "the answer",
    ask.KeepDecision.word: "the card to keep",
    ask.OpenCardDuty.word: "the opening of the battle card",
    ask.OpenQuestsDuty.word: "the opening of the quests",
}


def noted(item: Note, names: Names) -> LogLine:  # noqa: C901 - a union
    """The line of one note."""
    match item:
        case note.AbsentNote():
            what = say(_DUTIES.get(item.word, "the answer"))
            return LogLine(
                say("{who}: away, {what}", who=names.who(item.seat), what=what),
                say(
                    "{who} is away; {what} follows the rule for absent players.",
                    who=names.full(item.seat),
                    what=what,
                ),
                LogTopic.TABLE,
                item.seat,
            )
        case note.DeclineNote():
            return _declined(item, names)
        case note.StatLostNote():
            return _stat_lost(item, names)
        case note.PillageNote() | note.UnopposedNote() | note.PillageEndNote():
            return _pillage(item, names)
        case note.CallEndNote():
            return _call_end(item)
        case note.NoCardNote():
            return LogLine(
                say("{who}: no card to play", who=names.who(item.seat)),
                say("{who} has no card to play.", who=names.full(item.seat)),
                LogTopic.BATTLE,
                item.seat,
            )
        case note.TextNote() | note.NothingNote():
            return _text(item, names)
        case note.CompareNote():
            return compared(item, names)
        case note.QuestNote():
            return _quest(item, names)
        case note.SparedNote() | note.NothingFallsNote():
            return _doom(item)
        case _:
            assert_never(item)


def _declined(item: note.DeclineNote, names: Names) -> LogLine:
    who, full = names.who(item.seat), names.full(item.seat)
    short, sentence = _no(item.decision, who, full)
    return LogLine(short, sentence, LogTopic.TABLE, item.seat)


def _no(decision: ask.Decision, who: str, full: str) -> tuple[str, str]:  # noqa: C901 - a case each
    """What it means to say no to a decision, short and as a sentence."""
    match decision:
        case ask.SuccorDecision() | ask.BlessingDecision():
            place = place_name(decision.place)
            return (
                say("{who}: no Warrior to {place}", who=who, place=place),
                say("{who} sends no Warrior to {place}.", who=full, place=place),
            )
        case ask.DomainDecision():
            place = place_name(decision.place)
            return (
                say("{who}: no pillage of {place}", who=who, place=place),
                say("{who} does not pillage {place} at once.", who=full, place=place),
            )
        case ask.JoinDecision():
            place = place_name(decision.place)
            return (
                say("{who}: nobody to {place}", who=who, place=place),
                say("{who} sends nobody to {place}.", who=full, place=place),
            )
        case ask.LateDecision():
            return say("{who}: no late card", who=who), say("{who} adds no card.", who=full)
        case ask.RetreatDecision():
            return say("{who}: no retreat", who=who), say("{who} does not retreat.", who=full)
        case ask.ProtectDecision():
            return say("{who}: nobody saved", who=who), say("{who} saves nobody.", who=full)
        case ask.ProwessDecision():
            return (
                say("{who}: no card bought back", who=who),
                say("{who} buys no card back.", who=full),
            )
        case ask.HammersDecision():
            place = place_name(decision.place)
            return (
                say("{who}: no walk from {place}", who=who, place=place),
                say("The Leader of {who} stays in {place}.", who=full, place=place),
            )
        case ask.FreeInvadeDecision():
            return (
                say("{who}: no free invade", who=who),
                say("{who} skips the free invade.", who=full),
            )
        case (
            ask.ClanDecision()
            | ask.PickDecision()
            | ask.TurnDecision()
            | ask.CardDecision()
            | ask.QuestCountsDecision()
            | ask.TideDecision()
            | ask.StatDecision()
            | ask.KeepDecision()
        ):
            return say("{who}: no", who=who), say("{who} declines.", who=full)
        case _:
            assert_never(decision)


def _stat_lost(item: note.StatLostNote, names: Names) -> LogLine:
    who, full = names.who(item.seat), names.full(item.seat)
    what, cause = source_name(item.source), source_full(item.source)
    if item.stat is None:
        short = say("{who}: no stat can rise, {what}", who=who, what=what)
        sentence = say("No stat of {who} can rise, so {cause} brings none.", who=full, cause=cause)
    else:
        stat = stat_name(item.stat)
        short = say("{who}: {stat} is at the top, {what}", who=who, stat=stat, what=what)
        sentence = say(
            "{stat} of {who} is at the top, so the step from {cause} is lost.",
            stat=stat,
            who=full,
            cause=cause,
        )
    cards = source_cards(item.source)
    return LogLine(short, sentence, LogTopic.SCORE, item.seat, cards=cards)


def _pillage(
    item: note.PillageNote | note.UnopposedNote | note.PillageEndNote, names: Names
) -> LogLine:
    who, full = names.who(item.seat), names.full(item.seat)
    place = place_name(item.place)
    level = 1
    match item:
        case note.PillageNote():
            level = 0
            token = token_name(item.token)
            short = say("{who}: pillage of {place} ({token})", who=who, place=place, token=token)
            if item.again:
                sentence = say(
                    "{who} pillages {place} once more; the reward is {token}.",
                    who=full,
                    place=place,
                    token=token,
                )
            else:
                sentence = say(
                    "{who} pillages {place}; the reward is {token}.",
                    who=full,
                    place=place,
                    token=token,
                )
        case note.UnopposedNote():
            short = say("{place}: no enemy, no battle", place=place)
            sentence = say("Nobody stands against {who} in {place}.", who=full, place=place)
        case note.PillageEndNote():
            if item.success:
                short = say("{place} is pillaged", place=place)
                sentence = say("The pillage of {place} succeeds.", place=place)
            else:
                short = say("{place} is not pillaged", place=place)
                sentence = say("The pillage of {place} fails; its token stays.", place=place)
        case _:
            assert_never(item)
    return LogLine(short, sentence, LogTopic.BATTLE, item.seat, level=level, place=item.place)


def _call_end(item: note.CallEndNote) -> LogLine:
    place = place_name(item.place)
    match item.end:
        case CallEnd.FULL:
            short = say("{place} is full", place=place)
            sentence = say("{place} is full, so nobody else can come.", place=place)
        case CallEnd.QUIET:
            short = say("Nobody else comes to {place}", place=place)
            sentence = say("Nobody else comes to {place}.", place=place)
        case _:
            assert_never(item.end)
    return LogLine(short, sentence, LogTopic.BATTLE, place=item.place)


def _text(item: note.TextNote | note.NothingNote, names: Names) -> LogLine:
    card = card_name(item.card)
    who, full = names.who(item.seat), names.full(item.seat)
    match item:
        case note.TextNote():
            short = say("{who}: {card}", who=who, card=card)
            sentence = say("{card} of {who} takes effect.", who=full, card=card)
        case note.NothingNote():
            short = say("{who}: {card} finds nothing", who=who, card=card)
            sentence = say("{card} of {who} finds nothing to do.", who=full, card=card)
        case _:
            assert_never(item)
    return LogLine(short, sentence, LogTopic.BATTLE, item.seat, cards=(item.card,))


def compared(item: note.CompareNote, names: Names) -> LogLine:
    """The totals of a battle; the sentence has every source."""
    amounts = tuple((total.seat, total.total) for total in item.totals)
    place = place_title(item.place)
    full = "; ".join(total_sentence(total, names) for total in item.totals)
    return LogLine(
        say("{place}: {all}", place=place, all=by_letter(names, amounts)),
        say("{place}: {all}.", place=place, all=full),
        LogTopic.BATTLE,
        place=item.place,
    )


def total_sentence(total: BattleTotal, names: Names) -> str:
    """A total by its sources: "Wolf 8 (2 Warriors 2, Leader 3, Tyr's Smash +3)"."""
    who = names.full(total.seat)
    if not total.sources:
        return say("{who} {total}", who=who, total=total.total)
    parts = ", ".join(source_sentence(source) for source in total.sources)
    return say("{who} {total} ({parts})", who=who, total=total.total, parts=parts)


def source_sentence(source: StrengthSource) -> str:
    """One source of strength with its amount."""
    card = CARDS.get(CardId(source.what))
    if source.place is None and card is not None:
        return say("{card} {bonus}", card=card_name(card.id), bonus=bonus(source.amount))
    figures = some_of(FigureKind(source.what), source.count)
    if source.by is not None:
        return say(
            "{figures} {amount} by {card}",
            figures=figures,
            amount=source.amount,
            card=card_name(source.by),
        )
    return say("{figures} {amount}", figures=figures, amount=source.amount)


def _quest(item: note.QuestNote, names: Names) -> LogLine:
    who, full = names.who(item.seat), names.full(item.seat)
    if item.face is None:
        return LogLine(
            say("{who}: a quest stays shut, failed", who=who),
            say("A quest of {who} stays shut and fails.", who=full),
            LogTopic.QUEST,
            item.seat,
        )
    card = face_name(item.face)
    cards = (item.face.card,)
    if item.fulfilled:
        short = say("{who}: {card} fulfilled", who=who, card=card)
        sentence = say("{who} fulfils {card}.", who=full, card=card)
    elif CARDS[item.face.card].kind is Kind.QUEST:
        short = say("{who}: {card} failed", who=who, card=card)
        sentence = say("{who} does not fulfil {card}.", who=full, card=card)
    else:
        short = say("{who}: {card} is no quest, failed", who=who, card=card)
        sentence = say("{who} laid down {card}, which is no quest and fails.", who=full, card=card)
    return LogLine(short, sentence, LogTopic.QUEST, item.seat, cards=cards)


def _doom(item: note.SparedNote | note.NothingFallsNote) -> LogLine:
    doomed = place_name(item.doomed)
    match item:
        case note.SparedNote():
            falls = place_name(item.falls)
            return LogLine(
                say("{falls} falls, not {doomed}", falls=falls, doomed=doomed),
                say(
                    "Fenrir draws the ruin to {falls}; {doomed} is spared.",
                    falls=falls,
                    doomed=doomed,
                ),
                LogTopic.BOARD,
                place=item.falls,
            )
        case note.NothingFallsNote():
            return LogLine(
                say("{doomed} is gone already", doomed=doomed),
                say("{doomed} is gone already, so nothing falls.", doomed=doomed),
                LogTopic.BOARD,
                place=item.doomed,
            )
        case _:
            assert_never(item)
