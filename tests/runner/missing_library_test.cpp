#include "runner/build/known_libraries.h"
#include "runner/build/missing_library.h"

#include <catch2/catch.hpp>

using namespace loop::runner;
using loop::compiler::BuildNeeds;

namespace {

std::string hint(const std::string& messages, const BuildNeeds& asked = {}) {
    return missing_library_hint(messages, asked);
}

} // namespace

TEST_CASE("a missing -fopenmp is recognized in the messages of all linkers", "[messages]") {
    const std::string advice = "write `\\BUILD(FLAGS: \"-fopenmp\")` outside functions";
    CHECK(hint("/usr/bin/ld: program.o: in function `main':\n"
               "a.loop:7: undefined reference to `omp_get_thread_num'\n") == advice);
    CHECK(hint("a.loop:7: undefined reference to `GOMP_parallel'\ncollect2: error: ld returned 1 exit "
               "status\n") == advice);
    CHECK(hint("ld: a.o: undefined reference to symbol 'omp_get_thread_num@@OMP_1.0'\n"
               "ld: libgomp.so.1: error adding symbols: DSO missing from command line\n") == advice);
    CHECK(hint("ld.lld: error: undefined symbol: __kmpc_fork_call\n>>> referenced by a.cpp\n") == advice);
    CHECK(hint("mold: error: undefined symbol: omp_get_max_threads()\n") == advice);
}

TEST_CASE("a missing library is named by its functions", "[messages]") {
    CHECK(hint("undefined reference to `fftw_plan_dft_1d'\nundefined reference to `fftw_execute'\n") ==
          "write `\\BUILD(LIBRARIES: \"fftw3\")` outside functions");
    CHECK(hint("undefined reference to `fftwf_execute'\nundefined reference to `omp_get_wtime'\n"
               "undefined reference to `gsl_sf_bessel_J0'\n") ==
          "write `\\BUILD(FLAGS: \"-fopenmp\", LIBRARIES: \"fftw3f gsl gslcblas\")` outside functions");
    CHECK(hint("undefined reference to `compress'\n") ==
          "write `\\BUILD(LIBRARIES: \"z\")` outside functions");
    CHECK(hint("undefined reference to `inflater::run()'\n").find("\"z\"") == std::string::npos);
    CHECK(hint("undefined reference to `compress(double*)'\n").find("\"z\"") == std::string::npos);
    CHECK(hint("undefined reference to `fftw_mpi_init'\n") ==
          "write `\\BUILD(LIBRARIES: \"fftw3_mpi fftw3\")` outside functions");
    CHECK(hint("undefined reference to `fftw_mpi_init'\n", {{}, {"fftw3"}}) ==
          "write `\\BUILD(LIBRARIES: \"fftw3_mpi\")` outside functions");
}

TEST_CASE("a missing header names the package and what to write", "[messages]") {
    const std::string install = "install the Debian package `libfftw3-dev`: apt-get install libfftw3-dev";
    CHECK(
        hint("a.loop:2:10: fatal error: fftw3.h: No such file or directory\n    2 | #include <fftw3.h>\n") ==
        install + ", and write `\\BUILD(LIBRARIES: \"fftw3\")` outside functions");
    CHECK(hint("a.loop:2:10: fatal error: 'fftw3.h' file not found\n", {{}, {"fftw3"}}) == install);
    CHECK(hint("a.loop:2:10: fatal error: Eigen/Dense: No such file or directory\n") ==
          "install the Debian package `libeigen3-dev`: apt-get install libeigen3-dev, and write "
          "`\\BUILD(FLAGS: \"-I/usr/include/eigen3\")` outside functions");
}

TEST_CASE("a library that the linker does not find names the package", "[messages]") {
    const std::string install = "install the Debian package `libfftw3-dev`: apt-get install libfftw3-dev";
    for (const char* message :
         {"/usr/bin/ld: cannot find -lfftw3: No such file or directory\n",
          "/usr/bin/ld: cannot find -lfftw3\n", "ld.gold: error: cannot find -lfftw3\n",
          "ld.lld: error: unable to find library -lfftw3\n", "mold: fatal: library not found: fftw3\n"})
        CHECK(hint(message, {{}, {"fftw3"}}) == install);
}

TEST_CASE("what is missing may be unknown", "[messages]") {
    CHECK(
        hint("a.loop:2:10: fatal error: own.h: No such file or directory\n") ==
        "put `own.h` into the program's folder, or write `\\BUILD(FLAGS: \"-I/FOLDER\")` outside functions, "
        "with the folder that contains it");
    CHECK(hint("/usr/bin/ld: cannot find -lown: No such file or directory\n") ==
          "the linker finds no `libown.so` or `libown.a`: install the library, or write "
          "`\\BUILD(FLAGS: \"-L/FOLDER\")` outside functions, with the folder that contains it");
    CHECK(
        hint("a.loop:3: undefined reference to `own::solve(double*, int)'\n") ==
        "if a library defines `own::solve`, write `\\BUILD(LIBRARIES: \"NAME\")` outside functions, with the "
        "library's name; if another source file does, `#include` that file");
}

TEST_CASE("other messages get no hint about libraries", "[messages]") {
    for (const char* message :
         {"", "a.loop:1:9: error: 'y' was not declared in this scope\n", "undefined reference to `main'\n",
          "undefined reference to `loop::exchange(long long, int, int)'\n",
          "undefined reference to `MPI_Send'\n", "undefined reference to `vtable for Shape'\n",
          "undefined reference to ", "cannot find -l\n", "fatal error: : No such file or directory\n",
          "cc1plus: fatal error: a.cpp: Permission denied\n"})
        CHECK(hint(message).empty());
}

TEST_CASE("names and prefixes of known libraries are told apart", "[messages]") {
    CHECK(library_with_symbol("dgemm_")->names == "openblas");
    CHECK(library_with_symbol("dgemm_batch") == nullptr);
    CHECK(library_with_symbol("") == nullptr);
    CHECK(library_with_header("gsl/gsl_math.h")->package == "libgsl-dev");
    CHECK(library_with_header("fftw3.hpp") == nullptr);
    CHECK(library_with_name("gslcblas")->package == "libgsl-dev");
    CHECK(library_with_name("") == nullptr);
}
