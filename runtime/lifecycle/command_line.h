#pragma once

#include <string>
#include <vector>

namespace loop::runtime {

// The arguments of this process, without its name (main may be `main(void)`).
std::vector<std::string> own_command_line();

// Both store into settings(); anything wrong is a usage error with exit code 2.
void read_command_line(const std::vector<std::string>& arguments);
void read_parameter_file(const std::string& path);

} // namespace loop::runtime
