#pragma once

#include <loop/measure.h>
#include <loop/site.h>

#include <string>
#include <string_view>
#include <utility>

namespace loop::runtime {

// Results of a kernel: their names begin with what its NAME says, so that several calls in a run stay apart.
class KernelResults {
public:
    KernelResults(std::string_view name, const Site& site)
        : before_(name.empty() ? "" : std::string(name) + ": "), site_(site) {}
    void operator()(const std::string& name, const char* unit, double value) const {
        loop::detail::record_result(before_ + name, unit, value, site_);
    }

private:
    std::string before_;
    Site site_;
};

} // namespace loop::runtime
