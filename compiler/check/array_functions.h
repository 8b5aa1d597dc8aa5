#pragma once

#include <string_view>

namespace loop::compiler {

/// Whether this is the name of a library function that computes with arrays: of the C and C++ libraries, of
/// BLAS and LAPACK (`cblas_dgemm`, `dgemm_`, `LAPACKE_dgetrf`), or of FFTW (`fftw_execute`).
bool passes_over_arrays(std::string_view function);

} // namespace loop::compiler
