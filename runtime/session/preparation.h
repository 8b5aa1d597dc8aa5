#pragma once

namespace loop::runtime {

// What a part of the library does at \OPEN0, before the measurement begins. A static object registers it, so
// that it happens only in programs with that part.
class Preparation {
public:
    explicit Preparation(void (*prepare)()) : prepare_(prepare), next_(first) { first = this; }
    Preparation(const Preparation&) = delete;
    Preparation& operator=(const Preparation&) = delete;

    static void run_all() {
        for (const Preparation* each = first; each != nullptr; each = each->next_)
            each->prepare_();
    }

private:
    static Preparation* first; // constant-initialized

    void (*prepare_)();
    Preparation* next_;
};

} // namespace loop::runtime
