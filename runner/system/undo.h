#pragma once

#include <functional>
#include <utility>

/// Cleanups when a signal ends the command: temporary files, child processes.
namespace loop::runner {

/// While an object exists, a signal that ends the command first calls `undo`, from another thread. `undo`
/// must not throw.
class UndoOnSignal {
public:
    /// Calls `make`. A signal cannot end the command between `make` and the registration of `undo`.
    UndoOnSignal(std::function<void()> undo, const std::function<void()>& make);
    explicit UndoOnSignal(std::function<void()> undo) : UndoOnSignal(std::move(undo), [] {}) {}
    UndoOnSignal(const UndoOnSignal&) = delete;
    UndoOnSignal& operator=(const UndoOnSignal&) = delete;
    ~UndoOnSignal();

private:
    long number_;
};

/// Runs all cleanups, the newest first, and calls `end`, which does not return. During this, no new cleanup
/// can be registered.
void undo_everything(const std::function<void()>& end);

} // namespace loop::runner
