"""Measures what recording costs a plain MPI program: recording.py LOOP [ROUNDS [RANKS]]

On 2 ranks (the default), by the clock, which needs an idle machine. On 1 rank, which sends to itself, by processor time.

Each round runs the program plain, recorded by `loop record`, and recorded by EZTrace if it is installed, in an order
that changes. Prints the medians, and the median of the rounds' ratios to plain with its 95 % interval.
"""
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from math import comb
from pathlib import Path

HERE = Path(__file__).resolve().parent
LAUNCHERS = {"mpich": ["mpiexec.mpich"], "openmpi": ["mpiexec.openmpi", "--allow-run-as-root", "--oversubscribe"]}
NAMES = {"mpich": "MPICH", "openmpi": "Open MPI"}
PROGRAMS = {"halo": "500", "pingpong": "100000"}


def interval(values):
    """The order statistics that contain the median with a probability of 95 % at least; None if there are too few."""
    values = sorted(values)
    n = len(values)
    outside = 0.0
    low = 0
    while low < n // 2 and 2 * (outside + comb(n, low) / 2**n) <= 0.05:
        outside += comb(n, low) / 2**n
        low += 1
    return (values[low - 1], values[n - low]) if low > 0 else None


def seconds(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    found = re.search(r"^seconds (\S+)", done.stdout, re.M)
    if not found:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return float(found[1])


def measure(loop, library, program, ranks, rounds, folder):
    launch = [*LAUNCHERS[library], "-n", str(ranks)]
    own = ["./recorded", program, PROGRAMS[program]]
    ways = {"plain": launch + own, "loop record": [loop, "record", "-o", "run", "--", *launch, *own]}
    if shutil.which("eztrace"):
        ways["EZTrace"] = [*launch, "eztrace", "-o", "eztrace", "-t", library, *own]
    times = {way: [] for way in ways}
    for number in range(rounds + 1):
        order = list(ways)[number % len(ways):] + list(ways)[:number % len(ways)]
        for way in order:
            for trace in ("run", "eztrace"):
                shutil.rmtree(folder / trace, ignore_errors=True)
            time = seconds(ways[way], folder)
            if number > 0:  # the first round warms caches, and builds the library
                times[way].append(time)
    print(f"\n{NAMES[library]}, {ranks} ranks, {program} {PROGRAMS[program]}, {rounds} rounds")
    for way, all_times in times.items():
        ratios = [time / plain for time, plain in zip(all_times, times["plain"])]
        limits = interval(ratios)
        between = f"{limits[0]:.4f} to {limits[1]:.4f}" if limits else "too few rounds for an interval"
        text = f"{way:12}  {statistics.median(all_times) * 1e3:9.2f} ms"
        if way != "plain":
            text += f"   {statistics.median(ratios):.4f} of plain ({between})"
        print(text, flush=True)


def main():
    loop = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    ranks = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for library in LAUNCHERS:
            if not shutil.which(f"mpicc.{library}"):
                continue
            subprocess.run([f"mpicc.{library}", "-O2", "-std=gnu11", "-o", folder / "recorded", HERE / "recorded.c"], check=True)
            for program in PROGRAMS:
                measure(loop, library, program, ranks, rounds, folder)


main()
