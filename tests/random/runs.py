"""Runs files of programs, and finds differences from the prediction."""

import dataclasses
import json
import os
import random
import shutil
import subprocess
from collections import defaultdict

import machines
import sheet_holds
from meaning import Leaving, Meaning, Tree
from observed import COUNTED, by_program, deals_together, in_order, read_counts, read_events
from text import Style, write


MOST_EVENTS = 1500  # of one rank in one program


@dataclasses.dataclass
class Case:
    """The style, ranks, and toolchain of a file of programs."""
    toolchain: str
    ranks: int
    size: int
    style_seed: int
    layout: bool = False
    renamed: bool = False
    phases: bool = False
    shape: str = "binary"
    map: tuple = ()
    tails: tuple = ()
    joined: bool = False

    def is_simulated(self):
        return self.toolchain.startswith("smpi")

    def style(self):
        return Style(random.Random(self.style_seed), self.layout, self.renamed, self.phases, self.joined)

    def tree(self):
        return Tree(self.ranks, self.shape, list(self.map))


def arguments(case, programs):
    settings = ["tree.shape=" + case.shape] + ["tree.map=" + ",".join(map(str, case.map))] * bool(case.map)
    settings += [f"{name}={value}" for program in programs for name, _, default, value in program.parameters
                 if value != default]
    words = ["-n", str(case.ranks), "--size", str(case.size)]
    for setting in settings:
        words += ["--set", setting]
    return words


class Bench:
    """Runs programs: the command, a folder, and the files kept there."""

    def __init__(self, loop, shipped, folder):
        self.loop, self.shipped, self.folder = loop, shipped, folder

    def run(self, text, case, programs):
        """Returns the folder of the run's records and CSV, or an error."""
        for name in ("run", "csv"):
            shutil.rmtree(os.path.join(self.folder, name), ignore_errors=True)
        self.write(text)
        command = [self.loop, "run", "programs.loop", "-o", "run", "--timeout", "300", "--machine",
                   machines.profile(case.toolchain, self.shipped, self.folder), *arguments(case, programs)]
        command += ["--verify"] * case.is_simulated()
        for words in (command, [self.loop, "trace", "run", "--to", "csv", "-o", "csv"]):
            problem = self.done(words)
            if problem:
                return problem
        return self.faults_of_sheet()

    def count(self, case, programs):
        """Counts the programs. Returns the answer of `loop count` and the places; or an error as text."""
        text, places = write(programs, case.style(), case.tails)
        self.write(text)
        problem = self.done([self.loop, "count", "programs.loop", "-o", "count.json", *arguments(case, programs)])
        if problem:
            return problem
        with open(os.path.join(self.folder, "count.json"), encoding="utf-8") as file:
            return json.load(file), places

    def write(self, text):
        with open(os.path.join(self.folder, "programs.loop"), "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def done(self, words):
        """Executes a command. Returns what is wrong, or None."""
        done = subprocess.run(words, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        if done.returncode == 0:
            return None
        said = done.stdout.decode("utf-8", "replace")
        return f"`{' '.join(words)}` ended with {done.returncode}:\n{said[:4000]}\n...\n{said[-4000:]}"

    def faults_of_sheet(self):
        """Returns the contradictions of the run's sheet, or None."""
        found = sheet_holds.faults(self.loop, os.path.join(self.folder, "run"))
        return "its sheet does not hold:\n" + "\n".join(found) if found else None

    def events(self, case, programs):
        """Runs the programs. Returns events by rank and program, counts by rank, and places; or an error as text."""
        text, places = write(programs, case.style(), case.tails)
        problem = self.run(text, case, programs)
        if problem:
            return problem
        found = read_events(os.path.join(self.folder, "csv", "events.csv"), case.ranks, "around")
        counts = read_counts(os.path.join(self.folder, "run", "records"), case.ranks)
        return [by_program(in_order(rank)) for rank in found], deals_together(counts), places


def meanings(case, programs, places):
    return {program.number: Meaning(program, places, case.ranks, case.size, case.tree(), charges=case.is_simulated())
            for program in programs}


def differences(bench, case, programs):
    """Maps the number of a program to its difference; None as the number: the whole file failed."""
    observed = bench.events(case, programs)
    if isinstance(observed, str):
        return {None: observed}
    events, counts, places = observed
    found, expected_counts = {}, [defaultdict(lambda: [0] * 5) for _ in range(case.ranks)]
    line_of = {}
    for number, meaning in meanings(case, programs, places).items():
        for rank in range(case.ranks):
            wanted = in_order(meaning.events[rank])[1:]
            difference = first_difference(wanted, events[rank].get(number, []))
            if difference:
                found.setdefault(number, f"rank {rank} of {case.ranks}: {difference}")
            for site, numbers in meaning.sites[rank].items():
                line_of[site[1]] = number
                if site[0] in COUNTED:
                    expected_counts[rank][site] = [a + b for a, b in zip(expected_counts[rank][site], numbers)]
    deals_together(expected_counts)
    for rank in range(case.ranks):
        for site in set(expected_counts[rank]) | set(counts[rank]):
            wanted, seen = expected_counts[rank].get(site), counts[rank].get(site)
            if wanted != seen:
                found.setdefault(line_of.get(site[1]), f"rank {rank} counted {seen} at {site}, not {wanted}")
    return found


def first_difference(wanted, seen):
    for i in range(max(len(wanted), len(seen))):
        a = wanted[i] if i < len(wanted) else "nothing more"
        b = seen[i] if i < len(seen) else "nothing more"
        if a != b:
            before = "".join(f"\n      {event}" for event in wanted[max(0, i - 4):i])
            return f"event {i} should be {a}, and is {b}; before it:{before}"
    return None


def failing(bench, case, programs):
    """Finds the programs that differ. If one makes the whole file fail, tries halves of the file."""
    if not programs:
        return {}
    found = differences(bench, case, programs)
    if None not in found:
        return found
    if "the runtime library cannot be built" in found[None]:  # not due to the programs
        raise SystemExit(found[None])
    if len(programs) == 1:
        return {programs[0].number: found[None]}
    half = len(programs) // 2
    return {**failing(bench, case, programs[:half]), **failing(bench, case, programs[half:])} or found


def means_something(case, program):
    """Whether the program can be written and interpreted, and has a bounded number of events."""
    try:
        write([program], case.style())
        Meaning(program, defaultdict(int), case.ranks, case.size, case.tree(), MOST_EVENTS, charges=case.is_simulated())
    except (OverflowError, KeyError, AssertionError, ZeroDivisionError, TypeError, Leaving):
        return False
    return True
