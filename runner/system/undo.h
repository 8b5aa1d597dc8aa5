#pragma once

#include <functional>
#include <utility>

/// Cleanups when a signal ends the command: temporary files, child processes.
namespace loop::runner {

/// While an object exists, a signal that ends the command first calls `undo`, from another thread. `undo`
/// must not throw.
class CleanupOnSignal {
public:
    /// Calls `make`. A signal cannot end the command between `make` and the registration of `undo`.
    CleanupOnSignal(std::function<void()> undo, const std::function<void()>& make);
    explicit CleanupOnSignal(std::function<void()> undo) : CleanupOnSignal(std::move(undo), [] {}) {}
    CleanupOnSignal(const CleanupOnSignal&) = delete;
    CleanupOnSignal& operator=(const CleanupOnSignal&) = delete;
    ~CleanupOnSignal();

private:
    long number_;
};

/// Runs all cleanups, the newest first, and calls `end`, which does not return. During this, no new cleanup
/// can be registered.
void undo_everything(const std::function<void()>& end);

} // namespace loop::runner
