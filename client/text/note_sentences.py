"""Sentences of all notes, which report events that change nothing."""

from __future__ import annotations

from typing import Final, assert_never

from client.text.catalogue import Fields, say
from client.text.god_words import power_brief
from client.text.log_line import (
    About,
    LogLine,
    LogTopic,
    Told,
    by_letter,
    log_line,
    source_cards,
    source_fields,
)
from client.text.names import (
    Names,
    bonus,
    card_name,
    deity_name,
    place_name,
    place_title,
    some_of,
    stat_name,
    stat_raised,
    token_name,
)
from engine import decisions as ask
from engine import story as note
from engine.cards import CARDS, TEXTS
from engine.gods import GODS
from engine.story import BattleTotal, CallEnd, Note, StrengthSource
from engine.tasks import Moment
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
    ask.LateDecision.word: "the reinforcement card",
    ask.RetreatDecision.word: "the retreat",
    ask.ProtectDecision.word: "the rescue",
    ask.StatDecision.word: "the stat",
    ask.ProwessDecision.word: "the cards to buy back",
    ask.HammersDecision.word: "the walk",
    ask.BlessingDecision.word: "the answer",
    ask.KeepDecision.word: "the card to keep",
    ask.BoxDecision.word: "the monster to remove",
    ask.MysticRetreatDecision.word: "the retreat",
    ask.GodMoveDecision.word: "the move of the god",
    ask.OpenPlayDecision.word: "the battle card",
    ask.OpenCardDuty.word: "the reveal of the battle card",
    ask.OpenQuestsDuty.word: "the reveal of the quests",
}
_LINES: Final[dict[type[Note], Told]] = {
    note.AbsentNote: (
        LogTopic.TABLE,
        "{who}: away, {what}",
        "{who} is away; {what} follows the rule for absent players.",
        "You are away; {what} follows the rule for absent players.",
    ),
    note.UnopposedNote: (
        LogTopic.BATTLE,
        "{place}: no enemy, no battle",
        "{place}: no enemy, so there is no battle.",
        "",
    ),
    note.NoCardNote: (
        LogTopic.BATTLE,
        "{who}: no card to play",
        "{who} has no card to play.",
        "You have no card to play.",
    ),
    note.TextNote: (LogTopic.BATTLE, "{who}: {card}", "{card} ({who}) takes effect.", ""),
    note.NothingNote: (
        LogTopic.BATTLE,
        "{who}: {card}, no effect",
        "{card} ({who}) has no effect.",
        "",
    ),
    note.GodNote: (LogTopic.BATTLE, "{god}: {brief}", "{god}: {text}", ""),
    note.RepelledNote: (
        LogTopic.BOARD,
        "{who}: no village free in {place}",
        "No village in {place} became free; the Mystic stays away ({who}).",
        "",
    ),
    note.SparedNote: (
        LogTopic.BOARD,
        "{falls} falls, not {doomed}",
        "Fenrir: {falls} falls, {doomed} is spared.",
        "",
    ),
    note.NothingFallsNote: (
        LogTopic.BOARD,
        "{doomed} is already destroyed",
        "{doomed} is already destroyed, so nothing falls.",
        "",
    ),
}
_CALL_ENDS: Final = {
    CallEnd.FULL: ("{place} is full", "{place} is full: nobody else can come."),
    CallEnd.QUIET: ("Nobody else comes to {place}", "Nobody else comes to {place}."),
}
_PILLAGED: Final = {
    True: ("{place} is pillaged", "The pillage of {place} succeeds."),
    False: ("{place} is not pillaged", "The pillage of {place} fails; the token stays."),
}
"""The end of a pillage, by its success."""
_PILLAGES: Final[Told] = (
    LogTopic.BATTLE,
    "{who}: pillage of {place} ({token})",
    "{who} pillages {place}. Reward: {token}.",
    "You pillage {place}. Reward: {token}.",
)
_PILLAGES_AGAIN: Final[Told] = (
    LogTopic.BATTLE,
    "{who}: pillage of {place} ({token})",
    "{who} pillages {place} again. Reward: {token}.",
    "You pillage {place} again. Reward: {token}.",
)
_COMPLETED: Final[Told] = (
    LogTopic.QUEST,
    "{who}: {card} completed",
    "{who} completes {card}.",
    "You complete {card}.",
)
_FAILED: Final[Told] = (
    LogTopic.QUEST,
    "{who}: {card} failed",
    "{who} fails {card}.",
    "You fail {card}.",
)
_NO: Final[Told] = (LogTopic.TABLE, "{who}: no", "{who} declines.", "You decline.")
_DECLINED: Final[dict[str, Told]] = {
    ask.SuccorDecision.word: (
        LogTopic.TABLE,
        "{who}: no Warrior to {place}",
        "{who} sends no Warrior to {place}.",
        "You send no Warrior to {place}.",
    ),
    ask.BlessingDecision.word: (
        LogTopic.TABLE,
        "{who}: no Warrior to {place}",
        "{who} sends no Warrior to {place}.",
        "You send no Warrior to {place}.",
    ),
    ask.DomainDecision.word: (
        LogTopic.TABLE,
        "{who}: no pillage of {place}",
        "{who} does not pillage {place} at once.",
        "You do not pillage {place} at once.",
    ),
    ask.JoinDecision.word: (
        LogTopic.TABLE,
        "{who}: declined, {place}",
        "{who} brings nobody to {place}.",
        "You bring nobody to {place}.",
    ),
    ask.LateDecision.word: (
        LogTopic.TABLE,
        "{who}: no reinforcement card",
        "{who} adds no card.",
        "You add no card.",
    ),
    ask.RetreatDecision.word: (
        LogTopic.TABLE,
        "{who}: no retreat",
        "{who} does not retreat.",
        "You do not retreat.",
    ),
    ask.MysticRetreatDecision.word: (
        LogTopic.TABLE,
        "{who}: no retreat",
        "{who} does not retreat.",
        "You do not retreat.",
    ),
    ask.ProtectDecision.word: (
        LogTopic.TABLE,
        "{who}: nobody saved",
        "{who} saves nobody.",
        "You save nobody.",
    ),
    ask.ProwessDecision.word: (
        LogTopic.TABLE,
        "{who}: no card bought back",
        "{who} buys no card back.",
        "You buy no card back.",
    ),
    ask.HammersDecision.word: (
        LogTopic.TABLE,
        "{who}: Leader stays in {place}",
        "The Leader stays in {place} ({who}).",
        "",
    ),
    ask.FreeInvadeDecision.word: (
        LogTopic.TABLE,
        "{who}: no free invade",
        "{who} skips the free invade.",
        "You skip the free invade.",
    ),
}
"""A refusal of each decision."""


def note_line(item: Note, names: Names) -> LogLine:  # noqa: C901, PLR0911, PLR0912 - a union
    """Return the line of one note."""
    match item:
        case note.AbsentNote():
            what = say(_DUTIES.get(item.word, "the answer"))
            return log_line(names, About(item.seat), *_LINES[note.AbsentNote], what=what)
        case note.DeclineNote():
            return _declined(item, names)
        case note.StatLostNote():
            return _stat_lost(item, names)
        case note.PillageNote():
            about = About(item.seat, item.place, level=0)
            token = token_name(item.token)
            if item.again:
                return log_line(names, about, *_PILLAGES_AGAIN, token=token)
            return log_line(names, about, *_PILLAGES, token=token)
        case note.UnopposedNote():
            return log_line(names, About(item.seat, item.place), *_LINES[note.UnopposedNote])
        case note.PillageEndNote():
            about = About(item.seat, item.place)
            return log_line(names, about, LogTopic.BATTLE, *_PILLAGED[item.success])
        case note.CallEndNote():
            about = About(place=item.place)
            return log_line(names, about, LogTopic.BATTLE, *_CALL_ENDS[item.end])
        case note.NoCardNote():
            return log_line(names, About(item.seat), *_LINES[note.NoCardNote])
        case note.TextNote() | note.NothingNote():
            # A Watch throws all cards away (E12), also when it pays nothing.
            acts = note.TextNote if (item.card, Moment.WATCH) in TEXTS else type(item)
            return log_line(names, About(item.seat, cards=(item.card,)), *_LINES[acts])
        case note.CompareNote():
            return compared(item, names)
        case note.QuestNote():
            return _quest(item, names)
        case note.GodNote():
            about = About(place=item.place)
            words = {
                "god": deity_name(item.deity),
                "text": say(GODS[item.deity].text),
                "brief": power_brief(item.deity),
            }
            return log_line(names, about, *_LINES[note.GodNote], **words)
        case note.RepelledNote():
            return log_line(names, About(item.seat, item.place), *_LINES[note.RepelledNote])
        case note.SparedNote():
            falls, doomed = place_name(item.falls), place_name(item.doomed)
            about = About(place=item.falls)
            return log_line(names, about, *_LINES[note.SparedNote], falls=falls, doomed=doomed)
        case note.NothingFallsNote():
            about = About(place=item.doomed)
            doomed = place_name(item.doomed)
            return log_line(names, about, *_LINES[note.NothingFallsNote], doomed=doomed)
        case _:
            assert_never(item)


def _declined(item: note.DeclineNote, names: Names) -> LogLine:
    """Return the line of a refusal to act, by the decision it answers."""
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
    told = _DECLINED.get(item.decision.word, _NO)
    return log_line(names, About(item.seat), *told, **fields)


def _stat_lost(item: note.StatLostNote, names: Names) -> LogLine:
    about, fields = About(item.seat, cards=source_cards(item.source)), source_fields(item.source)
    if item.stat is None:
        return log_line(
            names,
            about,
            LogTopic.SCORE,
            "{who}: no stat can rise, {what}",
            "{cause}: no stat can rise ({who}).",
            **fields,
        )
    return log_line(
        names,
        about,
        LogTopic.SCORE,
        "{who}: {stat} is at the top, {what}",
        "{cause}: {who} cannot raise {raised}, which is at the top.",
        "{cause}: you cannot raise {raised}, which is at the top.",
        stat=stat_name(item.stat),
        raised=stat_raised(item.stat),
        **fields,
    )


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
    """Name a total and its sources: "Wolf 8 (2 Warriors: 2, Leader: 3, Tyr's Smash +3)"."""
    who = names.full(total.seat)
    if not total.sources:
        return say("{who} {total}", who=who, total=total.total)
    parts = ", ".join(source_sentence(source) for source in total.sources)
    return say("{who} {total} ({parts})", who=who, total=total.total, parts=parts)


_SILENCER: Final = next(card.id for card in CARDS.values() if card.traits.silences)
"""The Wolfman: a figure has no strength only in a battle with this monster (J91)."""


def source_sentence(source: StrengthSource) -> str:
    """Name one source of strength with its amount, and the card that changes it."""
    card = CARDS.get(CardId(source.what))
    if source.place is None and card is not None:
        return say("{card} {bonus}", card=card_name(card.id), bonus=bonus(source.amount))
    figures = some_of(FigureKind(source.what), source.count)
    by = source.by if source.amount > source.count else None
    if source.amount == 0:
        by = _SILENCER
    if by is not None:
        return say(
            "{figures}: {amount} [{card}]",
            figures=figures,
            amount=source.amount,
            card=card_name(by),
        )
    return say("{figures}: {amount}", figures=figures, amount=source.amount)


def _quest(item: note.QuestNote, names: Names) -> LogLine:
    if item.face is None:
        return log_line(
            names,
            About(item.seat),
            LogTopic.QUEST,
            "{who}: a quest stays face down, failed",
            "{who}: a quest stays face down and fails.",
        )
    about = About(item.seat, cards=(item.face.card,))
    if item.fulfilled:
        return log_line(names, about, *_COMPLETED)
    if CARDS[item.face.card].kind is Kind.QUEST:
        return log_line(names, about, *_FAILED)
    return log_line(
        names,
        about,
        LogTopic.QUEST,
        "{who}: {card} is not a quest, failed",
        "{card} ({who}) is not a quest and fails.",
    )
