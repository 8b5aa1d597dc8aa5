#include "runner/recorder/silent_headers.h"

#include <catch2/catch.hpp>

using namespace loop::runner;

TEST_CASE("headers that name no call, and only the standard library, are silent", "[parts]") {
    const RuntimeParts recorder(LOOP_RUNTIME, RuntimeKind::Recorder);
    CHECK(is_silent("#pragma once\n#include <vector>\n#include \"own.h\"\ndouble norm(int n);\n", recorder));
    // A `>` without a `<`, before it, and nothing after `#include`.
    CHECK(is_silent("#include \"own.h\" // -> what it has\n", recorder));
    CHECK(is_silent("#include\n", recorder));
    CHECK(is_silent("#if 2 > 1 // include <mpi.h>\n#endif\n", recorder) == false); // in doubt
    for (const char* const loud :
         {"#include <mpi.h>\n", "# include <sys/socket.h>\n", "void f() { MPI_Barrier(MPI_COMM_WORLD); }\n",
          "void f() { loop::sync(); }\n", "inline void f() { bsp_sync(); }\n",
          "void f() { gsum0(x, 1, 2, 0, 0); }\n", "#define CALL(x) M ## x\n"})
        CHECK_FALSE(is_silent(loud, recorder));
}
