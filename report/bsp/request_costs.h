#pragma once

#include "report/bsp/request_fit.h"
#include "report/document/document.h"
#include "report/read/run.h"

#include <string>
#include <vector>

/// What requests of BSPlib cost, as \BSPBENCH measured them.
namespace loop::report::bsp {

/// The costs of one operation: "put", "hpput", "get", "hpget", or "send".
struct RequestCosts {
    std::string operation;
    RequestLine typical;               ///< of the medians over launches
    std::vector<RequestLine> launches; ///< each launch with a fit
};

/// The costs of the operations that a \BSPBENCH measured; `call` is its NAME. Empty for runs of earlier
/// versions, simulated machines, and other methods.
std::vector<RequestCosts> request_costs(const RunRecord& run, const std::string& call);

/// Those of an operation; null if there are none, or if one of them is negative.
const RequestCosts* costs_of(const std::vector<RequestCosts>& all, const std::string& operation);

/// Returns what makes costs doubtful, one sentence each.
std::vector<std::string> warnings(const std::vector<RequestCosts>& all);

/// One row per operation, without id; no rows without costs.
DataTable request_table(const std::vector<RequestCosts>& all, const std::string& call);

} // namespace loop::report::bsp
