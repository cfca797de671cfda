from __future__ import annotations

import json
from collections.abc import Mapping

from tests.audit import verdict

_SOUND = {"name": "trio", "version": "0.35.0", "vulns": []}
_KNOWN = {
    "name": "jinja2",
    "version": "2.4.1",
    "vulns": [{"id": "PYSEC-2014-8", "fix_versions": ["2.7.2", "2.8"]}],
}
_SKIPPED = {"name": "ifaddr", "skip_reason": "Dependency not found"}


def _answer(*packages: Mapping[str, object]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_a_known_vulnerability_fails_the_audit_and_is_named_with_its_fix() -> None:
    judged = verdict(_answer(_SOUND, _KNOWN), "Found 1 known vulnerability in 1 package")
    assert judged.failed
    assert judged.told == (
        "jinja2 2.4.1: PYSEC-2014-8, fixed in 2.7.2, 2.8",
        "2 locked packages audited; known vulnerabilities: 1.",
    )


def test_packages_without_a_known_vulnerability_pass_the_audit() -> None:
    judged = verdict(_answer(_SOUND), "No known vulnerabilities found")
    assert not judged.failed
    assert judged.told == ("1 locked packages audited; known vulnerabilities: 0.",)


def test_a_package_the_service_does_not_know_is_named() -> None:
    judged = verdict(_answer(_SOUND, _SKIPPED), "")
    assert not judged.failed
    assert "ifaddr" in judged.told[0]


def test_a_vulnerability_fails_the_audit_even_if_another_package_is_unknown() -> None:
    assert verdict(_answer(_SKIPPED, _KNOWN), "").failed


def test_a_service_that_cannot_be_reached_is_reported_in_one_line_and_fails_nothing() -> None:
    for complaint in (
        "Traceback (most recent call last):\n  ...\nrequests.exceptions.ConnectionError: refused\n",
        "requests.exceptions.ReadTimeout: no answer\n",
        "pip_audit._service.interface.ServiceError\n",
        "ERROR:pip_audit._cli:Tip: your network may be blocking this service. Try another one\n",
    ):
        judged = verdict("", complaint)
        assert not judged.failed, complaint
        assert judged.told == (
            "No advisory service answers here: the locked packages are not audited.",
        )


def test_a_service_that_knows_no_package_has_audited_nothing() -> None:
    judged = verdict(_answer(_SKIPPED), "No known vulnerabilities found")
    assert not judged.failed
    assert "not audited" in judged.told[0]


def test_an_audit_that_breaks_for_another_reason_fails_with_its_complaint() -> None:
    complaint = "ERROR:pip_audit._cli:requirement trio is missing a hash"
    judged = verdict("", complaint)
    assert judged.failed
    assert complaint in judged.told[0]
