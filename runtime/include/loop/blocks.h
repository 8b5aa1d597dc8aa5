#pragma once

namespace loop::patterns {

// The elements of a vector that belong to a rank.
struct Block {
    long long begin;
    long long count;
};

// Blocks of ceil(elements / ranks) elements; the last ones may be shorter or empty.
class BlockDistribution {
public:
    BlockDistribution(int ranks, long long elements)
        : elements_(elements), share_(elements / ranks + (elements % ranks != 0 ? 1 : 0)) {}

    Block of(int rank) const {
        const long long begin = share_ * rank < elements_ ? share_ * rank : elements_;
        return {begin, share_ < elements_ - begin ? share_ : elements_ - begin};
    }

private:
    long long elements_;
    long long share_;
};

} // namespace loop::patterns
