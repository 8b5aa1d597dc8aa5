#include "base/text/dates.h"

#include <array>
#include <ctime>

namespace loop {

namespace {

constexpr const char* format = "%Y-%m-%dT%H:%M:%S%z";
constexpr std::int64_t ns_per_second = 1'000'000'000;

} // namespace

std::int64_t unix_ns_of(const std::string& date) {
    std::tm parts{};
    const char* const end = ::strptime(date.c_str(), format, &parts);
    if (end == nullptr || *end != '\0') return 0;
    const long offset = parts.tm_gmtoff; // timegm() overwrites it
    return (::timegm(&parts) - offset) * ns_per_second;
}

std::string date_of(std::int64_t unix_ns) {
    const std::time_t seconds = unix_ns / ns_per_second;
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 64> text{};
    std::strftime(text.data(), text.size(), format, &parts);
    return text.data();
}

} // namespace loop
