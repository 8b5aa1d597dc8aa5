#include "preload/same_library.h"

#include "preload/libraries.h"
#include "session/concat.h"
#include "session/failure.h"

#include <mpi.h>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace loop::runtime {
namespace {

bool is_mpi_library(const std::string& path) {
    const std::string name = path.substr(path.rfind('/') + 1);
    return name.rfind("libmpi.so.", 0) == 0 || name.rfind("libmpich.so.", 0) == 0;
}

} // namespace

void require_same_mpi_library() {
    const auto address = reinterpret_cast<std::uintptr_t>(&PMPI_Init);
    std::string own;
    std::string other;
    for_each_library([&](const Library& library) {
        if (!is_mpi_library(library.path)) return;
        std::string& path = library.contains(address + 1) ? own : other;
        path = library.path;
    });
    if (own.empty() || other.empty()) return;
    print_error(concat("error: the program loads the MPI library `", other, "`, but `loop record` uses `",
                       own,
                       "`, that of the launcher; start the program with the launcher of its own library"));
    std::_Exit(exit_run_failed);
}

} // namespace loop::runtime
