"""Measures the cost from a clone, with all packages installed, to the first sheet: now, and on the commit before the build
became fast, in turn on this machine.
    bench/build.py [--base COMMIT]
Each side is a clone with an empty cache of built programs, and runs `./loop run fingerprint -n 4 --size 100`. Prints the CPU
seconds of the tool and of the rest (the runtime library, the program, the run), wall-clock seconds, the memory of the
largest process, and the ratio."""
import argparse
import os
import resource
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def timed(command, **options):
    """CPU seconds and wall-clock seconds of a command and its children."""
    processor, clock = processor_seconds(), time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    return processor_seconds() - processor, time.monotonic() - clock


def largest_process_gib():
    """The peak memory of all children so far; the kernel reports KiB."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20


def measure(name, commit, folder):
    clone = folder / name
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    subprocess.run(["git", "checkout", "-q", commit], cwd=clone, check=True)
    environment = dict(os.environ, LOOP_CACHE=str(folder / f"cache-{name}"))
    tool = timed(["./loop", "--version"], cwd=clone, env=environment)
    sheet = timed(["./loop", "run", "fingerprint", "-n", "4", "--size", "100", "-o", str(folder / f"run-{name}")],
                  cwd=clone, env=environment)
    total = tool[0] + sheet[0]
    print(f"{name:<8} {commit[:7]:<8} {tool[0]:>9.1f} {sheet[0]:>9.1f} {total:>9.1f} {tool[1] + sheet[1]:>9.1f}", flush=True)
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", default="d17c411")
    base = parser.parse_args().base
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "unknown")
    print(f"from a clone to the first sheet, {os.cpu_count()} cores, {model}, load {os.getloadavg()[0]:.2f}")
    print(f"{'side':<8} {'commit':<8} {'tool s':>9} {'rest s':>9} {'both s':>9} {'wall s':>9}")
    with tempfile.TemporaryDirectory() as scratch:
        now = measure("now", head, Path(scratch))
        largest = largest_process_gib()
        before = measure("before", base, Path(scratch))
    print(f"CPU seconds, now / before: {now / before:.3f}; largest process now {largest:.2f} GiB")


if __name__ == "__main__":
    main()
