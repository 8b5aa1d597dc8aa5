"""An isolated place for commands, in which everything that they leave behind is visible."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time


def enter():
    """Restarts this script in its own PID namespace and with its own /dev/shm. Needs root; without it, processes are recognized
    by their folder, and shared memory is not checked."""
    if os.environ.get("FAULTS_PLACE"):
        return
    own = ["unshare", "--mount", "--pid", "--ipc", "--fork", "--mount-proc", "--kill-child"]
    can = subprocess.run(own + ["true"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if can.returncode == 0:
        os.environ["FAULTS_PLACE"] = "own"
        os.execvp(own[0], own + [sys.executable, *sys.argv])
    os.environ["FAULTS_PLACE"] = "shared"


class Ended:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def says(self, text):
        return text in self.out or text in self.err


class Place:
    """A folder, commands in it, and checks for what they leave behind."""

    def __init__(self):
        self.is_own = os.environ["FAULTS_PLACE"] == "own"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="loop-faults-"))
        self.temporary = self.folder / "tmp"
        self.temporary.mkdir()
        self.known_processes = set()
        self.known_processes = {pid for pid, words in self.others()}  # daemons that were running before
        if self.is_own:
            subprocess.run(["mount", "-t", "tmpfs", "loop-faults", "/dev/shm"], check=True)
        os.chdir(self.folder)

    def remove(self):
        os.chdir("/")
        shutil.rmtree(self.folder, ignore_errors=True)

    def environment(self, added):
        environment = {**os.environ, "TMPDIR": str(self.temporary), **added}
        environment.pop("LOOP_PARAMETERS", None)
        environment["XDG_CONFIG_HOME"] = str(self.folder / "no-profiles")
        return environment

    def start(self, command, added=None):
        """A process with its output in the files out and err."""
        with open("out", "wb") as out, open("err", "wb") as err:
            # A shell's background job ignores SIGINT, and its children inherit that.
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                    env=self.environment(added or {}),
                                    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def wait(self, process, limit=300):
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            code = "no end"
        text = [pathlib.Path(name).read_text(errors="replace") for name in ("out", "err")]
        return Ended(code, *text)

    def run(self, command, added=None, limit=300):
        return self.wait(self.start(command, added), limit)

    def others(self):
        """PID and command line of processes that were not running before, except this process and zombies."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit() or int(entry.name) in {os.getpid(), *self.known_processes}:
                continue
            try:
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
                words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                is_ours = self.is_own or str(self.folder).encode() in (entry / "environ").read_bytes()
            except OSError:
                continue
            if is_ours and state not in "ZX":
                found.append((int(entry.name), words.strip()))
        return found

    def jobs(self):
        """The jobs in the queue, if there is a cluster."""
        if "SLURM_CONF" not in os.environ:
            return []
        return subprocess.run(["squeue", "-h"], capture_output=True, text=True).stdout.splitlines()

    def orphans(self):
        """What a command has left behind: processes, jobs, shared memory, temporary files. Waits, because killed processes and
        Slurm's job daemon need time to end, more of it on a busy machine."""
        end = time.monotonic() + 60
        while found := [f"process {pid} ({words})" for pid, words in self.others()] + self.jobs():
            if time.monotonic() > end:
                break
            time.sleep(0.1)
        if self.is_own:
            found += [f"/dev/shm/{name}" for name in os.listdir("/dev/shm")]
        found += [f"$TMPDIR/{name}" for name in os.listdir(self.temporary)]
        found += [str(path.relative_to(self.folder)) for path in self.folder.rglob("*.tmp")]
        return found

    def clear(self, *names):
        for name in names:
            path = self.folder / name
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        for entry in self.temporary.iterdir():
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        if self.is_own:
            for name in os.listdir("/dev/shm"):
                os.unlink(f"/dev/shm/{name}")
