#pragma once

#include <functional>
#include <utility>

/// Cleanup when a signal ends the command: temporary files, children.
namespace loop::runner {

/// While it lives, a signal that ends the command calls `undo` first, from another thread; that must not
/// throw.
class UndoOnSignal {
public:
    /// `make` is called here; no signal falls between it and the beginning of this object's life.
    UndoOnSignal(std::function<void()> undo, const std::function<void()>& make);
    explicit UndoOnSignal(std::function<void()> undo) : UndoOnSignal(std::move(undo), [] {}) {}
    UndoOnSignal(const UndoOnSignal&) = delete;
    UndoOnSignal& operator=(const UndoOnSignal&) = delete;
    ~UndoOnSignal();

private:
    long number_;
};

/// Runs all cleanups, newest first, and calls `end`, which does not return. No new ones start meanwhile.
void undo_everything(const std::function<void()>& end);

} // namespace loop::runner
