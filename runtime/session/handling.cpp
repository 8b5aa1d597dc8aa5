#include "session/handling.h"

#include <mpi.h>

#ifdef SMPI_H

#include "session/failure.h"

#include <simgrid/host.h>
#include <xbt/config.h>
#include <xbt/config.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace loop::runtime {

namespace {

// From messages longer than `above` bytes on: `base` seconds, and `rate` for each byte.
struct Section {
    double above = -1;
    double base = 0;
    double rate = 0;
};

double seconds_of(const std::string& text) {
    std::size_t end = 0;
    const double number = std::stod(text, &end);
    const std::string unit = text.substr(end);
    if (unit == "ms") return number * 1e-3;
    if (unit == "us") return number * 1e-6;
    if (unit == "ns") return number * 1e-9;
    return number;
}

// ABOVE:BASE:RATE, of which the last two may be missing.
Section section(const std::string& text) {
    Section result;
    std::istringstream parts(text);
    std::string part;
    if (std::getline(parts, part, ':')) result.above = std::stod(part);
    if (std::getline(parts, part, ':')) result.base = seconds_of(part);
    if (std::getline(parts, part, ':')) result.rate = seconds_of(part);
    return result;
}

std::string text_of(const char* option) {
    if (const char* const of_host = sg_host_get_property_value(sg_host_self(), option)) return of_host;
    return simgrid::config::get_value<std::string>(option);
}

// As SimGrid reads such an option.
class Cost {
public:
    explicit Cost(const char* option) {
        const std::string text = text_of(option);
        if (text.find_first_of(":;") == std::string::npos) {
            sections_.push_back({-1, seconds_of(text), 0});
            return;
        }
        std::istringstream list(text);
        for (std::string one; std::getline(list, one, ';');)
            if (!one.empty()) sections_.push_back(section(one));
        std::sort(sections_.begin(), sections_.end(),
                  [](const Section& a, const Section& b) { return a.above < b.above; });
    }

    std::int64_t ns(std::size_t bytes) const {
        const auto size = static_cast<double>(bytes);
        double seconds = 0;
        for (const Section& one : sections_)
            if (size > one.above) seconds = one.base + one.rate * size;
        return std::llround(seconds * 1e9);
    }

private:
    std::vector<Section> sections_;
};

} // namespace

std::int64_t sending_ns(std::size_t bytes) {
    static auto* const cost = new Cost("smpi/ois");
    return cost->ns(bytes);
}

std::int64_t receiving_ns(std::size_t bytes) {
    static const auto sender_waits_from =
        static_cast<std::size_t>(std::max(0, sg_cfg_get_int("smpi/send-is-detached-thresh")));
    static auto* const cost = new Cost("smpi/or");
    return bytes >= sender_waits_from ? 0 : cost->ns(bytes);
}

} // namespace loop::runtime

#else

namespace loop::runtime {
std::int64_t sending_ns(std::size_t) {
    return 0;
}
std::int64_t receiving_ns(std::size_t) {
    return 0;
}
} // namespace loop::runtime

#endif
