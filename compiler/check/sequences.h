#pragma once

#include "compiler/check/communication.h"
#include "compiler/check/rank_variables.h"

namespace loop::compiler {

/// What a piece of a program does that other ranks must do too: a sequence of communication and jumps.
struct Sequence {
    std::uint64_t hash = 0;  ///< 0 for an empty sequence
    std::uint64_t power = 1; ///< the factor by which `append` multiplies the hash of what comes before
    bool known = true;       ///< the same on every rank that gets here
    bool communicates = false;
    bool leaves = false; ///< may leave the function
    bool breaks = false; ///< may leave the loop or `switch` around it
    bool continues = false;
    std::uint32_t break_cause =
        Token::unpaired; ///< if only some ranks break, the word that depends on the rank
    std::uint32_t continue_cause = Token::unpaired;
};

/// Finds the sequence of each statement, and the statements in which ranks diverge: at a condition that
/// differs between ranks, unless all branches have the same sequence.
class Sequences {
public:
    Sequences(const CheckContext& context, const RankVariables& words, const Communication& communication);

    /// Where ranks diverge in a statement: the word that depends on the rank, and the first branch that not
    /// every rank reaches.
    struct Parting {
        std::uint32_t word = Token::unpaired;
        std::size_t from = 0;
    };
    Parting parting(std::uint32_t statement) const { return partings_[statement]; }
    /// For an `if` whose condition differs between ranks, but whose branches have the same sequence: the
    /// first branch that not every rank reaches, and the word that depends on the rank.
    Parting alike(std::uint32_t statement) const { return alike_[statement]; }
    /// For a loop: the word that depends on the rank, if a `break` or `continue` shortens the loop on some
    /// ranks; else Token::unpaired.
    std::uint32_t shortened(std::uint32_t loop) const { return shortened_[loop]; }
    /// The same, if a `break` ends the loop early on some ranks.
    std::uint32_t ended(std::uint32_t loop) const { return ended_[loop]; }
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
    std::uint64_t identity(const Construct& construct) const;
    std::uint64_t text_hash(std::uint32_t first, std::uint32_t last) const;
    std::uint32_t word_of(std::size_t function, const Branch& branch) const;

    const CheckContext& context_;
    const RankVariables& words_;
    const Communication& communication_;
    std::vector<Parting> partings_; ///< indexed by statement, as are the other three
    std::vector<Parting> alike_;
    std::vector<std::uint32_t> shortened_;
    std::vector<std::uint32_t> ended_;
};

} // namespace loop::compiler
