#pragma once

#include "measure/results.h"
#include "session/concat.h"

#include <loop/result_kinds.h>
#include <loop/site.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loop::runtime {

// Records the results of a kernel. Their names begin with its argument NAME, which distinguishes several
// calls in a run.
class KernelResults {
public:
    KernelResults(std::string_view name, const Site& site) : call_(name), site_(site) {}
    void operator()(const ResultKind& kind, double value,
                    const ResultStatistic& statistic = kinds::of_one) const {
        const std::string name = std::string(kind.name) + statistic.name;
        record_result({named(name), kind.unit, site_, value, std::string(kind.tag) + statistic.tag, call_});
        told_.emplace_back(name, value);
    }
    void of_size(const ResultKind& kind, long long bytes, double value) const {
        const std::string name = concat(kind.name, ", ", bytes, " bytes");
        record_result({named(name), kind.unit, site_, value, kind.tag, call_, bytes});
    }
    // The results recorded on this rank, without NAME.
    const std::vector<std::pair<std::string, double>>& told() const { return told_; }

    struct Axis {
        const char* name;
        const char* unit;
    };
    void series(const ResultKind& kind, const Axis& x, const char* y, const std::vector<double>& x_values,
                const std::vector<double>& y_values, const ResultStatistic& statistic = kinds::of_one) const {
        record_series({named(std::string(kind.name) + statistic.name), x.name, x.unit, y, kind.unit, site_,
                       x_values, y_values, std::string(kind.tag) + statistic.tag, call_});
    }

private:
    std::string named(const std::string& name) const { return call_.empty() ? name : call_ + ": " + name; }

    std::string call_;
    Site site_;
    mutable std::vector<std::pair<std::string, double>>
        told_; // mutable, as kernels pass a const KernelResults
};

} // namespace loop::runtime
