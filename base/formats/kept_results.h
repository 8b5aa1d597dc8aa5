#pragma once

#include "base/formats/fields.h"

#include <string_view>

/// kept.jsonl (docs/record-format.md): the results of kernels, one line per call. The runtime writes each
/// line immediately.
namespace loop::formats {

inline constexpr const char* kept_results_name = "kept.jsonl";

/// One call of a kernel.
struct KeptResult {
    std::string construct;                    ///< "APEXMAP"
    std::string name;                         ///< the call's argument NAME
    bool failed = false;                      ///< its verification failed
    std::map<std::string, double> numbers;    ///< arguments; true and false are 1 and 0
    std::map<std::string, std::string> words; ///< arguments that are words
    std::map<std::string, double> results;

    /// A number, or `otherwise` if it is missing.
    double number(const std::string& argument, double otherwise = 0) const;
};

/// Skips damaged and incomplete lines. Accepts any text.
std::vector<KeptResult> read_kept_results(std::string_view text);

} // namespace loop::formats
