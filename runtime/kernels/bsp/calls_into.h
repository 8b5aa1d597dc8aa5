#pragma once

#include "kernels/bsp/supersteps.h"

namespace loop::runtime::bsp {

// While it exists, BSPlib's calls of this rank make their requests in `supersteps`, and not in those of the
// program. For kernels that make the calls of programs. Local; the newest one must end first.
class CallsInto {
public:
    explicit CallsInto(Supersteps& supersteps);
    ~CallsInto();
    CallsInto(const CallsInto&) = delete;
    CallsInto& operator=(const CallsInto&) = delete;

private:
    Supersteps* const before_;
};

} // namespace loop::runtime::bsp
