#include "runner/scratch.h"

#include "runner/files.h"

#include <sys/stat.h>

#include <cstdlib>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// Where Open MPI's parts keep what ranks of a host share: point-to-point (versions 4, then 5), one-sided.
constexpr const char* of_shared_memory[] = {"OMPI_MCA_btl_vader_backing_directory", "OMPI_MCA_btl_sm_backing_directory",
                                            "OMPI_MCA_osc_sm_backing_directory", "OMPI_MCA_osc_rdma_backing_directory"};

fs::path named(const fs::path& parent, const std::string& launch_id) {
    return parent / ("loop-" + launch_id);
}

/// Ours alone, or empty.
fs::path made(const fs::path& path) {
    return ::mkdir(path.c_str(), 0700) == 0 ? path : fs::path();
}

void empty_and_remove(const fs::path& path) {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
}

} // namespace

Scratch::Scratch(const std::string& launch_id)
    : temporary_(made(named(temporary_root(), launch_id))), shared_(made(named("/dev/shm", launch_id))) {}

Scratch::~Scratch() {
    empty_and_remove(temporary_);
    empty_and_remove(shared_);
}

void Scratch::add_to(std::map<std::string, std::string>& environment) const {
    if (!temporary_.empty()) environment.emplace("TMPDIR", temporary_.string());
    if (shared_.empty()) return;
    for (const char* name : of_shared_memory)
        if (std::getenv(name) == nullptr) environment.emplace(name, shared_.string());
}

void remove_scratch(const std::string& launch_id) {
    if (launch_id.empty() || launch_id.find_first_not_of("0123456789abcdef") != std::string::npos) return;
    empty_and_remove(named(temporary_root(), launch_id));
    empty_and_remove(named("/dev/shm", launch_id));
}

} // namespace loop::runner
