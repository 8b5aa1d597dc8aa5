#!/usr/bin/env python3
"""Runs every workload and every example with small sizes on 1 to 16 ranks: none may be reported as a hang.

programs.py LOOP [--machine NAME] [--hang-limit S] [--jobs N] [--only TEXT]
    LOOP: the `loop` command. --hang-limit: far below the default, so that a slow run would be reported too.

Exit code 0: all succeeded, or refused the number of ranks, which is printed; 1: not.
"""
import argparse
import concurrent.futures
import pathlib
import subprocess
import sys

RANKS = [1, 2, 3, 4, 8, 16]
SMALL = {
    "apexmap": ["M=65536", "I=32", "N=3", "warmup=1", "L=1,16", "alpha=1,0.1"],
    "bspbench": ["n=64", "h1=16", "passes=2", "batches=3", "seconds=0.0001", "levels=false"],
    "bspprobe": ["dot=4096", "mat=20", "words=256", "seconds=0.001"],
    "cg": ["size=64"],
    "clue": ["size=50", "iterations=5"],
    "fft": ["size=4096"],
    "mmm_a": ["size=48"],
    "mmm_s": ["size=48"],
    "pingpong": ["most=4096", "batches=3"],
    "red_black": ["size=64"],
    "triad": ["elements=1000", "passes=3"],
}


def run(loop, path, ranks, options):
    command = [loop, "run", str(path), "-n", str(ranks), "--machine", options.machine, "--launches", "1", "--discard",
               "--hang-limit", str(options.hang_limit), "--timeout", "300"]
    for setting in SMALL.get(path.stem, []) if path.parent.name == "workloads" else []:
        name, value = setting.split("=")
        command += [f"--{name}", value] if name in ("size", "iterations") else ["--set", setting]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                          stdin=subprocess.DEVNULL)
    return done.returncode, done.stderr


def is_alarm(code, errors):
    return code == 6 or any(f"different {what}" in errors for what in ("arguments", "sequence"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("loop")
    parser.add_argument("--machine", default="local")
    parser.add_argument("--hang-limit", type=float, default=2)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[2]
    programs = [path for folder in ("workloads", "examples") for path in sorted((root / folder).glob("*.loop"))
                if options.only in path.stem]
    if not programs:
        sys.exit("no program was chosen")
    cases = [(path, ranks) for path in programs for ranks in RANKS]
    counts = {"ended well": 0, "refused": 0, "ALARM": 0, "FAILED": 0}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda case: run(options.loop, *case, options), cases)
        for (path, ranks), (code, errors) in zip(cases, results):
            word = "ALARM" if is_alarm(code, errors) else {0: "ended well", 2: "refused"}.get(code, "FAILED")
            counts[word] += 1
            print(f"{word}: {path.parent.name}/{path.stem} on {ranks}", flush=True)
            if word != "ended well":
                print("   ", "\n    ".join(line for line in errors.split("\n") if "error" in line), flush=True)
    print(f"machine {options.machine}, limit {options.hang_limit:g} s, {len(programs)} programs:",
          ", ".join(f"{count} {word}" for word, count in counts.items()))
    return 1 if counts["ALARM"] + counts["FAILED"] else 0


if __name__ == "__main__":
    sys.exit(main())
