#pragma once

#include <loop/measure.h>
#include <loop/site.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loop::runtime {

// Results of a kernel: their names begin with what its NAME says, so that several calls in a run stay apart.
class KernelResults {
public:
    KernelResults(std::string_view name, const Site& site)
        : before_(name.empty() ? "" : std::string(name) + ": "), site_(site) {}
    void operator()(const std::string& name, const char* unit, double value) const {
        loop::detail::record_result(before_ + name, unit, value, site_);
        told_.emplace_back(name, value);
    }
    // What this rank was given, without NAME.
    const std::vector<std::pair<std::string, double>>& told() const { return told_; }

private:
    std::string before_;
    Site site_;
    mutable std::vector<std::pair<std::string, double>> told_; // kernels hand their results around as constant
};

} // namespace loop::runtime
