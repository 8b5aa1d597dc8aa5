#!/usr/bin/env python3
"""Runs small faulty programs and checks that each is reported with its class and line.

check.py LOOP [--machine NAME] [--every N] [--from K] [--only TEXT] [--jobs N] [--no-trace] [--correct | --static]
    LOOP: the `loop` command. --every N: only every N-th program, from the K-th; --only: those with TEXT in their name.
    --jobs: number of simultaneous runs, which mostly wait. --correct: the correct programs, none of which may be reported.
    --static: runs nothing; counts the faulty and the correct programs for which the compiler has a warning.

The programs are in *.faults and *.programs in this folder, each after a line `=== name | ranks | class`. A line that must
be reported ends in `//!`. A fourth field says why a program is not run on simulated machines. Code before a line
`--- open` comes before `\\OPEN0`, code after `--- close` after `\\CLOSE0`.
Classes that leave a run VALID (an epoch, a message race, a needed buffer, a missing wait, a receive or an object that is
freed too early or never) are looked up in run.json; a correct program has none of them, except message races that change nothing.
Exit code 0: correct; 1: not.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HEAD = r"""// Small faulty programs; `fault` chooses one.
#include <mpi.h>
#include <cstddef>
#include <cstdlib>
#include <thread>
#include <unistd.h>
\PARAM(int fault = -1, "which")
static int a[256], b[256];
static char large[1 << 22], other[1 << 22];
static int thread_level;
"""
MAIN = r"""
int main() {
    int nodes, me, host, size;
"""
OPEN = r"""
    \OPEN0(&nodes, &me, &host, &size, 250000);
    (void)a, (void)b, (void)large, (void)other, (void)thread_level;
"""


def faults_in(folder, kind):
    faults = []
    for path in sorted(folder.glob("*." + kind)):
        for text in re.split(r"^=== ", path.read_text(), flags=re.M)[1:]:
            head, body = text.split("\n", 1)
            name, ranks, kind, *why_not = (word.strip() for word in head.split("|"))
            before, body = body.split("--- open\n") if "--- open\n" in body else ("", body)
            body, after = body.split("--- close\n") if "--- close\n" in body else (body, "")
            faults.append({"name": f"{path.stem}/{name}", "ranks": ranks, "class": kind, "lines": [],
                           "before": before, "body": body, "after": after,
                           "not simulated": why_not[0] if why_not else ""})
    return faults


def write_program(path, faults):
    """Writes the faults as one program, and stores the lines that must be reported."""
    text = HEAD + MAIN
    for part, behind in (("before", OPEN), ("body", "    \\CLOSE0();\n"), ("after", "}\n")):
        for number, fault in enumerate(faults):
            if not fault[part]:
                continue
            text += f"    if (fault == {number}) {{\n"
            first = text.count("\n") + 1
            fault["lines"] += [first + i for i, line in enumerate(fault[part].split("\n")) if line.endswith("//!")]
            text += fault[part] + "    }\n"
        text += behind
    path.write_text(text)


def is_simulated(machine):
    profile = pathlib.Path(__file__).resolve().parents[2] / "machines" / f"{machine}.toml"
    return "[simulation]" in (profile if profile.exists() else pathlib.Path(machine)).read_text()


def run(command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors="replace", stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def findings_in(output):
    """What run.json says of the calls of all ranks."""
    try:
        return [finding for launch in json.loads(output)["launches"] for finding in launch.get("findings", [])]
    except json.JSONDecodeError:
        return []


# The classes that do not make a run INVALID, and where they are found.
WEIGHTS = {"epoch": "note", "message race": "note", "needed buffer": "note", "missing wait": "note",
           "receive freed": "fact", "never freed": "fact"}


def is_found(fault, code, findings):
    weight = WEIGHTS[fault["class"]]
    # A window that is left may end its rank in MPI_Finalize, and an access outside an epoch may end or block it.
    return code in (0, 5, 6) and any(finding["class"] == fault["class"] and finding["weight"] == weight and
                                     any(f"faults.loop:{line}" in finding["lines"] for line in fault["lines"])
                                     for finding in findings)


def is_reported(fault, code, output, errors):
    findings = findings_in(output)
    if fault["class"] == "correct":
        return code == 0 and not [finding for finding in findings
                                  if (finding["class"], finding["weight"]) != ("message race", "fact")]
    if fault["class"] in WEIGHTS:
        return is_found(fault, code, findings)
    at_line = any(f"faults.loop:{line}" in errors for line in fault["lines"])
    named = any(fault["class"] + end in errors for end in (":", ",", " ("))
    return code in (3, 5, 6) and named and at_line


def run_faults(loop, machine, jobs, more, faults, folder, chosen):
    write_program(folder / "faults.loop", faults)
    code, _, errors = run([loop, "build", "faults.loop", "--machine", machine, "-o", "built"], folder)
    if code != 0:
        sys.exit(f"the programs cannot be built:\n{errors}")

    def run_one(number):
        return number, run([loop, "run", "faults.loop", "-n", faults[number]["ranks"], "--set", f"fault={number}",
                            "--machine", machine, "--hang-limit", "1", "--timeout", "120", "--json", *more,
                            "-o", f"run-{number}"], folder)

    missed = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for number, (code, output, errors) in pool.map(run_one, chosen):
            fault = faults[number]
            found = is_reported(fault, code, output, errors)
            print(f"{'found ' if found else 'MISSED'} {code} {fault['name']}: {fault['class']}", flush=True)
            if not found:
                missed.append(fault)
                lines = [line for line in errors.split("\n") if "error" in line]
                lines += [f"{finding['weight']}: {finding['text']}" for finding in findings_in(output)]
                print("    lines", fault["lines"], *lines[:20], sep="\n    ", flush=True)
    what = "correct and not reported" if faults[0]["class"] == "correct" else "reported with class and line"
    print(f"{len(chosen) - len(missed)} of {len(chosen)} {what}, machine {machine}")
    return missed


def warn_of(loop, faults, folder):
    """Counts the programs with a compiler warning, each compiled separately."""
    warned = 0
    for fault in faults:
        source = folder / "fault.loop"
        source.write_text(HEAD + MAIN + fault["before"] + OPEN + "    {\n" + fault["body"] + "    }\n    \\CLOSE0();\n" +
                          fault["after"] + "}\n")
        _, _, errors = run([loop, "compile", "fault.loop", "-o", "fault.cpp"], folder)
        fault["warned"] = "rank-dependent" in errors
        warned += fault["warned"]
        print(f"{'warned' if fault['warned'] else '-     '} {fault['name']}: {fault['class']}")
    print(f"{warned} of {len(faults)} warned of without a run")
    for kind in sorted({fault["class"] for fault in faults}):
        group = [fault for fault in faults if fault["class"] == kind]
        print(f"    {kind}: {sum(fault['warned'] for fault in group)} of {len(group)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("loop")
    parser.add_argument("--machine", default="local")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--correct", action="store_true")
    parser.add_argument("--static", action="store_true")
    parser.add_argument("--no-trace", action="store_true")
    options = parser.parse_args()
    more = ["--no-trace"] if options.no_trace else []
    options.loop = str(pathlib.Path(options.loop).resolve())
    here = pathlib.Path(__file__).resolve().parent
    faults = faults_in(here, "programs" if options.correct else "faults")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if options.static:
            warn_of(options.loop, faults, folder)
            warn_of(options.loop, faults_in(here, "programs"), folder)
            return 0
        chosen = [i for i in range(options.first, len(faults), options.every) if options.only in faults[i]["name"]]
        if is_simulated(options.machine):
            for fault in (faults[i] for i in chosen if faults[i]["not simulated"]):
                print(f"not run {fault['name']}: {fault['not simulated']}")
            chosen = [i for i in chosen if not faults[i]["not simulated"]]
        if not chosen:
            sys.exit("no program was chosen")
        return 1 if run_faults(options.loop, options.machine, options.jobs, more, faults, folder, chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
