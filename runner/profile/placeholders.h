#pragma once

#include "runner/system/toml_section.h"

#include <map>
#include <string>
#include <vector>

/// Placeholders such as `{ranks}` in the argument vectors of a profile.
namespace loop::runner {

using Placeholders = std::vector<std::string>;
using Replacements = std::map<std::string, std::string>;

/// Throws Failure (Usage) that names `key` of the section if a placeholder is not in `known`, or if no word
/// contains one of `required`.
void check_placeholders(TomlSection& section, const char* key, const std::vector<std::string>& words,
                        const Placeholders& known, const Placeholders& required);

/// Returns the words with the placeholders in `by` replaced. Inserted text is not searched again.
std::vector<std::string> filled(const std::vector<std::string>& words, const Replacements& by);

} // namespace loop::runner
