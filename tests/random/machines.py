"""Machine profiles for every compiler, optimization level, and MPI library, made from LOOP's own profiles."""

import os
import re
import shutil

PROFILES = {"mpich": "local", "openmpi": "local-openmpi", "smpi": "ncube2"}
CLANG = {"mpich": ["mpicxx.mpich", "-cxx=clang++"], "openmpi": ["env", "OMPI_CXX=clang++", "mpicxx.openmpi"],
         "smpi": ["clang++", "-include", "/usr/include/smpi/smpi_helpers.h", "-I/usr/include/smpi",
                  "-fPIC", "-shared", "-lsimgrid"]}


def every_toolchain():
    return [f"{mpi}:{compiler}:{level}" for level in ("-O0", "-O3") for compiler in ("g++", "clang++")
            for mpi in ("mpich", "openmpi", "smpi")]


def profile(toolchain, shipped, folder):
    """The argument of `--machine` for mpi[:compiler:optimisation], or mpi:profile; LOOP's own profiles are in `shipped`."""
    mpi, *choice = toolchain.split(":")
    name = PROFILES[mpi]
    if not choice:
        return name
    if len(choice) == 1:
        return choice[0]
    compiler, level = choice
    with open(os.path.join(shipped, name + ".toml"), encoding="utf-8") as file:
        text = file.read()
    words = re.search(r"compiler = (\[.*\])", text).group(1)
    if compiler == "clang++":
        words = str(CLANG[mpi]).replace("'", '"')
    flags = ["-std=c++17", level, "-g1"]
    if mpi == "smpi":
        flags += ["-DSMPI_NO_OVERRIDE_MALLOC"] + ["-fno-gnu-unique"] * (compiler == "g++")
        shutil.copy(os.path.join(shipped, name + ".xml"), folder)
    made = re.sub(r"compiler = \[.*\]", lambda _: f"compiler = {words}", text, count=1)
    made = re.sub(r"\nflags = \[.*\]", lambda _: "\nflags = " + str(flags).replace("'", '"'), made, count=1)
    path = os.path.join(folder, toolchain.replace(":", "_").replace("+", "p") + ".toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(made)
    return path
