"""Measures how fast `loop derive` reads a recording: derive.py LOOP [RANKS [STEPS]]

Records tests/cli/recorded_ring.c, and derives a program from the recording three times. Prints the events of its traces and
the entries of its logs of calls, both per second of processor time, and the most memory of `loop derive` for each.
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
RING = HERE.parent / "tests" / "cli" / "recorded_ring.c"
LAUNCHERS = {"mpich": ["mpiexec.mpich"], "openmpi": ["mpiexec.openmpi", "--allow-run-as-root", "--oversubscribe"]}


def record(loop, folder, ranks, steps):
    library = next((library for library in LAUNCHERS if shutil.which(f"mpicc.{library}")), None)
    if library is None:
        sys.exit("there is no mpicc.mpich or mpicc.openmpi")
    subprocess.run([f"mpicc.{library}", "-O2", "-o", folder / "ring", RING], check=True)
    subprocess.run([loop, "record", "-o", "run", "--", *LAUNCHERS[library], "-n", ranks, "./ring", steps], cwd=folder,
                   check=True, stdout=subprocess.DEVNULL)


def events_in(trace):
    """The header, the second line, says how many."""
    return json.loads(trace.read_bytes().split(b"\n", 2)[1])["events"]


def derive(loop, folder):
    """Seconds of processor time, and the most memory in bytes."""
    child = subprocess.Popen([loop, "derive", "run", "-o", "derived.loop"], cwd=folder, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit("loop derive failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    loop = os.path.abspath(sys.argv[1])
    ranks = sys.argv[2] if len(sys.argv) > 2 else "2"
    steps = sys.argv[3] if len(sys.argv) > 3 else "60000"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        record(loop, folder, ranks, steps)
        events = sum(events_in(trace) for trace in (folder / "run").glob("rank-*.trace"))
        entries = sum((log.stat().st_size - 64) // 64 for log in (folder / "run").glob("rank-*.calls"))
        (folder / "derived.loop").unlink(missing_ok=True)
        runs = []
        for _ in range(3):
            runs.append(derive(loop, folder))
            (folder / "derived.loop").unlink()
    seconds = statistics.median(seconds for seconds, _ in runs)
    memory = max(memory for _, memory in runs)
    print(f"{ranks} ranks, {steps} steps: {seconds:.2f} s, {memory / 2**20:.0f} MiB")
    for count, what in ((events, "events of traces"), (entries, "entries of logs")):
        print(f"{count} {what}: {count / seconds:,.0f} a second, {memory / count:.0f} bytes each")


main()
