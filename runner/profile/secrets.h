#pragma once

#include <map>
#include <string>

/// Hides secrets, which must not be published with a result. No side effects.
namespace loop::runner {

/// Whether a variable with this name may hold a secret: a password, a token, a key.
bool names_secret(const std::string& name);

/// Returns `variables` with "(hidden)" as the value of those that may hold a secret.
std::map<std::string, std::string> without_secrets(std::map<std::string, std::string> variables);

} // namespace loop::runner
