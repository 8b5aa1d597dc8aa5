#!/usr/bin/env python3
"""topics.py CTEST BUILD CHECKOUT: every TEST_CASE is selected by a test of ctest.

Asks each Catch program what each test of ctest selects in it. A topic that no CMakeLists.txt lists, and a file that no
program contains, would otherwise never be tested.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

# Names one test case per line, with its file.
LIST = ["--list-test-names-only", "--verbosity", "high"]


def catch_programs(build):
    return [path for path in sorted((build / "bin").iterdir()) if path.is_file() and b"list-test-names-only" in path.read_bytes()]


def test_cases(command):
    """The test cases that a command selects, as pairs of file and name."""
    # The exit code is the number of test cases.
    listed = subprocess.run(command + LIST, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300).stdout
    found = re.findall(r"^(.+)\t@(.+):\d+$", listed, flags=re.M)
    return {(pathlib.Path(file).resolve(), name.strip('"')) for name, file in found}


def commands_of_tests(ctest, build):
    with tempfile.TemporaryDirectory() as folder:  # ctest writes a log, but the build folder's is that of the ctest that runs now
        pathlib.Path(folder, "CTestTestfile.cmake").write_text(f'subdirs("{build}")\n')
        listed = subprocess.run([ctest, "--show-only=json-v1"], cwd=folder, check=True, capture_output=True, text=True)
    return [test["command"] for test in json.loads(listed.stdout)["tests"] if "command" in test]


def selections(program, commands):
    """The launcher, or nothing, for each selection of test cases (arguments of the program) that some test makes."""
    found = {}
    for command in commands:
        if str(program) in command:
            at = command.index(str(program))
            found.setdefault(tuple(command[at + 1:]), command[:at])
    return found


def has_cases(path):
    return re.search(r"^(TEST_CASE|TEST_CASE_METHOD|TEMPLATE_TEST_CASE|SCENARIO)\(", path.read_text(), flags=re.M)


def untested(program, commands, checkout):
    """What no test selects in a program, as sentences; and its files with test cases."""
    chosen = selections(program, commands)
    if not chosen:
        return [f"{program.name}: no test starts it"], set()
    cases = test_cases([*next(iter(chosen.values())), str(program)])
    faults, tested = [], set()
    for arguments, launcher in chosen.items():
        selected = test_cases([*launcher, str(program), *arguments]) if arguments else cases
        if not selected:
            faults.append(f"{program.name}: {' '.join(arguments)} selects nothing")
        tested |= selected
    faults += [f"{program.name}: no test selects \"{name}\" of {file.relative_to(checkout)}" for file, name in sorted(cases - tested)]
    return faults, {file for file, name in cases}


def main():
    ctest, build, checkout = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
    commands = commands_of_tests(ctest, build)
    faults, compiled = [], set()
    for program in catch_programs(build):
        more, files = untested(program, commands, checkout)
        faults += more
        compiled |= files
    sources = [path for path in sorted((checkout / "tests").rglob("*.cpp")) if has_cases(path)]
    faults += [f"{path.relative_to(checkout)}: no program contains it" for path in sources if path not in compiled]
    if not sources:
        faults.append("no test cases were found")
    print(*faults, f"{len(sources)} files with test cases", sep="\n")
    return 1 if faults else 0


sys.exit(main())
