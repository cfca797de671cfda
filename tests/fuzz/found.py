"""``python -m tests.fuzz.found``: rewrite former findings that are short enough to write down.

They are in the corpus like everything else; here it can be read what each of them is.
"""

from __future__ import annotations

from typing import Final

from tests.fuzz.targets import CORPUS

_DIGITS: Final = b"9" * 5_000
_SECRET: Final = b"/000G-40R4-0M30-E209-Y"

FOUND: Final[dict[str, dict[str, bytes]]] = {
    "limits": {
        "deep": b"members = " + b"[" * 600,
        "long-number": b"members = " + _DIGITS,
        "long-hexadecimal": b"members = 0x" + b"f" * 5_000,
    },
    "settings": {
        "deep": b"[look]\ntheme = " + b"[" * 600,
        "long-number": b"[look]\ntheme = " + _DIGITS,
        "long-hexadecimal": b"[look]\ntheme = 0x" + b"f" * 5_000,
        "blanks": b'[look]\ntheme = """\n[' + b" " * 20_000 + b'\n"""\n',
    },
    "invitations": {
        "long-port": b"host:" + _DIGITS + _SECRET,
        "port-behind-zeros": b"host:0000012345678",
        "brackets": b"[[host:7744" + _SECRET,
        "control": b"ho\x1bst:7744" + _SECRET,
    },
}


def main() -> None:
    for name, raws in FOUND.items():
        for title, raw in raws.items():
            (CORPUS / name / f"found-{title}").write_bytes(raw)


if __name__ == "__main__":
    main()
