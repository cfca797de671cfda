"""Hellos and charters: keys, their proofs, and the terms."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest

from client.text.protocol_faults import version_sentence
from engine.state import RULES_VERSION, Options, Rulings
from engine.terms import OdinsChosen, ThorsChosen
from engine.values import replace
from protocol.cards.card_faces import cards_digest
from protocol.cards.dealing import CardKey, KeyProof, KeyStatement, TableSecret
from protocol.charter import FIRST_PROTOCOL, PROTOCOL_VERSION, Charter, Hello
from protocol.errors import BadMessage, BadProof, Reason, RemoteProtocolError
from protocol.hazmat import group
from protocol.rules import KNOWN
from protocol.wire.codec import pack, unpack
from protocol.wire.identity import Identity
from tests.adversary.tables import hello_of
from tests.protocol.odd_bytes import ODD_LENGTHS, ODD_POINTS, ODD_SCALARS
from tests.protocol.seats import scalar

SMALL_X25519 = {
    "zero": bytes(32),
    "one": (1).to_bytes(32, "little"),
    "order 8": bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    "order 8, the other": bytes.fromhex(
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"
    ),
    "p - 1": (2**255 - 20).to_bytes(32, "little"),
    "p": (2**255 - 19).to_bytes(32, "little"),
    "p + 1": (2**255 - 18).to_bytes(32, "little"),
    "nine with the top bit": (9 + 2**255).to_bytes(32, "little"),
    "all bits": b"\xff" * 32,
    "short": bytes(31),
}


def made(name: str = "Astrid", seed: int = 1) -> tuple[Hello, Identity, TableSecret]:
    return hello_of(name, Random(seed))


def refused(hello: Hello) -> Reason:
    with pytest.raises(RemoteProtocolError) as caught:
        Hello.from_bytes(hello.to_bytes())
    return caught.value.reason


def signed(identity: Identity, hello: Hello) -> Hello:
    return Hello.sign(identity, hello)


def test_hellos_survive_encoding_and_decoding() -> None:
    hello, _, _ = made()
    assert Hello.from_bytes(hello.to_bytes()) == hello


# --------------------------------------------------------------------- keys


@pytest.mark.parametrize("name", ODD_POINTS)
def test_malformed_points_are_refused_as_identity_keys(name: str) -> None:
    hello, identity, _ = made()
    # Whatever the signature is: under a small-order key one signature would fit everything.
    assert refused(replace(hello, identity=ODD_POINTS[name])) is Reason.NOT_A_POINT
    again = signed(identity, replace(hello, identity=ODD_POINTS[name]))
    assert refused(again) is Reason.NOT_A_POINT


@pytest.mark.parametrize("name", SMALL_X25519)
def test_malformed_sealing_keys_are_refused(name: str) -> None:
    hello, identity, _ = made()
    wrong = SMALL_X25519[name]
    reasons = (Reason.BAD_KEY, Reason.WRONG_SHAPE)
    assert refused(signed(identity, replace(hello, sealing=wrong))) in reasons


@pytest.mark.parametrize("name", list(ODD_POINTS)[::7])
def test_malformed_points_are_refused_as_card_keys(name: str) -> None:
    hello, identity, _ = made()
    wrong = ODD_POINTS[name] + hello.card_key[32:]
    assert refused(signed(identity, replace(hello, card_key=wrong))) is Reason.NOT_A_POINT


@pytest.mark.parametrize("at", [32, 64])
@pytest.mark.parametrize("name", ODD_SCALARS)
def test_malformed_scalars_in_a_key_proof_are_refused(name: str, at: int) -> None:
    hello, identity, _ = made()
    key = hello.card_key
    wrong = key[:at] + ODD_SCALARS[name] + key[at + 32 :]
    assert refused(signed(identity, replace(hello, card_key=wrong))) is Reason.NOT_A_SCALAR
    zero = key[:at] + bytes(32) + key[at + 32 :]
    assert refused(signed(identity, replace(hello, card_key=zero))) is Reason.KEY_PROOF


def test_a_key_and_proof_copied_into_another_hello_are_refused() -> None:
    victim, _, _ = made()
    hello, identity, _ = made("Bo", 2)
    copied = replace(hello, card_key=victim.card_key)
    assert refused(signed(identity, copied)) is Reason.KEY_PROOF
    # Nor with the victim's fresh bytes: the proof names the identity too.
    copied = replace(copied, fresh=victim.fresh)
    assert refused(signed(identity, copied)) is Reason.KEY_PROOF


def test_an_old_key_proof_is_refused_in_a_new_hello() -> None:
    hello, identity, _ = made()
    again = signed(identity, replace(hello, fresh=bytes(32)))
    assert refused(again) is Reason.KEY_PROOF


def test_a_key_derived_from_others_cannot_be_proven() -> None:
    victim, _, _ = made()
    hello, identity, secret = made("Bo", 2)
    own = KeyStatement(hello.fresh, identity.public).key(secret)
    theirs = KeyProof.from_bytes(victim.card_key).public
    rogue = group.subtract(own.public, theirs)
    honest = KeyProof.from_bytes(hello.card_key)
    wrong = replace(honest, public=rogue).to_bytes()
    assert refused(signed(identity, replace(hello, card_key=wrong))) is Reason.KEY_PROOF


def test_a_hello_signed_by_another_key_is_refused() -> None:
    hello, _, _ = made()
    _, other, _ = made("Bo", 2)
    assert refused(signed(other, hello)) is Reason.BAD_SIGNATURE


# --------------------------------------------------------------------- bots


def test_bots_need_their_operators_signature() -> None:
    _, operator, _ = made()
    _, other, _ = made("Bo", 2)
    bot, identity, _ = hello_of("bot", Random(3), operator.public)
    assert refused(bot) is Reason.BAD_SIGNATURE
    assert refused(bot.backed(other)) is Reason.BAD_SIGNATURE
    assert Hello.from_bytes(bot.backed(operator).to_bytes()).is_bot
    # The signature is for this hello only.
    changed = signed(identity, replace(bot.backed(operator), name="another"))
    assert refused(changed) is Reason.BAD_SIGNATURE


def test_players_have_no_operator() -> None:
    hello, identity, _ = made()
    own = signed(identity, replace(hello, operator=identity.public))
    assert refused(own.backed(identity)) is Reason.BAD_KEY
    assert refused(replace(hello, backing=hello.signature)) is Reason.WRONG_SHAPE


# -------------------------------------------------------------------- names


@pytest.mark.parametrize(
    "name",
    [
        "",
        " Bo",
        "Bo  Bo",
        "B\x1b[31mo",
        "Bo\x07",
        "Bo\n",
        "\u202eoB",
        "B\u200bo",
        "B\u2066o",
        "Bo\u0301",
        "\uff22\uff4f",
        "B\u00a0o",
        "\U0001f600",
        "\u1160Bo",
    ],
)
@pytest.mark.parametrize("version", [1, 2])
def test_deceptive_names_are_refused(name: str, version: int) -> None:
    assert wrong_name(name, version)


@pytest.mark.parametrize(
    "name", ["Bo (2)", "B\u043e", "Bo\u2603", "\u2800", "Bo\u2800", "B_o", "\ua4d0"]
)
def test_names_that_look_numbered_or_mixed_or_are_signs_need_a_record_of_version_one(
    name: str,
) -> None:
    assert wrong_name(name, 2)
    assert not wrong_name(name, 1)


@pytest.mark.parametrize(
    "name", ["\u9f8d", "\u092a\u094d\u0930\u093f\u092f\u093e", "\U00020bb7\u7530"]
)
def test_names_in_wide_letters_or_with_marks_need_version_two(name: str) -> None:
    assert not wrong_name(name, 2)
    assert wrong_name(name, 1)


def wrong_name(name: str, version: int) -> bool:
    """Whether a charter of that version refuses a name."""
    hellos = []
    for seed, each in enumerate((name, "Astrid"), start=1):
        hello, identity, _ = made("Bo", seed)
        hellos.append(signed(identity, replace(hello, name=each, versions=(version,))))
    terms = Charter(tuple(hellos), Options(), cards_digest(Options()), version=version)
    try:
        terms.check()
    except BadMessage as error:
        return error.reason is Reason.WRONG_NAME
    return False


def test_names_longer_than_their_column_are_refused() -> None:
    hello, identity, _ = made()
    assert refused(signed(identity, replace(hello, name="B" * 25))) is Reason.WRONG_SHAPE


@pytest.mark.parametrize("versions", [(), (1, 1), (1, 2), tuple(range(40, 0, -1))])
def test_versions_must_be_few_and_descending(versions: tuple[int, ...]) -> None:
    hello, identity, _ = made()
    assert refused(signed(identity, replace(hello, versions=versions))) is Reason.WRONG_SHAPE


# ------------------------------------------------------------------ charters


def charter(*hellos: Hello) -> Charter:
    options = Options()
    seated = hellos or tuple(made(f"Seat {seed}", seed)[0] for seed in (1, 2, 3))
    return Charter(seated, options, cards_digest(options))


def why(wrong: Charter) -> tuple[Reason, str]:
    with pytest.raises(RemoteProtocolError) as caught:
        Charter.from_bytes(wrong.to_bytes())
    return caught.value.reason, caught.value.place


def test_charters_survive_encoding_and_decoding() -> None:
    assert Charter.from_bytes(charter().to_bytes()) == charter()


CHANGES: dict[str, tuple[Callable[[Charter], Charter], tuple[Reason, str]]] = {
    "one seat": (lambda one: replace(one, hellos=one.hellos[:1]), (Reason.WRONG_CHARTER, "seats")),
    "six seats": (lambda one: replace(one, hellos=one.hellos * 2), (Reason.WRONG_CHARTER, "seats")),
    "a seat twice": (
        lambda one: replace(one, hellos=(one.hellos[0], *one.hellos[:2])),
        (Reason.KEY_REPEATED, "identity"),
    ),
    "other cards": (lambda one: replace(one, cards=bytes(32)), (Reason.OTHER_CARDS, "cards")),
    "no cards": (lambda one: replace(one, cards=b""), (Reason.OTHER_CARDS, "cards")),
    "other rules": (
        lambda one: replace(one, options=Options(Rulings(), rules_version=99)),
        (Reason.NO_COMMON_VERSION, "rules 99"),
    ),
    "a later protocol": (
        lambda one: replace(one, version=PROTOCOL_VERSION + 1),
        (Reason.NO_COMMON_VERSION, f"version {PROTOCOL_VERSION + 1}"),
    ),
    "an earlier protocol": (
        lambda one: replace(one, version=FIRST_PROTOCOL),
        (Reason.NO_COMMON_VERSION, "version 1"),
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_an_unacceptable_charter_is_refused_with_its_reason(name: str) -> None:
    change, reason = CHANGES[name]
    assert why(change(charter())) == reason


@pytest.mark.parametrize("gods", [False, True])
@pytest.mark.parametrize("mystics", [False, True])
@pytest.mark.parametrize("odins", OdinsChosen)
@pytest.mark.parametrize("thors", ThorsChosen)
def test_the_boxes_and_their_rulings_are_agreed(
    gods: bool, mystics: bool, odins: OdinsChosen, thors: ThorsChosen
) -> None:
    rulings = Rulings(odins_chosen=odins, thors_chosen=thors)
    boxes = replace(charter(), options=Options(rulings, gods=gods, mystics=mystics))
    assert Charter.from_bytes(boxes.to_bytes()) == boxes
    is_plain = boxes.options == Options()
    assert (boxes.terms == charter().terms) is is_plain
    assert (boxes.table_id == charter().table_id) is is_plain


@pytest.mark.parametrize("version", [1, 2])
def test_charters_of_earlier_rules_have_no_word_of_the_boxes(version: int) -> None:
    options = Options(rules_version=version)
    earlier = replace(charter(), options=options, cards=cards_digest(options))
    assert Charter.from_bytes(earlier.to_bytes()) == earlier
    (plain,) = {len(row) for row in _arrays(earlier) if row[:1] == (version,)}
    (boxed,) = {len(row) for row in _arrays(charter()) if row[:1] == (RULES_VERSION,)}
    assert (plain, boxed) == (7, 11)
    # A box in the options of an earlier version is not signed for, so nobody can sneak it in.
    boxes = replace(earlier, options=replace(options, gods=True, mystics=True))
    assert boxes.to_bytes() == earlier.to_bytes()


def _arrays(of: Charter) -> list[tuple[object, ...]]:
    """Return the arrays of a packed charter."""
    parts = unpack(of.to_bytes(), "charter")
    assert isinstance(parts, tuple)
    return [part for part in parts if isinstance(part, tuple)]


def test_a_program_without_these_rules_refuses_the_table_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boxes = replace(charter(), options=Options(gods=True, mystics=True)).to_bytes()
    Charter.from_bytes(boxes)
    monkeypatch.setattr("protocol.rules.KNOWN", {1: KNOWN[1], 2: KNOWN[2]})
    monkeypatch.setattr("client.text.protocol_faults.KNOWN", {1: KNOWN[1], 2: KNOWN[2]})
    with pytest.raises(BadMessage) as caught:
        Charter.from_bytes(boxes)
    sentence = version_sentence(caught.value.reason, caught.value.place)
    assert sentence == "This game uses rules version 3; this program knows 1 and 2. Update it."


def test_a_table_of_the_first_protocol_has_no_gods() -> None:
    """It has no steps in which the places of later Ages could be drawn."""
    hellos = tuple(
        signed(identity, replace(hello, versions=(FIRST_PROTOCOL,)))
        for hello, identity, _ in (made("Astrid", 1), made("Bo", 2))
    )
    first = replace(charter(*hellos), version=FIRST_PROTOCOL)
    first.check()
    replace(first, options=Options(mystics=True)).check()
    with pytest.raises(BadMessage) as caught:
        replace(first, options=Options(gods=True)).check()
    assert (caught.value.reason, caught.value.place) == (Reason.WRONG_CHARTER, "gods")


def test_the_highest_common_version_is_chosen() -> None:
    hellos = tuple(
        signed(identity, replace(hello, versions=(PROTOCOL_VERSION + 1, PROTOCOL_VERSION)))
        for hello, identity, _ in (made("Astrid", 1), made("Bo", 2))
    )
    assert why(charter(*hellos)) == (Reason.NO_COMMON_VERSION, "version")


def test_the_number_of_hellos_is_judged_before_their_content() -> None:
    terms = charter()
    many = pack((PROTOCOL_VERSION, (b"",) * 100, (), b"", 0, False))
    with pytest.raises(RemoteProtocolError) as caught:
        Charter.from_bytes(many)
    assert (caught.value.reason, caught.value.place) == (Reason.WRONG_CHARTER, "seats")
    assert terms.players == 3


def test_a_bots_operator_must_be_a_person_at_the_table() -> None:
    astrid, operator, _ = made()
    stranger = Identity(bytes(32))
    for owner, fine in ((operator, True), (stranger, False)):
        bot = hello_of("bot", Random(4), owner.public)[0].backed(owner)
        if fine:
            Charter.from_bytes(charter(astrid, bot).to_bytes())
        else:
            assert why(charter(astrid, bot)) == (Reason.WRONG_CHARTER, "operator")


SUBSETS = [some for count in range(2, 6) for some in combinations(range(5), count)]


@pytest.mark.parametrize("cancelling", SUBSETS)
def test_keys_that_cancel_out_are_refused_in_a_charter(cancelling: tuple[int, ...]) -> None:
    """Those of any seats, for all others may leave: 26 subsets of five."""
    keys = {signer: scalar(7 + signer) for signer in range(5)}
    last = cancelling[-1]
    keys[last] = scalar(-sum(7 + signer for signer in cancelling[:-1]))
    hellos = []
    for seed, secret_key in keys.items():
        hello, identity, secret = made(f"Seat {seed}", seed)
        key = CardKey.of(secret_key)
        proof = KeyStatement(hello.fresh, identity.public).prove(key, secret).to_bytes()
        hellos.append(signed(identity, replace(hello, card_key=proof)))
    with pytest.raises(BadProof) as caught:
        Charter.from_bytes(charter(*hellos).to_bytes())
    assert caught.value.reason is Reason.KEYS_CANCEL


def test_an_operator_and_all_their_bots_are_one_person() -> None:
    astrid, operator, _ = made()
    bo, _, _ = made("Bo", 2)
    bots = [hello_of(name, Random(at), operator.public)[0] for at, name in ((4, "a"), (5, "b"))]
    table = charter(bots[0], bo, astrid, bots[1])
    assert table.together((3,)) == {0, 2, 3}
    assert table.together((1,)) == {1}
    assert table.together((1, 2)) == {0, 1, 2, 3}
    assert table.together(()) == frozenset()


def test_look_alike_names_are_numbered() -> None:
    names = ("Astrid", "\u0410strid", "ASTR1D", "Bo", "\u00c5strid")
    terms = charter(*(made(name, seed)[0] for seed, name in enumerate(names, start=1)))
    assert terms.names == (
        "Astrid",
        "\u0410strid (2)",
        "ASTR1D (3)",
        "Bo",
        "\u00c5strid (4)",
    )


@pytest.mark.parametrize("length", ODD_LENGTHS)
def test_keys_of_another_length_are_refused(length: int) -> None:
    hello, identity, _ = made()
    wrong = signed(identity, replace(hello, fresh=bytes(length)))
    assert refused(wrong) is Reason.WRONG_SHAPE
