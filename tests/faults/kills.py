"""A sweep that is killed repeatedly ends like an undisturbed one: kills.py LOOP [TIMES] [SEED]. Each time, loop is killed
(SIGKILL) or interrupted (SIGINT) at a random moment, and `loop sweep --resume` continues. After every kill, the journal and
all records that it names are complete."""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import place as places

SOURCE = pathlib.Path(__file__).resolve().parent / "faulty.loop"


def results(folder):
    """The launches that count, by point, without times."""
    plan = json.loads((folder / "plan.json").read_text())
    points = {}
    for line in (folder / "journal.jsonl").read_text().splitlines():
        entry = json.loads(line)
        if entry["outcome"] == "good" and not entry["warm_up"]:
            points[entry["point"]] = points.get(entry["point"], 0) + 1
    settings = {point["number"]: point["settings"] if "settings" in point else point["folder"] for point in plan["points"]}
    return {number: (settings[number], count) for number, count in points.items()}


def check_whole(folder, failures):
    """Launches that the journal calls good are complete: records with valid checksums, a readable run.json."""
    for line in (folder / "journal.jsonl").read_text().split("\n")[:-1]:
        entry = json.loads(line)
        point = next(p for p in json.loads((folder / "plan.json").read_text())["points"] if p["number"] == entry["point"])
        for record in (folder / point["folder"] / entry["folder"] / "records").glob("rank-*.json"):
            text = record.read_text()
            if "\nchecksum fnv1a64 " not in text or not text.endswith("\n"):
                failures.append(f"{record} is not whole")
    for file in folder.rglob("run.json"):
        json.loads(file.read_text())


def main():
    loop = os.path.abspath(sys.argv[1])
    times = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    places.enter()
    place = places.Place()
    failures = []
    try:
        (place.folder / "faulty.loop").write_text(SOURCE.read_text())
        launches = "3" if times > 50 else "1"
        words = ["faulty.loop", "-n", "1,2", "--set", "victim=0,1", "--launches", launches, "--warm-ups", "1", "--seed", "7"]
        whole = place.run([loop, "sweep", *words, "-o", "whole"])
        began = time.monotonic()
        again = place.run([loop, "sweep", *words, "-o", "timed"])
        length = time.monotonic() - began
        if whole.code != 0 or again.code != 0:
            print(whole.err, again.err)
            return 1
        wanted = results(place.folder / "whole")
        moments = random.Random(seed)
        kills, sweeps = {"SIGKILL": 0, "SIGINT": 0}, 0
        while sum(kills.values()) < times:
            sweeps += 1
            folder = place.folder / f"sweep-{sweeps}"
            command = [loop, "sweep", *words, "-o", folder.name]
            while True:
                process = place.start(command)
                if sum(kills.values()) < times:
                    name = moments.choice(["SIGKILL", "SIGKILL", "SIGINT"])
                    try:
                        process.wait(moments.uniform(0, 0.6 * length))
                    except subprocess.TimeoutExpired:
                        process.send_signal(getattr(signal, name))
                        kills[name] += 1
                ended = place.wait(process)
                if ended.code == 0:
                    break
                if ended.code not in (-signal.SIGKILL, 128 + signal.SIGINT):
                    failures.append(f"{folder.name}: exit code {ended.code}: {ended.err[-500:]}")
                    break
                if (folder / "plan.json").exists():
                    check_whole(folder, failures)
                    command = [loop, "sweep", "--resume", folder.name]
                else:
                    place.clear(folder.name)
            if results(folder) != wanted:
                failures.append(f"{folder.name}: {results(folder)}, not {wanted}")
            failures += [f"{folder.name}: left behind: {item}" for item in place.orphans()
                         if not item.startswith("/dev/shm") or item.startswith("/dev/shm/loop-")]  # MPICH leaves these if ranks are killed
            place.clear(folder.name)
    finally:
        place.remove()
    for failure in failures:
        print("FAILED:", failure)
    print(f"{kills['SIGKILL']} times killed, {kills['SIGINT']} times interrupted, in {sweeps} sweeps; {len(failures)} failures; "
          f"seed {seed}")
    return 1 if failures else 0


sys.exit(main())
