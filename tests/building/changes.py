"""What git says has changed in the checkout."""
import os
import subprocess

CHECKOUT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))


def git(*arguments):
    """The output lines of git, or None."""
    try:
        answer = subprocess.run(["git", "-C", CHECKOUT, "-c", "safe.directory=*", *arguments],
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except FileNotFoundError:
        return None
    return answer.stdout.splitlines() if answer.returncode == 0 else None


def changed_since(revision):
    """Sources in the checkout that differ from the revision; None if git does not know."""
    changed = git("diff", "--name-only", "--diff-filter=d", revision, "--", "*.cpp", "*.h")
    new = git("ls-files", "--others", "--exclude-standard", "--", "*.cpp", "*.h")
    return None if changed is None else changed + new
