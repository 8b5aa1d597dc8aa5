#pragma once

#include "report/surface/surface.h"

#include <optional>

/// A model of a machine, fitted to its surface: reading a block takes a start-up time and a time for each
/// word, which depend on where the block is. Of all accesses, the power law of Apex-Map says which part is in
/// each cache, in the other memory of a rank, and on other ranks.
namespace loop::report {

/// A time in ns, as the fit estimates it.
struct ModelCost {
    double ns = 0, error = 0; ///< error: the standard error

    /// The ends of the interval of about 95 %.
    double low() const { return ns - 2 * error; }
    double high() const { return ns + 2 * error; }
    /// Whether this interval reaches at most a third of the time in each direction.
    bool is_known() const { return ns > 0 && 2 * error <= ns / 3; }
};

/// Where blocks are: a level of a rank's memory, or other ranks as one protocol of messages reads them.
struct ModelPlace {
    std::string name; ///< "L2", "memory", "other ranks", "other ranks, L above 64"
    ModelCost startup, word;
};

struct SurfaceModel {
    std::vector<ModelPlace> levels;    ///< from the smallest cache to the memory of the rank
    std::vector<ModelPlace> protocols; ///< from the shortest blocks to the longest; none without remote words
    std::vector<double> limits;        ///< L after which the next protocol begins; one fewer than protocols
    double scatter = 0;                ///< the standard deviation of residuals, as a fraction of the time
    double explained = 0;              ///< the fraction of the variance of logarithms, adjusted (R squared)
    /// The point whose time differs most from the model's, and measured time / model's time there.
    double worst_alpha = 0, worst_length = 0, worst_factor = 1;

    std::vector<ModelPlace> places() const; ///< levels, then protocols
    /// Whether conclusions may be drawn: the model explains at least 90 % of the variance, residuals scatter
    /// by at most a third, and no time is below zero by more than chance explains.
    bool is_supported() const;
};

/// Fits the model. Protocols change at the steps that concern words of other ranks (steps()). Returns nothing
/// if fewer than 12 points are left for residuals, if the points do not determine all times (there must be
/// more alphas than levels), if M differs between points, or if the parts of the accesses are unknown
/// (knows_parts).
std::optional<SurfaceModel> fitted_model(const Surface& surface);

/// Returns at most four sentences on the machine, of times that are known; none if the model is not
/// supported.
std::vector<std::string> model_findings(const SurfaceModel& model);

} // namespace loop::report
