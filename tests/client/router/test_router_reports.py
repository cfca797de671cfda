from __future__ import annotations

import pytest

from client.router.router_port import RouterPort
from client.router.router_reports import ASKING, RouterReport, RouterStanding, router_sentence
from protocol.lobby.routes import tcp_route

FOUR = tcp_route("11.0.0.21", 7744)
SIX = tcp_route("2001:db8:a::11", 7744)


@pytest.mark.parametrize("standing", RouterStanding)
def test_every_outcome_has_one_sentence_of_its_own(standing: RouterStanding) -> None:
    outside = (FOUR,) if standing in (RouterStanding.MAPPED, RouterStanding.DIRECT) else ()
    told = router_sentence(RouterReport(standing, outside))
    others = {router_sentence(RouterReport(one)) for one in RouterStanding if one is not standing}
    assert told not in others
    assert ("11.0.0.21:7744" in told) == bool(outside)


@pytest.mark.parametrize(
    "standing",
    [
        RouterStanding.CARRIER,
        RouterStanding.DOUBLE,
        RouterStanding.OFFLINE,
        RouterStanding.REFUSED,
        RouterStanding.SILENT,
    ],
)
def test_a_router_that_lets_nobody_in_is_told_with_a_remedy(standing: RouterStanding) -> None:
    assert "relay" in router_sentence(RouterReport(standing))


def test_a_gap_for_ipv6_counts_where_the_provider_shares_an_address() -> None:
    told = router_sentence(RouterReport(RouterStanding.CARRIER, (SIX,)))
    assert told.startswith("Friends with IPv6 can join at [2001:db8:a::11]:7744")


def test_a_gap_for_ipv6_is_no_last_word_while_the_router_is_still_asked() -> None:
    told = router_sentence(RouterReport(RouterStanding.ASKING, (SIX,)))
    assert told == router_sentence(ASKING)


def test_both_families_of_addresses_are_in_one_report() -> None:
    port = RouterPort(7744)
    port._hear_six(RouterReport(RouterStanding.MAPPED, (SIX,), "PCP"))
    assert port.report.standing is RouterStanding.ASKING
    port._hear_four(RouterReport(RouterStanding.MAPPED, (FOUR,), "UPnP"))
    assert port.report == RouterReport(RouterStanding.MAPPED, (FOUR, SIX), "UPnP")


def test_ipv6_alone_makes_the_report_where_there_is_no_ipv4() -> None:
    port = RouterPort(7744)
    port._hear_four(RouterReport(RouterStanding.UNROUTED))
    assert port.report.standing is RouterStanding.ASKING
    mapped = RouterReport(RouterStanding.MAPPED, (SIX,), "PCP")
    port._hear_six(mapped)
    assert port.report == mapped
