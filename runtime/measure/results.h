#pragma once

#include <loop/site.h>

#include <string>
#include <vector>

namespace loop::runtime {

struct ResultEntry {
    std::string name;
    std::string unit;
    Site site;
    double value;
    // For results of kernels (<loop/result_kinds.h>); empty for \RESULT:
    std::string tag{};
    std::string call{}; // the value of the call's argument NAME
    long long at = 0;   // the size that was measured, if there is one result per size
};

// A curve that a kernel measured: one quantity as a function of another.
struct SeriesEntry {
    std::string name;
    std::string x, x_unit, y, y_unit;
    Site site;
    std::vector<double> x_values, y_values; // of equal length
    std::string tag{}, call{};              // as in ResultEntry
};

struct VerificationEntry {
    std::string text;
    Site site;
    long long checks;
    long long failures;
};

// All lists are in the order of first use.
const std::vector<ResultEntry>& all_results();
const std::vector<SeriesEntry>& all_series();
const std::vector<VerificationEntry>& all_verifications();

// Replaces an earlier result with the same name. Local.
void record_result(ResultEntry result);

// Replaces an earlier series with the same name and `y`. Local.
void record_series(SeriesEntry series);

} // namespace loop::runtime
