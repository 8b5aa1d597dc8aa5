#include "report/findings/impossible_rates.h"

#include "base/text/place.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/findings/wording.h"
#include "report/read/environment_lines.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace loop::report {

namespace {

constexpr double highest_clock_hz = 6e9;
constexpr double most_flops_per_cycle = 64;  // two units for vectors of 16 numbers, each with a multiply-add
constexpr double most_bytes_per_cycle = 192; // two loads and a store of 64 bytes

/// The ranks may have threads of their own, which may run on any core of the host.
double cores_of_ranks(const RunRecord& run) {
    std::set<std::string> hosts;
    for (const formats::RunLaunch& launch : run.launches)
        for (const formats::RunRank& rank : launch.ranks)
            if (rank.record) hosts.insert(rank.record->host);
    const double of_host = number_in<double>(environment_text(run, "cores_online")).value_or(0);
    return static_cast<double>(hosts.size()) * of_host;
}

struct Part {
    std::string name;
    const formats::Timing* timing;
    int line;
};

std::string text_of(const Part& part, double rate, double limit, bool is_flops) {
    constexpr double unit = 1e9;
    return fmt::format("{} declares {:.3g} {}/s, more than all cores can {} (at most {:.3g} {}/s): the "
                       "compiler may have removed "
                       "statements whose results nobody reads (`loop::keep(value)` prevents that), another "
                       "device may do the work, or "
                       "the declared count is too large.",
                       part.name, rate / unit, is_flops ? "Gflop" : "GB", is_flops ? "compute" : "move",
                       limit / unit, is_flops ? "Gflop" : "GB");
}

} // namespace

std::optional<RateLimits> rate_limits(const RunRecord& run) {
    const double cores = run.simulated ? 0 : cores_of_ranks(run);
    if (!(cores > 0)) return std::nullopt;
    return RateLimits{cores * highest_clock_hz * most_flops_per_cycle,
                      cores * highest_clock_hz * most_bytes_per_cycle};
}

std::optional<Conclusion> impossible_rate(const RunDirectory& directory) {
    const auto limits = rate_limits(directory.run);
    if (!limits) return std::nullopt;
    std::vector<Part> parts;
    for (const PhaseTiming& phase : directory.run.summary.phases)
        parts.push_back({upper_first(quoted_phase(directory.run, phase)), &phase.timing,
                         line_in_program(directory.run, phase.file, phase.line)});
    parts.push_back({"The program", &directory.run.summary.program, 0});
    for (const Part& part : parts) {
        if (!part.timing->seconds || !(part.timing->seconds->max > 0)) continue;
        const double seconds = part.timing->seconds->max;
        for (const bool is_flops : {true, false}) {
            const double rate = (is_flops ? part.timing->flops : part.timing->memory_bytes) / seconds;
            const double limit = is_flops ? limits->flops_per_second : limits->bytes_per_second;
            if (rate > limit)
                return Conclusion{"impossible-rate", text_of(part, rate, limit, is_flops),
                                  number_value(rate / 1e6, is_flops ? "Mflop/s" : "MB/s"), "phases",
                                  part.line};
        }
    }
    return std::nullopt;
}

} // namespace loop::report
