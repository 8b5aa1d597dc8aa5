#pragma once

#include <string>
#include <vector>

namespace loop::runtime {

// Returns the arguments of this process without its name, also if main is `main(void)`.
std::vector<std::string> own_command_line();

// Both functions store into settings(). Any error is a usage error with exit code 2.
void read_command_line(const std::vector<std::string>& arguments);
void read_parameter_file(const std::string& path);

} // namespace loop::runtime
