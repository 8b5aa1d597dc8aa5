#include "report/sweep/knee_causes.h"

#include "base/text/place.h"
#include "base/text/units.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace loop::report {

namespace {

/// MPI libraries send shorter messages eagerly and longer ones by rendezvous; common limits lie in between.
constexpr double least_eager_limit = 512, greatest_eager_limit = 256.0 * 1024;
constexpr double most_of_the_time = 50; ///< percent

struct CacheSize {
    std::string name;
    double bytes;
    bool shared; ///< by all cores
};

/// The caches of the host where the run was started; none for simulated machines.
std::vector<CacheSize> caches_of(const RunRecord& run) {
    std::vector<CacheSize> all;
    if (run.simulated) return all;
    const Json caches = run.environment.value("caches", Json::object());
    for (const auto& [key, name, shared] :
         {std::tuple("l1d_bytes", "L1", false), std::tuple("l2_bytes", "L2", false),
          std::tuple("l3_bytes", "L3", true)})
        if (caches.is_object() && caches.contains(key) && caches[key].is_number())
            all.push_back({name, caches[key].get<double>(), shared});
    return all;
}

/// The cache that data of `below` bytes per rank still fit into, and data of `above` bytes no longer.
std::string outgrown_cache(double below, double above, int ranks, const RunRecord& run, const char* what) {
    for (const CacheSize& cache : caches_of(run)) {
        const double owners = cache.shared ? ranks : 1;
        if (below * owners <= cache.bytes && above * owners > cache.bytes)
            return fmt::format("there, {} ({} to {}) outgrow the {} cache ({})", what,
                               bytes_text(below * owners), bytes_text(above * owners), cache.name,
                               bytes_text(cache.bytes));
    }
    return "";
}

std::string changed_protocol(double below, double above, const std::string& what) {
    if (above <= least_eager_limit || below >= greatest_eager_limit || above <= below) return "";
    return fmt::format("there, {} grow from {} to {}, where MPI probably changes from the eager to the "
                       "rendezvous protocol",
                       what, bytes_text(below), bytes_text(above));
}

/// The size of the messages of the construct that sends most bytes at the point above the knee.
std::string changed_protocol(const SweepPoint& below, const SweepPoint& above) {
    const SiteCounts* most = nullptr;
    for (const SiteCounts& site : above.run->summary.sites)
        if (site.messages > 0 && !site.untimed && (most == nullptr || site.bytes > most->bytes)) most = &site;
    if (most == nullptr) return "";
    for (const SiteCounts& site : below.run->summary.sites)
        if (is_same_place(site, *most) && site.messages > 0 && !site.untimed)
            return changed_protocol(
                static_cast<double>(site.bytes) / static_cast<double>(site.messages),
                static_cast<double>(most->bytes) / static_cast<double>(most->messages),
                fmt::format("the messages of \\{} ({})", most->construct,
                            placed_text(above.run->source.file, most->file, most->line, most->column)));
    return "";
}

std::string outgrown_cache(const SweepPoint& below, const SweepPoint& above) {
    if (!below.array_bytes || !above.array_bytes) return "";
    return outgrown_cache(*below.array_bytes, *above.array_bytes, above.ranks, *above.run,
                          above.ranks > 1 ? "the arrays of a rank" : "the arrays");
}

} // namespace

std::string knee_cause(const SweepPoint& below, const SweepPoint& above) {
    if (!below.run || !above.run) return "";
    const bool computes = above.states && above.states->busy >= most_of_the_time;
    const bool communicates = above.states && above.states->busy < most_of_the_time;
    std::string cause;
    if (!communicates) cause = outgrown_cache(below, above);
    if (cause.empty() && !computes && !above.run->simulated) cause = changed_protocol(below, above);
    return cause;
}

std::string message_knee_cause(double bytes_below, double bytes_above, const RunRecord* run) {
    if (run != nullptr && run->simulated) return ""; // a model has neither protocols nor caches
    std::string cause = changed_protocol(bytes_below, bytes_above, "the messages");
    if (cause.empty() && run != nullptr)
        cause = outgrown_cache(2 * bytes_below, 2 * bytes_above, run->ranks, *run,
                               "the buffers of a rank for both directions");
    return cause;
}

} // namespace loop::report
