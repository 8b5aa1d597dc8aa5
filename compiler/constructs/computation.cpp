#include "compiler/constructs/families.h"

namespace loop::compiler {

using Kind = ParameterKind;

namespace {

constexpr std::string_view as_declared = "loop::declared";

const Parameter library{"LIBRARY", Kind::Library, false, "loop::Library::own"};

} // namespace

std::vector<ConstructInfo> computation_constructs() {
    return {
        {"MATPROD",
         Shape::Call,
         StatementRule::None,
         false,
         {{"C", Kind::Matrix},
          {"A", Kind::Matrix},
          {"B", Kind::Matrix},
          {"N", Kind::Count, false, as_declared},
          {"M", Kind::Count, false, as_declared},
          {"K", Kind::Count, false, as_declared},
          library},
         "loop::matprod",
         "",
         false,
         "\\MATPROD(C, A, B [, n, m, k] [, LIBRARY: own|cblas]);",
         "C = A * B",
         "Local. C is n x m, A is n x k, B is k x m; extents that are not given are the declared ones and "
         "must agree.\n"
         "Declares 2nmk operations. `LIBRARY: cblas` takes the machine's BLAS instead of our loops.",
         "\\MATPROD(C, A, B);",
         "LOOP paper, 4.1.1.2"},
        {"MATVECPROD",
         Shape::Call,
         StatementRule::None,
         false,
         {{"Y", Kind::Vector},
          {"A", Kind::Matrix},
          {"X", Kind::Vector},
          {"ROWS", Kind::Count, false, as_declared},
          {"COLS", Kind::Count, false, as_declared},
          library},
         "loop::matvecprod",
         "",
         false,
         "\\MATVECPROD(y, A, x [, rows, cols] [, LIBRARY: own|cblas]);",
         "y = A * x",
         "Local. A is rows x cols. Declares 2 * rows * cols operations.",
         "\\MATVECPROD(y, A, x);",
         "LOOP paper, 4.1.1.2"},
        {"SCALPROD",
         Shape::Call,
         StatementRule::None,
         false,
         {{"RESULT", Kind::Value},
          {"X", Kind::Vector},
          {"Y", Kind::Vector},
          {"N", Kind::Count, false, as_declared},
          library},
         "loop::scalprod",
         "",
         false,
         "\\SCALPROD(result, x, y [, n] [, LIBRARY: own|cblas]);",
         "result = x . y, on this rank alone",
         "Local: nothing is summed over ranks. The result is a scalar variable, or a `\\VEC` whose element 0 "
         "receives it.\n"
         "Declares 2n operations.",
         "\\SCALPROD(sc, x, y);",
         "LOOP paper, 4.1.1.2, Figure 7"},
    };
}

} // namespace loop::compiler
