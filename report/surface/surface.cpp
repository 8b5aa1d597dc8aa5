#include "report/surface/surface.h"

#include "base/statistics/order_statistics.h"

#include <loop/result_kinds.h>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace loop::report {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t max_of_an_axis = 1000; ///< limit for untrusted plans

/// A surface under construction: its points by position, and what was planned.
struct Collected {
    Surface surface;
    std::string key;
    std::map<std::pair<double, double>, SurfacePoint> points;
    /// One per launch that knows them.
    std::map<std::pair<double, double>, std::vector<double>> cycles, intervals;
    std::set<double> alphas, lengths;
    std::map<std::pair<double, double>, formats::Verdict::Word> words; ///< of the sweep's points
    double m = 0;
};

/// Parses a list such as "1,0.1"; skips items that are not numbers.
std::set<double> numbers_of(const SweepPoint& point, const std::string& name) {
    std::set<double> numbers;
    for (const auto& [key, text] : point.set) {
        if (key != name) continue;
        for (const char* at = text.c_str(); numbers.size() < max_of_an_axis; ++at) {
            char* end = nullptr;
            const double number = std::strtod(at, &end);
            if (end != at && std::isfinite(number) && number > 0) numbers.insert(number);
            if (end == at || *end == 0) break;
            at = end;
        }
    }
    return numbers;
}

std::string others_of(const KeptResult& kept) {
    std::string text;
    for (const char* name : {"I", "N", "SMSG", "NSER", "warmup", "prefetch"})
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, kept.number(name));
    if (kept.number("shift", 1) == 0) text += " shift=false";
    if (kept.number("last") != 0) text += " last=true";
    if (const double seconds = kept.number("seconds"); seconds > 0)
        text += fmt::format(" seconds={}", seconds);
    const auto streams = kept.words.find("streams");
    if (streams != kept.words.end() && streams->second != "independent")
        text += " streams=" + streams->second;
    const auto style = kept.words.find("style");
    if (style != kept.words.end() && style->second != "read") text += " style=" + style->second;
    const auto pages = kept.words.find("pages");
    if (pages != kept.words.end() && pages->second != "default") text += " pages=" + pages->second;
    if (const double times = kept.number("intensity", 1); times > 1)
        text += fmt::format(" intensity={:.0f}", times);
    const auto compute = kept.words.find("compute");
    return text + (compute == kept.words.end() ? "" : " compute=" + compute->second);
}

std::vector<CacheSize> caches_of(const SweepPoint& point) {
    std::vector<CacheSize> caches;
    if (!point.run || point.run->simulated || !point.run->environment.is_object()) return caches;
    const Json& recorded = point.run->environment["caches"];
    if (!recorded.is_object()) return caches;
    for (const auto& [key, name] :
         {std::pair("l1d_bytes", "L1d"), std::pair("l2_bytes", "L2"), std::pair("l3_bytes", "L3")})
        if (recorded[key].is_number()) caches.push_back({name, recorded[key].get<double>()});
    return caches;
}

/// NaN if there are no values.
double median_at(const std::map<std::pair<double, double>, std::vector<double>>& values, double alpha,
                 double length) {
    const auto found = values.find({alpha, length});
    return found == values.end() ? unknown : statistics::median(found->second);
}

/// What a rank may fill of each cache, which ranks of a host share. Earlier versions saved no shares: then,
/// the whole caches.
std::vector<CacheSize> shares_or_caches(const SweepPoint& point, const KeptResult& kept) {
    std::vector<CacheSize> shares;
    for (const auto& [key, name] :
         {std::pair("L1 share", "L1d"), std::pair("L2 share", "L2"), std::pair("L3 share", "L3")})
        if (const double bytes = kept.number(key); bytes > 0) shares.push_back({name, bytes});
    return shares.empty() ? caches_of(point) : shares;
}

class Collection {
public:
    explicit Collection(int launches_planned) : launches_planned_(launches_planned) {}

    void add(const SweepPoint& point) {
        const formats::Verdict::Word word = point.trust(launches_planned_).word();
        std::set<std::size_t> touched;
        for (const SweepLaunch& launch : point.launches) {
            if (launch.warm_up) continue;
            for (const KeptResult& kept : launch.kept)
                if (kept.construct == "APEXMAP") touched.insert(add(point, kept));
        }
        for (const std::size_t surface : touched)
            raise_grid(point, word, collected_[surface]);
    }

    std::vector<Surface> surfaces() {
        std::vector<Surface> all;
        for (Collected& collected : collected_)
            all.push_back(finished(collected));
        return all;
    }

private:
    /// Returns the index of the surface in `collected_`.
    std::size_t add(const SweepPoint& point, const KeptResult& kept) {
        const double alpha = kept.number("alpha"), length = kept.number("L"), m = kept.number("M");
        Collected& collected = of(point, kept);
        const auto index = static_cast<std::size_t>(&collected - collected_.data());
        if (!(alpha > 0) || !(length > 0)) return index;
        collected.surface.same_words = collected.surface.same_words && (collected.m == 0 || collected.m == m);
        collected.m = m;
        collected.alphas.insert(alpha);
        collected.lengths.insert(length);
        if (collected.alphas.size() > max_of_an_axis || collected.lengths.size() > max_of_an_axis)
            throw FormatError(
                fmt::format("{}: more than {} alphas or lengths", point.folder, max_of_an_axis));
        SurfacePoint& at = collected.points[{alpha, length}];
        at.failed = at.failed || kept.failed;
        const auto result = [&](const ResultKind& kind) {
            const auto found = kept.results.find(kind.name);
            return found == kept.results.end() ? unknown : found->second;
        };
        at.remote_percent = result(kinds::remote_fraction);
        collected.surface.huge_kib = result(kinds::huge_pages);
        collected.surface.intensity = std::max(1.0, kept.number("intensity", 1));
        const double ns = result(kinds::mean_word_time);
        if (ns > 0 && std::isfinite(ns)) at.samples.push_back(8e3 / ns);
        const double cycles = result(kinds::mean_word_cycles),
                     megahertz = result(kinds::time_stamp_frequency);
        if (cycles > 0 && std::isfinite(cycles)) collected.cycles[{alpha, length}].push_back(cycles);
        const double interval = result(kinds::word_time_interval);
        if (interval >= 0 && std::isfinite(interval))
            collected.intervals[{alpha, length}].push_back(interval);
        if (megahertz > 0 && std::isfinite(megahertz)) collected.surface.cycle_megahertz = megahertz;
        return index;
    }

    /// All that the launches of a sweep's point should measure, also what they did not reach, has its
    /// verdict.
    static void raise_grid(const SweepPoint& point, formats::Verdict::Word word, Collected& collected) {
        for (const double alpha : numbers_of(point, "alpha"))
            for (const double length : numbers_of(point, "L")) {
                formats::Verdict::Word& known = collected.words[{alpha, length}];
                known = std::max(known, word);
            }
    }

    Collected& of(const SweepPoint& point, const KeptResult& kept) {
        Surface surface;
        surface.machine = point.run ? machine_name(*point.run) : point.machine;
        surface.ranks = point.ranks;
        surface.buffers = kept.number("B");
        surface.words_of_rank = point.ranks > 0 ? kept.number("M") / point.ranks : 0;
        surface.batch_seconds = kept.number("seconds");
        surface.last_block = kept.number("last") != 0;
        surface.own_words_first = kept.number("shift", 1) != 0;
        surface.others = others_of(kept);
        if (const auto found = kept.words.find("version"); found != kept.words.end())
            surface.version = found->second;
        const std::string key = fmt::format("{}\n{}\n{}\n{}\n{}", surface.machine, surface.ranks,
                                            surface.version, surface.buffers, surface.others);
        const auto same = [&](const Collected& collected) { return collected.key == key; };
        auto found = std::find_if(collected_.begin(), collected_.end(), same);
        if (found == collected_.end()) {
            surface.caches = shares_or_caches(point, kept);
            collected_.push_back({surface, key, {}, {}, {}, {}, {}, {}, 0});
            found = collected_.end() - 1;
        }
        for (const double alpha : numbers_of(point, "alpha"))
            found->alphas.insert(alpha);
        for (const double length : numbers_of(point, "L"))
            found->lengths.insert(length);
        return *found;
    }

    static Surface finished(Collected& collected) {
        Surface surface = std::move(collected.surface);
        surface.alphas.assign(collected.alphas.begin(), collected.alphas.end());
        surface.lengths.assign(collected.lengths.begin(), collected.lengths.end());
        for (const double alpha : surface.alphas)
            for (const double length : surface.lengths) {
                const auto found = collected.points.find({alpha, length});
                SurfacePoint point = found == collected.points.end() ? SurfacePoint{} : found->second;
                const bool has_value = !point.samples.empty() && !point.failed;
                point.mbs = has_value ? statistics::median(point.samples) : unknown;
                if (found == collected.points.end()) point.remote_percent = unknown;
                if (const auto word = collected.words.find({alpha, length}); word != collected.words.end())
                    point.word = word->second;
                if (point.failed) point.word = formats::Verdict::Word::Invalid;
                if (has_value) {
                    point.cycles = median_at(collected.cycles, alpha, length);
                    point.interval_percent = median_at(collected.intervals, alpha, length);
                }
                surface.points.push_back(std::move(point));
            }
        return surface;
    }

    int launches_planned_;
    std::vector<Collected> collected_;
};

} // namespace

const SurfacePoint* Surface::find(double alpha, double length) const {
    const auto row = std::find(alphas.begin(), alphas.end(), alpha);
    const auto column = std::find(lengths.begin(), lengths.end(), length);
    if (row == alphas.end() || column == lengths.end()) return nullptr;
    return &at(static_cast<std::size_t>(row - alphas.begin()),
               static_cast<std::size_t>(column - lengths.begin()));
}

double Surface::mbs_of(double alpha, double length) const {
    const SurfacePoint* const point = find(alpha, length);
    return point == nullptr ? std::nan("") : point->mbs;
}

formats::Verdict::Word Surface::word_of(double alpha, double length) const {
    const SurfacePoint* const point = find(alpha, length);
    return point == nullptr ? formats::Verdict::Word::Valid : point->word;
}

bool Surface::has_cycles() const {
    return std::any_of(points.begin(), points.end(),
                       [](const SurfacePoint& point) { return std::isfinite(point.cycles); });
}

std::size_t Surface::measured() const {
    return static_cast<std::size_t>(std::count_if(
        points.begin(), points.end(), [](const SurfacePoint& point) { return std::isfinite(point.mbs); }));
}

std::vector<SurfaceGroup> grouped(const std::vector<Surface>& all,
                                  const std::function<std::string(const Surface&)>& key) {
    std::vector<SurfaceGroup> groups;
    for (const Surface& surface : all) {
        const auto same = [&](const SurfaceGroup& group) { return key(*group[0]) == key(surface); };
        auto found = std::find_if(groups.begin(), groups.end(), same);
        if (found == groups.end()) found = groups.insert(found, SurfaceGroup());
        found->push_back(&surface);
    }
    return groups;
}

std::vector<SurfaceGroup> by_machine(const std::vector<Surface>& all) {
    return grouped(all, [](const Surface& surface) { return surface.machine; });
}

std::vector<Surface> surfaces(const Sweep& sweep) {
    Collection collection(sweep.launches_planned);
    for (const SweepPoint& point : sweep.points)
        collection.add(point);
    std::vector<Surface> all = collection.surfaces();
    label_surfaces(all);
    return all;
}

void label_surfaces(std::vector<Surface>& all) {
    const auto differ = [&](auto member) {
        return std::any_of(all.begin(), all.end(),
                           [&](const Surface& surface) { return member(surface) != member(all[0]); });
    };
    const bool versions = differ([](const Surface& surface) { return surface.version; });
    const bool buffers = differ([](const Surface& surface) { return surface.buffers; });
    for (Surface& surface : all) {
        surface.label =
            fmt::format("{}, {} rank{}", surface.machine, surface.ranks, surface.ranks == 1 ? "" : "s");
        if (versions || surface.version != "async") surface.label += ", " + surface.version;
        if (buffers && surface.uses_buffers()) surface.label += fmt::format(", B={}", surface.buffers);
    }
    // Changes labels that are not unique.
    const auto make_labels_unique = [&](auto own) {
        std::map<std::string, int> times;
        for (const Surface& surface : all)
            ++times[surface.label];
        for (Surface& surface : all)
            if (times[surface.label] > 1) surface.label = own(surface);
    };
    if (differ([](const Surface& surface) { return surface.others; }))
        make_labels_unique([](const Surface& surface) { return surface.label + ", " + surface.others; });
    if (differ([](const Surface& surface) { return surface.origin; }))
        make_labels_unique([](const Surface& surface) { return surface.origin + ": " + surface.label; });
}

} // namespace loop::report
