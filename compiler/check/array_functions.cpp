#include "compiler/check/array_functions.h"

#include <set>

namespace loop::compiler {

namespace {

// Without those that are also common names of functions of a program, such as `find` or `count`, and without
// those that only copy or fill: programs copy into the buffers of messages.
const std::set<std::string_view> functions{
    // C
    "memcmp", "qsort",
    // <algorithm>
    "sort", "stable_sort", "partial_sort", "nth_element", "sort_heap", "make_heap", "inplace_merge",
    "generate_n", "for_each", "for_each_n", "minmax_element", "max_element", "min_element",
    "lexicographical_compare", "next_permutation",
    // <numeric>
    "accumulate", "inner_product", "transform_reduce", "partial_sum", "adjacent_difference", "inclusive_scan",
    "exclusive_scan", "iota",
    // FFTW
    "fftw_execute", "fftwf_execute", "fftw_execute_dft", "fftwf_execute_dft"};

/// Common routines of BLAS and LAPACK without the letter of their type.
const std::set<std::string_view> routines{"axpy",  "scal", "dot",   "nrm2",  "asum",  "copy", "swap",
                                          "gemv",  "symv", "trmv",  "trsv",  "ger",   "gemm", "symm",
                                          "syrk",  "trmm", "trsm",  "getrf", "getrs", "gesv", "potrf",
                                          "potrs", "posv", "geqrf", "syev",  "gesvd", "gels"};

bool begins_with(std::string_view text, std::string_view begin) {
    return text.substr(0, begin.size()) == begin;
}

/// `dgemm_`, as Fortran's routines are called.
bool is_fortran_routine(std::string_view function) {
    if (function.size() < 3 || function.back() != '_') return false;
    constexpr std::string_view types = "sdcz";
    return types.find(function[0]) != std::string_view::npos &&
           routines.count(function.substr(1, function.size() - 2)) != 0;
}

} // namespace

bool passes_over_arrays(std::string_view function) {
    return functions.count(function) != 0 || begins_with(function, "cblas_") ||
           begins_with(function, "LAPACKE_") || is_fortran_routine(function);
}

} // namespace loop::compiler
