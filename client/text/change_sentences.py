"""The sentence of every change outside battles."""

from __future__ import annotations

from typing import Final, assert_never

from client.text.battle_sentences import battle_told
from client.text.catalogue import Fields, listed, say, say_many
from client.text.figure_sentences import figures_told, sheet_told
from client.text.log_line import LogLine, LogTopic, by_name
from client.text.names import (
    Names,
    age_name,
    clan_name,
    face_name,
    phase_name,
    place_name,
)
from client.text.score_sentences import glory_told, pool_told, rage_told, stat_told
from engine import changes as deed
from engine.changes import Change
from engine.terms import Phase, Seat, seat_letter

LAST_CARDS: Final = 2
"""What is left of a pack when the draft is over (C2, C4)."""


def told(change: Change, names: Names) -> LogLine:  # noqa: C901, PLR0911, PLR0912 - a union
    """The line of one change."""
    match change:
        case deed.TakeClan():
            return _clan_taken(change, names)
        case deed.StartDealing() | deed.PassPacks() | deed.TakeHand() | deed.KeepCard():
            return _dealt(change, names)
        case deed.BeginPhase() | deed.EndAge() | deed.EndGame() | deed.BeginTurn():
            return _time(change, names)
        case deed.FillPool() | deed.EmptyPool() | deed.MarkPassed():
            return pool_told(change, names)
        case deed.PayRage() | deed.GainRage() | deed.LoseRage():
            return rage_told(change, names)
        case deed.GainGlory() | deed.LoseGlory():
            return glory_told(change, names)
        case deed.RaiseStat():
            return stat_told(change, names)
        case deed.PlaceFigure() | deed.MoveFigures() | deed.ToValhalla() | deed.Release():
            return figures_told(change, names)
        case deed.BoxMonster() | deed.PlayUpgrade() | deed.RecruitMonster():
            return sheet_told(change, names)
        case deed.CommitQuest() | deed.ShowQuests():
            return _quests(change, names)
        case deed.FlipToken():
            place = place_name(change.place)
            return LogLine(
                say("{place}: token turned", place=place),
                say("The pillage token of {place} is turned.", place=place),
                LogTopic.BOARD,
                place=change.place,
            )
        case deed.DestroyProvince():
            place = place_name(change.place)
            return LogLine(
                say("{place} is destroyed", place=place),
                say("{place} is destroyed and leaves the board.", place=place),
                LogTopic.BOARD,
                place=change.place,
            )
        case _:
            return battle_told(change, names)


def _clan_taken(change: deed.TakeClan, names: Names) -> LogLine:
    """Who plays which clan; of a seat without a name there is the clan only."""
    clan, own = clan_name(change.clan), change.seat == names.you
    player = names.players[change.seat]
    if player:
        sentence = say("{player} leads the {clan} clan.", player=player, clan=clan)
    elif own:
        sentence = say("The {clan} clan is yours.", clan=clan)
    else:
        sentence = say("The {clan} clan is at the table.", clan=clan)
    other = player or say("Seat {letter}", letter=seat_letter(change.seat))
    who = say("You") if own else other
    return LogLine(
        say("{who}: {clan}", who=who, clan=clan), sentence, LogTopic.TABLE, change.seat, level=0
    )


def _dealt(
    change: deed.StartDealing | deed.PassPacks | deed.TakeHand | deed.KeepCard, names: Names
) -> LogLine:
    match change:
        case deed.StartDealing():
            fields: Fields = {"age": age_name(change.age), "seats": names.all(change.roster)}
            count = change.cards_each
            if change.attempt == 1:
                short = say("Age {age}: {count} cards each", count=count, **fields)
                full = say("Age {age}: {count} cards are dealt to each.", count=count, **fields)
            else:
                short = say("Age {age}: dealt again to {seats}", **fields)
                full = say("The cards of Age {age} are dealt again, to {seats}.", **fields)
            return LogLine(short, full, LogTopic.TABLE, level=0)
        case deed.PassPacks():
            if change.left <= LAST_CARDS:
                short = say("The draft is over")
                full = say("The draft is over; what is left of the packs is discarded unseen.")
            else:
                short = say("Packs go left ({count} cards)", count=change.left)
                full = say(
                    "All have picked; the packs go left with {count} cards each.",
                    count=change.left,
                )
            return LogLine(short, full, LogTopic.TABLE)
        case deed.TakeHand():
            who, total = names.who(change.seat), change.total
            return LogLine(
                say("{who}: {total} cards in hand", who=who, total=total),
                say("{who} holds {total} cards now.", who=names.full(change.seat), total=total),
                LogTopic.CARDS,
                change.seat,
            )
        case deed.KeepCard():
            return _kept(change, names)
        case _:
            assert_never(change)


def _kept(change: deed.KeepCard, names: Names) -> LogLine:
    who, full = names.who(change.seat), names.full(change.seat)
    count = change.discarded
    if change.kept:
        return LogLine(
            say("{who}: one card kept, {count} discarded", who=who, count=count),
            say_many(
                "{who} keeps one card for the next Age and discards {count} card.",
                "{who} keeps one card for the next Age and discards {count} cards.",
                count,
                who=full,
            ),
            LogTopic.CARDS,
            change.seat,
        )
    return LogLine(
        say("{who}: no card kept, {count} discarded", who=who, count=count),
        say_many(
            "{who} keeps no card and discards {count}.",
            "{who} keeps no card and discards {count}.",
            count,
            who=full,
        ),
        LogTopic.CARDS,
        change.seat,
    )


def _time(
    change: deed.BeginPhase | deed.EndAge | deed.EndGame | deed.BeginTurn, names: Names
) -> LogLine:
    match change:
        case deed.BeginPhase():
            phase = phase_name(change.phase)
            if change.phase is Phase.END:
                return LogLine(phase, say("The game is over."), LogTopic.PHASE, level=0)
            return LogLine(
                say("{phase} phase", phase=phase),
                say("The {phase} phase begins.", phase=phase),
                LogTopic.PHASE,
                level=0,
            )
        case deed.EndAge():
            fields: Fields = {"age": age_name(change.age)}
            return LogLine(
                say("Age {age}, {who} first", who=names.who(change.first), **fields),
                say(
                    "Age {age} begins; {who} has the first-player token.",
                    who=names.full(change.first),
                    **fields,
                ),
                LogTopic.PHASE,
                change.first,
                level=0,
            )
        case deed.EndGame():
            return _won(change, names)
        case deed.BeginTurn():
            return LogLine(
                say("{who}: to act", who=names.who(change.seat)),
                say("It is the turn of {who}.", who=names.full(change.seat)),
                LogTopic.TURN,
                change.seat,
            )
        case _:
            assert_never(change)


def _won(change: deed.EndGame, names: Names) -> LogLine:
    best = max(change.glory)
    winners = listed(names.title(seat) for seat in change.winners)
    amounts = tuple((Seat(number), glory) for number, glory in enumerate(change.glory))
    shared = len(change.winners) > 1
    if shared:
        short = say("{who} share the victory: {glory} Glory", who=winners, glory=best)
    else:
        short = say("{who} wins with {glory} Glory", who=winners, glory=best)
    full = say("The game is over: {result} ({all}).", result=short, all=by_name(names, amounts))
    return LogLine(short, full, LogTopic.SCORE, change.winners[0], level=0)


def _quests(change: deed.CommitQuest | deed.ShowQuests, names: Names) -> LogLine:
    who, full = names.who(change.seat), names.full(change.seat)
    match change:
        case deed.CommitQuest():
            total = change.total
            return LogLine(
                say("{who}: quest face down (now {total})", who=who, total=total),
                say("{who} lays a quest face down (now {total}).", who=full, total=total),
                LogTopic.QUEST,
                change.seat,
                level=0,
            )
        case deed.ShowQuests():
            if change.missing:
                short = say("{who}: {count} quests stay shut", who=who, count=change.missing)
                sentence = say_many(
                    "The quest of {who} stays shut and fails.",
                    "All {count} quests of {who} stay shut and fail.",
                    change.missing,
                    who=full,
                )
                return LogLine(short, sentence, LogTopic.QUEST, change.seat, level=0)
            cards = listed(face_name(face) for face in change.faces)
            return LogLine(
                say("{who}: {cards}", who=who, cards=cards),
                say("{who} opens the quests laid down: {cards}.", who=full, cards=cards),
                LogTopic.QUEST,
                change.seat,
                level=0,
                cards=tuple(face.card for face in change.faces),
            )
        case _:
            assert_never(change)
