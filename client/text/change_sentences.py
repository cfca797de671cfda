"""Sentences of all changes outside battles."""

from __future__ import annotations

from typing import Final

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
    About,
    LogLine,
    LogTopic,
    Told,
    by_name,
    counted,
    log_line,
    source_cards,
    source_fields,
)
from client.text.names import (
    Names,
    age_name,
    capital,
    clan_name,
    deity_name,
    face_name,
    phase_name,
    place_name,
    stat_name,
    stat_raised,
)
from engine import changes as deed
from engine.changes import Change
from engine.stats import TRACKS
from engine.terms import Phase, Seat, Spend, seat_letter

LAST_CARDS: Final = 2
"""Cards left of a pack when the draft is over (C2, C4)."""
_SPENDS: Final = {Spend.INVADE: "invade", Spend.MARCH: "march", Spend.UPGRADE: "upgrade"}
_LINES: Final[dict[type[Change], Told]] = {
    deed.PassPacks: (
        LogTopic.TABLE,
        "Packs go left ({count} cards)",
        "All have picked. The packs go left with {count} cards each.",
        "",
    ),
    deed.TakeHand: (
        LogTopic.CARDS,
        "{who}: {total} cards in hand",
        "{who} holds {total} cards now.",
        "You hold {total} cards now.",
    ),
    deed.EndAge: (
        LogTopic.PHASE,
        "Age {age}, {who} first",
        "Age {age} begins. First player: {who}.",
        "",
    ),
    deed.BeginTurn: (LogTopic.TURN, "{who}: to act", "It is {who}'s turn.", "It is your turn."),
    deed.FillPool: (
        LogTopic.TURN,
        "{who}: Rage {total}",
        "{who} starts with {total} Rage.",
        "You start with {total} Rage.",
    ),
    deed.EmptyPool: (
        LogTopic.TURN,
        "{who}: -{lost} Rage (now 0)",
        "{who} loses the {lost} Rage left (now 0).",
        "You lose the {lost} Rage left (now 0).",
    ),
    deed.MarkPassed: (
        LogTopic.TURN,
        "{who}: done for this phase",
        "{who} takes no further action in this phase.",
        "You take no further action in this phase.",
    ),
    deed.PayRage: (
        LogTopic.SCORE,
        "{who}: {what}, -{amount} Rage (now {total})",
        "{cause}: {who} pays {amount} Rage (now {total}).",
        "{cause}: you pay {amount} Rage (now {total}).",
    ),
    deed.GainRage: (
        LogTopic.SCORE,
        "{who}: +{amount} Rage (now {total}), {what}",
        "{cause}: {who} gains {amount} Rage (now {total}).",
        "{cause}: you gain {amount} Rage (now {total}).",
    ),
    deed.LoseRage: (
        LogTopic.SCORE,
        "{who}: -{amount} Rage (now {total}), {what}",
        "{cause}: {who} loses {amount} Rage (now {total}).",
        "{cause}: you lose {amount} Rage (now {total}).",
    ),
    deed.GainGlory: (
        LogTopic.SCORE,
        "{who}: +{amount} Glory (now {total}), {what}",
        "{cause}: {who} gains {amount} Glory (now {total}).",
        "{cause}: you gain {amount} Glory (now {total}).",
    ),
    deed.LoseGlory: (
        LogTopic.SCORE,
        "{who}: -{amount} Glory (now {total}), {what}",
        "{cause}: {who} loses {amount} Glory (now {total}).",
        "{cause}: you lose {amount} Glory (now {total}).",
    ),
    deed.RaiseStat: (
        LogTopic.SCORE,
        "{who}: {stat} {old} → {total}, {what}",
        "{cause}: {who} raises {raised} from {old} to {total} (step {level}).",
        "{cause}: you raise {raised} from {old} to {total} (step {level}).",
    ),
    deed.CommitQuest: (
        LogTopic.QUEST,
        "{who}: quest committed (now {total})",
        "{who} commits a quest face down (now {total}).",
        "You commit a quest face down (now {total}).",
    ),
    deed.RecruitMystic: (
        LogTopic.BOARD,
        "{who}: a Mystic joins the reserve",
        "A Mystic joins the reserve ({who}).",
        "A Mystic joins your reserve.",
    ),
    deed.PlaceGod: (LogTopic.BOARD, "{god}: {place}", "{god} stands in {place}.", ""),
    deed.SendGod: (
        LogTopic.BOARD,
        "{who}: {god} to {place}",
        "{who} moves {god} from {origin} to {place}.",
        "You move {god} from {origin} to {place}.",
    ),
    deed.FlipToken: (
        LogTopic.BOARD,
        "{place}: token flipped",
        "{place}: the pillage token is flipped.",
        "",
    ),
    deed.DestroyProvince: (
        LogTopic.BOARD,
        "{place} is destroyed",
        "{place} is destroyed.",
        "",
    ),
}
"""Changes whose words do not depend on their parts."""
_SAME_VALUE: Final[Told] = (
    LogTopic.SCORE,
    "{who}: {stat} step {level} (still {total}), {what}",
    "{cause}: {who} raises {raised} to step {level} (still {total}).",
    "{cause}: you raise {raised} to step {level} (still {total}).",
)
"""A step of a stat that has the value of the step below."""
_LIFTED: Final[Told] = (
    LogTopic.BOARD,
    "{god}: beside the board",
    "{god} stands beside the board.",
    "",
)
"""A god without a province."""
_KEPT: Final[Told] = (
    LogTopic.CARDS,
    "{who}: one card kept, {count} discarded",
    "{who} keeps one card for the next Age (discarded: {count}).",
    "You keep one card for the next Age (discarded: {count}).",
)
_NONE_KEPT: Final[Told] = (
    LogTopic.CARDS,
    "{who}: no card kept, {count} discarded",
    "{who} keeps no card (discarded: {count}).",
    "You keep no card (discarded: {count}).",
)
"""The end of a hand, with and without a card that is kept."""


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
                say("The draft is over. The cards left in the packs are discarded unseen."),
                LogTopic.TABLE,
            )
        case deed.PassPacks():
            return log_line(names, About(), *_LINES[deed.PassPacks], count=change.left)
        case deed.TakeHand() | deed.FillPool():
            about = About(change.seat)
            return log_line(names, about, *_LINES[type(change)], total=change.total)
        case deed.CommitQuest():
            about = About(change.seat, level=0)
            return log_line(names, about, *_LINES[deed.CommitQuest], total=change.total)
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
            about = About(change.first, level=0)
            return log_line(names, about, *_LINES[deed.EndAge], age=age_name(change.age))
        case deed.BeginTurn() | deed.MarkPassed():
            return log_line(names, About(change.seat), *_LINES[type(change)])
        case deed.EndGame():
            return _end_game(change, names)
        case deed.EmptyPool():
            about = About(change.seat)
            return log_line(names, about, *_LINES[deed.EmptyPool], lost=change.lost)
        case (
            deed.PayRage() | deed.GainRage() | deed.LoseRage() | deed.GainGlory() | deed.LoseGlory()
        ):
            return _amount(change, names)
        case deed.RaiseStat():
            return _raised(change, names)
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
        case deed.RecruitMystic():
            return log_line(names, About(change.seat), *_LINES[deed.RecruitMystic])
        case deed.PlaceGod():
            god = deity_name(change.deity)
            if change.place is None:
                return log_line(names, About(), *_LIFTED, god=god)
            return log_line(names, About(place=change.place), *_LINES[deed.PlaceGod], god=god)
        case deed.SendGod():
            god, origin = deity_name(change.deity), place_name(change.origin)
            about = About(change.seat, change.target)
            return log_line(names, about, *_LINES[deed.SendGod], god=god, origin=origin)
        case deed.ShowQuests():
            return _quests(change, names)
        case deed.FlipToken() | deed.DestroyProvince():
            return log_line(names, About(place=change.place), *_LINES[type(change)])
        case _:
            return battle_line(change, names)


# ------------------------------------------------------------------------ table and time


def _take_clan(change: deed.TakeClan, names: Names) -> LogLine:
    """Name the player and the clan; for a seat without a name, the clan only."""
    clan, player = clan_name(change.clan), names.players[change.seat]
    if change.seat == names.you:
        sentence = say("The {clan} clan is yours.", clan=clan)
        short = say("Your clan: {clan}", clan=clan)
    elif player:
        sentence = say("{player} leads the {clan} clan.", player=player, clan=clan)
        short = say("{who}: {clan}", who=player, clan=clan)
    else:
        sentence = say("The {clan} clan is at the table.", clan=clan)
        seat = say("Seat {letter}", letter=seat_letter(change.seat))
        short = say("{who}: {clan}", who=seat, clan=clan)
    return LogLine(short, sentence, LogTopic.TABLE, change.seat, level=0)


def _start_dealing(change: deed.StartDealing, names: Names) -> LogLine:
    age, count = age_name(change.age), change.cards_each
    if change.attempt == 1:
        short = say("Age {age}: {count} cards each", age=age, count=count)
        full = say("Age {age}: {count} cards are dealt to each.", age=age, count=count)
    else:
        seats = names.all(change.roster)
        short = say("Age {age}: dealt again ({seats})", age=age, seats=seats)
        full = say("The cards of Age {age} are dealt again ({seats}).", age=age, seats=seats)
    return LogLine(short, full, LogTopic.TABLE, level=0)


def _keep_card(change: deed.KeepCard, names: Names) -> LogLine:
    told = _KEPT if change.kept else _NONE_KEPT
    return log_line(names, About(change.seat), *told, count=change.discarded)


def _end_game(change: deed.EndGame, names: Names) -> LogLine:
    best = max(change.glory)
    winners = capital(names.all(change.winners))
    amounts = tuple((Seat(number), glory) for number, glory in enumerate(change.glory))
    if len(change.winners) > 1:
        short = say("{who} share the victory: {glory} Glory", who=winners, glory=best)
    elif change.winners[0] == names.you:
        short = say("You win with {glory} Glory", glory=best)
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
    if isinstance(source, Spend):
        cause = say(_SPENDS[source])
        about, fields = About(change.seat), Fields(what=cause, cause=capital(cause))
    else:
        about, fields = About(change.seat, cards=source_cards(source)), source_fields(source)
    fields |= {"amount": change.amount, "total": change.total}
    return log_line(names, about, *_LINES[type(change)], **fields)


def _raised(change: deed.RaiseStat, names: Names) -> LogLine:
    """Return the line of a step on a stat, whose value may stay the same."""
    old = TRACKS[change.stat][change.level - 1]
    fields = source_fields(change.source)
    fields |= {"stat": stat_name(change.stat), "raised": stat_raised(change.stat)}
    fields |= {"total": change.total, "level": change.level}
    about = About(change.seat, cards=source_cards(change.source))
    if old == change.total:
        return log_line(names, about, *_SAME_VALUE, **fields)
    return log_line(names, about, *_LINES[deed.RaiseStat], old=old, **fields)


# ------------------------------------------------------------------------ quests


def _quests(change: deed.ShowQuests, names: Names) -> LogLine:
    if change.missing:
        who, count = names.opening(change.seat), change.missing
        short = say_many(
            "{who}: {count} quest stays face down",
            "{who}: {count} quests stay face down",
            count,
            who=who,
        )
        sentence = say_many(
            "{who}: {count} quest stays face down and fails.",
            "{who}: {count} quests stay face down and fail.",
            count,
            who=who,
        )
        return LogLine(short, sentence, LogTopic.QUEST, change.seat, level=0)
    return log_line(
        names,
        About(change.seat, cards=tuple(face.card for face in change.faces), level=0),
        LogTopic.QUEST,
        "{who}: {cards}",
        "{who} reveals {cards}.",
        "You reveal {cards}.",
        cards=listed(counted(map(face_name, change.faces))),
    )
