"""Runs a case, and the same case with changes."""

import functools
import json
import os
import subprocess

import cases

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "counterfactual.loop")
STEPS = 3


def program_text():
    """The program with as many steps as a case may have, each on lines of its own."""
    with open(SOURCE) as file:
        head, step, tail = file.read().replace("// That was a step.", "// Once for each step:").split("// Once for each step:")
    return head + "".join(step.replace("STEP = 0", f"STEP = {number}").replace("step 0", f"step {number}") for number in range(STEPS)) + tail


@functools.lru_cache(maxsize=None)
def lines(word=""):
    """By line with the word: the step that it is in."""
    step, found = -1, {}
    for number, line in enumerate(program_text().splitlines(), 1):
        if "STEP = " in line:
            step += 1
        if word in line and step >= 0:
            found[number] = step
    return found


def work_lines():
    """By line: the step that works there."""
    return lines("\\WORK(")


class Bench:
    def __init__(self, loop, folder):
        self.loop, self.folder = loop, folder
        os.makedirs(folder, exist_ok=True)
        self.program = os.path.join(folder, "counterfactual.loop")
        with open(self.program, "w") as file:
            file.write(program_text())
        self.call(["build", self.program, "--machine", "fattree-1024", "-o", os.path.join(folder, "counterfactual")])

    def sheet(self, seed, case):
        """The report of the run as JSON."""
        folder = self.run(seed, case, "case", [case])
        return json.loads(self.call(["report", folder, "--format", "json", "-o", "-"]))

    def phases(self, seed):
        """By name: the percentage of the measured time of all ranks that they are in such phases, as their records have it."""
        with open(os.path.join(self.folder, f"{seed}-case", "run.json")) as file:
            records = [rank["record"] for rank in json.load(file)["launches"][0]["ranks"]]
        whole = sum(record["elapsed_seconds"] - record["excluded_seconds"] for record in records)
        shares = {}
        for phase in (phase for record in records for phase in record["phases"]):
            shares[phase["name"]] = shares.get(phase["name"], 0) + 100 * phase["total_seconds"] / whole
        return shares

    def shorter(self, seed, case, changes):
        """By change: how much shorter the run is, in percent; negative: longer. `None`: its time in seconds."""
        times = os.path.join(self.folder, f"{seed}.times")
        self.run(seed, case, "changed", [case] + [cases.changed(case, change) for change in changes], times)
        with open(times) as file:
            whole, *changed = map(float, file.read().split())
        with open(os.path.join(self.folder, f"{seed}-case", "run.json")) as file:
            measured = json.load(file)["summary"]["program"]["seconds"]["max"]
        return {None: measured, **{change: 100 * (1 - seconds / whole) for change, seconds in zip(changes, changed)}}

    def run(self, seed, case, name, plans, times=None):
        plan, folder = (os.path.join(self.folder, f"{seed}-{name}{end}") for end in (".plan", ""))
        with open(plan, "w") as file:
            file.write("\n".join([f"{len(plans)} {case.ranks}"] + [one.plan() for one in plans]) + "\n")
        self.call(["run", self.program, "-n", str(case.ranks), "--machine", case.machine, "-o", folder, "--set", f"plan={plan}"] +
                  (["--set", f"times={times}"] if times else []))
        return folder

    def call(self, words):
        done = subprocess.run([self.loop] + words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
        if done.returncode:
            raise SystemExit(f"loop {' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout
