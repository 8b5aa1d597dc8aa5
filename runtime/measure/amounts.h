#pragma once

#include "session/failure.h"

namespace loop::runtime {

// What \FLOPS declares.
inline void require_flops(double count, double bytes, const Site& site) {
    if (!(count >= 0)) fail(site, Construct::Flops, "the number of operations is negative or not a number");
    if (!(bytes >= 0)) fail(site, Construct::Flops, "the number of bytes is negative or not a number");
}

} // namespace loop::runtime
