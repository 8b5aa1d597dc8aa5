#include "report/findings/impossible_rates.h"

#include "base/text/clean.h"
#include "base/text/cpu_list.h"
#include "base/text/place.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/findings/wording.h"
#include "report/read/environment_lines.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace loop::report {

namespace {

/// What a core does per cycle at most. Operations: multiply-adds of single precision, in two units (four with
/// NEON), or what units for matrices of bytes do. Bytes: loads and stores of whole vectors, as declared bytes
/// may all be in the first cache.
struct PerCycle {
    std::string_view vectors; ///< as in run.json
    double flops, bytes;
};
constexpr PerCycle any_processor{"", 64, 192};
constexpr std::array<PerCycle, 8> per_cycle{{{"amx", 2048, 192},
                                             {"sme", 2048, 192},
                                             {"avx512", 64, 192},
                                             {"sve", 64, 192},
                                             {"avx2", 32, 192},
                                             {"avx", 32, 192},
                                             {"neon", 32, 96},
                                             {"sse2", 16, 96}}};

constexpr double highest_clock_hz = 6e9;
/// The kernel may not know boosts, and some processors have adders beside the units for multiply-adds.
constexpr double above_known_clock = 1.5;
/// The system counts processor time in steps of up to 10 ms.
constexpr double cpu_slack = 1.1, cpu_slack_seconds = 0.02;

double clock_hz(const RunRecord& run) {
    const auto mhz = number_in<double>(environment_text(run, "max_mhz"));
    return mhz && *mhz > 0 ? *mhz * 1e6 * above_known_clock : highest_clock_hz;
}

PerCycle per_cycle_of(const RunRecord& run) {
    const std::string vectors = environment_text(run, "vectors");
    const auto* const found = std::find_if(per_cycle.begin(), per_cycle.end(),
                                           [&](const PerCycle& each) { return each.vectors == vectors; });
    return found == per_cycle.end() ? any_processor : *found;
}

/// On which the ranks of a launch may run with all of their threads. A rank that does not say so, and threads
/// that are bound apart from it, may run on all cores of the host.
double cores_of_launch(const formats::RunLaunch& launch, double of_host) {
    std::map<std::string, std::set<int>> cpus;
    std::set<std::string> whole;
    for (const formats::RunRank& rank : launch.ranks) {
        if (!rank.record) continue;
        const std::vector<int> own = parse_cpu_list(rank.record->cpus);
        cpus[rank.record->host].insert(own.begin(), own.end());
        if (own.empty() || rank.record->thread_cpus > static_cast<int>(own.size()))
            whole.insert(rank.record->host);
    }
    double cores = 0;
    for (const auto& [host, used] : cpus)
        cores += whole.count(host) != 0 ? of_host : static_cast<double>(used.size());
    return cores;
}

double cores_of_ranks(const RunRecord& run) {
    const double of_host = number_in<double>(environment_text(run, "cores_online")).value_or(0);
    double most = 0;
    for (const formats::RunLaunch& launch : run.launches)
        most = std::max(most, cores_of_launch(launch, of_host));
    return most;
}

/// 0 if a rank does not say it.
double cpu_seconds_of(const RunRecord& run) {
    double most = 0;
    for (const formats::RunLaunch& launch : run.launches) {
        double sum = 0;
        for (const formats::RunRank& rank : launch.ranks) {
            if (!rank.record) continue;
            const double used = rank.record->usage.user_seconds + rank.record->usage.system_seconds;
            if (!(used > 0)) return 0;
            sum += used * cpu_slack + cpu_slack_seconds;
        }
        most = std::max(most, sum);
    }
    return most;
}

std::string gigas(double rate, bool is_flops) {
    return fmt::format("{:.3g} {}/s", rate / 1e9, is_flops ? "Gflop" : "GB");
}

std::string cores_text(const RateLimits& limits, double seconds) {
    const double cores = limits.cores_in(seconds);
    if (cores < limits.cores) return fmt::format("the {:.2g} cores that the ranks kept busy", cores);
    return cores == 1 ? "the core of its rank" : fmt::format("the {:.0f} cores of its ranks", cores);
}

std::string with_reasons(const std::string& sentence, const char* amount) {
    return fmt::format(
        "{}: the compiler may have removed statements whose results nobody reads "
        "(`loop::keep(value)` prevents that), another device may do the work, or the {} is too "
        "large.",
        sentence, amount);
}

/// What was declared and measured together.
struct Part {
    std::string name;
    const formats::Timing* timing;
    int line;
};

std::optional<Conclusion> of_part(const Part& part, const RateLimits& limits) {
    if (!part.timing->seconds || !(part.timing->seconds->max > 0)) return std::nullopt;
    const double seconds = part.timing->seconds->max;
    for (const bool is_flops : {true, false}) {
        const double rate = (is_flops ? part.timing->flops : part.timing->memory_bytes) / seconds;
        const double limit = is_flops ? limits.flops_per_second(seconds) : limits.bytes_per_second(seconds);
        if (!(rate > limit)) continue;
        const std::string sentence =
            fmt::format("{} declares {}, more than {} can {} (at most {})", part.name, gigas(rate, is_flops),
                        cores_text(limits, seconds), is_flops ? "compute" : "move", gigas(limit, is_flops));
        return Conclusion{"impossible-rate", with_reasons(sentence, "declared count"),
                          number_value(rate / 1e6, is_flops ? "Mflop/s" : "MB/s"), "phases", part.line};
    }
    return std::nullopt;
}

/// A unit of rates, such as `Gflop/s` or `MiB/s`.
struct RateUnit {
    double factor;
    bool is_flops;
};

std::optional<RateUnit> rate_unit(const std::string& unit) {
    static const std::map<std::string, double> prefixes{
        {"", 1},     {"k", 1e3},     {"K", 1e3},     {"M", 1e6},     {"G", 1e9},    {"T", 1e12},
        {"P", 1e15}, {"Ki", 0x1p10}, {"Mi", 0x1p20}, {"Gi", 0x1p30}, {"Ti", 0x1p40}};
    static const std::map<std::string, bool> names{{"flop/s", true},  {"flops", true},    {"FLOP/s", true},
                                                   {"FLOPS", true},   {"Flop/s", true},   {"B/s", false},
                                                   {"byte/s", false}, {"bytes/s", false}, {"Bps", false}};
    for (const auto& [name, is_flops] : names) {
        if (unit.size() < name.size() || unit.substr(unit.size() - name.size()) != name) continue;
        const auto prefix = prefixes.find(unit.substr(0, unit.size() - name.size()));
        if (prefix != prefixes.end()) return RateUnit{prefix->second, is_flops};
    }
    return std::nullopt;
}

/// A result may be of all ranks together, and its time is unknown.
std::optional<Conclusion> of_result(const RunRecord& run, const formats::ResultValue& result,
                                    const RateLimits& limits) {
    const auto unit = rate_unit(result.unit);
    if (!unit || !result.value) return std::nullopt;
    const double rate = result.value->max * unit->factor;
    const double limit = limits.cores * (unit->is_flops ? limits.flops_of_core : limits.bytes_of_core);
    if (!(rate > limit)) return std::nullopt;
    const int line = line_in_program(run, result.file, result.line);
    const std::string sentence =
        fmt::format("Result `{}`{} is {}, more than {} can {} (at most {})", clean_text(result.name),
                    line > 0 ? fmt::format(" (line {})", line) : "", gigas(rate, unit->is_flops),
                    cores_text(limits, 0), unit->is_flops ? "compute" : "move", gigas(limit, unit->is_flops));
    return Conclusion{"impossible-rate", with_reasons(sentence, "count from which it was calculated"),
                      number_value(rate / 1e6, unit->is_flops ? "Mflop/s" : "MB/s"), "results", line};
}

} // namespace

double RateLimits::cores_in(double seconds) const {
    return cpu_seconds > 0 && seconds > 0 ? std::min(cores, cpu_seconds / seconds) : cores;
}

std::optional<RateLimits> rate_limits(const RunRecord& run) {
    if (run.simulated || !run.machine.hardware.accelerators.empty()) return std::nullopt;
    const double cores = cores_of_ranks(run);
    if (!(cores > 0)) return std::nullopt;
    const PerCycle most = per_cycle_of(run);
    return RateLimits{clock_hz(run) * most.flops, clock_hz(run) * most.bytes, cores, cpu_seconds_of(run)};
}

std::optional<Conclusion> impossible_rate(const RunDirectory& directory) {
    const auto limits = rate_limits(directory.run);
    if (!limits) return std::nullopt;
    std::vector<Part> parts;
    for (const PhaseTiming& phase : directory.run.summary.phases)
        parts.push_back({upper_first(quoted_phase(directory.run, phase)), &phase.timing,
                         line_in_program(directory.run, phase.file, phase.line)});
    parts.push_back({"The program", &directory.run.summary.program, 0});
    for (const Part& part : parts)
        if (auto found = of_part(part, *limits)) return found;
    for (const formats::ResultValue& result : directory.run.summary.results)
        if (auto found = of_result(directory.run, result, *limits)) return found;
    return std::nullopt;
}

} // namespace loop::report
