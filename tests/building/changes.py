"""What git says has changed in the checkout."""
import os
import subprocess

LAST_COMMITS = 5  # of which the changes count as recent
CHECKOUT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))


def git(*arguments):
    """The output lines of git, or None."""
    try:
        answer = subprocess.run(["git", "-C", CHECKOUT, "-c", "safe.directory=*", *arguments],
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except FileNotFoundError:
        return None
    return answer.stdout.splitlines() if answer.returncode == 0 else None


def paths_changed_since(revision, *patterns):
    """The files of the checkout that differ from the revision; None if git does not know."""
    changed = git("diff", "--name-only", "--diff-filter=d", revision, "--", *patterns)
    new = git("ls-files", "--others", "--exclude-standard", "--", *patterns)
    return None if changed is None or new is None else changed + new


def changed_since(revision):
    """The same for sources in C++."""
    return paths_changed_since(revision, "*.cpp", "*.h")
