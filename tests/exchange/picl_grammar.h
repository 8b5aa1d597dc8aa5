#pragma once

#include <istream>
#include <map>
#include <string>
#include <vector>

/// The rules of PICL 2 trace files as ParaGraph reads them, derived from descriptions and from traces of
/// other tools, independently of LOOP's writer.
namespace picl_grammar {

struct Totals {
    long long lines = 0, messages = 0, bytes = 0, marks = 0, unreceived = 0;
    std::map<int, long long> pairs;                  ///< by event type
    std::map<int, std::map<int, long long>> time_ns; ///< by node and event type, without what is nested in it
    std::map<int, long long> node_ns;                ///< by node, from its first to its last record
};

struct Verdict {
    std::vector<std::string> errors; ///< "line 7: ..."
    Totals totals;
};

Verdict check(std::istream& in);

} // namespace picl_grammar
