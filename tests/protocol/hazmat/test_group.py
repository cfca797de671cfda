from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl import bindings

from protocol.errors import BadEncoding, LocalProtocolError, Reason, UnsafeLibrary
from protocol.hazmat import group
from protocol.hazmat.group import BASE, IDENTITY, ONE, ORDER, ZERO, Point, Scalar
from tests.protocol import edwards
from tests.protocol.odd_bytes import ODD_LENGTHS, ODD_POINTS, ODD_SCALARS, shifted
from tests.protocol.seats import scalar

scalars = st.integers(0, ORDER - 1).map(scalar)


def as_int(value: Scalar) -> int:
    return int.from_bytes(value, "little")


@pytest.mark.parametrize("name", ODD_POINTS)
def test_malformed_encodings_are_refused_as_points(name: str) -> None:
    with pytest.raises(BadEncoding) as refusal:
        group.decode_point(ODD_POINTS[name], "here")
    assert (refusal.value.reason, refusal.value.place) == (Reason.NOT_A_POINT, "here")
    assert str(refusal.value) == "not-a-point (here)"


@pytest.mark.parametrize("length", ODD_LENGTHS)
def test_points_and_scalars_of_another_length_are_refused(length: int) -> None:
    for decode in (group.decode_point, group.decode_scalar):
        with pytest.raises(BadEncoding) as refusal:
            decode(bytes(length), "here")
        assert refusal.value.reason is Reason.WRONG_LENGTH


@pytest.mark.parametrize("name", ODD_SCALARS)
def test_unreduced_scalars_are_refused(name: str) -> None:
    with pytest.raises(BadEncoding) as refusal:
        group.decode_scalar(ODD_SCALARS[name], "here")
    assert refusal.value.reason is Reason.NOT_A_SCALAR


@given(scalars)
def test_a_scalar_has_one_encoding(value: Scalar) -> None:
    assert group.decode_scalar(value, "here") == value
    for form in shifted(value).values():
        with pytest.raises(BadEncoding):
            group.decode_scalar(form, "here")


def test_the_zero_scalar_is_accepted_and_gives_the_identity() -> None:
    assert group.decode_scalar(ZERO, "here") == ZERO
    assert group.multiply(ZERO, BASE) == group.multiply_base(ZERO) == IDENTITY
    assert group.multiply(ONE, IDENTITY) == IDENTITY


def test_an_undecoded_point_is_refused_as_a_factor() -> None:
    for odd in (ODD_POINTS["1G + T2"], b"short"):
        with pytest.raises(BadEncoding):
            group.multiply(ONE, Point(odd))


@given(scalars, scalars)
def test_scalar_arithmetic_matches_plain_integers(left: Scalar, right: Scalar) -> None:
    a, b = as_int(left), as_int(right)
    assert as_int(group.scalar_add(left, right)) == (a + b) % ORDER
    assert as_int(group.scalar_multiply(left, right)) == a * b % ORDER
    assert as_int(group.scalar_negate(left)) == -a % ORDER
    assert as_int(group.scalar_dot((left, right), (right, right))) == (a + b) * b % ORDER
    assert as_int(group.scalar_product((left, right))) == a * b % ORDER


@given(scalars, scalars)
def test_point_arithmetic_matches_plain_integers(left: Scalar, right: Scalar) -> None:
    point = group.point_from(left)
    slow = edwards.mapped(left)
    assert point == slow.encode()
    product = group.multiply(right, point)
    assert product == (as_int(right) * slow).encode()
    assert group.add(product, point) == (as_int(right) * slow + slow).encode()
    assert group.subtract(product, point) == (as_int(right) * slow - slow).encode()


def test_empty_sums_are_neutral() -> None:
    assert group.total(()) == IDENTITY
    assert (group.scalar_sum(()), group.scalar_product(())) == (ZERO, ONE)


def test_a_point_minus_itself_is_the_identity() -> None:
    assert group.subtract(BASE, BASE) == IDENTITY
    assert group.combine((ONE, ONE), (BASE, IDENTITY)) == BASE


def test_a_wide_scalar_has_64_bytes() -> None:
    assert as_int(group.reduce_wide(b"\xff" * 64)) == (2**512 - 1) % ORDER
    with pytest.raises(LocalProtocolError):
        group.reduce_wide(bytes(63))


class TestTheStartUpSelfTest:
    @pytest.fixture(autouse=True)
    def _forget(self) -> None:
        group.require_sound_library.cache_clear()

    def run_with(self, monkeypatch: pytest.MonkeyPatch, **changed: object) -> str:
        library = SimpleNamespace(**{**vars(bindings), **changed})
        monkeypatch.setattr(group, "bindings", library)
        try:
            with pytest.raises(UnsafeLibrary) as refusal:
                group.decode_point(BASE, "here")
        finally:
            group.require_sound_library.cache_clear()
        return refusal.value.place

    def test_passes_with_the_required_library(self) -> None:
        group.require_sound_library()

    def test_refuses_a_library_without_a_subgroup_check(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def on_the_curve(raw: bytes) -> bool:
            return edwards.Curve.decode(raw) is not None

        place = self.run_with(monkeypatch, crypto_core_ed25519_is_valid_point=on_the_curve)
        assert place == "point check"

    def test_refuses_a_library_that_accepts_some_points_with_a_part_of_order_two(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # As libsodium before December 2025: L * P was compared by one coordinate only, which the
        # point of order two shares for about half of all P.
        sound = bindings.crypto_core_ed25519_is_valid_point
        order_two = edwards.TORSION[2]

        def lenient(raw: bytes) -> bool:
            if sound(raw):
                return True
            found = edwards.Curve.decode(raw)
            return found is not None and raw[0] % 2 == 1 and sound((found + order_two).encode())

        place = self.run_with(monkeypatch, crypto_core_ed25519_is_valid_point=lenient)
        assert place == "point check"

    def test_refuses_a_library_that_multiplies_such_points(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def multiplied(factor: bytes, raw: bytes) -> bytes:
            number = int.from_bytes(factor, "little")
            return (number * edwards.curve(raw)).encode()

        place = self.run_with(monkeypatch, crypto_scalarmult_ed25519_noclamp=multiplied)
        assert place == "multiplication"

    def test_refuses_a_library_that_accepts_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def nothing(_: bytes) -> bool:
            return False

        place = self.run_with(monkeypatch, crypto_core_ed25519_is_valid_point=nothing)
        assert place == "point of the group"


@pytest.mark.parametrize("torsion", group.TORSION)
def test_the_listed_points_are_of_small_order(torsion: bytes) -> None:
    assert (8 * edwards.curve(torsion)).same(edwards.NEUTRAL)


def test_all_points_of_small_order_are_listed() -> None:
    multiples = {(step * edwards.TORSION[8]).encode() for step in range(8)}
    assert {*group.TORSION, IDENTITY} == multiples
