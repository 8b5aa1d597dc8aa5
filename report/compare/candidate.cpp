#include "report/compare/candidate.h"

#include "base/text/clean.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/compare/model_facts.h"
#include "report/compare/published.h"
#include "report/read/communication.h"
#include "report/read/environment_lines.h"
#include "report/read/text_file.h"
#include "report/sweep/sweep.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace loop::report {

namespace fs = std::filesystem;

namespace {

std::vector<double> slowest_ranks(const std::vector<Spread>& launches) {
    std::vector<double> seconds;
    for (const Spread& launch : launches)
        seconds.push_back(launch.max);
    return seconds;
}

std::vector<double> phase_seconds(const RunRecord& run, const std::string& phase) {
    for (const PhaseTime& time : run.summary.phase_times)
        if (time.name == phase) return slowest_ranks(time.timing.launches);
    return {};
}

/// Phases of one name on several lines are left out.
std::vector<std::pair<std::string, std::vector<double>>> unique_phases(const RunRecord& run) {
    std::vector<std::pair<std::string, std::vector<double>>> phases;
    const std::vector<PhaseTime>& times = run.summary.phase_times;
    for (const PhaseTime& time : times)
        if (std::count_if(times.begin(), times.end(),
                          [&](const PhaseTime& other) { return other.name == time.name; }) == 1)
            phases.emplace_back(time.name, slowest_ranks(time.timing.launches));
    return phases;
}

bool are_times(const formats::Samples& samples) {
    return samples.unit == "s";
}

void add_names(Candidate& candidate, const RunRecord& run) {
    for (const PhaseTime& time : run.summary.phase_times)
        candidate.phases.insert(time.name);
    for (const formats::SampleSummary& summary : run.summary.samples)
        if (are_times(summary.samples)) candidate.timed.insert(summary.samples.name);
}

std::vector<double> medians_of(const formats::SampleSummary& summary) {
    std::vector<double> seconds;
    for (const auto& launch : summary.launches)
        if (launch) seconds.push_back(launch->median);
    return seconds;
}

Measurement measurement_of(const RunRecord& run, const LoadOptions& options) {
    Measurement result;
    result.workload = run.source.name;
    result.ranks = run.ranks;
    result.parameters = run.parameters;
    result.seconds = options.phase.empty() ? slowest_ranks(run.summary.program.launches)
                                           : phase_seconds(run, options.phase);
    if (options.phase.empty() && options.timed.empty()) result.phases = unique_phases(run);
    result.trust = trust_of(run);
    result.repeats = repeats(run);
    for (const SiteCounts& site : run.summary.sites) {
        const Moved all = moved(site, run.ranks);
        result.messages += all.messages;
        result.bytes += all.bytes_sent;
    }
    result.flops = run.summary.program.flops;
    return result;
}

/// One, or one for each key of a distribution, which counts as a parameter. None if its launches have times,
/// but not of this phase.
std::vector<Measurement> measurements_of(const RunRecord& run, const LoadOptions& options) {
    const Measurement whole = measurement_of(run, options);
    const bool has_times = !run.summary.program.launches.empty();
    if (options.timed.empty() && whole.is_lost() && has_times) return {};
    if (options.timed.empty() || !has_times) return {whole};
    std::vector<Measurement> all;
    for (const formats::SampleSummary& summary : run.summary.samples) {
        if (summary.samples.name != options.timed || !are_times(summary.samples)) continue;
        all.push_back(whole);
        all.back().seconds = medians_of(summary);
        if (const std::string key = formats::key_text(summary.samples); !key.empty())
            all.back().parameters.emplace_back("key", key);
    }
    return all;
}

/// The free space of /dev/shm always differs; it matters only where it is small.
std::string space_text(double bytes) {
    constexpr double enough = 1 << 30;
    if (bytes >= enough) return "1 GiB or more";
    return bytes < 1 ? "0" : bytes_text(std::exp2(std::floor(std::log2(bytes)))) + " or more";
}

void add_fact(std::vector<std::pair<std::string, std::string>>& facts, const std::string& key,
              const Json& value) {
    if (value.is_object()) {
        for (const auto& [name, inner] : value.items())
            add_fact(facts, key + "." + clean_text(name), inner);
        return;
    }
    // Loads and times always differ.
    if (key.find("load_") != std::string::npos) return;
    if (key == "shared_memory_free_bytes" && value.is_number())
        return void(facts.emplace_back(key, space_text(value.get<double>())));
    facts.emplace_back(key,
                       value.is_string() ? clean_text(value.get<std::string>()) : clean_text(value.dump()));
}

/// How MPI moves messages, as rank 0 says.
void add_transport(std::vector<std::pair<std::string, std::string>>& facts, const RunRecord& run) {
    if (run.launches.empty()) return;
    for (const formats::RunRank& rank : run.launches[0].ranks)
        if (rank.record && rank.record->mpi.transport)
            for (const auto& [name, value] : *rank.record->mpi.transport)
                facts.emplace_back("transport." + clean_text(name), clean_text(value));
}

std::vector<std::pair<std::string, std::string>> environment_of(const RunRecord& run) {
    std::vector<std::pair<std::string, std::string>> facts;
    facts.emplace_back("machine", machine_name(run));
    if (run.environment.is_object())
        for (const auto& [key, value] : run.environment.items())
            add_fact(facts, clean_text(key), value);
    if (std::string text = binding_text(run); !text.empty())
        facts.emplace_back("binding to cores", std::move(text));
    add_transport(facts, run);
    for (auto& fact : model_facts(run))
        facts.push_back(std::move(fact));
    facts.emplace_back("mpi", run.versions.mpi);
    facts.emplace_back("compiler", compiler_line(run));
    facts.emplace_back("loop", run.versions.loop);
    return facts;
}

std::vector<Candidate> from_run(const std::string& text, const fs::path& origin, const LoadOptions& options) {
    const RunRecord run = parse_run(text);
    Candidate candidate = candidate_of(run, origin);
    candidate.measurements = measurements_of(run, options);
    add_names(candidate, run);
    return {candidate};
}

void keep_only(std::vector<double>& seconds, const std::vector<std::size_t>& kept) {
    std::vector<double> result;
    for (const std::size_t index : kept)
        if (index < seconds.size()) result.push_back(seconds[index]);
    seconds = std::move(result);
}

/// Keeps the launches that are good according to the journal, and stores their positions in the journal.
void keep_good_launches(Measurement& measurement, const SweepPoint& point) {
    const std::vector<int> indices = complete_launches(*point.run);
    if (indices.size() != measurement.seconds.size()) return;
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < indices.size(); ++i)
        for (const SweepLaunch& launch : point.launches) {
            if (launch.warm_up || launch.outcome != Outcome::Good || launch.index != indices[i]) continue;
            kept.push_back(i);
            measurement.places.push_back(launch.place);
        }
    keep_only(measurement.seconds, kept);
    for (auto& [name, seconds] : measurement.phases)
        keep_only(seconds, kept);
}

/// A point that has no run: what its plan says of it.
Measurement lost_measurement(const SweepPoint& point) {
    Measurement result;
    result.workload = point.workload;
    result.ranks = point.ranks;
    if (point.size) result.parameters.emplace_back("size", std::to_string(*point.size));
    if (point.iterations) result.parameters.emplace_back("iterations", std::to_string(*point.iterations));
    result.parameters.insert(result.parameters.end(), point.set.begin(), point.set.end());
    return result;
}

/// The candidates of one sweep.
class SweepCandidates {
public:
    SweepCandidates(const Sweep& sweep, const fs::path& folder) : sweep_(sweep), folder_(folder) {}

    void add(const SweepPoint& point, const LoadOptions& options) {
        Candidate& candidate = candidate_for(point);
        std::error_code ignored;
        const std::vector<Measurement> measured =
            point.run ? measurements_of(*point.run, options) : std::vector{lost_measurement(point)};
        for (Measurement measurement : measured) {
            measurement.trust = point.trust(sweep_.launches_planned);
            measurement.sweep = fs::weakly_canonical(folder_, ignored).string();
            if (point.run) keep_good_launches(measurement, point);
            candidate.measurements.push_back(std::move(measurement));
        }
        if (point.run) add_names(candidate, *point.run);
    }

    std::vector<Candidate> all;

private:
    /// The name that its runs have in the sweep: that of the plan, if the point has no run.
    std::string machine_of(const SweepPoint& point) const {
        if (point.run) return machine_name(*point.run);
        for (const SweepPoint& other : sweep_.points)
            if (other.run && other.machine == point.machine) return machine_name(*other.run);
        return point.machine;
    }

    Candidate& candidate_for(const SweepPoint& point) {
        const std::string machine = machine_of(point),
                          called = sweep_.comparison ? point.variation : std::string();
        const auto same = [&](const Candidate& candidate) {
            return candidate.machine == machine && candidate.called == called;
        };
        auto found = std::find_if(all.begin(), all.end(), same);
        if (found == all.end()) {
            found = all.insert(found, Candidate());
            found->machine = machine;
            found->origin = folder_.string();
            found->called = called;
        }
        if (point.run && found->environment.empty()) found->environment = environment_of(*point.run);
        return *found;
    }

    const Sweep& sweep_;
    const fs::path& folder_;
};

std::vector<Candidate> from_sweep(const fs::path& folder, const LoadOptions& options) {
    const Sweep sweep = read_whole_sweep(folder);
    const bool has_begun = std::any_of(sweep.points.begin(), sweep.points.end(), [](const SweepPoint& point) {
        return point.run || !point.launches.empty();
    });
    if (!has_begun) throw FormatError("the sweep in `" + folder.string() + "` has no launches yet");
    SweepCandidates candidates(sweep, folder);
    for (const SweepPoint& point : sweep.points)
        candidates.add(point, options);
    return std::move(candidates.all);
}

std::string short_name(const Candidate& candidate) {
    fs::path path = fs::path(candidate.origin).lexically_normal();
    if (path.filename() == formats::run_file_name && path.has_parent_path()) path = path.parent_path();
    if (path.filename().empty()) path = path.parent_path();
    const std::string name = path.filename().string();
    return clean_text(name.empty() ? candidate.origin : name);
}

std::string listed(const std::set<std::string>& names) {
    return names.empty() ? "none" : "`" + joined({names.begin(), names.end()}, "`, `") + "`";
}

/// `what`: "phase", in messages.
void require_name(const std::vector<Candidate>& candidates, const std::string& name, const std::string& what,
                  std::set<std::string> Candidate::*names) {
    std::set<std::string> all;
    const Candidate* without = nullptr;
    for (const Candidate& candidate : candidates) {
        const std::set<std::string>& its_names = candidate.*names;
        all.insert(its_names.begin(), its_names.end());
        if (without == nullptr && its_names.count(name) == 0) without = &candidate;
    }
    if (all.count(name) == 0)
        throw ChoiceError("no run has a " + what + " `" + name + "`; their " + what + "s: " + listed(all));
    if (without != nullptr)
        throw ChoiceError("`" + without->name + "` has no " + what + " `" + name + "`; its " + what +
                          "s: " + listed(without->*names));
}

} // namespace

Candidate candidate_of(const RunRecord& run, const fs::path& origin) {
    return {"", machine_name(run), origin.string(), environment_of(run), {}};
}

std::string Measurement::parameter(const std::string& name) const {
    for (const auto& [known, value] : parameters)
        if (known == name) return value;
    return "";
}

namespace {

std::vector<Candidate> read_candidates(const fs::path& path, const LoadOptions& options) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        if (is_sweep(path)) return from_sweep(path, options);
        const auto text = text_of_file(path / formats::run_file_name);
        if (!text) throw FormatError("`" + path.string() + "` has neither run.json nor plan.json");
        return from_run(*text, path, options);
    }
    const auto text = text_of_file(path);
    if (!text) throw FormatError("`" + path.string() + "` cannot be read");
    if (path.extension() == ".csv") return published_candidates(*text, path.string());
    try {
        return from_run(*text, path, options);
    } catch (const FormatError& error) {
        throw FormatError("`" + path.string() + "`: " + error.what());
    }
}

std::string part_of(const LoadOptions& options) {
    if (!options.phase.empty()) return "phase `" + options.phase + "`";
    return options.timed.empty() ? "" : "distribution `" + options.timed + "`";
}

} // namespace

std::vector<Candidate> load_candidates(const fs::path& path, const LoadOptions& options) {
    std::vector<Candidate> all = read_candidates(path, options);
    for (Candidate& candidate : all)
        candidate.part = part_of(options);
    return all;
}

void name_candidates(std::vector<Candidate>& candidates) {
    std::map<std::string, int> machines;
    for (const Candidate& candidate : candidates)
        ++machines[candidate.machine];
    std::set<std::string> taken;
    for (Candidate& candidate : candidates) {
        candidate.name = candidate.machine;
        if (machines[candidate.machine] > 1) {
            candidate.name = short_name(candidate);
            // Several candidates come from one sweep, and others from another sweep.
            const auto from_same =
                std::count_if(candidates.begin(), candidates.end(),
                              [&](const Candidate& other) { return other.origin == candidate.origin; });
            if (from_same > 1) candidate.name += ":" + candidate.machine;
        }
        if (!candidate.called.empty()) candidate.name = candidate.called;
        const std::string wanted = candidate.name;
        for (int i = 2; !taken.insert(candidate.name).second; ++i)
            candidate.name = wanted + "-" + std::to_string(i);
    }
}

void require_phase(const std::vector<Candidate>& candidates, const std::string& phase) {
    require_name(candidates, phase, "phase", &Candidate::phases);
}

void require_timed(const std::vector<Candidate>& candidates, const std::string& name) {
    require_name(candidates, name, "distribution", &Candidate::timed);
}

} // namespace loop::report
