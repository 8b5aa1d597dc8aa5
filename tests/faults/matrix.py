"""Tests the faults in rows.toml: matrix.py LOOP SHIM [--machine NAME] [--kind KIND]... [--share K/N] [--row NAME]...
[--without NAME]... [--profile FILE]; FILE takes the place of the machine's own profile.
After each fault, checks the exit code and the message, that complete results are readable, and that nothing is left behind.
--share 1/4: of faults that occur at every possible call, every fourth one, beginning with the first."""

import argparse
import json
import os
import pathlib
import shutil
import signal
import sys
import tomllib

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import place as places
import scenes

HERE = pathlib.Path(__file__).resolve().parent


class Matrix:
    def __init__(self, options, place):
        self.options, self.place = options, place
        self.failures, self.tried = [], 0
        self.left_out = [] if place.is_own else ["shared memory, which only root can separate from that of others"]
        shutil.copy(HERE / "faulty.loop", "faulty.loop")

    def fail(self, row, what, ended):
        text = f"{row}: {what}"
        self.failures.append(text)
        print(f"FAILED: {text}\n  exit code {ended.code}")
        for name, words in (("out", ended.out), ("err", ended.err)):
            for line in words.splitlines()[-15:]:
                print(f"  {name} | {line}")

    def check(self, row, ended, codes, sentences):
        """Checks that are the same after every fault."""
        self.tried += 1
        if ended.code not in codes:
            self.fail(row, f"exit code {ended.code}, not {' or '.join(map(str, codes))}", ended)
        for sentence in sentences:
            if not ended.says(sentence):
                self.fail(row, f"nothing says `{sentence}`", ended)
        for file in self.place.folder.rglob("*.json"):
            try:
                json.loads(file.read_text().partition("\nchecksum ")[0])
            except ValueError as error:
                self.fail(row, f"{file.relative_to(self.place.folder)} cannot be read: {error}", ended)
        for item in self.place.orphans():
            self.fail(row, f"left behind: {item}", ended)

    def loop(self, *words):
        return [self.options.loop, *words]

    def run_words(self, machine, *more):
        return self.loop("run", "faulty.loop", "--machine", machine, "-o", "run", *more)

    # Failing ranks.
    def rank(self, row):
        ranks = str(row.get("ranks", 3))
        words = self.run_words(self.options.profile or self.options.machine, "-n", ranks, "--set", f"fault={row['fault']}", "--timeout",
                               str(row.get("timeout", 120)))
        ended = self.place.run(words)
        name = f"{self.options.machine}: {row['fault']}"
        try:
            verdict = json.loads((self.place.folder / "run/run.json").read_text())["verdict"]
            if verdict["word"] != row["word"]:
                self.fail(name, f"run.json says {verdict['word']}, not {row['word']}", ended)
            ended.out += "\n".join(verdict["reasons"])
        except (OSError, ValueError, KeyError) as error:
            self.fail(name, f"run.json: {error}", ended)
        self.check(name, ended, [row["code"]], row["says"])
        self.place.clear("run")

    # Faults from outside.
    def scene(self, row):
        ended = getattr(scenes, row["scene"])(self, row)
        name = f"{self.options.machine}: {row['name']}"
        if ended is None:
            self.left_out.append(name)
        else:
            self.check(name, ended, row["codes"], row.get("says", []))
        self.place.clear("run", "fresh.loop", "mark")

    # A disk that is full from one call on, for each call that writes.
    def disk(self, row):
        self.at_each_call(row, {}, row["codes"], ["No space left on device"])

    # A signal at each of these calls.
    def signal(self, row):
        for name in row["signals"]:
            number = getattr(signal, name)
            self.at_each_call(row, {"FAULT_SIGNAL": str(number)}, [128 + number], [f"signal {number}"], name)

    # `silent`: calls whose failure is not reported, because it changes no readable result.
    def at_each_call(self, row, added, codes, sentences, what="disk full"):
        first, step = self.options.first, self.options.step
        command = self.loop(*[word.replace("{machine}", self.options.machine) for word in row["command"]])
        number = first
        while number < 10000:
            self.prepare(row)
            mark = self.place.folder / "mark"
            ended = self.place.run(command, {
                "FAULT_PROGRAM": row["program"], "FAULT_AT": str(number), "FAULT_MARK": str(mark),
                "LD_PRELOAD": self.options.shim, **added,
                **{key: value.replace("{folder}", str(self.place.folder)) for key, value in row.get("environment", {}).items()}})
            name = f"{self.options.machine}: {row['name']}, {what} at call {number}"
            if not mark.exists():
                if number == first:
                    self.fail(name, "the fault never comes", ended)
                self.check(name + " (not reached)", ended, [row.get("good", 0)], [])
                self.place.clear(*row["makes"])
                break
            call = mark.read_text().strip()
            if call in [silent.replace("{folder}", str(self.place.folder)) for silent in row.get("silent", [])]:
                self.check(f"{name} ({call})", ended, [0], [])
            else:
                self.check(f"{name} ({call})", ended, codes, sentences)
            self.afterwards(f"{name} ({call})", row)
            self.place.clear("mark", *row["makes"])
            number += step
        print(f"{self.options.machine}: {row['name']}, {what}: {number - 1} calls", flush=True)

    def prepare(self, row):
        for words in row.get("before", []):
            ended = self.place.run(self.loop(*[word.replace("{machine}", self.options.machine) for word in words]))
            if ended.code != 0:
                self.fail(row["name"], f"preparing with {words}", ended)

    def afterwards(self, name, row):
        """After the fault."""
        for words in row.get("after", []):
            ended = self.place.run(self.loop(*[word.replace("{machine}", self.options.machine) for word in words]))
            if ended.code != 0:
                self.fail(name, f"afterwards {words}", ended)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("loop")
    parser.add_argument("shim")
    parser.add_argument("--machine", default="local")
    parser.add_argument("--kind", action="append")
    parser.add_argument("--profile")
    parser.add_argument("--row", action="append")
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--share", default="1/1")
    options = parser.parse_args()
    options.first, options.step = (int(number) for number in options.share.split("/"))
    options.loop, options.shim = os.path.abspath(options.loop), os.path.abspath(options.shim)
    places.enter()
    place = places.Place()
    matrix = Matrix(options, place)
    unknown = set(options.row or [])
    try:
        for kind, rows in tomllib.loads((HERE / "rows.toml").read_text()).items():
            for row in rows:
                name = row.get("name", row.get("fault"))
                if options.kind and kind not in options.kind or options.row and name not in options.row or name in options.without:
                    continue
                if options.machine in row.get("machines", ["local", "local-openmpi"]):
                    unknown.discard(name)
                    getattr(matrix, kind)(row)
    finally:
        place.remove()
    print(f"{matrix.tried} faults, {len(matrix.failures)} failures")
    if unknown:
        print(f"no row of {options.machine} has the name", *sorted(unknown))
    if matrix.failures or unknown or not matrix.tried:
        return 1
    if matrix.left_out:
        print("SKIP: only in part: all else passed, but not", *matrix.left_out)
        return 77
    return 0


sys.exit(main())
