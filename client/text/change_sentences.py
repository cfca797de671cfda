"""Sentences of all changes outside battles."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from client.text.battle_sentences import battle_line
from client.text.catalogue import Fields, listed, say, say_many
from client.text.figure_sentences import (
    monster,
    move_figures,
    place_figure,
    play_upgrade,
    valhalla,
)
from client.text.log_line import (
    LogLine,
    LogTopic,
    by_name,
    seat_line,
    source_cards,
    source_fields,
)
from client.text.names import (
    Names,
    age_name,
    clan_name,
    face_name,
    phase_name,
    place_name,
    stat_name,
)
from engine import changes as deed
from engine.changes import Change
from engine.stats import TRACKS
from engine.terms import CardId, Phase, Seat, Spend, seat_letter

LAST_CARDS: Final = 2
"""Cards left of a pack when the draft is over (C2, C4)."""
_SPENDS: Final = {Spend.INVADE: "invade", Spend.MARCH: "march", Spend.UPGRADE: "upgrade"}
_AMOUNTS: Final[dict[type[Change], tuple[str, str]]] = {
    deed.PayRage: (
        "{who}: {what}, -{amount} Rage (now {total})",
        "{who} pays {amount} Rage for {cause} (now {total}).",
    ),
    deed.GainRage: (
        "{who}: +{amount} Rage (now {total}), {what}",
        "{who} gains {amount} Rage from {cause} (now {total}).",
    ),
    deed.LoseRage: (
        "{who}: -{amount} Rage (now {total}), {what}",
        "{who} loses {amount} Rage to {cause} (now {total}).",
    ),
    deed.GainGlory: (
        "{who}: +{amount} Glory (now {total}), {what}",
        "{who} gains {amount} Glory for {cause} (now {total}).",
    ),
    deed.LoseGlory: (
        "{who}: -{amount} Glory (now {total}), {what}",
        "{who} loses {amount} Glory to {cause} (now {total}).",
    ),
}


def change_line(change: Change, names: Names) -> LogLine:  # noqa: C901, PLR0911, PLR0912 - a union
    """Return the line of one change."""
    match change:
        case deed.TakeClan():
            return _take_clan(change, names)
        case deed.StartDealing():
            return _start_dealing(change, names)
        case deed.PassPacks() if change.left <= LAST_CARDS:
            return LogLine(
                say("The draft is over"),
                say("The draft is over; what is left of the packs is discarded unseen."),
                LogTopic.TABLE,
            )
        case deed.PassPacks():
            return LogLine(
                say("Packs go left ({count} cards)", count=change.left),
                say(
                    "All have picked; the packs go left with {count} cards each.", count=change.left
                ),
                LogTopic.TABLE,
            )
        case deed.TakeHand():
            return seat_line(
                names,
                change.seat,
                LogTopic.CARDS,
                "{who}: {total} cards in hand",
                "{who} holds {total} cards now.",
                total=change.total,
            )
        case deed.KeepCard():
            return _keep_card(change, names)
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
            line = seat_line(
                names,
                change.first,
                LogTopic.PHASE,
                "Age {age}, {who} first",
                "Age {age} begins; {who} has the first-player token.",
                age=age_name(change.age),
            )
            return replace(line, level=0)
        case deed.BeginTurn():
            return seat_line(
                names, change.seat, LogTopic.TURN, "{who}: to act", "It is the turn of {who}."
            )
        case deed.EndGame():
            return _end_game(change, names)
        case deed.FillPool():
            return seat_line(
                names,
                change.seat,
                LogTopic.TURN,
                "{who}: Rage {total}",
                "{who} starts with {total} Rage.",
                total=change.total,
            )
        case deed.EmptyPool():
            return seat_line(
                names,
                change.seat,
                LogTopic.TURN,
                "{who}: -{lost} Rage (now 0)",
                "{who} loses the {lost} Rage left (now 0).",
                lost=change.lost,
            )
        case deed.MarkPassed():
            return seat_line(
                names,
                change.seat,
                LogTopic.TURN,
                "{who}: out of this phase",
                "{who} takes no further action in this phase.",
            )
        case (
            deed.PayRage() | deed.GainRage() | deed.LoseRage() | deed.GainGlory() | deed.LoseGlory()
        ):
            return _amount(change, names)
        case deed.RaiseStat():
            return _raise_stat(change, names)
        case deed.PlaceFigure():
            return place_figure(change, names)
        case deed.MoveFigures():
            return move_figures(change, names)
        case deed.ToValhalla() | deed.Release():
            return valhalla(change, names)
        case deed.PlayUpgrade():
            return play_upgrade(change, names)
        case deed.BoxMonster() | deed.RecruitMonster():
            return monster(change, names)
        case deed.CommitQuest() | deed.ShowQuests():
            return _quests(change, names)
        case deed.FlipToken() | deed.DestroyProvince():
            return _province(change)
        case _:
            return battle_line(change, names)


# ------------------------------------------------------------------------ table and time


def _take_clan(change: deed.TakeClan, names: Names) -> LogLine:
    """Name the player and the clan; for a seat without a name, the clan only."""
    clan, own = clan_name(change.clan), change.seat == names.you
    player = names.players[change.seat]
    if player:
        sentence = say("{player} leads the {clan} clan.", player=player, clan=clan)
    elif own:
        sentence = say("The {clan} clan is yours.", clan=clan)
    else:
        sentence = say("The {clan} clan is at the table.", clan=clan)
    other = player or say("Seat {letter}", letter=seat_letter(change.seat))
    short = say("{who}: {clan}", who=say("You") if own else other, clan=clan)
    return LogLine(short, sentence, LogTopic.TABLE, change.seat, level=0)


def _start_dealing(change: deed.StartDealing, names: Names) -> LogLine:
    age, count = age_name(change.age), change.cards_each
    if change.attempt == 1:
        short = say("Age {age}: {count} cards each", age=age, count=count)
        full = say("Age {age}: {count} cards are dealt to each.", age=age, count=count)
    else:
        seats = names.all(change.roster)
        short = say("Age {age}: dealt again to {seats}", age=age, seats=seats)
        full = say("The cards of Age {age} are dealt again, to {seats}.", age=age, seats=seats)
    return LogLine(short, full, LogTopic.TABLE, level=0)


def _keep_card(change: deed.KeepCard, names: Names) -> LogLine:
    who, full, count = names.who(change.seat), names.full(change.seat), change.discarded
    if change.kept:
        short = say("{who}: one card kept, {count} discarded", who=who, count=count)
        sentence = say_many(
            "{who} keeps one card for the next Age and discards {count} card.",
            "{who} keeps one card for the next Age and discards {count} cards.",
            count,
            who=full,
        )
    else:
        short = say("{who}: no card kept, {count} discarded", who=who, count=count)
        sentence = say_many(
            "{who} keeps no card and discards {count}.",
            "{who} keeps no card and discards {count}.",
            count,
            who=full,
        )
    return LogLine(short, sentence, LogTopic.CARDS, change.seat)


def _end_game(change: deed.EndGame, names: Names) -> LogLine:
    best = max(change.glory)
    winners = listed(names.title(seat) for seat in change.winners)
    amounts = tuple((Seat(number), glory) for number, glory in enumerate(change.glory))
    if len(change.winners) > 1:
        short = say("{who} share the victory: {glory} Glory", who=winners, glory=best)
    else:
        short = say("{who} wins with {glory} Glory", who=winners, glory=best)
    full = say("The game is over: {result} ({all}).", result=short, all=by_name(names, amounts))
    return LogLine(short, full, LogTopic.SCORE, change.winners[0], level=0)


# ------------------------------------------------------------------------ pools, Glory, stats


def _amount(
    change: deed.PayRage | deed.GainRage | deed.LoseRage | deed.GainGlory | deed.LoseGlory,
    names: Names,
) -> LogLine:
    """Return the line of Rage or Glory paid, gained or taken."""
    source = change.source
    fields: Fields = {"amount": change.amount, "total": change.total}
    cards: tuple[CardId, ...] = ()
    if isinstance(source, Spend):
        fields["what"] = fields["cause"] = say(_SPENDS[source])
    else:
        fields, cards = fields | source_fields(source), source_cards(source)
    line = seat_line(names, change.seat, LogTopic.SCORE, *_AMOUNTS[type(change)], **fields)
    return replace(line, cards=cards)


def _raise_stat(change: deed.RaiseStat, names: Names) -> LogLine:
    line = seat_line(
        names,
        change.seat,
        LogTopic.SCORE,
        "{who}: {stat} {old} > {total}, {what}",
        "{who} raises {stat} from {old} to {total} (step {level}), thanks to {cause}.",
        stat=stat_name(change.stat),
        old=TRACKS[change.stat][change.level - 1],
        total=change.total,
        level=change.level,
        **source_fields(change.source),
    )
    return replace(line, cards=source_cards(change.source))


# ------------------------------------------------------------------------ quests and provinces


def _quests(change: deed.CommitQuest | deed.ShowQuests, names: Names) -> LogLine:
    who, full = names.who(change.seat), names.full(change.seat)
    cards: tuple[CardId, ...] = ()
    match change:
        case deed.CommitQuest(total=total):
            short = say("{who}: quest face down (now {total})", who=who, total=total)
            sentence = say("{who} lays a quest face down (now {total}).", who=full, total=total)
        case deed.ShowQuests() if change.missing:
            short = say("{who}: {count} quests stay shut", who=who, count=change.missing)
            sentence = say_many(
                "The quest of {who} stays shut and fails.",
                "All {count} quests of {who} stay shut and fail.",
                change.missing,
                who=full,
            )
        case deed.ShowQuests():
            named = listed(face_name(face) for face in change.faces)
            cards = tuple(face.card for face in change.faces)
            short = say("{who}: {cards}", who=who, cards=named)
            sentence = say("{who} opens the quests laid down: {cards}.", who=full, cards=named)
        case _:
            assert_never(change)
    return LogLine(short, sentence, LogTopic.QUEST, change.seat, level=0, cards=cards)


def _province(change: deed.FlipToken | deed.DestroyProvince) -> LogLine:
    place = place_name(change.place)
    match change:
        case deed.FlipToken():
            short = say("{place}: token turned", place=place)
            full = say("The pillage token of {place} is turned.", place=place)
        case deed.DestroyProvince():
            short = say("{place} is destroyed", place=place)
            full = say("{place} is destroyed and leaves the board.", place=place)
        case _:
            assert_never(change)
    return LogLine(short, full, LogTopic.BOARD, place=change.place)
