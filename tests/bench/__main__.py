"""``python -m tests.bench [NAME...]``: measure, and print the results."""

import sys
from importlib import import_module
from importlib.util import find_spec

MODULES = (
    "engine",
    "bots",
    "dealing",
    "journals",
    "relay",
    "siege",
    "screen",
    "start",
    "files_of_an_invade",
)


def main(arguments: list[str]) -> int:
    """Run the named benchmarks, or all of them."""
    unknown = [name for name in arguments if name not in MODULES]
    if unknown:
        sys.stderr.write(f"No benchmark {unknown[0]}; there are {', '.join(MODULES)}.\n")
        return 2
    for name in arguments or MODULES:
        module = f"{__package__}.{name}"
        if find_spec(module) is None:
            continue
        sys.stdout.write(f"--- {name}\n")
        for line in import_module(module).run():
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
