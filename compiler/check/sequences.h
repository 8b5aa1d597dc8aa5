#pragma once

#include "compiler/check/communication.h"
#include "compiler/check/rank_variables.h"

namespace loop::compiler {

/// What a piece of a program does that other ranks have to do as well: a sequence of communication and jumps.
struct Sequence {
    std::uint64_t hash = 0;  ///< of the sequence; 0 of nothing
    std::uint64_t power = 1; ///< to put another one behind it
    bool known = true;       ///< the same on every rank that comes here
    bool communicates = false;
    bool leaves = false; ///< the function, maybe
    bool breaks = false; ///< out of the loop or `switch` around it, maybe
    bool continues = false;
    std::uint32_t break_cause =
        Token::unpaired; ///< the word that depends on the rank where only some ranks do
    std::uint32_t continue_cause = Token::unpaired;
};

/// Finds what every statement does, and so where ranks part in it: at a condition that is not the same on all
/// ranks, unless whatever a rank takes does the same.
class Sequences {
public:
    Sequences(const CheckContext& context, const RankVariables& words, const Communication& communication);

    /// Where ranks part in a statement: the word that depends on the rank, and the first of its branches that
    /// not every rank comes to.
    struct Parting {
        std::uint32_t word = Token::unpaired;
        std::size_t from = 0;
    };
    Parting parting(std::uint32_t statement) const { return partings_[statement]; }
    /// Of a loop: the word that depends on the rank where a jump makes it shorter on some ranks, or
    /// Token::unpaired.
    std::uint32_t shortened(std::uint32_t loop) const { return shortened_[loop]; }
    /// Whether a construct's argument depends on the rank.
    bool depends(std::size_t function, const Construct& construct, std::size_t argument) const;

private:
    Sequence range(std::size_t function, std::uint32_t owner, std::uint32_t first, std::uint32_t last);
    void calls(Sequence& sequence, std::size_t function, std::uint32_t first, std::uint32_t last) const;
    Sequence found(std::size_t function, std::uint32_t statement);
    Sequence of_if(std::size_t function, std::uint32_t statement);
    Sequence of_loop(std::size_t function, std::uint32_t statement);
    Sequence of_switch(std::size_t function, std::uint32_t statement);
    Sequence of_construct(std::size_t function, std::uint32_t statement);
    Sequence repeated(std::uint32_t loop, const Sequence& body, std::uint64_t head, bool uneven);
    bool names_all_ranks(std::size_t function, const Statement& statement) const;
    std::uint64_t text_hash(std::uint32_t first, std::uint32_t last) const;
    std::uint32_t word_of(std::size_t function, const Branch& branch) const;

    const CheckContext& context_;
    const RankVariables& words_;
    const Communication& communication_;
    std::vector<Parting> partings_; ///< by statement, as the next
    std::vector<std::uint32_t> shortened_;
};

} // namespace loop::compiler
