"""Sentences about the state of a table: records, dealing, connections, silence and absences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Final

from client.online.at_table import AtTable
from client.online.game_room import GameRoom
from client.platform.paths import shown_path
from client.tables.incidents import Absence, Undone
from client.tables.network_table import NetworkTable
from client.tables.waiting import Silence, Stake, whole_seconds
from client.text.absences import away_for_good
from client.text.catalogue import listed, say, say_many
from client.text.names import Names
from client.ui.view import Net
from engine.terms import Seat
from protocol.game.events import CardUnopened, WentAway
from protocol.quorum import Quorum

LONG_SECONDS: Final = 30.0
"""Seconds without a relay after which the way to another one is explained: longer than it takes
those whose table has another address to find it themselves."""


def resumed_sentence() -> str:
    """Say that a game continues."""
    return say("The game continues. R shows what happened since your last answer.")


def saved_sentence(number: int) -> str:
    """Say how a saved game is resumed."""
    return say("The game is saved. Continue with: bloodrage resume {number}", number=number)


def record_trouble(why: str) -> str:
    """Say that the record cannot be written; "" without a reason."""
    return say("The record cannot be written: {why}", why=why) if why else ""


def record_place(path: Path) -> str:
    """Say where the record is."""
    return say("The record is {path}", path=shown_path(path))


def dealing_alone() -> str:
    """Say that cards are dealt in a game against bots, where nobody else is waited for."""
    return say("The cards are being dealt …")


def dealing_sentence(done: int, of: int) -> str:
    """Say how far the dealing is."""
    return say("Dealing: step {done} of {of}", done=done, of=of)


def superseded_sentence() -> str:
    """Say that the game was opened again somewhere else."""
    return say("This game continues where you opened it last; this window sends nothing any more.")


def line_sentence(at: AtTable, now: float) -> str:
    """Say that your own line is down, and after a while the remedy; "" while it is up."""
    link = at.game.link
    since = link.down_since(now)
    if since is None:
        return ""
    if link.status.refusal or now - since < LONG_SECONDS or at.journal is None:
        told = link.status.refusal or say("Nothing is lost.")
        return say("The relay does not answer; trying again. {told}", told=told)
    command = f"bloodrage resume {at.journal.number} --relay HOST:PORT"
    if at.game.table.person != 0:
        return say(
            "The relay does not answer; trying again. If that lasts, ask the host for the present "
            "HOST:PORT (N shows it there), leave and run: {command}",
            command=command,
        )
    return say(
        "The relay does not answer; trying again. To use another relay, everyone leaves and runs: "
        "{command}",
        command=command,
    )


def listening_sentence(game: GameRoom, now: float) -> str:
    """Say why nothing is decided here before the others have reported the current step."""
    net = net_of(game, now)
    if 2 * net.present > net.people:
        return say("Asking the others for the state of the table; this takes some seconds.")
    return say(
        "You can go on once more than half of the people are here: {present} of {people} now.",
        present=net.present,
        people=net.people,
    )


def continue_without(table: NetworkTable, told: Callable[[Silence], str]) -> str:
    """Vote to continue without the silent players, and say how that went.

    `told` describes a silence that cannot be voted on.
    """
    silence = table.silence
    if silence is None:
        return _not_yet(table)
    if silence.waits_for_all or not (silence.may_agree and silence.possible):
        return told(silence)
    table.go_on_without()
    return say("You go on without {names} as soon as enough do.", names=", ".join(silence.names))


def _not_yet(table: NetworkTable) -> str:
    waited = tuple(table.names[seat] for seat, _ in table.waits)
    if table.seat in table.waiting_for:
        return say("Answer first: the table waits for you.")
    if not waited or table.waits_for_own:
        return say("Nobody has been silent long enough for that.")
    if table.charter.quorum is Quorum.NOBODY:
        return say("This table waits for everybody: that is one of its terms.")
    if not table.are_enough_left:
        return say("Too few are here to go on without {names}.", names=", ".join(waited))
    return say(
        "{names} can still answer. You can go on without them in {time}.",
        time=minutes(table.patience.left()),
        names=", ".join(waited),
    )


def silence_sentence(silence: Silence, key: str = "G") -> str:
    """Name the silent players, their time, and the remedy; `key` votes to continue."""
    names = ", ".join(silence.names)
    time = minutes(silence.seconds)
    if silence.is_me:
        return _to_the_silent(silence)
    if silence.waits_for_all:
        return say(
            "{names} silent for {time}; this table waits for everybody. "
            "Wait, or leave: it is saved.",
            names=names,
            time=time,
        )
    if not silence.possible:
        return say(
            "{names} silent for {time}; too few are left to go on. Wait, or leave: it is saved.",
            names=names,
            time=time,
        )
    if not silence.may_agree and not silence.agreed:
        return say(
            "{names} silent for {time}. The others decide whether to go on; you have no vote now.",
            names=names,
            time=time,
        )
    if not silence.agreed:
        told = say(
            "{names} silent for {time}. {key}: go on without ({agreed} of {needed} agree), "
            "or wait.",
            key=key,
            names=names,
            time=time,
            agreed=silence.agreed,
            needed=silence.needed,
        )
    else:
        told = f"{_wish(silence, names, time)} {_lacking(silence, key)}"
    return f"{told} {_cost(silence.stake, names)}".rstrip() if silence.may_agree else told


def _to_the_silent(silence: Silence) -> str:
    """Say that others want to continue without the person here, and the cost."""
    who = listed(silence.others)
    if not silence.lacking:
        return say_many(
            "{who} goes on without you.", "{who} go on without you.", silence.agreed, who=who
        )
    told = say_many(
        "{who} wants to go on without you ({count} of {needed}). Answer now.",
        "{who} want to go on without you ({count} of {needed}). Answer now.",
        silence.agreed,
        who=who,
        needed=silence.needed,
    )
    return f"{told} {_own_cost(silence.stake)}".rstrip()


def _own_cost(stake: Stake) -> str:
    """Name the cost of silence to the person here."""
    match stake:
        case Stake.AGE:
            return say("Silence costs you the rest of the Age, and all Rage left.")
        case Stake.DEAL:
            return say("Silence costs you all new cards of this Age.")
        case Stake.CARD:
            return say("Silence costs you your card in this battle.")
        case Stake.ANSWER:
            return say("If you are silent, the rules answer for you.")
        case Stake.NOTHING:
            return ""


def _cost(stake: Stake, names: str) -> str:
    """Name the cost of a vote to the silent players."""
    match stake:
        case Stake.AGE:
            return say("That costs {names} the rest of the Age, and all Rage left.", names=names)
        case Stake.DEAL:
            return say("That costs {names} all new cards of this Age.", names=names)
        case Stake.CARD:
            return say("That costs {names} the card in this battle.", names=names)
        case Stake.ANSWER:
            return say("The rules then answer for {names}.", names=names)
        case Stake.NOTHING:
            return ""


def _wish(silence: Silence, names: str, time: str) -> str:
    """Name the persons who want to continue without others, in the order of their votes."""
    if not silence.agrees and not silence.is_over:
        return say_many(
            "{who} wants to go on without {names}.",
            "{who} want to go on without {names}.",
            silence.agreed,
            who=listed(silence.others),
            names=names,
        )
    if not silence.agrees:
        return say_many(
            "{who} wants to go on without {names}, silent for {time}.",
            "{who} want to go on without {names}, silent for {time}.",
            silence.agreed,
            who=listed(silence.others),
            names=names,
            time=time,
        )
    if not silence.others:
        return say("You want to go on without {names}, silent for {time}.", names=names, time=time)
    return say(
        "{who} and you want to go on without {names}, silent for {time}.",
        who=", ".join(silence.others),
        names=names,
        time=time,
    )


def _lacking(silence: Silence, key: str) -> str:
    """Say how many more votes are needed, and how the person here votes."""
    if not silence.lacking:
        enough = say("Those are enough.")
        return f"{enough} {leader_sentence(silence.leader)}" if silence.leader else enough
    if silence.may_agree:
        return say_many(
            "{count} more is needed: {key}, or wait.",
            "{count} more are needed: {key}, or wait.",
            silence.lacking,
            key=key,
        )
    return say_many("{count} more is needed.", "{count} more are needed.", silence.lacking)


def leader_sentence(leader: str) -> str:
    """Name the person on whom it depends how the table goes on; others follow in turn."""
    return say("{name} has to close the step; if not, somebody else will soon.", name=leader)


def standstill_sentence(leader: str) -> str:
    """Say that the table has to decide how it goes on, and who leads."""
    return say("The table decides how it goes on.") + f" {leader_sentence(leader)}"


def absence_sentence(absence: Absence, names: Sequence[str], person: int) -> str:
    """Describe a departure, a return, or what was undone."""
    if isinstance(absence, Undone):
        return _undone(absence, names)
    if isinstance(absence, WentAway):
        return _departure(absence, names, person)
    if isinstance(absence, CardUnopened):
        return say(
            "{names}: did not open the card of {owner}, which is lost.",
            names=", ".join(names[signer] for signer in absence.holders),
            owner=names[absence.owner],
        )
    if person in absence.signers:
        return say("You are back, and asked again from now on.")
    who = ", ".join(names[signer] for signer in absence.signers)
    return say("{names}: back, and asked again from now on.", names=who)


def _undone(undone: Undone, names: Sequence[str]) -> str:
    """Say what is void, and why."""
    told = say_many(
        "Back to step {step}: {count} action is void.",
        "Back to step {step}: {count} actions are void.",
        undone.actions,
        step=undone.step,
    )
    if not undone.liars:
        return f"{told} " + say("The others had continued differently.")
    liars = listed(names[signer] for signer in undone.liars)
    return f"{told} " + say(
        "{names}: a different history of the game was shown to the others.", names=liars
    )


def _departure(gone: WentAway, names: Sequence[str], person: int) -> str:
    """Say who is away, and whether for good; the person here first."""
    told = []
    if person in gone.faulty:
        told.append(away_for_good())
    elif person in gone.contradicting:
        told.append(
            say(
                "You are away: your key contradicted itself. "
                "Your program asks to rejoin automatically."
            )
        )
    elif person in gone.signers:
        told.append(
            say("The others went on without you. Your program asks to rejoin automatically.")
        )
    silent = [s for s in gone.signers if s not in (*gone.faulty, *gone.contradicting)]

    def others(signers: Iterable[int]) -> str:
        return ", ".join(names[signer] for signer in signers if signer != person)

    if who := others(gone.faulty):
        told.append(
            say("{names}: away for good, for a forbidden message. See the record.", names=who)
        )
    if who := others(gone.contradicting):
        told.append(
            say("{names}: away for a contradiction; may come back. See the record.", names=who)
        )
    if who := others(silent):
        told.append(say("{names}: away; the rules answer instead.", names=who))
    return " ".join(told)


def bot_sentences(names: Names, before: Collection[Seat], now: Collection[Seat]) -> tuple[str, ...]:
    """Name the players for whom a bot ceased, then those for whom it began to answer."""
    ceased, began = set(before).difference(now), set(now).difference(before)
    told = [say("{name} plays again.", name=names.full(seat)) for seat in sorted(ceased)]
    if began:
        told.append(say("A bot plays for {name} now.", name=listed(map(names.full, sorted(began)))))
    return tuple(told)


def minutes(seconds: float) -> str:
    """Return a span of time as minutes and seconds."""
    return "{}:{:02}".format(*divmod(int(seconds), 60))


def net_of(game: GameRoom, now: float) -> Net:
    """Return the connections; while your own line is down nothing is known of the others.

    Nobody is missed before a game begins or after its end.
    """
    presence, link, table = game.presence, game.link, game.table
    count = len(game.people)
    if table.closed is not None:
        return Net(count, count)
    if (down := link.down_since(now)) is not None:
        return Net(1, count, down=whole_seconds(down, now), absent=table.absent())
    silent = game.unheard(now)
    return Net(
        count - len(silent),
        count,
        away=tuple((seat, silent[host]) for seat, host in _seats(game) if host in silent),
        by_bot=tuple(seat for seat, host in _seats(game) if host in presence.by_bot),
        absent=table.absent(),
    )


def time_left(table: NetworkTable, asked: Collection[Seat]) -> int | None:
    """Return the seconds left to the viewer if asked, else the most left; None without a clock.

    `asked` are the seats that are asked something now.
    """
    table.look_at_clock()
    left = {seat: wait.left for seat, wait in table.waits if wait.left is not None}
    counted = [seconds for seat, seconds in left.items() if seat in asked]
    if not counted:
        return None
    own = left.get(table.seat) if table.seat in asked else None
    return max(0, int(max(counted) if own is None else own))


def _seats(game: GameRoom) -> tuple[tuple[Seat, int], ...]:
    """Return every seat with the signer whose machine plays it; a bot's is its operator."""
    table = game.table
    hellos, places = table.charter.hellos, table.sessions[table.person].referee.places
    return tuple(
        (Seat(seat), game.people[hellos[signer].operator] if hellos[signer].is_bot else signer)
        for seat, signer in enumerate(places)
    )
