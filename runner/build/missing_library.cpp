#include "runner/build/missing_library.h"

#include "base/text/strings.h"
#include "runner/build/known_libraries.h"
#include "runner/system/process.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace loop::runner {

namespace {

constexpr const char* where_to_write = "outside functions";

/// The name in a line, after the words before it and its quotes, up to a character that no name contains.
std::string name_behind(std::string_view line, std::string_view words, std::string_view also_in_names) {
    const auto is_part = [&](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' ||
               also_in_names.find(static_cast<char>(c)) != std::string::npos;
    };
    std::size_t begin = line.find(words);
    if (begin == std::string_view::npos) return {};
    begin += words.size();
    const auto is_quote = [](unsigned char c) {
        return c == ' ' || c == '`' || c == '\'' || c == '"' || c >= 0x80;
    };
    while (begin < line.size() && is_quote(static_cast<unsigned char>(line[begin])))
        ++begin;
    std::size_t end = begin;
    while (end < line.size() && is_part(static_cast<unsigned char>(line[end])))
        ++end;
    return std::string(line.substr(begin, end - begin));
}

std::string first_name(std::string_view line, std::initializer_list<std::string_view> words,
                       std::string_view also_in_names) {
    for (const std::string_view some : words)
        if (std::string name = name_behind(line, some, also_in_names); !name.empty()) return name;
    return {};
}

/// What the messages miss, each thing once and in their order. Names are those of ld, gold, lld, and mold, of
/// g++ and clang++.
struct Missing {
    std::vector<std::string> headers, libraries, symbols;
    std::set<std::string> with_arguments; ///< symbols of C++, as the linker shows them: `compress(double*)`

    explicit Missing(std::string_view messages) {
        for (const std::string_view line : lines_of(messages)) {
            if (line.find("file not found") != std::string_view::npos ||
                line.find("No such file or directory") != std::string_view::npos)
                add(headers, name_behind(line, "fatal error:", "./+-"));
            add(libraries,
                first_name(line, {"cannot find -l", "unable to find library -l", "library not found: "},
                           ".+-"));
            if (line.find("vtable for") == std::string_view::npos &&
                line.find("typeinfo for") == std::string_view::npos)
                add_symbol(line);
        }
    }

    /// A function of C++ outside namespaces has the name of a library's C function by accident.
    bool may_be_of_known_library(const std::string& symbol) const {
        return with_arguments.count(symbol) == 0;
    }

private:
    void add_symbol(std::string_view line) {
        const std::string name = first_name(
            line, {"undefined reference to symbol ", "undefined reference to ", "undefined symbol: "}, ":");
        add(symbols, name);
        const bool is_qualified = name.find("::") != std::string::npos;
        const bool has_arguments = line.find(name + "(") != std::string_view::npos &&
                                   line.find(name + "()") == std::string_view::npos; // mold: f() for any f
        if (!is_qualified && has_arguments) with_arguments.insert(name);
    }

    static void add(std::vector<std::string>& to, const std::string& name) {
        if (!name.empty() && std::find(to.begin(), to.end(), name) == to.end()) to.push_back(name);
    }
};

/// Whether LOOP or MPI defines the symbol, or the program itself must.
bool is_of_no_library(const std::string& symbol) {
    return symbol == "main" || symbol.rfind("loop::", 0) == 0 || symbol.rfind("MPI_", 0) == 0 ||
           symbol.rfind("PMPI_", 0) == 0;
}

/// Adds the words of `list` that are not in `to` yet.
void add_words(std::vector<std::string>& to, std::string_view list) {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        const std::string word(list.substr(0, end));
        if (std::find(to.begin(), to.end(), word) == to.end()) to.push_back(word);
        list.remove_prefix(std::min(end + 1, list.size()));
    }
}

std::string without(std::vector<std::string> words, const std::vector<std::string>& declared) {
    const auto is_declared = [&](const std::string& word) {
        return std::find(declared.begin(), declared.end(), word) != declared.end();
    };
    words.erase(std::remove_if(words.begin(), words.end(), is_declared), words.end());
    return joined(words, " ");
}

/// Collects what to write and to install for known libraries.
class Advice {
public:
    explicit Advice(const compiler::BuildNeeds& needs) : needs_(needs) {}

    void write(const KnownLibrary& library) {
        add_words(flags_, library.flags);
        add_words(libraries_, library.names);
    }
    void install(const KnownLibrary& library) { add_words(packages_, library.package); }

    std::string text() const {
        const std::string flags = without(flags_, needs_.flags),
                          libraries = without(libraries_, needs_.libraries);
        std::vector<std::string> arguments, steps;
        if (!flags.empty()) arguments.push_back(fmt::format("FLAGS: \"{}\"", flags));
        if (!libraries.empty()) arguments.push_back(fmt::format("LIBRARIES: \"{}\"", libraries));
        if (!packages_.empty()) steps.push_back(install_hint(joined(packages_, " ")));
        if (!arguments.empty())
            steps.push_back(fmt::format("write `\\BUILD({})` {}", joined(arguments, ", "), where_to_write));
        return joined(steps, ", and ");
    }

private:
    const compiler::BuildNeeds& needs_;
    std::vector<std::string> flags_, libraries_, packages_;
};

std::string hint_for_known(const Missing& missing, const compiler::BuildNeeds& needs) {
    Advice advice(needs);
    for (const std::string& header : missing.headers)
        if (const KnownLibrary* const library = library_with_header(header)) {
            advice.write(*library);
            advice.install(*library);
        }
    for (const std::string& name : missing.libraries)
        if (const KnownLibrary* const library = library_with_name(name)) advice.install(*library);
    for (const std::string& symbol : missing.symbols)
        if (const KnownLibrary* const library = library_with_symbol(symbol);
            library != nullptr && missing.may_be_of_known_library(symbol))
            advice.write(*library);
    return advice.text();
}

std::string hint_for_unknown(const Missing& missing) {
    if (!missing.headers.empty())
        return fmt::format(
            "put `{}` into the program's folder, or write `\\BUILD(FLAGS: \"-I/FOLDER\")` {}, with "
            "the folder that contains it",
            missing.headers[0], where_to_write);
    if (!missing.libraries.empty())
        return fmt::format("the linker finds no `lib{0}.so` or `lib{0}.a`: install the library, or write "
                           "`\\BUILD(FLAGS: \"-L/FOLDER\")` {1}, with the folder that contains it",
                           missing.libraries[0], where_to_write);
    for (const std::string& symbol : missing.symbols)
        if (!is_of_no_library(symbol))
            return fmt::format("if a library defines `{}`, write `\\BUILD(LIBRARIES: \"NAME\")` {}, with the "
                               "library's name; if another source file does, `#include` that file",
                               symbol, where_to_write);
    return {};
}

} // namespace

std::string missing_library_hint(std::string_view messages, const compiler::BuildNeeds& needs) {
    const Missing missing(messages);
    const std::string known = hint_for_known(missing, needs);
    return known.empty() ? hint_for_unknown(missing) : known;
}

} // namespace loop::runner
