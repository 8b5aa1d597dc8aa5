#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace loop::runtime {

struct PhaseEntry {
    std::string name;
    int line;
    std::uint32_t trace_site = 0;
    long long calls = 0;
    std::int64_t total_ns = 0;
    std::int64_t min_ns = 0;
    std::int64_t max_ns = 0;
    double flops = 0;
    double memory_bytes = 0;
};

const std::vector<PhaseEntry>& all_phases();

} // namespace loop::runtime
