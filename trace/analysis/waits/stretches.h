#pragma once

#include "trace/analysis/states/states.h"

#include <map>
#include <optional>
#include <vector>

namespace loop::report {

/// What a rank computes between two events that enter or leave a site.
struct Stretch {
    std::uint32_t site;  ///< the innermost site; no_site: host code
    std::uint32_t after; ///< the site that it left or entered last; no_site: none
    TimeRange range;
    std::int64_t busy_ns;
    std::int64_t while_few_ns; ///< the part of it in which few ranks compute (few_compute)
};

/// All stretches of a rank, in their order: one more than events that enter or leave a site. `while_few`: its
/// states while few ranks compute.
std::vector<Stretch> stretches_of(const RankTrace& rank, const RankStates& states,
                                  const RankStates& while_few);

/// How long some ranks compute on average in the n-th stretch of a kind (of the same `site` and `after`), and
/// how many of them at a time.
class UsualComputing {
public:
    explicit UsualComputing(const std::vector<std::vector<Stretch>>& by_rank);

    /// What a rank would still compute in each stretch, as factors, if it computed less by this time: where
    /// it computes longer than usual, in proportion to how much longer. First where it computes longer than
    /// the ranks that compute there at all; if that is not enough, than all ranks.
    std::vector<float> factors_without(double less_ns, const std::vector<Stretch>& stretches) const;

    /// As factors, so that a rank computes in each stretch as long as all ranks do on average. What few of
    /// them compute, or few at a time, is then shared by all, which takes that part of its time.
    std::vector<float> factors_to_usual(const std::vector<Stretch>& stretches) const;

private:
    using Kind = std::pair<std::uint32_t, std::uint32_t>;

    struct Sum {
        double ns = 0;
        int ranks = 0; ///< those that compute in this stretch
    };

    void add(const std::vector<Stretch>& stretches);
    void add_at_a_time(const std::vector<std::vector<Stretch>>& by_rank);
    /// Which part of this kind of computing each rank does if all share it. Nothing if many compute it at a
    /// time.
    std::optional<double> shared_part(const Kind& kind) const;
    /// With what a stretch is compared: with what the ranks take that compute there, with all ranks, or with
    /// all while few ranks compute at its time. If nothing usual is known, all of the stretch counts.
    enum class Compared { WithThoseThere, WithAllWhileFew, WithAll };

    /// How many ranks compute in any stretch of this kind.
    int ranks_there(const Kind& kind) const;
    /// On average in the n-th stretch of this kind. Nothing if fewer than half of the ranks compute in it.
    std::optional<double> usual_ns(const Kind& kind, std::size_t n, int ranks) const;
    double longer_ns(const Stretch& stretch, std::size_t n, Compared compared) const;
    std::vector<double> longer_ns(const std::vector<Stretch>& stretches, Compared compared) const;

    std::map<Kind, std::vector<Sum>> sums_; ///< by kind, then by n
    std::map<Kind, int> ranks_there_;
    std::map<Kind, double> at_a_time_; ///< how many ranks compute while any of them does
    int ranks_ = 0;
};

} // namespace loop::report
