#pragma once

#include "measure/histogram.h"

#include <loop/site.h>

#include <string>
#include <vector>

namespace loop::runtime {

constexpr std::size_t max_sample_keys = 1000; // per name

// What all samples with one name have in common.
struct SampleName {
    std::string name;
    std::string unit;
    Site site; // of the first sample
};

} // namespace loop::runtime

namespace loop::detail {

// The samples of this rank with one name and key.
struct Samples {
    enum class Kind { WithoutKey, WithKey, OtherKeys }; // OtherKeys: of all keys beyond the first 1000

    const runtime::SampleName* of;
    Kind kind;
    double key;
    runtime::Histogram<> values{};
    double per = 1, seconds_per_ns = 1e-9; // of the last \TIMED
    double bus_bytes = 0;                  // of the collective constructs in the statements, over `per`
};
static_assert(sizeof(Samples) <= 4096, "a key takes at most 4 KiB");

} // namespace loop::detail

namespace loop::runtime {

// By name in the order of first use, then by key in ascending order.
std::vector<const detail::Samples*> all_samples();

} // namespace loop::runtime
