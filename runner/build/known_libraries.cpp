#include "runner/build/known_libraries.h"

#include <algorithm>
#include <iterator>

namespace loop::runner {

namespace {

/// The first row that fits counts, so special cases come first. Folders are those of Debian.
constexpr KnownLibrary known_libraries[] = {
    {"omp_* GOMP_* __kmpc_*", "omp.h", "-fopenmp", "", "libomp-dev"},
    {"fftw_mpi_*", "fftw3-mpi.h fftw3-mpi.f03", "", "fftw3_mpi fftw3", "libfftw3-mpi-dev"},
    {"fftwf_mpi_*", "", "", "fftw3f_mpi fftw3f", "libfftw3-mpi-dev"},
    {"fftw_init_threads fftw_plan_with_nthreads fftw_cleanup_threads", "", "", "fftw3_threads fftw3",
     "libfftw3-dev"},
    {"fftw_*", "fftw3.h", "", "fftw3", "libfftw3-dev"},
    {"fftwf_*", "", "", "fftw3f", "libfftw3-dev"},
    {"fftwl_*", "", "", "fftw3l", "libfftw3-dev"},
    {"LAPACKE_*", "lapacke.h", "", "lapacke", "liblapacke-dev"},
    {"cblas_* openblas_*", "cblas.h", "", "openblas", "libopenblas-dev"},
    {"dgemm_ sgemm_ zgemm_ cgemm_ dgemv_ daxpy_ ddot_ dgesv_ dgetrf_ dgetrs_ dpotrf_ dsyev_ dgeev_ dgesvd_",
     "", "", "openblas", "libopenblas-dev"},
    {"gsl_*", "gsl/*", "", "gsl gslcblas", "libgsl-dev"},
    {"H5*", "hdf5.h H5*", "-I/usr/include/hdf5/serial", "hdf5_serial", "libhdf5-dev"},
    {"nc_*", "netcdf.h", "", "netcdf", "libnetcdf-dev"},
    {"METIS_*", "metis.h", "", "metis", "libmetis-dev"},
    {"SCOTCH_*", "scotch.h", "", "scotch scotcherr", "libscotch-dev"},
    {"numa_*", "numa.h numaif.h", "", "numa", "libnuma-dev"},
    {"hwloc_*", "hwloc.h", "", "hwloc", "libhwloc-dev"},
    {"PAPI_*", "papi.h", "", "papi", "libpapi-dev"},
    {"tbb::*", "tbb/* oneapi/tbb*", "", "tbb", "libtbb-dev"},
    {"mpfr_*", "mpfr.h", "", "mpfr gmp", "libmpfr-dev"},
    {"__gmp*", "gmp.h gmpxx.h", "", "gmp", "libgmp-dev"},
    {"deflate* inflate* compress compressBound uncompress crc32 adler32 gzopen gzread gzwrite gzclose",
     "zlib.h", "", "z", "zlib1g-dev"},
    {"", "Eigen/*", "-I/usr/include/eigen3", "", "libeigen3-dev"},
    {"", "boost/*", "", "", "libboost-dev"},
    {"pthread_*", "", "-pthread", "", ""},
    {"dlopen dlsym dlclose dlerror", "", "", "dl", ""},
    {"shm_open shm_unlink", "", "", "rt", ""},
};

bool is_qualified(std::string_view name) {
    return name.find("::") != std::string_view::npos;
}

bool fits(std::string_view pattern, std::string_view name) {
    if (is_qualified(name) && !is_qualified(pattern)) return false; // C functions are in no namespace
    if (pattern.back() != '*') return pattern == name;
    pattern.remove_suffix(1);
    return name.substr(0, pattern.size()) == pattern;
}

bool one_fits(std::string_view patterns, std::string_view name) {
    while (!patterns.empty()) {
        const std::size_t end = std::min(patterns.find(' '), patterns.size());
        if (fits(patterns.substr(0, end), name)) return true;
        patterns.remove_prefix(std::min(end + 1, patterns.size()));
    }
    return false;
}

template <class Condition>
const KnownLibrary* first_with(const Condition& holds) {
    const KnownLibrary* const end = std::end(known_libraries);
    const KnownLibrary* const row = std::find_if(std::begin(known_libraries), end, holds);
    return row == end ? nullptr : row;
}

std::string_view main_name(const KnownLibrary& library) {
    return library.names.substr(0, library.names.find(' '));
}

} // namespace

const KnownLibrary* library_with_symbol(std::string_view symbol) {
    return first_with([&](const KnownLibrary& library) { return one_fits(library.symbols, symbol); });
}

const KnownLibrary* library_with_header(std::string_view header) {
    return first_with([&](const KnownLibrary& library) { return one_fits(library.headers, header); });
}

const KnownLibrary* library_with_name(std::string_view name) {
    if (name.empty()) return nullptr;
    const auto* const row =
        first_with([&](const KnownLibrary& library) { return main_name(library) == name; });
    if (row != nullptr) return row;
    return first_with([&](const KnownLibrary& library) { return one_fits(library.names, name); });
}

} // namespace loop::runner
