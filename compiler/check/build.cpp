#include "compiler/check/build.h"

#include "compiler/check/checks.h"
#include "compiler/check/literals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace loop::compiler {

namespace {

constexpr std::size_t flags_index = 0, libraries_index = 1;

bool begins(std::string_view word, std::string_view with) {
    return word.substr(0, with.size()) == with;
}

bool ends(std::string_view word, std::string_view with) {
    return word.size() >= with.size() && word.substr(word.size() - with.size()) == with;
}

/// Options that say what the compiler reads and writes. LOOP chooses these itself. `*`: a prefix.
constexpr std::string_view options_of_loop[] = {
    "-c",        "-S",           "-E",           "-o*",           "-x",
    "-xc*",      "-xnone",       "-M",           "-MM",           "-MD",
    "-MF",       "-MG",          "-MMD",         "-MP",           "-MQ",
    "-MT",       "-dumpbase*",   "-save-temps*", "-fsyntax-only", "--output*",
    "--compile", "--preprocess", "--assemble"};

bool is_option_of_loop(std::string_view word) {
    if (begins(word, "-openmp")) return false; // of older compilers by Intel
    return std::any_of(std::begin(options_of_loop), std::end(options_of_loop), [&](std::string_view option) {
        return option.back() == '*' ? begins(word, option.substr(0, option.size() - 1)) : word == option;
    });
}

/// Options with a folder.
constexpr std::string_view folder_options[] = {"-I", "-L", "-isystem", "-iquote", "-idirafter"};
/// Other options whose value may be the next word.
constexpr std::string_view value_options[] = {"-D",
                                              "-U",
                                              "-include",
                                              "-imacros",
                                              "-Xlinker",
                                              "-Xclang",
                                              "-mllvm",
                                              "-Xpreprocessor",
                                              "--param",
                                              "-Xassembler",
                                              "-Xopenmp-target",
                                              "-z",
                                              "-u",
                                              "-T",
                                              "-h",
                                              "-isysroot",
                                              "--sysroot"};

template <std::size_t n>
bool is_one_of(const std::string_view (&options)[n], std::string_view word) {
    return std::find(std::begin(options), std::end(options), word) != std::end(options);
}

/// The option with a folder that `word` begins with, or "".
std::string_view folder_option(std::string_view word) {
    for (const std::string_view option : folder_options)
        if (begins(word, option)) return option;
    return {};
}

std::vector<std::string> split_words(std::string_view text) {
    constexpr std::string_view blanks = " \t\n";
    std::vector<std::string> words;
    for (std::size_t at = 0; (at = text.find_first_not_of(blanks, at)) != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        words.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

bool has_control_character(std::string_view word) {
    return std::any_of(word.begin(), word.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

/// Reads the words of one `\BUILD`.
class BuildReader {
public:
    BuildReader(const Construct& construct, const TokenList& tokens, Diagnostics& diagnostics)
        : construct_(construct), tokens_(tokens), diagnostics_(diagnostics) {}

    BuildNeeds read() {
        const auto flag_words = words(flags_index), library_words = words(libraries_index);
        if (!flag_words || !library_words) return {}; // reported as an argument of the wrong kind
        if (flag_words->empty() && library_words->empty()) {
            diagnostics_.error("build-empty", construct_.name, "`\\BUILD` names no flag and no library")
                .hint = "for example `\\BUILD(FLAGS: \"-fopenmp\", LIBRARIES: \"fftw3\")`";
            return {};
        }
        BuildNeeds needs;
        std::string_view before;
        for (const std::string& word : *flag_words) {
            if (is_good_flag(word, before)) needs.flags.push_back(word);
            before = needs_value(before) ? std::string_view() : word; // a value is no option
        }
        if (!flag_words->empty() && needs_value(before))
            flag(flag_words->back(), "has no value", "write the value after it");
        for (const std::string& word : *library_words)
            if (is_good_library(word)) needs.libraries.push_back(word);
        return needs;
    }

private:
    std::optional<std::vector<std::string>> words(std::size_t argument) const {
        if (!construct_.has(argument)) return std::vector<std::string>{};
        const auto text = string_constant({tokens_, construct_.argument(argument)});
        return text ? std::optional(split_words(*text)) : std::nullopt;
    }

    static bool needs_value(std::string_view word) {
        return is_one_of(folder_options, word) || is_one_of(value_options, word);
    }

    /// `before`: the word before it, or "".
    bool is_good_flag(std::string_view word, std::string_view before) {
        if (has_control_character(word)) return flag(word, "has a control character");
        if (is_option_of_loop(before) && word[0] != '-') return false; // the value of a reported option
        if (is_one_of(folder_options, before)) return is_good_folder(word, word);
        if (is_one_of(value_options, before)) return true;
        if (word[0] != '-' || word.size() < 2)
            return flag(
                word, "is not an option of the compiler",
                fmt::format("an option begins with `-`; a library belongs to `LIBRARIES: \"{}\"`", word));
        if (begins(word, "-l"))
            return flag(word, "names a library", fmt::format("write `LIBRARIES: \"{}\"`", word.substr(2)));
        if (is_option_of_loop(word))
            return flag(word, "says what the compiler reads or writes, which LOOP decides", "leave it out");
        const std::string_view option = folder_option(word);
        return option.empty() || option == word || is_good_folder(word.substr(option.size()), word);
    }

    bool is_good_folder(std::string_view folder, std::string_view word) {
        if (folder[0] == '/' || folder[0] == '=') return true;
        return flag(
            word, "names a folder relative to where you call LOOP",
            "write an absolute path; headers in the program's own folder are found by `#include \"...\"` "
            "without any flag");
    }

    bool is_good_library(std::string_view word) {
        if (begins(word, "-l") && word.size() > 2)
            return library(word, fmt::format("write `{}`: LOOP adds the `-l`", word.substr(2)));
        if (word[0] == '-') return library(word, fmt::format("write `FLAGS: \"{}\"`", word));
        if (word.find('/') != std::string_view::npos)
            return library(word, "write its name, and its folder as `FLAGS: \"-L/FOLDER\"`");
        if (ends(word, ".so") || ends(word, ".a"))
            return library(word, "write the name without `lib` and the ending, as after `-l`");
        const bool is_name = std::all_of(word.begin(), word.end(), [](unsigned char c) {
            return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '+' || c == '-';
        });
        return is_name || library(word, "separate names by spaces, for example `LIBRARIES: \"fftw3 m\"`");
    }

    bool flag(std::string_view word, std::string_view what, std::string hint = {}) {
        diagnostics_.error("build-flag", range_of(flags_index, word), "flag `{}` {}", word, what).hint =
            std::move(hint);
        return false;
    }

    bool library(std::string_view word, std::string hint) {
        diagnostics_
            .error("build-library", range_of(libraries_index, word), "`{}` is not the name of a library",
                   word)
            .hint = std::move(hint);
        return false;
    }

    /// Where the argument contains the word; if the source spells it in another way, the whole argument.
    Range range_of(std::size_t argument, std::string_view word) const {
        const Range whole = construct_.argument(argument);
        const std::size_t at = tokens_.text.substr(whole.begin, whole.size()).find(word);
        if (at == std::string_view::npos) return whole;
        return {whole.begin + at, whole.begin + at + word.size()};
    }

    const Construct& construct_;
    const TokenList& tokens_;
    Diagnostics& diagnostics_;
};

/// Whether a flag is that of a compiler for OpenMP: `-fopenmp`, `-qopenmp`, `-mp` (NVIDIA), ...
bool asks_for_openmp(const CheckContext& context) {
    for (const Construct& construct : context.constructs)
        for (const std::string& flag : construct.build.flags)
            if (flag.find("openmp") != std::string::npos || flag == "-mp" || begins(flag, "-mp="))
                return true;
    return false;
}

bool has_threads(const CheckContext& context) {
    return std::any_of(context.constructs.begin(), context.constructs.end(),
                       [](const Construct& construct) { return construct.uses_threads(); });
}

/// Whether the program itself distinguishes whether OpenMP is on.
bool adapts_to_openmp(const CheckContext& context) {
    const auto& words = context.host.directive_words;
    return std::find(words.begin(), words.end(), "_OPENMP") != words.end();
}

} // namespace

BuildNeeds parse_build(const Construct& construct, const TokenList& tokens, Diagnostics& diagnostics) {
    return BuildReader(construct, tokens, diagnostics).read();
}

void check_builds(const CheckContext& context) {
    for (const Construct& construct : context.constructs)
        if (construct.info->shape == Shape::Build && construct.function != none)
            context.diagnostics
                .error("inside-function", construct.name,
                       "`{}` is inside a function, but applies to the whole program", context.text(construct))
                .hint = "move it outside, for example below the `#include` lines";
}

std::vector<std::string> openmp_flags(const CheckContext& context) {
    if (!has_threads(context) || asks_for_openmp(context)) return {};
    return {"-fopenmp"};
}

void check_openmp(const CheckContext& context) {
    if (context.host.openmp_pragmas.empty() || has_threads(context) || asks_for_openmp(context) ||
        adapts_to_openmp(context))
        return;
    context.diagnostics
        .warning("openmp-flag", context.host.openmp_pragmas[0],
                 "`#pragma omp` has no effect without a compiler flag for OpenMP")
        .hint = "write `\\BUILD(FLAGS: \"-fopenmp\")` outside functions";
}

} // namespace loop::compiler
