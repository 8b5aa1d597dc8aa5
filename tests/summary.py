"""Says at the end of ./check what the tests came to: summary.py RESULTS, the JUnit file of ctest. It repeats the last
lines of each failed test, whose output is far above, and lists the skipped tests, because they have tested nothing."""
import sys
import xml.etree.ElementTree as ElementTree

LINES = 30
COLUMNS = 300


def output_of(test):
    return (test.findtext("system-out") or "").rstrip().splitlines()


def why_skipped(test):
    said = [line.split("SKIP:", 1)[1].strip() for line in output_of(test) if "SKIP:" in line]
    return said[0] if said else test.find("skipped").get("message", "")


def main(path):
    tests = ElementTree.parse(path).getroot().findall("testcase")
    failed = [test for test in tests if test.find("failure") is not None]
    skipped = [test for test in tests if test.find("skipped") is not None]
    for test in failed:
        lines = output_of(test)
        print(f"\n{test.get('name')} failed; " + ("the end of its output:" if len(lines) > LINES else "its output:"))
        for line in lines[-LINES:]:
            print("  " + line[:COLUMNS])
    passed = len(tests) - len(failed) - len(skipped)
    print(f"\n{len(tests)} tests: {passed} passed, {len(failed)} failed, {len(skipped)} skipped")
    for test in failed:
        print(f"  failed {test.get('name')} after {float(test.get('time')):.1f} s")
    for test in skipped:
        print(f"  skipped {test.get('name')}: {why_skipped(test)}")


if __name__ == "__main__":
    main(sys.argv[1])
