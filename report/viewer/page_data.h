#pragma once

#include "report/viewer/columns.h"
#include "trace/analysis/network/network_load.h"

#include <string>

namespace loop::report {

/// The viewer's element in the page, and its data in elements that are never executed.
struct PageData {
    std::string element;
    std::string data;
    std::size_t intervals = 0;
    std::size_t packed_bytes = 0; ///< size of the data in the page
};
/// `network`: null if it is unknown.
PageData page_data(const Trace& trace, const Analysis& analysis, const ViewLimits& limits = {},
                   const PlacedNetwork* network = nullptr);

} // namespace loop::report
