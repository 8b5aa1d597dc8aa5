#pragma once

namespace loop::runtime {

// A variable that is made at its first use and never destroyed: programs use the runtime before `main`
// begins, and exit handlers of a rank that ends anywhere still read it. Each simulated rank has its own.
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
