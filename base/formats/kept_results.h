#pragma once

#include "base/formats/fields.h"

#include <string_view>

/// kept.jsonl (docs/record-format.md): what kernels found, a line for each call, kept at once. The runtime
/// writes it.
namespace loop::formats {

inline constexpr const char* kept_results_name = "kept.jsonl";

/// One call of a kernel.
struct KeptResult {
    std::string construct;                    ///< "APEXMAP"
    std::string name;                         ///< what the call's NAME says
    bool failed = false;                      ///< its verification
    std::map<std::string, double> numbers;    ///< arguments
    std::map<std::string, std::string> words; ///< arguments that are words
    std::map<std::string, double> results;

    /// A number, or `otherwise` if it is missing.
    double number(const std::string& argument, double otherwise = 0) const;
};

/// Damaged and incomplete lines are skipped; any text is safe.
std::vector<KeptResult> read_kept_results(std::string_view text);

} // namespace loop::formats
