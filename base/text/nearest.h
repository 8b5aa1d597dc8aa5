#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loop {

/// The known name nearest to `name`; empty if none is near.
std::string nearest(std::string_view name, const std::vector<std::string>& known);

/// "did you mean `name`?" with the nearest name, or `otherwise` if none is near.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known,
                         const std::string& otherwise = {});

} // namespace loop
