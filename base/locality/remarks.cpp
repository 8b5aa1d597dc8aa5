#include "base/locality/remarks.h"

#include <fmt/core.h>

namespace loop::locality {
namespace {

// A remark reports values of Stream::runs_like_l below this.
constexpr double max_reported_runs_alike = 0.5;

} // namespace

std::string percent(double part) {
    return fmt::format("{:.1f} %", 100 * part);
}

std::string stream_name(const Characterization& found, std::size_t number) {
    if (found.streams.size() == 1) return "the stream";
    return number == 0 ? "short runs" : "long runs";
}

std::vector<std::string> remarks_on(const Characterization& found) {
    std::vector<std::string> remarks;
    for (std::size_t k = 0; k < found.streams.size(); ++k) {
        const Stream& stream = found.streams[k];
        const std::string name = stream_name(found, k);
        if (stream.reused == 0) {
            remarks.push_back(
                name + ": no word is read twice, so temporal locality cannot be measured; alpha is set to 1");
        } else if (stream.m <= stream.l) {
            remarks.push_back(name +
                              ": one block is read repeatedly, so every alpha fits; alpha is set to 1");
        }
        if (stream.ks_distance > max_ks_distance)
            remarks.push_back(fmt::format("{}: no alpha fits the reuse times (maximum difference {} of the "
                                          "words); treat the figures of Apex-Map as approximate",
                                          name, percent(stream.ks_distance)));
        if (stream.runs_like_l < max_reported_runs_alike)
            remarks.push_back(fmt::format("{}: run lengths vary widely; L is their mean", name));
    }
    return remarks;
}

} // namespace loop::locality
