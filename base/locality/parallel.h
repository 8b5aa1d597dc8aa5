#pragma once

#include "base/locality/characterize.h"
#include "base/locality/ranges.h"

#include <optional>
#include <vector>

/// The locality of a parallel program, of which each rank has its own stream of addresses in a memory that
/// all ranks share. No side effects.
namespace loop::locality {

/// The accesses of one rank.
struct RankLocality {
    Characterization found;    ///< of the accesses to memory that some rank owns
    std::uint64_t remote = 0;  ///< how many of these are to memory of other ranks
    std::uint64_t unowned = 0; ///< left out: accesses to memory that no rank owns, such as stacks
    double own_share = 0;      ///< its fraction of the memory that ranks own

    double remote_fraction() const;
};

struct ParallelLocality {
    std::vector<RankLocality> ranks;
    Characterization together;
    bool has_owners = false; ///< false: nothing is known of `remote`, `unowned`, and `own_share`

    double remote_fraction() const; ///< of the accesses of all ranks
    /// The mean over the ranks of what Apex-Map with the M, L, and alpha of all ranks together would access
    /// remotely, weighted by their accesses.
    double expected_remote_fraction() const;
};

/// What Apex-Map's generator accesses remotely if a rank owns a fraction `own` of the memory, and addresses
/// are shifted so that it accesses these words most often: 1 - own^alpha, for each stream by its share.
double expected_remote_fraction(const Characterization& found, double own);

/// Observes the accesses of one rank. Those to memory that no rank owns are left out.
class RankObserver {
public:
    /// `owners`: null if the owners are not known; all accesses then count as local.
    RankObserver(int rank, const OwnedRanges* owners, Grain grain, std::size_t limit_bytes)
        : rank_(rank), owners_(owners), observer_(grain, limit_bytes) {}

    /// Throws MemoryLimit. An access belongs to the owner of its first byte.
    void access(std::uint64_t address, std::uint64_t size);
    Observation finish() { return observer_.finish(); }

    std::uint64_t accesses() const { return accesses_; } ///< without those left out
    std::uint64_t remote() const { return remote_; }
    std::uint64_t unowned() const { return unowned_; }

private:
    int rank_;
    const OwnedRanges* owners_;
    Observer observer_;
    std::uint64_t accesses_ = 0;
    std::uint64_t remote_ = 0;
    std::uint64_t unowned_ = 0;
};

/// Collects the ranks one after the other, beginning with rank 0.
class ParallelObserver {
public:
    explicit ParallelObserver(const OwnedRanges* owners) : owners_(owners) {}

    /// The rank whose accesses are to be added next.
    int next() const { return static_cast<int>(ranks_.size()); }
    /// The memory that is kept of the ranks so far, in bytes.
    std::size_t bytes() const { return together_ ? together_->memory.bytes() : 0; }
    /// Requires at least one access that was not left out. Throws MemoryLimit.
    void add(RankObserver& rank);
    ParallelLocality finish();

private:
    const OwnedRanges* owners_;
    std::vector<RankLocality> ranks_;
    std::optional<Observation> together_;
};

} // namespace loop::locality
