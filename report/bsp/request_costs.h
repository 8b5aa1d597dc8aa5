#pragma once

#include "report/bsp/short_and_long.h"
#include "report/document/document.h"
#include "report/read/run.h"

#include <string>
#include <vector>

/// What requests of BSPlib cost, as \BSPBENCH measured them.
namespace loop::report::bsp {

/// The costs of one operation: "put", "hpput", "get", "hpget", or "send".
struct RequestCosts {
    std::string operation;
    RequestFit typical;               ///< of the medians over launches
    std::vector<RequestFit> launches; ///< each launch with a fit
};

/// The costs of the operations that a \BSPBENCH measured; `call` is its NAME. Empty for runs of earlier
/// versions, simulated machines, and other methods.
std::vector<RequestCosts> request_costs(const RunRecord& run, const std::string& call);

/// Each operation, and its long requests if they have costs of their own: "put", "put, above 512 words".
struct NamedCosts {
    std::string name;
    const RequestLine& line;
};
std::vector<NamedCosts> named_costs(const std::vector<RequestCosts>& all);

/// Those of an operation; null if there are none, or if one of them is negative.
const RequestCosts* costs_of(const std::vector<RequestCosts>& all, const std::string& operation);

/// Returns what makes costs doubtful, one sentence each.
std::vector<std::string> warnings(const std::vector<RequestCosts>& all);

/// One row per operation, without id; no rows without costs.
DataTable request_table(const std::vector<RequestCosts>& all, const std::string& call);

} // namespace loop::report::bsp
