"""Checks what `loop record` wrote: recorded_holds.py FOLDER RANKS ring|calls|killed NUMBER

`ring`: recorded_ring.c with NUMBER steps. `calls`: recorded_calls.c with NUMBER barriers at its end.
`killed`: recorded_ring.c, whose rank 1 was killed after NUMBER steps.
"""
import json
import struct
import sys
from collections import namedtuple
from pathlib import Path

COLLECTIVE, SEND, RECEIVE, RECEIVED, COMPLETED, PREPARED, MADE, BYTES, UNLOGGED = 1, 2, 3, 4, 5, 7, 8, 14, 15
COMMUNICATOR = 1

Call = namedtuple("Call", "event object call partner tag combine count type communicator request address place")


def calls_of(folder, rank, ranks):
    data = (folder / f"rank-{rank}.calls").read_bytes()
    magic, own, size, misses, _, count, places = struct.unpack_from("<8siiIIqI", data)
    assert magic == b"LOOPCL1\0" and (own, size) == (rank, ranks), f"header of rank {rank}"
    assert places in (1, 2), "the log has no times"
    return misses, [Call(*struct.unpack_from("<BBHiiiqQQQQQ", data, 64 + 64 * i)) for i in range(count)]


def of(calls, event):
    return [call for call in calls if call.event == event]


def check_ring(rank, ranks, steps, misses, calls):
    assert misses == 0, f"rank {rank} misses {misses}"
    for event in (SEND, RECEIVE, RECEIVED, COLLECTIVE):
        assert len(of(calls, event)) == steps, f"rank {rank}: {len(of(calls, event))} of event {event}"
    for send in of(calls, SEND):
        assert (send.partner, send.tag, send.count) == ((rank + 1) % ranks, 7, 100)
    waits = sum(call.place for call in calls)
    assert waits >= steps * 500, f"rank {rank} computed {waits} ns"  # 10 us a step, shared cores
    assert waits < 60e9, f"rank {rank} computed {waits} ns"


def check_calls(rank, ranks, barriers, calls):
    made = [call for call in of(calls, MADE) if call.object == COMMUNICATOR]
    half = [r for r in range(ranks) if r % 2 == rank % 2][::-1]
    assert [(call.partner, call.count, call.type) for call in made] == [(half.index(rank), len(half), calls[0].communicator)]
    gap = max(call.place for call in calls)
    assert 1e6 < gap < 10e9, f"20 ms before the barrier are {gap} ns"

    mixed = [after for call, after in zip(calls, calls[1:]) if call.event == SEND and call.tag == 1]
    assert [(call.event, call.count) for call in mixed] == [(BYTES, 36)], mixed
    counts = [call for call in of(calls, BYTES) if call.partner >= 0]
    assert [(call.partner, call.type) for call in counts] == [(r, 4 * (r + 1)) for r in range(ranks)], counts
    assert len(of(calls, PREPARED)) == 2 and len([call for call in of(calls, SEND) if call.tag == 2]) == 2
    assert {call.partner for call in of(calls, RECEIVED) if call.tag == 2} == {(rank - 1) % ranks}, "wildcards"
    assert len(of(calls, UNLOGGED)) == 2, "calls of files"
    assert len(of(calls, COLLECTIVE)) == 5 + barriers, len(of(calls, COLLECTIVE))


def check_killed(folder, ranks, steps):
    """Each step has four calls with their begin and end, two messages, and the sum."""
    for rank in range(ranks):
        data = (folder / f"rank-{rank}.trace").read_bytes()
        header = json.loads(data.split(b"\n")[1])
        assert header["ended"] == "killed" or rank != 1, header["ended"]
        assert header["events"] >= 12 * steps, f"rank {rank} has {header['events']} events"
        assert [site["construct"] for site in header["sites"]][:2] == ["MPI_Irecv", "MPI_Isend"], header["sites"]


def main():
    folder, ranks, program, number = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    if program == "killed":
        return check_killed(folder, ranks, number)
    for rank in range(ranks):
        misses, calls = calls_of(folder, rank, ranks)
        if program == "ring":
            check_ring(rank, ranks, number, misses, calls)
        else:
            check_calls(rank, ranks, number, calls)


main()
