#pragma once

#include "measure/results.h"

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

    struct Axis {
        const char* name;
        const char* unit;
    };
    void series(const std::string& name, const Axis& x, const Axis& y, const std::vector<double>& x_values,
                const std::vector<double>& y_values) const {
        record_series({before_ + name, x.name, x.unit, y.name, y.unit, site_.line, x_values, y_values});
    }

private:
    std::string before_;
    Site site_;
    mutable std::vector<std::pair<std::string, double>> told_; // kernels hand their results around as constant
};

} // namespace loop::runtime
