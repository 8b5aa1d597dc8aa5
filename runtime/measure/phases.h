#pragma once

#include <loop/declared_work.h>
#include <loop/site.h>

#include <cstdint>
#include <string>
#include <vector>

namespace loop::runtime {

struct PhaseEntry {
    std::string name;
    Site site;
    std::uint32_t trace_site = 0;
    int open = 0; // visits that have not ended; more than 1 in a recursive function
    long long calls = 0;
    std::int64_t total_ns = 0; // as the work, of visits that are not inside of others
    std::int64_t min_ns = 0;
    std::int64_t max_ns = 0;
    detail::DeclaredWork work{};
};

const std::vector<PhaseEntry>& all_phases();

} // namespace loop::runtime
