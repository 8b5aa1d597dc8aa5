#pragma once

#include "comm/sites.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace loop::runtime::bsp {

enum class Method { Put, Alltoallv, Rma };

// Full h-relations in the cyclic pattern of bspbench, one after the other. What each rank receives can be
// looked at: its words tell who sent them and for which relation.
class HRelation {
public:
    virtual ~HRelation() = default;

    // Of h words, h at most as many as it was made for; `mark`, of at most 4095, tells this relation from
    // others.
    void prepare(long long h, int mark);
    // Collective: ranks begin together.
    virtual void align() = 0;
    // Collective: the communication and its synchronisation. What it moved on this rank; of one relation it
    // is the same every time.
    virtual Traffic superstep() = 0;
    // Whether since prepare() this rank got exactly the h words that it should, each from whom it should, in
    // its place, and nothing else.
    bool arrived() const;

protected:
    explicit HRelation(long long most);
    virtual void settle() {} // the pattern of h words is known
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
    virtual void spread(std::vector<double>& words) const; // as received into the places of the pattern
    double value(int sender, long long i) const;

    std::vector<Word> pattern_; // of the most words
    std::vector<double> source_;
    std::size_t room_;
    double* into_ = nullptr;
    long long h_ = 0;
    int mark_ = 0;
};

// Collective. `together`: what Method::Put's supersteps does with puts to the same rank.
std::unique_ptr<HRelation> make_h_relation(Method method, long long most, bool together);

} // namespace loop::runtime::bsp
