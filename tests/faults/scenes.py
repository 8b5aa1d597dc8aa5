"""Faults from outside the command. Each function causes one during a run that hangs or continues."""

import os
import pathlib
import signal
import subprocess
import time


def wait_for(condition, seconds=400):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise TimeoutError("what the test waits for does not happen: " + pathlib.Path("err").read_text(errors="replace"))


def opened(place, ranks, folder="run"):
    """Waits until every rank has passed \\OPEN0 and the first construct: its status is HostCode after three constructs."""
    def count():
        try:
            files = [(place.folder / folder / f"records/rank-{rank}.status").read_bytes() for rank in range(ranks)]
        except OSError:
            return False
        return all(len(file) >= 32 and int.from_bytes(file[24:32], "little") >= 2 for file in files)
    wait_for(count)


def launcher_killed(matrix, row):
    process = matrix.place.start(matrix.run_words(matrix.options.machine, "-n", "2", "--set", "fault=hangs", "--timeout", "300"))
    opened(matrix.place, 2)
    for child in pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
        os.kill(int(child), signal.SIGKILL)
    return matrix.place.wait(process)


def command_killed(matrix, row):
    """Kills the command by SIGKILL: launcher and ranks end too, and the next command removes the folders. Only a rank that its
    launcher ended during the crash flush leaves an incomplete trace."""
    place = matrix.place
    process = place.start(matrix.run_words(matrix.options.machine, "-n", "2", "--set", "fault=hangs", "--timeout", "300"))
    opened(place, 2)
    process.kill()
    ended = place.wait(process)
    wait_for(lambda: not place.others())
    after = place.run(matrix.loop("run", "faulty.loop", "--machine", matrix.options.machine, "-n", "2", "-o", "next"))
    if after.code != 0:
        matrix.fail(row["name"], "the next command", after)
    place.clear("next")
    for half in place.folder.glob("run/records/rank-*.trace.tmp"):
        half.unlink()
    return ended


def signalled(matrix, row):
    """Kills the command while its ranks work."""
    process = matrix.place.start(matrix.run_words(matrix.options.machine, "-n", "2", "--set", "fault=hangs", "--timeout", "300"))
    opened(matrix.place, 2)
    process.send_signal(getattr(signal, row["signal"]))
    return matrix.place.wait(process)


def job_cancelled(matrix, row):
    """Another command cancels the job."""
    process = matrix.place.start(matrix.run_words(matrix.options.machine, "-n", "2", "--set", "fault=hangs", "--timeout", "300"))
    opened(matrix.place, 2)
    subprocess.run(["scancel", "--user=root"], check=True)
    return matrix.place.wait(process)


def fresh_program(matrix):
    """A program that is not in the cache."""
    text = (matrix.place.folder / "faulty.loop").read_text()
    (matrix.place.folder / "fresh.loop").write_text(f"{text}\n// {matrix.place.folder} {time.monotonic_ns()}\n")


def compiler_killed(matrix, row):
    fresh_program(matrix)
    return matrix.place.run(matrix.loop("run", "fresh.loop", "--machine", matrix.options.machine, "-o", "run"), {
        "LD_PRELOAD": matrix.options.shim, "FAULT_PROGRAM": row["program"], "FAULT_AT": "1",
        "FAULT_SIGNAL": str(int(signal.SIGKILL)), "FAULT_MARK": str(matrix.place.folder / "mark")})


def compiler_without_disk(matrix, row):
    fresh_program(matrix)
    return matrix.place.run(matrix.loop("run", "fresh.loop", "--machine", matrix.options.machine, "-o", "run"), {
        "LD_PRELOAD": matrix.options.shim, "FAULT_PROGRAM": row["program"], "FAULT_AT": "1",
        "FAULT_MARK": str(matrix.place.folder / "mark")})


def mounted(matrix, options, body):
    if not matrix.place.is_own:
        return None
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "loop-faults", "mounted"], check=True)
    try:
        return body()
    finally:
        subprocess.run(["umount", "mounted"], check=True)


def temporary_folder(matrix, row):
    """TMPDIR on a file system with these options."""
    (matrix.place.folder / "mounted").mkdir()
    fresh_program(matrix)
    try:
        return mounted(matrix, row["options"], lambda: matrix.place.run(
            matrix.loop("run", "fresh.loop", "--machine", matrix.options.machine, "-n", "2", "-o", "run"),
            {"TMPDIR": str(matrix.place.folder / "mounted")}))
    finally:
        (matrix.place.folder / "mounted").rmdir()


def run_folder(matrix, row):
    """The run directory on a file system with these options."""
    (matrix.place.folder / "mounted").mkdir()
    try:
        return mounted(matrix, row["options"], lambda: matrix.place.run(
            matrix.loop("run", "faulty.loop", "--machine", matrix.options.machine, "-n", "2", "-o", "mounted/run")))
    finally:
        (matrix.place.folder / "mounted").rmdir()


def abort_comes_late(matrix, row):
    """MPI_Abort returns, as in MPICH with a slow launcher, and the rank continues for up to two seconds."""
    return matrix.place.run(matrix.run_words(matrix.options.machine, "-n", "3", "--set", "fault=abort 7"),
                            {"LD_PRELOAD": matrix.options.shim, "FAULT_ABORT": "2"})


def clock_stepped(matrix, row):
    """The wall clock goes back by an hour repeatedly, in every process."""
    return matrix.place.run(matrix.loop("run", "faulty.loop", "--machine", matrix.options.machine, "-n", "2", "--launches",
                                        "2", "-o", "run"),
                            {"LD_PRELOAD": matrix.options.shim, "FAULT_CLOCK": "-3600"})


def memory_group(matrix, row):
    """Rank 1 exhausts the memory of a control group with 300 MB (version 1 or 2)."""
    membership = pathlib.Path("/proc/self/cgroup").read_text()
    try:
        old = next(line.partition(":memory:")[2] for line in membership.splitlines() if ":memory:" in line)
        group = pathlib.Path("/sys/fs/cgroup/memory" + old) / f"loop-faults-{os.getpid()}-{time.monotonic_ns()}"
        limit = "memory.limit_in_bytes"
    except StopIteration:
        group = pathlib.Path(f"/sys/fs/cgroup/loop-faults-{os.getpid()}-{time.monotonic_ns()}")
        limit = "memory.max"
    try:
        group.mkdir()
        (group / limit).write_text(str(300 << 20))
    except OSError:
        return None
    try:
        return matrix.place.run(["sh", "-c", f"echo $$ >'{group}/cgroup.procs' && exec \"$@\"", "sh",
                                 *matrix.run_words(matrix.options.machine, "-n", "2", "--set", "fault=eats", "--timeout", "120")])
    finally:
        wait_for(lambda: not (group / "cgroup.procs").read_text())
        group.rmdir()
