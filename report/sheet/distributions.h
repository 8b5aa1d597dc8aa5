#pragma once

#include "report/document/document.h"
#include "report/read/run.h"

#include <string>
#include <vector>

namespace loop::report {

/// The samples of a run with one name and unit, in all ranks and launches.
struct NamedDistribution {
    std::string name;
    std::string unit;
    int line = 0;
    std::string file;
    std::vector<const formats::SampleSummary*> by_key; ///< in ascending order; those without a key come first
};

/// In the order of the names in the run, which must outlive them.
std::vector<NamedDistribution> distributions(const RunRecord& run);

/// A row for each key; of at most `most` keys, evenly spaced.
DataTable distribution_table(const NamedDistribution& distribution, std::size_t most);

/// The histograms, and the quantiles over the keys; those that have enough samples.
std::vector<Picture> distribution_pictures(const NamedDistribution& distribution);

} // namespace loop::report
