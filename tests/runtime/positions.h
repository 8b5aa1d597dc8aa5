#pragma once

#include <cstddef>
#include <vector>

// User data that encodes sender and receiver, so that a received slot shows who sent it to whom.
inline int code(int sender, int receiver) {
    return 1000 * sender + receiver;
}

// Slots of `ints` integers each.
class Slots {
public:
    Slots(int slots, int ints) : ints_(ints), data_(at(slots), -1) {}

    void set(int slot, int value) {
        for (int i = 0; i < ints_; ++i)
            data_[at(slot, i)] = value;
    }
    // The value that fills the slot; -2 if it contains different values.
    int get(int slot) const {
        const int value = data_[at(slot)];
        for (int i = 0; i < ints_; ++i) {
            if (data_[at(slot, i)] != value) return -2;
        }
        return value;
    }
    int* data() { return data_.data(); }
    int bytes() const { return ints_ * static_cast<int>(sizeof(int)); }

private:
    std::size_t at(int slot, int i = 0) const {
        return static_cast<std::size_t>(slot) * static_cast<std::size_t>(ints_) + static_cast<std::size_t>(i);
    }

    int ints_;
    std::vector<int> data_;
};
