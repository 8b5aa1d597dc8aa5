"""Whether tests/due.py leaves out no test that is due."""

import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from unittest import mock

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
import due  # noqa: E402

LABELS = {"always": ["cli"], "slow": ["slow"], "one": ["slow", "even"], "two": ["slow", "odd", "changed:docs/"],
          "long": ["long", "odd"]}


class Turns(unittest.TestCase):
    def test_two_commits_run_everything(self):
        for commits in range(4):
            left_out = set(due.not_due(LABELS, commits, []))
            self.assertEqual(left_out, {"two"} if commits % 2 == 0 else {"one"})

    def test_what_changed_is_due(self):
        self.assertEqual(due.not_due(LABELS, 0, ["docs/bsp.md", "x.cpp"]), [])
        self.assertEqual(due.not_due(LABELS, 0, ["doc", "olddocs/bsp.md"]), ["two"])

    def test_pattern(self):
        self.assertEqual(due.pattern([]), "^$")
        self.assertEqual(due.pattern(["a.b", "c/d+"]), "^(a\\.b|c/d\\+)$")


class Unchanged(unittest.TestCase):
    def test_only_what_passed_with_these_inputs_is_left_out(self):
        self.assertEqual(due.still_passed(LABELS, {"always": "1", "slow": "1"}, {"always": "1", "slow": "1"}), ["always"])
        self.assertEqual(due.still_passed(LABELS, {"always": "1"}, {"always": "2"}), [])
        self.assertEqual(due.still_passed(LABELS, {}, {"always": "1"}), [])
        self.assertEqual(due.still_passed(LABELS, {"always": "1"}, {}), [])

    def test_failed_and_skipped_tests_have_not_passed(self):
        cases = ElementTree.fromstring(
            '<s><testcase name="a"/><testcase name="b"><failure/></testcase><testcase name="c"><skipped/></testcase></s>')
        before = {"a": "1", "b": "2", "c": "3"}
        self.assertEqual(due.with_results({"b": "2", "d": "4"}, before, cases), {"a": "1", "d": "4"})


class Inputs(unittest.TestCase):
    """In a checkout with one commit and one program."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.checkout = os.path.realpath(self.folder.name)
        for path in ("report/a.cpp", "tests/unit/a_test.cpp", "tests/cli/a.sh", "tests/cli/a.c", "runtime/a.cpp", "docs/a.md",
                     "build/bin/unit_tests"):
            self.write(path, "x")
        self.write(".gitignore", "/build/")
        subprocess.run(["git", "init", "-q", self.checkout], check=True)
        for module in (due, sys.modules["changes"]):
            patch = mock.patch.object(module, "CHECKOUT", self.checkout)
            patch.start()
            self.addCleanup(patch.stop)
        self.of_program = {"name": "unit", "command": [os.path.join(self.checkout, "build/bin/unit_tests"), "[a]"]}
        self.of_sources = {"name": "style", "command": ["sh", "format.sh", self.checkout]}

    def write(self, path, text):
        path = os.path.join(self.checkout, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def inputs(self):
        now = due.Inputs(os.path.join(self.checkout, "build"))
        return now.of(self.of_program), now.of(self.of_sources)

    def test_same(self):
        self.assertEqual(self.inputs(), self.inputs())

    def test_a_compiled_source_counts_by_its_program(self):
        for path in ("report/a.cpp", "tests/unit/a_test.cpp"):
            before = self.inputs()
            self.write(path, "y" + path)
            self.assertEqual(before[0], self.inputs()[0])
            self.assertNotEqual(before[1], self.inputs()[1])

    def test_what_tests_read_counts(self):
        for path in ("build/bin/unit_tests", "tests/cli/a.sh", "tests/cli/a.c", "runtime/a.cpp", "docs/a.md", "new.loop"):
            before = self.inputs()
            self.write(path, "y")
            self.assertNotEqual(before[0], self.inputs()[0], path)


unittest.main()
