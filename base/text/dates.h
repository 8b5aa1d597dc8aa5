#pragma once

#include <cstdint>
#include <string>

/// Dates as run.json has them: "2026-01-31T12:00:00+0100".
namespace loop {

/// In nanoseconds since 1970; 0 if the text is no such date.
std::int64_t unix_ns_of(const std::string& date);

/// The date in UTC: "2026-01-31T11:00:00+0000".
std::string date_of(std::int64_t unix_ns);

} // namespace loop
