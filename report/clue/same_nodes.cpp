#include "report/clue/same_nodes.h"

#include "base/text/strings.h"
#include "report/clue/certainty.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>

namespace loop::report {

namespace {

// Keys of a candidate's environment.
constexpr const char* hardware_keys[] = {"host",         "cpu",      "cores_available", "cores_online",
                                         "memory_bytes", "governor", "turbo",           "smt"};
constexpr const char* software_keys[] = {"mpi", "compiler", "os", "kernel", "binding to cores"};

std::string fact(const Candidate& candidate, const std::string& wanted) {
    for (const auto& [key, value] : candidate.environment)
        if (key == wanted) return value;
    return "";
}

/// The hosts on which the base was traced; empty if one of them is not known.
std::set<std::string> hosts_of(const ClueReport& report) {
    if (!report.traced) return {};
    const std::vector<std::string>& hosts = report.traced->launch.hosts;
    if (std::find(hosts.begin(), hosts.end(), "") != hosts.end()) return {};
    return {hosts.begin(), hosts.end()};
}

class Pair {
public:
    Pair(const ClueComparison& comparison, std::size_t system)
        : comparison_(comparison), system_(system), one_(comparison.systems[comparison.base]),
          other_(comparison.systems[system]) {}

    std::optional<ClueSameNodes> found() const {
        if (!differs_only_in_software() || !has_same_grid(common_ranks())) return std::nullopt;
        const ComparedCell* const cell = difference_on(common_ranks());
        if (cell == nullptr) return std::nullopt;
        const std::vector<std::string> software = differing_software();
        return ClueSameNodes{system_, software, sentence(common_ranks(), *cell, software)};
    }

    /// Empty unless the grids are why nothing is said.
    std::string why_untested() const {
        if (!differs_only_in_software() || has_same_grid(common_ranks())) return "";
        return fmt::format(
            "{} and {} use the same nodes and the same hardware, but their grids are {} and {}: whether the "
            "library or the system makes a difference was not tested. `--size` gives both the same grid",
            one_.system, other_.system, grid_on(one_, common_ranks()), grid_on(other_, common_ranks()));
    }

private:
    /// As far as that is known, they may differ in the grid, too.
    bool differs_only_in_software() const {
        return may_be_the_same() && has_same_hardware() && common_ranks() > 1 &&
               !differing_software().empty();
    }

    static std::string grid_on(const ClueReport& report, int ranks) {
        const ClueWork& work = report.find("base", ranks)->work;
        return fmt::format("{} x {} {}", work.width, work.height, work.type);
    }

    bool may_be_the_same() const {
        return system_ != comparison_.base && !one_.published && !other_.published && !one_.simulated &&
               !other_.simulated && comparison_.verdicts && comparison_.columns[system_];
    }

    const Candidate& candidate(std::size_t system) const {
        return comparison_.verdicts->candidates[*comparison_.columns[system]];
    }

    bool has_same_hardware() const {
        const std::set<std::string> hosts = hosts_of(one_);
        if (hosts.empty() || hosts != hosts_of(other_)) return false;
        const Candidate &one = candidate(comparison_.base), &other = candidate(system_);
        return !fact(one, "cpu").empty() &&
               std::all_of(std::begin(hardware_keys), std::end(hardware_keys),
                           [&](const char* key) { return fact(one, key) == fact(other, key); });
    }

    /// The largest number on which both have the base.
    int common_ranks() const {
        int most = 0;
        for (const int ranks : one_.ranks())
            if (one_.find("base", ranks) != nullptr && other_.find("base", ranks) != nullptr)
                most = std::max(most, ranks);
        return most;
    }

    /// The comparison of the base on so many ranks; null unless it shows a difference.
    const ComparedCell* difference_on(int ranks) const {
        const ComparedCell* const cell = comparison_.cell(system_, {"base", ranks});
        const bool shows = cell != nullptr && cell->judgement && differs(cell->judgement->finding) &&
                           cell->judgement->slowdown && cell->judgement->interval;
        return shows ? cell : nullptr;
    }

    std::vector<std::string> differing_software() const {
        std::vector<std::string> all;
        for (const char* key : software_keys) {
            const std::string one = fact(candidate(comparison_.base), key),
                              other = fact(candidate(system_), key);
            if (one != other && !one.empty() && !other.empty())
                all.push_back(fmt::format("{} ({}; {})", key, one, other));
        }
        return all;
    }

    bool has_same_grid(int ranks) const {
        const ClueWork &one = one_.find("base", ranks)->work, &other = other_.find("base", ranks)->work;
        return one.width == other.width && one.height == other.height && one.type == other.type;
    }

    /// In how many rounds the system is slower or faster, as the comparison says.
    std::string sureness(int ranks, bool slower) const {
        const ClueFigure &one = *one_.find("base", ranks), &other = *other_.find("base", ranks);
        std::size_t holds = 0, left = 0, disturbed = 0;
        for (const auto& [round, act] : one.trials) {
            const auto found = other.trials.find(round);
            if (found == other.trials.end()) continue;
            if (one.disturbed.count(round) + other.disturbed.count(round) > 0) {
                ++disturbed;
                continue;
            }
            ++left;
            if (slower ? found->second < act : found->second > act) ++holds;
        }
        return certainty_text(holds, left, disturbed);
    }

    std::string sentence(int ranks, const ComparedCell& cell,
                         const std::vector<std::string>& software) const {
        const bool slower = cell.judgement->finding == Finding::Slower;
        const auto& [low, high] = *cell.judgement->interval;
        const std::set<std::string> hosts = hosts_of(one_);
        return fmt::format(
            "{} and {} use the same {} and the same hardware, so the library or the system makes the "
            "base {} on {} on {}: its time is {:.3f} times as long ({:.3f} to {:.3f}). They differ "
            "in: {} ({}).{}",
            one_.system, other_.system, hosts.size() == 1 ? "node" : "nodes", slower ? "slower" : "faster",
            counted(ranks, "rank"), other_.system, *cell.judgement->slowdown, low, high,
            joined(software, ", "), sureness(ranks, slower), without_messages());
    }

    /// On one rank there are no messages, so MPI is hardly the cause of a difference.
    std::string without_messages() const {
        return difference_on(1) == nullptr ? ""
                                           : " They differ on one rank, too, where there are no messages, so "
                                             "messages are not the only "
                                             "cause.";
    }

    const ClueComparison& comparison_;
    std::size_t system_;
    const ClueReport &one_, &other_;
};

} // namespace

std::vector<ClueSameNodes> same_nodes(const ClueComparison& comparison) {
    std::vector<ClueSameNodes> all;
    for (std::size_t i = 0; i < comparison.systems.size(); ++i)
        if (auto found = Pair(comparison, i).found()) all.push_back(std::move(*found));
    return all;
}

std::vector<std::string> untested_same_nodes(const ClueComparison& comparison) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < comparison.systems.size(); ++i)
        if (std::string why = Pair(comparison, i).why_untested(); !why.empty()) all.push_back(std::move(why));
    return all;
}

} // namespace loop::report
