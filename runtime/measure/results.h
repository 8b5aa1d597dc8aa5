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

struct VerificationEntry {
    std::string text;
    int line;
    long long checks;
    long long failures;
};

// Both in the order of their first use.
const std::vector<ResultEntry>& all_results();
const std::vector<VerificationEntry>& all_verifications();

} // namespace loop::runtime
