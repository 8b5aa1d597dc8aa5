#pragma once

#include <string>
#include <vector>

namespace loop::runtime {

struct ResultEntry {
    std::string name;
    std::string unit;
    int line;
    double value;
    // Of kernels, for programs (<loop/result_kinds.h>); empty for \RESULT:
    std::string tag{};
    std::string call{}; // the argument NAME
    long long at = 0;   // the size that it is of, where there is one of each
};

// Values of a quantity over another one: a curve that a kernel measured.
struct SeriesEntry {
    std::string name;
    std::string x, x_unit, y, y_unit;
    int line;
    std::vector<double> x_values, y_values; // of equal length
    std::string tag{}, call{};              // as of results
};

struct VerificationEntry {
    std::string text;
    int line;
    long long checks;
    long long failures;
};

// All in the order of their first use.
const std::vector<ResultEntry>& all_results();
const std::vector<SeriesEntry>& all_series();
const std::vector<VerificationEntry>& all_verifications();

// The last one of a name wins. Local.
void record_result(ResultEntry result);

// The last one of a name and `y` wins.
void record_series(SeriesEntry series);

} // namespace loop::runtime
