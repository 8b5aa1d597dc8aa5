#pragma once

#include "compiler/check/constants.h"
#include "compiler/check/sequences.h"

namespace loop::compiler {

/// An argument that should be the same on all ranks, but is another constant in two branches of a condition
/// that depends on the rank.
struct UnlikeArgument {
    std::string_view name;      ///< "root"
    std::string_view operation; ///< `MPI_Bcast`
    Range where;                ///< in the later branch
    std::string value;
    Range other_where;
    std::string other_value;
};

/// Compares the arguments of communication in branches that have the same sequence.
class BranchArguments {
public:
    BranchArguments(const CheckContext& context, const Communication& communication,
                    const Sequences& sequences, const Constants& constants)
        : context_(context), communication_(communication), sequences_(sequences), constants_(constants) {}

    /// The arguments of an `if` statement that differ; empty if its branches have unlike sequences.
    std::vector<UnlikeArgument> of(std::size_t function, std::uint32_t statement) const;

private:
    /// A call in host code, or a construct.
    struct Call {
        std::uint32_t token = Token::unpaired;
        const Construct* construct = nullptr;
    };

    void collect(std::vector<Call>& calls, std::size_t function, std::uint32_t statement) const;
    void collect(std::vector<Call>& calls, std::size_t function, std::uint32_t owner, std::uint32_t first,
                 std::uint32_t last) const;
    bool match(std::size_t function, const std::vector<Call>& a, const std::vector<Call>& b) const;
    void compare(std::vector<UnlikeArgument>& unlike, std::size_t function, const Call& a,
                 const Call& b) const;
    void compare(std::vector<UnlikeArgument>& unlike, const Construct& a, const Construct& b) const;
    void compare_data(std::vector<UnlikeArgument>& unlike, std::size_t function, const Operation& operation,
                      std::uint32_t a, std::uint32_t b) const;
    std::optional<std::string> value(std::size_t function, std::uint32_t call, std::size_t argument) const;
    Range range(std::uint32_t call, std::size_t argument) const;

    const CheckContext& context_;
    const Communication& communication_;
    const Sequences& sequences_;
    const Constants& constants_;
    mutable std::size_t tokens_left_ = most_tokens;
    static constexpr std::size_t most_tokens = 20'000'000; ///< bounds the time for deeply nested branches
};

/// Whether the buffer of `data` in the call at `token` may be MPI_IN_PLACE, as far as the argument shows.
bool may_be_in_place(const HostCode& host, std::uint32_t token, const CommonData& data);

} // namespace loop::compiler
