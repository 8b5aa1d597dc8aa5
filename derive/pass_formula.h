#pragma once

#include "derive/values.h"

#include <optional>
#include <string>

namespace loop::report::derive {

/// A number that differs between the passes of a loop as a formula of the pass, which counts from 0. `first`
/// is the text for its first value. Nothing if no formula gives all of at least three values.
std::optional<std::string> pass_formula(const Values& values, const std::string& first,
                                        const std::string& pass);

} // namespace loop::report::derive
