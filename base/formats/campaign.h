#pragma once

#include "base/formats/fields.h"

#include <algorithm>
#include <cstdint>

/// What a sweep measures (docs/sweeps.md), as stored in its plan.
namespace loop::formats {

/// A named set of parameters, measured in addition to the others.
struct Variation {
    std::string name;
    Pairs set;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.expected("name", self.name);
        fields.expected("set", self.set);
    };
};

/// One workload and its factors; every combination of factors is a point.
struct CampaignSeries {
    std::string workload; ///< FILE or NAME
    std::vector<int> ranks;
    std::vector<int> sizes; ///< empty: the default size of the program
    std::vector<int> iterations;
    std::vector<std::pair<std::string, std::vector<std::string>>> set;
    std::vector<Variation> variations; ///< empty: none
    bool paired = false;               ///< the k-th size belongs to the k-th number of ranks
    /// The name of the parameter that says how many results to skip. With it, a workload that stores each
    /// result at once (docs/record-format.md) continues a stopped launch. Empty: launches cannot be
    /// continued.
    std::string skip{};
    std::string machine{}; ///< the machine to measure on; empty: all machines of the campaign
    /// Points on this many ranks have a traced warm-up, even if the campaign has no warm-ups; 0: none.
    int traced_ranks = 0;
    /// Measures the machine, for comparison with the other series: each point is launched once, and its time
    /// is that of the whole program.
    bool probe = false;
    /// Explains other series: if a point fails, the campaign has not failed. That holds for probes, too.
    bool extra = false;
    /// Of a launch of each point, as far as a timing suggests it; for estimates of the time that is left.
    std::optional<double> expected_seconds{};

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.expected("workload", self.workload);
        fields.expected("ranks", self.ranks);
        fields.expected("sizes", self.sizes);
        fields.expected("iterations", self.iterations);
        fields.expected("paired", self.paired);
        fields.expected("skip", self.skip);
        fields.expected("set",
                        self.set); // a list of pairs, as the order of parameters is the order of points
        fields.expected("variations", self.variations);
        fields("machine", self.machine);
        fields("traced_ranks", self.traced_ranks);
        fields("probe", self.probe);
        fields("extra", self.extra);
        fields("expected_seconds", self.expected_seconds);
    };
};

/// When a point has enough launches.
struct Stopping {
    int launches = 10;       ///< number of launches; min number if `narrower_than` is set
    int most_launches = 100; ///< max number if `narrower_than` is set
    std::optional<double>
        narrower_than; ///< launch until the median's confidence interval is narrower than this fraction of it
    std::optional<double> budget_seconds; ///< for all launches of all points together
    int retries = 0;                      ///< consecutive failed launches of a point before LOOP gives it up

    void launch(int times) {
        launches = times;
        most_launches = std::max(most_launches, times);
    }
};

struct Campaign {
    enum class Order {
        Shuffled, ///< every point once per round, each round in a random order
        Nested    ///< trials outermost, then series, machines, variations and ranks, in the order of the file
    };
    enum class Scaling {
        Fixed, ///< the same work on more ranks: Amdahl
        Scaled ///< work that grows with the ranks: Gustafson
    };
    enum class Keep { Median, Fastest };

    static constexpr std::array<const char*, 2> orders{"shuffled", "nested"};
    static constexpr std::array<const char*, 2> scalings{"fixed", "scaled"};
    static constexpr std::array<const char*, 2> keeps{"median", "fastest"};

    std::string name;
    std::vector<std::string> machines{"local"};
    std::vector<CampaignSeries> series;
    Stopping stopping;
    int warm_ups = 1; ///< launches of every point that do not count
    Order order = Order::Shuffled;
    std::uint64_t seed = 0;
    Scaling scaling = Scaling::Fixed;
    Keep keep = Keep::Median; ///< the launch that represents a point
    std::string phase;        ///< the phase whose time is taken; empty: the whole program
    std::optional<double> launch_limit_seconds;
    bool verify = true;
    bool trace = true;          ///< the last warm-up of every point records a trace
    bool oversubscribe = false; ///< more ranks per core than LOOP starts otherwise
    bool bind = true;           ///< give each rank cores of its own (`--bind cores`)
    std::string x;              ///< the factor on the horizontal axis of plots; empty: the report chooses
    bool heat_map = false;      ///< also draw maps over two factors
    bool comparison = false;    ///< each series is an input of a comparison, named by its variation

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.expected("name", self.name);
        fields.expected("machines", self.machines);
        fields.expected("launches", self.stopping.launches);
        fields.expected("most_launches", self.stopping.most_launches);
        fields.expected("until", self.stopping.narrower_than);
        fields.expected("budget_seconds", self.stopping.budget_seconds);
        fields.expected("retries", self.stopping.retries);
        fields.expected("warm_ups", self.warm_ups);
        fields.expected("order", self.order, orders);
        fields.expected("seed", self.seed);
        fields.expected("scaling", self.scaling, scalings);
        fields.expected("keep", self.keep, keeps);
        fields.expected("phase", self.phase);
        fields.expected("launch_limit_seconds", self.launch_limit_seconds);
        fields.expected("verify", self.verify);
        fields("trace", self.trace);
        fields("oversubscribe", self.oversubscribe);
        fields("bind", self.bind);
        fields("x", self.x);
        fields("heat_map", self.heat_map);
        fields("comparison", self.comparison);
        fields.expected("series", self.series);
    };
};

} // namespace loop::formats
