#pragma once

#include "runner/system/toml_section.h"

#include <map>
#include <string>
#include <vector>

/// Words such as `{ranks}` in the argument vectors of a profile.
namespace loop::runner {

using Placeholders = std::vector<std::string>;
using Replacements = std::map<std::string, std::string>;

/// Failure (Usage), naming `key` of the section, for a placeholder that is not `known`, and for one of
/// `required` that no word has.
void check_placeholders(TomlSection& section, const char* key, const std::vector<std::string>& words,
                        const Placeholders& known, const Placeholders& required);

/// The words with the placeholders of `by` replaced; what replaces is not searched again.
std::vector<std::string> filled(const std::vector<std::string>& words, const Replacements& by);

} // namespace loop::runner
