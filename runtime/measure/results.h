#pragma once

#include <string>
#include <vector>

namespace loop::runtime {

struct ResultEntry {
    std::string name;
    std::string unit;
    int line;
    double value;
};

// Values of a quantity over another one: a curve that a kernel measured.
struct SeriesEntry {
    std::string name;
    std::string x, x_unit, y, y_unit;
    int line;
    std::vector<double> x_values, y_values; // of equal length
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

// The last one of a name and `y` wins.
void record_series(SeriesEntry series);

} // namespace loop::runtime
