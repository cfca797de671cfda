"""Tables whose seats all belong to this machine."""

from __future__ import annotations

from random import Random

from client.online.table_plans import own_signers
from client.tables.network_table import NetworkTable
from client.tables.new_seats import new_bot, new_seat
from engine.state import Options, Rulings
from protocol.cards.card_faces import cards_digest
from protocol.charter import Charter
from protocol.lobby.lobby_events import Started
from protocol.wire.identity import Identity


def table_of_bots(seed: int = 1) -> NetworkTable:
    """Start a table of two without a draft, where bots answer for everybody."""
    random = Random(seed).randbytes
    identity = Identity(random(32))
    person = new_seat(identity, "Astrid", random=random)
    bot = new_bot("Hati", identity, random)
    options = Options(Rulings(draft=False))
    charter = Charter((person.hello, bot.hello), options, cards_digest(options), late_window=0)
    own = {person.hello.identity: person.own("thrall"), bot.hello.identity: bot.own("thrall")}
    signers = own_signers(Started(charter, bytes(32), 0), own)
    table = NetworkTable(charter, signers, 0, lambda _raw: None)
    table.start()
    return table
