#pragma once

#include <functional>
#include <utility>

/// What must not stay when a signal ends the command in the middle of its work: temporary files, children.
namespace loop::runner {

/// While it lives, a signal that ends the command calls `undo` first, from another thread; that must not throw.
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

/// Undoes it all, the newest first, and calls `end`, which does not return. Nothing new begins meanwhile.
void undo_everything(const std::function<void()>& end);

} // namespace loop::runner
