"""apart.py CHECKOUT FOLDER [SHARE]: compiles each file of the tool and the runtime library alone, without unity builds
and precompiled headers. It makes no code, which would take twice as long.

With a share of, say, 5: the files that the last commit changed, those that include a changed header, and one fifth of
the others; another fifth after each commit."""
import concurrent.futures
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from changes import changed_since, git

GENERATED = ["compiler/antlr/LoopParser.cpp"]  # and its header, which others include
TARGETS = ["loop_command", "loop_runtime_mpich"]


def output_of(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def object_of(command):
    return re.search(r" -o (\S+)", command["command"])[1]


def depends_on(file, changed):
    """Whether the file has changed, or one that it includes itself."""
    if any(file.endswith("/" + name) for name in changed):
        return True
    included = re.findall(r'^#include ["<]([^">]+)', Path(file).read_text(errors="replace"), re.M)
    return any(name.endswith(include) for include in included for name in changed if "/" in include)


def share_of(commands, share):
    """If git does not know what has changed, all of them."""
    head, changed = git("rev-parse", "--verify", "HEAD"), changed_since("HEAD^")
    if head is None or changed is None:
        return commands
    turn = int(head[0][:8], 16)
    return [command for i, command in enumerate(commands)
            if (i + turn) % share == 0 or depends_on(command["file"], changed)]


def problems_of(command):
    done = subprocess.run(f"{command['command']} -fsyntax-only", shell=True, cwd=command["directory"],
                          capture_output=True, text=True)
    return done.stderr if done.returncode != 0 else ""


def main():
    checkout, folder, *share = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    output_of("cmake", "-S", checkout, "-B", folder, "-G", "Ninja", "-DLOOP_UNITY=OFF", "-DLOOP_TESTS=ON", "-DLOOP_WERROR=ON",
              "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O0")
    output_of("ninja", "-C", folder, *GENERATED)
    objects = set(output_of("ninja", "-C", folder, "-t", "inputs", *TARGETS).split())
    commands = [command for command in json.loads(Path(folder, "compile_commands.json").read_text())
                if object_of(command) in objects and not command["file"].startswith(folder)]
    if len(commands) < 300:
        sys.exit(f"only {len(commands)} files were found")
    if share:
        commands = share_of(commands, int(share[0]))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        problems = [text for text in pool.map(problems_of, commands) if text]
    shutil.rmtree(folder)  # tens of megabytes
    print(f"{len(commands)} files, {len(problems)} of which do not compile alone")
    sys.exit("\n".join(problems) if problems else 0)


main()
