#pragma once

#include <map>
#include <string>

/// Secrets, which must not be published with a result. Pure functions.
namespace loop::runner {

/// Whether a variable with this name may hold a secret: a password, a token, a key.
bool names_secret(const std::string& name);

/// `variables` with "(hidden)" for the values of those.
std::map<std::string, std::string> without_secrets(std::map<std::string, std::string> variables);

} // namespace loop::runner
