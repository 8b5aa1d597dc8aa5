#pragma once

#include "runner/run/settings.h"

#include "base/text/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What a sweep shall measure, as plain values.
namespace loop::runner {

/// A named set of parameters that is measured beside the others.
struct Variation {
    std::string name;
    std::vector<std::pair<std::string, std::string>> set;
};

/// One workload over its factors: every combination of them is a point.
struct Series {
    std::string workload; ///< FILE or NAME
    std::vector<int> ranks;
    std::vector<int> sizes; ///< empty: the program's own
    std::vector<int> iterations;
    std::vector<std::pair<std::string, std::vector<std::string>>> set;
    std::vector<Variation> variations; ///< empty: none
    bool paired = false;               ///< the k-th size belongs to the k-th number of ranks
    /// The parameter that says how many results to leave out, of a workload that keeps each as soon as it is
    /// known (docs/record-format.md): a launch that was stopped is gone on with. Empty: launches are whole.
    std::string skip{};
    std::string machine{}; ///< the one that it is measured on; empty: each of the campaign's
};

/// When a point has been launched often enough.
struct Stopping {
    int launches = 10;       ///< as many; with `narrower_than` at least as many
    int most_launches = 100; ///< with `narrower_than` at most as many
    std::optional<double>
        narrower_than; ///< until the interval of the median is narrower, as a fraction of it
    std::optional<double> budget_seconds; ///< for all launches of all points together
    int retries = 0; ///< launches of a point that may fail, one after the other, before it is set aside
};

struct Campaign {
    enum class Order {
        Shuffled, ///< every point once in an order of its own, then all again
        Nested    ///< the trial outermost, then series, machines, variations, ranks, as they are written
    };
    enum class Scaling {
        Fixed, ///< the same work on more ranks: Amdahl
        Scaled ///< work that grows with the ranks: Gustafson
    };
    enum class Keep { Median, Fastest };

    std::string name;
    std::vector<std::string> machines{"local"};
    std::vector<Series> series;
    Stopping stopping;
    int warm_ups = 1; ///< launches of every point that do not count
    Order order = Order::Shuffled;
    std::uint64_t seed = 0;
    Scaling scaling = Scaling::Fixed;
    Keep keep = Keep::Median; ///< the figure that stands for a point
    std::string phase;        ///< the phase whose time is taken; empty: the whole program
    std::optional<double> launch_limit_seconds;
    bool verify = true;
    bool comparison = false; ///< each series is one of those that are compared, by the name of its variation
};

/// Failure (Usage) for what contradicts itself: lists of different lengths that are paired, twice the same
/// value.
void check(const Campaign& campaign);

/// Reads a campaign file (docs/campaign-format.md). Failure (Usage) with the line.
Campaign parse_campaign(std::string_view text, const std::string& origin);

Json to_json(const Campaign& campaign);
/// The inverse of to_json(); failure (InputOutput) for anything else.
Campaign campaign_from_json(const Json& json);

/// "1,2,4" or "1-4"; failure (Usage) naming `option`.
std::vector<int> parse_numbers(const std::string& text, const std::string& option, int least);
/// "a,b" into its parts.
std::vector<std::string> split_list(const std::string& text);
/// `NAME=a,b`. The value of `tree.map` is a list itself and stays whole.
std::pair<std::string, std::vector<std::string>> parse_choices(const std::string& text);
/// "90", "90s", "10m", "2h" in seconds; failure (Usage) naming `option`.
double parse_duration(const std::string& text, const std::string& option);
/// "5%" or "0.05"; failure (Usage) naming `option`.
double parse_fraction(const std::string& text, const std::string& option);

} // namespace loop::runner
