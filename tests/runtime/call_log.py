#!/usr/bin/env python3
"""Runs the cases of call_log_program and checks the call log of each rank (docs/record-format.md).

call_log.py PROGRAM RANKS MPIEXEC [FLAGS...]
Exit code 0: every log says what was called; 1: a log does not.
"""
import pathlib
import struct
import subprocess
import sys
import tempfile

COLLECTIVE, SEND, RECEIVE, RECEIVED, COMPLETED, CANCELED, PREPARED, MADE, FREED, EPOCH, ACCESS = range(1, 12)
TAKEN = 13  # stands for two entries
COMMUNICATOR, TYPE, WINDOW, GROUP, OPERATOR, REQUEST = range(1, 7)
FULL, THREADS, MESSAGES = 1, 2, 4
HEADER = struct.Struct("<8siiIIq32x")
ENTRY = struct.Struct("<BBHiiiqQQQQQ")
FIELDS = "event object call partner tag combine count type communicator request address place".split()


def call_names(program):
    """The names of the calls, by their numbers in logs."""
    return subprocess.run([program, "names"], check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout.split("\n")


class Log:
    def __init__(self, path, names):
        data = path.read_bytes()
        magic, self.rank, self.ranks, self.misses, self.closed, calls = HEADER.unpack_from(data)
        assert magic == b"LOOPCL1\0", magic
        self.size = len(data)
        self.entries = []
        for index in range(calls):
            entry = dict(zip(FIELDS, ENTRY.unpack_from(data, HEADER.size + ENTRY.size * index)))
            entry["name"] = names[entry["call"]].replace("MPI_", "")
            self.entries.append(entry)

    def of(self, event, name=None):
        events = (event, TAKEN) if event in (RECEIVE, RECEIVED) else (event,)
        return [e for e in self.entries if e["event"] in events and name in (None, e["name"])]

    def numbers(self, event, obj=None):
        return sorted(e["request"] for e in self.of(event) if obj in (None, e["object"]))


def check_messages(log, left, right):
    sends = log.of(SEND)
    assert [(e["name"], e["partner"], e["tag"]) for e in sends] == [
        ("Isend", right, 1), ("Sendrecv", right, 2), ("Isend", right, 3), ("Isend", right, 4),
        ("Isend", right, 5)], sends
    assert all(e["communicator"] == 1 and e["address"] for e in sends)
    assert [e["count"] for e in sends] == [4, 4, 1, 1, 1]  # a pair has two elements
    receives = log.of(RECEIVE)
    assert [(e["name"], e["partner"], e["tag"]) for e in receives] == [
        ("Irecv", left, 1), ("Sendrecv", -1, -1), ("Recv", left, 3), ("Recv", left, 4), ("Irecv", left, 77),
        ("Mprobe", left, 5)], receives
    received = log.of(RECEIVED)
    assert [(e["name"], e["partner"], e["tag"]) for e in received] == [
        ("Waitall", left, 1), ("Sendrecv", left, 2), ("Recv", left, 3), ("Recv", left, 4), ("Mrecv", left, 5)]
    assert [(e["name"], e["tag"]) for e in log.of(TAKEN)] == [("Recv", 3), ("Recv", 4)]
    assert received[-1]["request"] == receives[-1]["request"] > 0 and received[-1]["type"] == sends[0]["type"]
    assert [e["request"] for e in log.of(CANCELED)] == [receives[4]["request"]]
    freed = log.numbers(FREED, REQUEST)
    assert freed == [sends[4]["request"]]
    asked = sorted(e["request"] for e in sends if e["name"] == "Isend")
    assert sorted(log.numbers(COMPLETED) + freed) == asked, (log.numbers(COMPLETED), asked)


def check_persistent(log, left, right):
    made = log.of(PREPARED)
    assert [(e["name"], e["partner"]) for e in made] == [("Send_init", right), ("Recv_init", left)]
    send, receive = (e["request"] for e in made)
    assert [(e["request"], e["count"]) for e in log.of(SEND)] == [(send, 3)] * 2
    assert [(e["request"], e["name"]) for e in log.of(RECEIVE)] == [(receive, "Startall")] * 2
    assert log.numbers(COMPLETED) == [send] * 2 and log.numbers(RECEIVED) == [receive] * 2
    assert log.numbers(FREED, REQUEST) == [send, receive]


def check_collectives(log, left, right):
    calls = log.of(COLLECTIVE)
    names = ["Comm_dup", "Bcast", "Allreduce", "Reduce", "Gather", "Gatherv", "Ibarrier", "Comm_split"]
    names += ["Barrier", "Comm_free"] * (log.rank > 0) + ["Comm_free"]
    assert [e["name"] for e in calls] == names, calls
    copy = log.of(MADE, "Comm_dup")[0]["communicator"]
    assert copy > 2 and [e["communicator"] for e in calls[:8]] == [1, copy, 1] + [copy] * 5
    bcast, allreduce, reduce, gather, gatherv, ibarrier = calls[1:7]
    assert (bcast["partner"], bcast["count"]) == (log.ranks - 1, 5)
    assert allreduce["partner"] == -1 and 0 < allreduce["combine"] < 64
    assert reduce["combine"] > 64, "the operator has the number of its function"
    assert (gather["count"], gather["type"]) == (2, bcast["type"])
    some = log.rank > 0 or log.ranks > 1
    assert (gatherv["count"], gatherv["type"]) == (-1, bcast["type"] if some else 0)
    assert log.numbers(COMPLETED) == [ibarrier["request"]]
    assert log.numbers(MADE) == log.numbers(FREED), "everything is freed"


def check_types(log, left, right):
    sends, receives = log.of(SEND), log.of(RECEIVE)
    assert [(e["type"], e["count"]) for e in sends] == [(e["type"], e["count"]) for e in receives]
    assert sends[0]["type"] >= 256 and sends[0]["count"] == 4
    assert 1 < sends[1]["type"] < 256 and sends[1]["count"] == 12
    assert len(log.numbers(MADE, TYPE)) == 4 and log.numbers(MADE) == log.numbers(FREED)


def check_leaks(log, left, right):
    groups, types = log.of(MADE, "Group_incl"), log.of(MADE, "Type_contiguous")
    left_over = set(log.numbers(MADE)) - set(log.numbers(FREED))
    assert left_over == {groups[0]["request"], types[0]["request"]}
    assert (groups[0]["object"], types[0]["object"]) == (GROUP, TYPE)
    assert log.of(RECEIVE)[0]["request"] > 0 and not log.of(COMPLETED) and not log.of(RECEIVED)


def check_windows(log, left, right):
    window = log.of(MADE, "Win_create")[0]
    assert window["object"] == WINDOW and window["communicator"] > 2
    number = window["communicator"]
    assert [(e["name"], e["communicator"]) for e in log.of(COLLECTIVE)] == [
        ("Win_create", 1), ("Win_fence", number), ("Win_fence", number), ("Win_free", number)]
    assert [(e["name"], e["partner"]) for e in log.of(EPOCH)] == [
        ("Win_fence", -1), ("Win_fence", -1), ("Win_lock", right), ("Win_unlock", right)]
    assert [(e["name"], e["partner"], e["place"], e["count"], e["combine"] > 0) for e in log.of(ACCESS)] == [
        ("Put", right, 3, 2, False), ("Accumulate", right, 0, 1, True)]
    assert log.numbers(FREED, WINDOW) == [window["request"]]


def check_threads(log, left, right):
    assert log.misses & THREADS and not log.of(SEND) and len(log.of(RECEIVED)) == 1


def check_full(log, left, right):
    assert log.misses == FULL and len(log.entries) == 16384


def check_failing(log, left, right):
    assert log.misses == MESSAGES


def run(program, case, ranks, launch, folder, watched=True):
    records = folder / (case if watched else "unwatched")
    (folder / "parameters").write_text(f"loop-parameters 1\nrecords {records}\nwatched {int(watched)}\n")
    command = ["env", f"LOOP_PARAMETERS={folder}/parameters", *launch, "-n", str(ranks), program, case]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60,
                          stdin=subprocess.DEVNULL)
    assert done.returncode == 0, f"exit code {done.returncode}: {done.stdout[:300]}"
    return sorted(records.glob("*.calls"))


def main():
    program, ranks, *launch = sys.argv[1:]
    ranks = int(ranks)
    names = call_names(program)
    failures = 0
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        assert not run(program, "messages", ranks, launch, folder, watched=False), "only watched runs have logs"
        for name, check in [(n[6:], f) for n, f in globals().items() if n.startswith("check_")]:
            if name == "windows" and ranks == 1:
                continue  # Open MPI refuses it
            try:
                paths = run(program, name, ranks, launch, folder)
                assert len(paths) == ranks, paths
                for path in paths:
                    log = Log(path, names)
                    assert (log.ranks, log.closed) == (ranks, 1), "the header"
                    assert log.size == HEADER.size + ENTRY.size * len(log.entries), "the file is cut"
                    assert log.misses == 0 or name in ("threads", "full", "failing"), f"misses {log.misses}"
                    check(log, (log.rank + ranks - 1) % ranks, (log.rank + 1) % ranks)
            except (AssertionError, IndexError) as problem:
                failures += 1
                line = problem.__traceback__
                while line.tb_next:
                    line = line.tb_next
                print(f"FAILED: {name} on {ranks} ranks, line {line.tb_lineno}: {problem!r}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
