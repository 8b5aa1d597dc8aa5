#include "runner/profile/secrets.h"

#include <algorithm>
#include <cctype>

namespace loop::runner {

bool names_secret(const std::string& name) {
    std::string upper = name;
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return std::toupper(c); });
    const auto has = [&](const char* word) { return upper.find(word) != std::string::npos; };
    // KEY alone is part of harmless words (MONKEY, HOTKEY).
    const bool is_key = upper == "KEY" || has("_KEY") || has("KEY_") || has("APIKEY");
    return is_key || has("TOKEN") || has("SECRET") || has("PASSW") || has("CREDENTIAL");
}

std::map<std::string, std::string> without_secrets(std::map<std::string, std::string> variables) {
    for (auto& [name, value] : variables)
        if (names_secret(name)) value = "(hidden)";
    return variables;
}

} // namespace loop::runner
