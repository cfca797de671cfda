"""Sentences of all notes, which report events that change nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from client.text.catalogue import Fields, say
from client.text.log_line import (
    LogLine,
    LogTopic,
    by_letter,
    seat_line,
    source_cards,
    source_fields,
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
_TEXTS: Final[dict[type[Note], tuple[str, str]]] = {
    note.TextNote: ("{who}: {card}", "{card} of {who} takes effect."),
    note.NothingNote: ("{who}: {card} finds nothing", "{card} of {who} finds nothing to do."),
}
_DECLINED: Final = {
    ask.SuccorDecision.word: ("{who}: no Warrior to {place}", "{who} sends no Warrior to {place}."),
    ask.BlessingDecision.word: (
        "{who}: no Warrior to {place}",
        "{who} sends no Warrior to {place}.",
    ),
    ask.DomainDecision.word: (
        "{who}: no pillage of {place}",
        "{who} does not pillage {place} at once.",
    ),
    ask.JoinDecision.word: ("{who}: nobody to {place}", "{who} sends nobody to {place}."),
    ask.LateDecision.word: ("{who}: no late card", "{who} adds no card."),
    ask.RetreatDecision.word: ("{who}: no retreat", "{who} does not retreat."),
    ask.ProtectDecision.word: ("{who}: nobody saved", "{who} saves nobody."),
    ask.ProwessDecision.word: ("{who}: no card bought back", "{who} buys no card back."),
    ask.HammersDecision.word: (
        "{who}: no walk from {place}",
        "The Leader of {who} stays in {place}.",
    ),
    ask.FreeInvadeDecision.word: ("{who}: no free invade", "{who} skips the free invade."),
}
"""A refusal of each decision, as a short line and as a full sentence."""


def note_line(item: Note, names: Names) -> LogLine:  # noqa: C901 - a union
    """Return the line of one note."""
    match item:
        case note.AbsentNote():
            return seat_line(
                names,
                item.seat,
                LogTopic.TABLE,
                "{who}: away, {what}",
                "{who} is away; {what} follows the rule for absent players.",
                what=say(_DUTIES.get(item.word, "the answer")),
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
            return seat_line(
                names,
                item.seat,
                LogTopic.BATTLE,
                "{who}: no card to play",
                "{who} has no card to play.",
            )
        case note.TextNote() | note.NothingNote():
            line = seat_line(
                names,
                item.seat,
                LogTopic.BATTLE,
                *_TEXTS[type(item)],
                card=card_name(item.card),
            )
            return replace(line, cards=(item.card,))
        case note.CompareNote():
            return compared(item, names)
        case note.QuestNote():
            return _quest(item, names)
        case note.SparedNote() | note.NothingFallsNote():
            return _doom(item)
        case _:
            assert_never(item)


def _declined(item: note.DeclineNote, names: Names) -> LogLine:
    """Return the line of a no, by the decision it answers."""
    match item.decision:
        case (
            ask.SuccorDecision()
            | ask.BlessingDecision()
            | ask.DomainDecision()
            | ask.JoinDecision()
            | ask.HammersDecision()
        ):
            fields: Fields = {"place": place_name(item.decision.place)}
        case _:
            fields = {}
    return seat_line(
        names,
        item.seat,
        LogTopic.TABLE,
        *_DECLINED.get(item.decision.word, ("{who}: no", "{who} declines.")),
        **fields,
    )


def _stat_lost(item: note.StatLostNote, names: Names) -> LogLine:
    fields = source_fields(item.source)
    if item.stat is None:
        line = seat_line(
            names,
            item.seat,
            LogTopic.SCORE,
            "{who}: no stat can rise, {what}",
            "No stat of {who} can rise, so {cause} brings none.",
            **fields,
        )
    else:
        line = seat_line(
            names,
            item.seat,
            LogTopic.SCORE,
            "{who}: {stat} is at the top, {what}",
            "{stat} of {who} is at the top, so the step from {cause} is lost.",
            stat=stat_name(item.stat),
            **fields,
        )
    return replace(line, cards=source_cards(item.source))


def _pillage(
    item: note.PillageNote | note.UnopposedNote | note.PillageEndNote, names: Names
) -> LogLine:
    full, place = names.full(item.seat), place_name(item.place)
    level = 1
    match item:
        case note.PillageNote():
            level = 0
            fields: Fields = {"place": place, "token": token_name(item.token)}
            short = say("{who}: pillage of {place} ({token})", who=names.who(item.seat), **fields)
            if item.again:
                sentence = say(
                    "{who} pillages {place} once more; the reward is {token}.", who=full, **fields
                )
            else:
                sentence = say("{who} pillages {place}; the reward is {token}.", who=full, **fields)
        case note.UnopposedNote():
            short = say("{place}: no enemy, no battle", place=place)
            sentence = say("Nobody stands against {who} in {place}.", who=full, place=place)
        case note.PillageEndNote(success=True):
            short = say("{place} is pillaged", place=place)
            sentence = say("The pillage of {place} succeeds.", place=place)
        case note.PillageEndNote():
            short = say("{place} is not pillaged", place=place)
            sentence = say("The pillage of {place} fails; its token stays.", place=place)
        case _:
            assert_never(item)
    return LogLine(short, sentence, LogTopic.BATTLE, item.seat, level=level, place=item.place)


def _call_end(item: note.CallEndNote) -> LogLine:
    place = place_name(item.place)
    if item.end is CallEnd.FULL:
        short = say("{place} is full", place=place)
        sentence = say("{place} is full, so nobody else can come.", place=place)
    else:
        short = say("Nobody else comes to {place}", place=place)
        sentence = say("Nobody else comes to {place}.", place=place)
    return LogLine(short, sentence, LogTopic.BATTLE, place=item.place)


def compared(item: note.CompareNote, names: Names) -> LogLine:
    """Return the line of the totals of a battle; the full sentence lists all sources."""
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
    """Name a total and its sources: "Wolf 8 (2 Warriors 2, Leader 3, Tyr's Smash +3)"."""
    who = names.full(total.seat)
    if not total.sources:
        return say("{who} {total}", who=who, total=total.total)
    parts = ", ".join(source_sentence(source) for source in total.sources)
    return say("{who} {total} ({parts})", who=who, total=total.total, parts=parts)


def source_sentence(source: StrengthSource) -> str:
    """Name one source of strength with its amount."""
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
    if item.face is None:
        return seat_line(
            names,
            item.seat,
            LogTopic.QUEST,
            "{who}: a quest stays shut, failed",
            "A quest of {who} stays shut and fails.",
        )
    who, full, card = names.who(item.seat), names.full(item.seat), face_name(item.face)
    if item.fulfilled:
        short = say("{who}: {card} fulfilled", who=who, card=card)
        sentence = say("{who} fulfils {card}.", who=full, card=card)
    elif CARDS[item.face.card].kind is Kind.QUEST:
        short = say("{who}: {card} failed", who=who, card=card)
        sentence = say("{who} does not fulfil {card}.", who=full, card=card)
    else:
        short = say("{who}: {card} is no quest, failed", who=who, card=card)
        sentence = say("{who} laid down {card}, which is no quest and fails.", who=full, card=card)
    return LogLine(short, sentence, LogTopic.QUEST, item.seat, cards=(item.face.card,))


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
