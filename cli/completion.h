#pragma once

#include <string>
#include <vector>

/// The scripts by which shells complete a command line of `loop`. All are made from the verbs' own arguments.
namespace loop::cli {

struct Verb;

/// What a shell can offer for a word.
enum class Offer {
    Nothing,
    Words, ///< of a fixed list
    Files,
    Programs,   ///< workloads and `.loop` files
    Sources,    ///< `.loop` files
    Runs,       ///< folders and OTF2 archives
    Machines,   ///< profiles by name, and `.toml` files
    Subjects,   ///< what `loop explain` knows
    Topics,     ///< verbs, and what `loop explain` knows
    Parameters, ///< NAME= of the program on the command line
};

struct CompletedOption {
    std::vector<std::string> spellings; ///< "--ranks", "-n"
    std::string help;                   ///< its first line
    bool is_flag = false;
    Offer offer = Offer::Nothing;   ///< for its value
    std::vector<std::string> words; ///< if the offer is Words
};

struct CompletedVerb {
    std::string name;
    std::string summary;
    std::vector<CompletedOption> options;
    Offer offer = Offer::Nothing;   ///< for its positional arguments
    std::vector<std::string> words; ///< if the offer is Words
};

std::vector<CompletedVerb> completed_verbs();

std::string bash_completion(const std::vector<CompletedVerb>& verbs);
std::string zsh_completion(const std::vector<CompletedVerb>& verbs);
std::string fish_completion(const std::vector<CompletedVerb>& verbs);

} // namespace loop::cli
