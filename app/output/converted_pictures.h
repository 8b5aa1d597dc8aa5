#pragma once

#include <string>
#include <vector>

namespace loop::app {

/// Converts SVG files (their texts) to `format`, pdf or png. `width_mm` is the width in print; 0: the usual
/// one. Throws Failure (InputOutput) if the converter fails, or is not installed.
std::vector<std::string> converted_pictures(const std::vector<std::string>& svgs, const std::string& format,
                                            double width_mm = 0);

/// Whether the converter is installed.
bool can_convert_pictures();

} // namespace loop::app
