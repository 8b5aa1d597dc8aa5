# Spack recipe of LOOP, for a clone (docs/installing.md):
#   spack repo add CLONE/cmake/package/spack
#   spack dev-build --source-path CLONE loop@main
from spack.package import *


class Loop(CMakePackage):
    """A language for parallel workloads, its compiler, and its runtime on MPI: describes workloads, and measures machines
    with them."""

    maintainers("loop")
    license("MIT")

    version("main", branch="main")

    variant("figures", default=False, description="Convert figures to PDF and PNG")

    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("ninja", type="build")
    depends_on("java", type="build")

    # The format of ANTLR's tables changed in 4.10: the tool and its runtime must both be newer, or both older.
    depends_on("antlr4-complete@4.10:", type="build")
    depends_on("antlr4-cpp-runtime@4.10:")
    depends_on("cli11", type="build")
    depends_on("fmt")
    depends_on("hwloc")
    depends_on("nlohmann-json", type="build")
    depends_on("otf2")
    depends_on("pugixml")
    depends_on("tomlplusplus", type="build")
    depends_on("zlib-api")

    # LOOP compiles and starts workloads where it runs.
    depends_on("mpi", type=("build", "link", "run"))
    depends_on("librsvg", type="run", when="+figures")

    generator("ninja")

    def cmake_args(self):
        # The runtime library is built when it is first needed, by the compiler of the machine profile.
        return [self.define("LOOP_TESTS", False), self.define("LOOP_PREBUILT_MACHINES", "")]

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        loop = Executable(self.prefix.bin.loop)
        loop("machine", "detect", "-o", "here.toml")  # compilers and launchers have other names than on Debian
        loop("run", "fingerprint", "--machine", "./here.toml", "-n", "2", "--discard")
