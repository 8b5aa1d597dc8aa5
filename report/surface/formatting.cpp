#include "report/surface/formatting.h"

#include <fmt/core.h>

namespace loop::report {

std::string factor_text(double factor) {
    return factor >= 9.95 ? fmt::format("{:.0f}", factor) : fmt::format("{:.2g}", factor);
}

std::string mbs_text(double mbs) {
    return mbs >= 99.95 ? fmt::format("{:.0f}", mbs) : fmt::format("{:.3g}", mbs);
}

std::string place_text(double alpha, double length) {
    return fmt::format("alpha {:g}, L {:g}", alpha, length);
}

} // namespace loop::report
