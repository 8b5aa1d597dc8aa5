#pragma once

namespace loop::runtime {

// A variable that is created at its first use and never destroyed: programs use the runtime before `main`
// starts, and exit handlers still read it, wherever a rank ends. Each simulated rank has its own.
template <class T>
class Lasting {
public:
    T& operator()() {
        if (value_ == nullptr) value_ = new T;
        return *value_;
    }

private:
    T* value_ = nullptr;
};

} // namespace loop::runtime
