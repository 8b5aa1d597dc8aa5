#pragma once

// A long list of numbers as loops: what repeats is kept once, with the number of its repetitions. Nothing is
// lost. Plain data, no MPI.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace loop {

// A number, or a loop over what is in `body`; executed `times` times, one after the other.
struct Folded {
    std::uint32_t number = 0; // if `body` is empty
    std::uint64_t times = 1;
    std::vector<Folded> body{};
    std::uint64_t hash = 0; // of number and body

    bool is_loop() const { return !body.empty(); }
    bool has_same_content(const Folded& other) const {
        return hash == other.hash && number == other.number && body == other.body;
    }
    friend bool operator==(const Folded& a, const Folded& b) {
        return a.times == b.times && a.has_same_content(b);
    }
};

// Folds while numbers are added: of a program that repeats its statements, it keeps one copy of them.
class Folder {
public:
    // Loops with longer bodies are not found.
    static constexpr std::size_t longest_body = 512;

    void add(std::uint32_t number) {
        append(leaf(number));
        while (fold()) {
        }
    }
    const std::vector<Folded>& folded() const { return all_; }

private:
    static std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
        hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
        return hash ^ (hash >> 29);
    }
    static Folded leaf(std::uint32_t number) {
        Folded one;
        one.number = number;
        one.hash = mixed(1, number);
        return one;
    }
    static Folded loop(std::vector<Folded> body) {
        Folded all;
        all.times = 2;
        all.hash = 2;
        for (const Folded& part : body)
            all.hash = mixed(all.hash, mixed(part.hash, part.times));
        all.body = std::move(body);
        return all;
    }

    void append(Folded part) {
        if (!all_.empty() && all_.back().has_same_content(part))
            all_.back().times += part.times;
        else
            all_.push_back(std::move(part));
    }

    // Whether the last `length` parts equal those that begin at `begin`.
    bool repeats(const Folded* begin, std::size_t length) const {
        const Folded* const last = all_.data() + all_.size() - length;
        for (std::size_t i = length; i-- > 0;)
            if (!(begin[i] == last[i])) return false;
        return true;
    }

    // The last parts are another pass of the loop before them, or equal the parts before them.
    bool fold() {
        const std::size_t count = all_.size();
        for (std::size_t length = 2; length <= longest_body && length < count; ++length) {
            Folded& before = all_[count - length - 1];
            if (before.body.size() == length && repeats(before.body.data(), length)) {
                ++before.times;
                all_.resize(count - length);
                return true;
            }
            if (before == all_.back() && 2 * length <= count && repeats(&before - (length - 1), length)) {
                std::vector<Folded> body(all_.end() - static_cast<std::ptrdiff_t>(length), all_.end());
                all_.resize(count - 2 * length);
                append(loop(std::move(body)));
                return true;
            }
        }
        return false;
    }

    std::vector<Folded> all_;
};

} // namespace loop
