"""apart.py CHECKOUT FOLDER: compiles each file of the tool and the runtime library alone, without unity builds and
precompiled headers. It makes no code, which would take twice as long."""
import concurrent.futures
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

GENERATED = ["compiler/antlr/LoopParser.cpp"]  # and its header, which others include
TARGETS = ["loop_command", "loop_runtime_mpich"]


def output_of(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def object_of(command):
    return re.search(r" -o (\S+)", command["command"])[1]


def problems_of(command):
    done = subprocess.run(f"{command['command']} -fsyntax-only", shell=True, cwd=command["directory"],
                          capture_output=True, text=True)
    return done.stderr if done.returncode != 0 else ""


def main():
    checkout, folder = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    output_of("cmake", "-S", checkout, "-B", folder, "-G", "Ninja", "-DLOOP_UNITY=OFF", "-DLOOP_TESTS=ON", "-DLOOP_WERROR=ON",
              "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O0")
    output_of("ninja", "-C", folder, *GENERATED)
    objects = set(output_of("ninja", "-C", folder, "-t", "inputs", *TARGETS).split())
    commands = [command for command in json.loads(Path(folder, "compile_commands.json").read_text())
                if object_of(command) in objects and not command["file"].startswith(folder)]
    if len(commands) < 300:
        sys.exit(f"only {len(commands)} files were found")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        problems = [text for text in pool.map(problems_of, commands) if text]
    shutil.rmtree(folder)  # tens of megabytes
    print(f"{len(commands)} files, {len(problems)} of which do not compile alone")
    sys.exit("\n".join(problems) if problems else 0)


main()
