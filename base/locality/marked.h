#pragma once

#include "base/locality/addresses.h"
#include "base/locality/observer.h"

#include <optional>
#include <vector>

namespace loop::locality {

/// Observes what a program reads between its marks: from a mark on, the loads in the marked memory;
/// everything else, such as the start of the program, is left out. No side effects.
class MarkedObserver {
public:
    MarkedObserver(Grain grain, std::size_t limit_bytes) : grain_(grain), limit_bytes_(limit_bytes) {}

    /// Throws MemoryLimit.
    void access(const Access& access);

    /// One observation for each marked memory that was read, in their order.
    std::vector<Observation> finish();

private:
    void close();

    Grain grain_;
    std::size_t limit_bytes_;
    std::uint64_t begin_ = 0;
    std::uint64_t size_ = 0;
    std::optional<Observer> observer_; // of the memory that is marked now
    std::vector<Observation> seen_;
};

} // namespace loop::locality
