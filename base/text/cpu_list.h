#pragma once

#include <string>
#include <vector>

/// Lists of processors in the kernel's format: "0-2,5" is 0, 1, 2, 5.
namespace loop {

/// The processors up to the first part that is invalid, at most 65536.
std::vector<int> parse_cpu_list(const std::string& text);

/// `cpus` must be sorted and without repetitions.
std::string cpu_list(const std::vector<int>& cpus);

} // namespace loop
