#pragma once

#include <string>
#include <vector>

/// What people type who know other tools. Pure functions.
namespace loop::cli {

/// What to type instead of an option that LOOP does not have: one of `known` (with dashes), by its meaning or
/// its spelling; `otherwise` if there is none.
std::string hint_for_option(const std::string& word, const std::vector<std::string>& known,
                            const std::string& otherwise);

/// The same for a verb.
std::string hint_for_verb(const std::string& word, const std::vector<std::string>& known,
                          const std::string& otherwise);

/// The same for the subject of help: also one that begins with the word.
std::string hint_for_topic(const std::string& word, const std::vector<std::string>& known,
                           const std::string& otherwise);

/// The same for a surplus argument: another source file, perhaps.
std::string hint_for_argument(const std::string& word, const std::string& otherwise);

} // namespace loop::cli
