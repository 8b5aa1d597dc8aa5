"""Selects tests by label, for ./check.
    labels.py list BUILD            prints the labels, with their number of tests and the minutes of the last run, and the
                                    dearest tests
    labels.py choose BUILD NAME...  prints a pattern for ctest: tests with one of these labels, or words in their names
"""
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path


DEAREST = 10


def tests_of(build):
    """All tests, as ctest describes them."""
    shown = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, text=True, check=True)
    return json.loads(shown.stdout)["tests"]


def labels_in(test):
    return next((p["value"] for p in test.get("properties", []) if p["name"] == "LABELS"), [])


def labels_of_tests(build):
    return {test["name"]: labels_in(test) for test in tests_of(build)}


def pattern(names):
    """A pattern of ctest that matches exactly these tests; one that matches nothing if there are none."""
    return "^(" + "|".join(re.escape(name).replace("\\/", "/") for name in names) + ")$" if names else "^$"


def last_seconds(build):
    """Seconds by test: CTest's file has lines `NAME RUNS SECONDS` up to a line `---`."""
    path = Path(build) / "Testing" / "Temporary" / "CTestCostData.txt"
    seconds = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        if line == "---":
            break
        name, runs, cost = line.rsplit(" ", 2)
        if int(runs) > 0:
            seconds[name] = float(cost)
    return seconds


def tiers(labels):
    """The first of ./check, ./check all, and ./check long that runs a test with these labels."""
    if "long" in labels:
        return ["(./check long)"]
    return ["(./check all)"] if "slow" in labels else ["(./check)", "(./check all)"]


def print_list(build):
    tests, seconds = labels_of_tests(build), last_seconds(build)
    rows = defaultdict(list)
    for name, labels in tests.items():
        for label in tiers(labels) + [label for label in labels if ":" not in label]:
            rows[label].append(name)
    print(f"{'label':<16}{'tests':>6}{'minutes':>9}")
    for label in sorted(rows):
        known = [seconds[name] for name in rows[label] if name in seconds]
        minutes = f"{sum(known) / 60:.1f}" if len(known) == len(rows[label]) else f">{sum(known) / 60:.1f}" if known else "?"
        print(f"{label:<16}{len(rows[label]):>6}{minutes:>9}")
    print("minutes: one test after the other, when they last ran here; two cores run them. ?: none has run here.")
    print_dearest(tests, seconds)


def print_dearest(tests, seconds):
    dearest = sorted((name for name in tests if name in seconds), key=lambda name: -seconds[name])[:DEAREST]
    if dearest:
        print(f"\n{'the dearest tests':<48}{'seconds':>9}")
    for name in dearest:
        print(f"{name:<48}{seconds[name]:>9.1f}  {tiers(tests[name])[0]}")


def print_pattern(build, wanted):
    tests = labels_of_tests(build)
    chosen = []
    for word in wanted:
        found = [name for name, labels in tests.items() if word in labels or word in name]
        if not found:
            known = sorted({label for labels in tests.values() for label in labels})
            sys.exit(f"check: no test has the label `{word}` or `{word}` in its name; labels: {' '.join(known)}")
        chosen += found
    print(pattern(dict.fromkeys(chosen)))


if __name__ == "__main__":
    if sys.argv[1] == "list":
        print_list(sys.argv[2])
    else:
        print_pattern(sys.argv[2], sys.argv[3:])
