#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

// Ranks that communicate the same but compute different amounts, if there are too many to execute each: what
// each computes, as far as it follows from those that were executed. Pure, without MPI.
namespace loop::recording {

struct RankRange {
    int first, last;
};

// What some ranks do: the lines of the file.
struct SharedText {
    std::vector<RankRange> ranks;
    std::string text;
};

class WorkByRank {
public:
    // `distances`: from senders to receivers, of which one may be the width of a grid.
    WorkByRank(int ranks, const std::vector<long long>& distances);

    // What a rank has done; equal texts have equal hashes.
    void add(int rank, std::uint64_t hash, const std::string& text);

    // Which ranks must be executed, too; none if that would not show more.
    std::vector<int> needed() const;

    // What all ranks do. They compute amounts that are linear in the rank, or the same in a row, a column, or
    // the inside of a grid, or the same as their neighbors. If none of this holds, executed ranks stand for
    // those next to them, and `is_exact` is false.
    struct Shares {
        std::vector<SharedText> all;
        bool is_exact;
    };
    Shares shares() const;

private:
    using Hash = std::uint64_t;

    // By row and column: the first one, the last one, or one between.
    int part_of(int rank, int width) const;
    bool fits_grid(int width) const;
    std::vector<int> needed_of_grid(int width) const;
    std::vector<int> between() const;
    bool is_linear(int first, int last) const;
    bool find_linear(int& first, int& last) const;
    Shares linear_shares(int first, int last) const;
    Shares shares_of_grid(int width) const;
    Shares shares_of_neighbors() const;

    int ranks_;
    std::vector<int> widths_;
    std::map<int, Hash> executed_;
    std::map<Hash, std::string> texts_;
};

} // namespace loop::recording
