#include "cli/guesses.h"

#include "base/text/nearest.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

namespace loop::cli {

namespace {

struct Guess {
    const char* word;
    const char* meant;
};

constexpr Guess guessed_options[] = {{"-np", "--ranks"},
                                     {"--np", "--ranks"},
                                     {"--nprocs", "--ranks"},
                                     {"--procs", "--ranks"},
                                     {"--processes", "--ranks"},
                                     {"--ntasks", "--ranks"},
                                     {"--runs", "--launches"},
                                     {"--repeat", "--launches"},
                                     {"--reps", "--launches"},
                                     {"--nrep", "--launches"},
                                     {"--repetitions", "--launches"},
                                     {"--trials", "--launches"},
                                     {"--weak", "--scaled"},
                                     {"--weak-scaling", "--scaled"},
                                     {"--out", "--output"},
                                     {"--hostfile", "--hosts"},
                                     {"--host", "--hosts"}};

constexpr Guess guessed_verbs[] = {{"version", "loop --version"},
                                   {"exec", "loop run"},
                                   {"bench", "loop run"},
                                   {"benchmark", "loop run"},
                                   {"show", "loop report"},
                                   {"view", "loop report"},
                                   {"plot", "loop report"},
                                   {"diff", "loop compare"},
                                   {"format", "loop fmt"},
                                   {"init", "loop new"},
                                   {"create", "loop new"},
                                   {"profile", "loop record"},
                                   {"machines", "loop machine list"}};

} // namespace

std::string hint_for_option(const std::string& word, const std::vector<std::string>& known,
                            const std::string& otherwise) {
    const std::string name = word.substr(0, word.find('='));
    for (const Guess& guess : guessed_options)
        if (name == guess.word && std::find(known.begin(), known.end(), guess.meant) != known.end())
            return fmt::format("write `{}`", guess.meant);
    return did_you_mean(name, known, otherwise);
}

std::string hint_for_verb(const std::string& word, const std::vector<std::string>& known,
                          const std::string& otherwise) {
    for (const Guess& guess : guessed_verbs)
        if (word == guess.word) return fmt::format("write `{}`", guess.meant);
    return did_you_mean(word, known, otherwise);
}

std::string hint_for_topic(const std::string& word, const std::vector<std::string>& known,
                           const std::string& otherwise) {
    const std::string near = did_you_mean(word, known);
    if (!near.empty() || word.size() < 3) return near.empty() ? otherwise : near;
    const auto longer = std::find_if(known.begin(), known.end(), [&](const std::string& topic) {
        return topic.compare(0, word.size(), word) == 0;
    });
    return longer == known.end() ? otherwise : fmt::format("did you mean `{}`?", *longer);
}

std::string hint_for_argument(const std::string& word, const std::string& otherwise) {
    const std::string ending = std::filesystem::path(word).extension().string();
    for (const char* source : {".c", ".cc", ".cpp", ".cxx", ".loop", ".o", ".a"})
        if (ending == source)
            return "a program has one `.loop` file: write `#include` of other sources in it, or "
                   "`\\BUILD(LIBRARIES: ...)` (`loop explain BUILD`)";
    return otherwise;
}

} // namespace loop::cli
