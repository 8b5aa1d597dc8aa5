#pragma once

#include "report/bsp/fit.h"
#include "report/document/document.h"
#include "report/read/run.h"

#include <optional>
#include <string>
#include <vector>

/// Rates of computation: r depends on the operation and on where the data are ("we may have to distinguish
/// rates r1, r2, etc.").
namespace loop::report::bsp {

struct Rate {
    std::string name; ///< by which a prediction chooses it: "r", "L2", "memory", "scalar", "dgemm"
    std::string what; ///< "DAXPY in the L2 cache"
    double mflops = 0;
    /// DAXPY: the largest data of a rank that have this rate; infinite for memory.
    std::optional<double> fits_bytes{};
    /// The slowest and the fastest launch; nothing if only one value is known.
    std::optional<Interval> launches{};
};

/// The rates that one \BSPBENCH measured: r first, then those of the caches and of memory, then of other
/// operations. Empty without r. Runs of earlier versions have only r.
std::vector<Rate> bench_rates(const RunRecord& run, const std::string& call);
/// The rates of one \BSPPROBE: s, and the two that it is the mean of. Empty without s.
std::vector<Rate> probe_rates(const RunRecord& run, const std::string& call);

/// One row per rate, without id; no rows for fewer than two.
DataTable rate_table(const std::vector<Rate>& rates, const std::string& call);

/// The DAXPY rate over the number of elements, of one \BSPBENCH.
struct RateCurve {
    std::vector<double> n, mean;   ///< medians over the launches
    std::vector<double> low, high; ///< of any rank in any launch
    std::vector<Points> launches;  ///< the mean of the ranks
};
RateCurve rate_curve(const RunRecord& run, const std::string& call);
/// Draws the curve, which has points, the caches, and the other rates.
std::string rate_picture(const RateCurve& curve, const std::vector<Rate>& rates);

/// Which rate a prediction takes.
struct RateChoice {
    std::string name = "auto";      ///< or the name of a rate
    std::optional<double> mflops{}; ///< instead of a name

    bool is_auto() const { return !mflops && name == "auto"; }
};
/// Reads "auto", a name, or a number of Mflop/s above 0. Nothing if it is none of these.
std::optional<RateChoice> rate_choice(const std::string& text);
/// The words that rate_choice() knows.
std::vector<std::string> rate_names();

/// The chosen one of a machine's rates. "auto": the DAXPY rate of the cache that `data_bytes` of a rank fit,
/// or of memory; r if the size or these rates are unknown. Nothing if the machine does not have the rate.
std::optional<Rate> chosen_rate(const std::vector<Rate>& rates, const RateChoice& choice,
                                std::optional<double> data_bytes);

} // namespace loop::report::bsp
