#pragma once

#include "trace/read/trace.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace loop::report {

/// The stack of sites that a rank is in. leave() of an outer site also leaves the sites inside it; leave() of
/// a site that was never entered does nothing. Traces with a lost block contain both.
class OpenSites {
public:
    void enter(std::uint32_t site) { open_.push_back(site); }
    /// Returns how many sites were left. Searches at most the 64 innermost, so that no file can make it slow.
    std::size_t leave(std::uint32_t site) {
        const std::size_t deepest = std::min<std::size_t>(open_.size(), 64);
        for (std::size_t left = 1; left <= deepest; ++left) {
            if (open_[open_.size() - left] != site) continue;
            open_.resize(open_.size() - left);
            return left;
        }
        return 0;
    }
    void clear() { open_.clear(); }
    bool empty() const { return open_.empty(); }
    std::uint32_t innermost() const { return open_.empty() ? no_site : open_.back(); }
    const std::vector<std::uint32_t>& all() const { return open_; } ///< outermost first

private:
    std::vector<std::uint32_t> open_;
};

/// The same, with a value for each visit of a site.
template <class Value>
class OpenVisits {
public:
    void enter(std::uint32_t site, Value value) {
        sites_.enter(site);
        visits_.push_back({site, std::move(value)});
    }
    /// Calls close(site, value) for each visit that ends, the innermost first. Returns their number.
    template <class Close>
    std::size_t leave(std::uint32_t site, const Close& close) {
        const std::size_t count = sites_.leave(site);
        for (std::size_t left = 0; left < count; ++left) {
            close(visits_.back().site, visits_.back().value);
            visits_.pop_back();
        }
        return count;
    }
    std::size_t leave(std::uint32_t site) {
        return leave(site, [](std::uint32_t, const Value&) {});
    }
    void clear() {
        sites_.clear();
        visits_.clear();
    }
    bool empty() const { return visits_.empty(); }
    /// The value of the innermost visit; there must be one.
    Value& innermost() { return visits_.back().value; }

private:
    struct Visit {
        std::uint32_t site;
        Value value;
    };
    OpenSites sites_;
    std::vector<Visit> visits_; ///< of the same sites
};

} // namespace loop::report
