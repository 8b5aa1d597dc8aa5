#pragma once

#include <map>
#include <string>
#include <vector>

namespace loop::report {

/// One call of a kernel, as the launch kept it at once (docs/record-format.md).
struct KeptResult {
    std::string construct;                    ///< "APEXMAP"
    std::string name;                         ///< what the call's NAME says
    bool failed = false;                      ///< its verification
    std::map<std::string, double> numbers;    ///< arguments
    std::map<std::string, std::string> words; ///< arguments that are words
    std::map<std::string, double> results;

    /// A number, or `otherwise` where it was not told.
    double number(const std::string& argument, double otherwise = 0) const;
};

/// The lines of a kept.jsonl. Lines that are damaged or have no end are left out; any text is safe.
std::vector<KeptResult> kept_results(const std::string& text);

} // namespace loop::report
