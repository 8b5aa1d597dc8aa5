#pragma once

#include "comm/sites.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace loop::runtime::bsp {

enum class Method { Put, Rows, Alltoallv, Rma };

// In which order a rank visits its words: to the other ranks in turn, at even distances in their memory, as
// in bspbench; or in random order.
enum class Order { Cyclic, Random };

// Whether each word is a call of its own, so that their order may matter.
inline bool is_word_by_word(Method method) {
    return method == Method::Put || method == Method::Rma;
}

// Full h-relations with the words of bspbench, one at a time. Each word identifies its sender and its
// relation, so that received data can be verified.
class HRelation {
public:
    virtual ~HRelation() = default;

    // Prepares a relation of h words, at most the number given to make_h_relation. `mark`, at most 4095,
    // distinguishes this relation from others. Order::Random needs a method that is_word_by_word().
    void prepare(long long h, int mark, Order order = Order::Cyclic);
    // Collective: synchronizes the ranks before they measure.
    virtual void align() = 0;
    // Collective: communicates and synchronizes. Returns this rank's traffic, which is the same for each
    // superstep of a relation.
    virtual Traffic superstep() = 0;
    // Returns whether this rank has received exactly its h words since prepare(), each from the right sender
    // and in the right place.
    bool arrived() const;

protected:
    explicit HRelation(long long most);
    virtual void settle() {} // called by prepare() when the pattern of h words is known
    double* received() { return into_; }
    void receive_into(double* words) { into_ = words; }
    std::size_t room() const { return room_; }

    struct Word {
        int rank;
        std::int64_t index;
    };
    const std::vector<Word>& pattern() const { return pattern_; }
    const std::vector<double>& source() const { return source_; }
    long long h() const { return h_; }

private:
    virtual void
    spread(std::vector<double>& words) const; // writes words to their places in the pattern, as if received
    double value(int sender, long long i) const;

    void fill_in(std::size_t place, long long i);

    std::vector<Word> words_;    // of the longest relation, in cyclic order
    std::vector<Word> pattern_;  // the words of this relation, in the order in which they are sent
    std::vector<double> source_; // in the same order
    std::size_t room_;
    double* into_ = nullptr;
    long long h_ = 0;
    int mark_ = 0;
};

// Collective. `together`: whether Method::Put and Method::Rows combine puts to the same rank.
std::unique_ptr<HRelation> make_h_relation(Method method, long long most, bool together);

} // namespace loop::runtime::bsp
