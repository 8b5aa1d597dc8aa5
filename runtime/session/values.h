#pragma once

#include <loop/program.h>

#include <string>
#include <vector>

namespace loop::runtime {

// Each function returns "" on success, else an error message such as "`12x` is not a whole number".
std::string parse_integer(const std::string& text, unsigned bytes, long long& value);
std::string parse_unsigned(const std::string& text, unsigned bytes, unsigned long long& value);
std::string parse_real(const std::string& text, unsigned bytes, double& value);
std::string parse_bool(const std::string& text, bool& value);

// Checks a text against a type as written in a \PARAM. Unknown types pass: param<T> checks again.
std::string check_value(const std::string& type, const std::string& text);

} // namespace loop::runtime
