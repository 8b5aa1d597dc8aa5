#include "runner/build/runtime_parts.h"

#include "base/text/hash.h"
#include "base/text/strings.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <cxxabi.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <sstream>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr const char* base_name = "base";
constexpr const char* recorder_folder = "recording";

[[noreturn]] void broken(const fs::path& file, const std::string& what) {
    throw Failure(ExitCode::InputOutput, fmt::format("`{}` is broken: {}", file.string(), what),
                  "this file is part of LOOP; reinstall LOOP");
}

std::vector<std::string> sources_in(const fs::path& runtime, const std::string& folder) {
    std::vector<std::string> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(runtime / folder, error))
        if (entry.path().extension() == ".cpp")
            files.push_back(folder + "/" + entry.path().filename().string());
    std::sort(files.begin(), files.end());
    return files;
}

/// The file names after `#include` in a text.
std::vector<std::string> included(const std::string& text) {
    std::vector<std::string> names;
    for (std::string_view line : lines_of(text)) {
        constexpr std::string_view word = "#include ";
        if (line.substr(0, word.size()) != word || line.size() < word.size() + 2) continue;
        line.remove_prefix(word.size());
        const std::size_t end = line.find(line[0] == '<' ? '>' : '"', 1);
        if (end != std::string_view::npos) names.emplace_back(line.substr(1, end - 1));
    }
    return names;
}

/// Files of the runtime; each is read only once.
class Texts {
public:
    explicit Texts(fs::path runtime) : runtime_(std::move(runtime)) {}

    /// Adds the hashes of the file and of all runtime files that it includes. Ignores names of other files.
    void add(const std::string& name, std::map<std::string, std::string>& hashes) {
        if (hashes.count(name) != 0) return;
        const Text& text = read(name);
        if (!text.is_there) return;
        hashes[name] = text.hash;
        for (const std::string& header : text.includes) {
            add(header, hashes);
            add("include/" + header, hashes);
        }
    }

private:
    struct Text {
        bool is_there = false;
        std::string hash;
        std::vector<std::string> includes;
    };

    const Text& read(const std::string& name) {
        const auto [entry, is_new] = texts_.try_emplace(name);
        std::error_code error;
        if (is_new && fs::is_regular_file(runtime_ / name, error)) {
            const std::string text = read_file(runtime_ / name);
            entry->second = {true, content_hash(text), included(text)};
        }
        return entry->second;
    }

    fs::path runtime_;
    std::map<std::string, Text> texts_;
};

std::string content_of(const RuntimePart& part, Texts& texts) {
    std::string text;
    std::map<std::string, std::string> hashes;
    for (const RuntimeUnit& unit : part.units) {
        text += fmt::format("{} {}\n{}", unit.name, unit.hot, unit_text(unit));
        for (const std::string& file : unit.files)
            texts.add(file, hashes);
    }
    for (const auto& [name, hash] : hashes)
        text += name + " " + hash + "\n";
    return content_hash(text);
}

/// The qualified name of a mangled symbol: "loop::detail::scalar_product" for `double
/// loop::detail::scalar_product<double>(double const*, ..)`.
std::string qualified_name(const std::string& symbol) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    std::string name = status == 0 && text ? text.get() : symbol;
    name.erase(std::min(name.find_first_of("(<["), name.size()));
    const std::size_t blank = name.rfind(' ');
    return blank == std::string::npos ? name : name.substr(blank + 1);
}

bool is_meant(const std::string& pattern, const std::string& name) {
    if (pattern.back() != '*') return name == pattern;
    return name.compare(0, pattern.size() - 1, pattern, 0, pattern.size() - 1) == 0;
}

/// A name from the table as it stands in a program that uses its namespace: "bsp_*" for `bsp_*`,
/// "scalar_product" for `loop::detail::scalar_product`, "ProductScope" for `loop::detail::ProductScope::*`.
std::string unqualified(std::string pattern) {
    constexpr std::string_view members = "::*";
    if (pattern.size() > members.size() && pattern.substr(pattern.size() - members.size()) == members)
        pattern.erase(pattern.size() - members.size());
    const std::size_t colon = pattern.rfind(':');
    return colon == std::string::npos ? pattern : pattern.substr(colon + 1);
}

bool is_of_word(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::set<std::string> words_of(std::string_view text) {
    std::set<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_of_word(text[end]))
            ++end;
        if (end > at) words.emplace(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

fs::path folder_of(const fs::path& runtime, RuntimeKind kind) {
    return kind == RuntimeKind::Recorder ? runtime / recorder_folder : runtime;
}

void check_all_are_there(const fs::path& runtime, RuntimeKind kind, const fs::path& file,
                         const std::vector<RuntimePart>& parts) {
    std::set<std::string> named;
    for (const RuntimePart& part : parts)
        for (const RuntimeUnit& unit : part.units)
            for (const std::string& source : unit.files)
                if (!named.insert(source).second) broken(file, fmt::format("`{}` is in two units", source));
    for (const auto& entry : fs::recursive_directory_iterator(folder_of(runtime, kind))) {
        const fs::path path = entry.path().lexically_relative(runtime);
        const std::string name = path.string();
        if (kind == RuntimeKind::Runtime && *path.begin() == recorder_folder) continue; // in its own file
        if (entry.path().extension() == ".cpp" && named.count(name) == 0)
            broken(file, fmt::format("`{}` is in no unit", name));
    }
}

} // namespace

RuntimeParts::RuntimeParts(const fs::path& runtime, RuntimeKind kind) {
    const fs::path file = folder_of(runtime, kind) / "parts";
    const std::string text = read_file(file, std::size_t(1) << 20);
    std::vector<std::vector<std::string>> rows;
    std::set<std::string> named;
    for (const std::string_view line : lines_of(text)) {
        std::istringstream words{std::string(line)};
        std::vector<std::string> row;
        for (std::string word; words >> word;)
            row.push_back(word);
        if (row.empty() || row[0][0] == '#') continue;
        if (row.size() < (row[0] == "unit" ? 4 : 3) || (row[0] != "unit" && row[0] != "calls"))
            broken(file, std::string(line));
        if (row[0] == "unit") named.insert(row.begin() + 3, row.end());
        rows.push_back(std::move(row));
    }
    const auto part = [&](const std::string& name) -> RuntimePart& {
        for (RuntimePart& known : parts_)
            if (known.name == name) return known;
        // base comes first in the file, but stays last in the list
        return *parts_.insert(name == base_name || parts_.empty() ? parts_.end() : parts_.end() - 1,
                              {name, {}, {}, {}});
    };
    for (const auto& row : rows) {
        RuntimePart& of = part(row[1]);
        if (row[0] == "calls") {
            of.calls.insert(of.calls.end(), row.begin() + 2, row.end());
            continue;
        }
        RuntimeUnit unit{fmt::format("{}-{}", of.name, of.units.size()), row[2] == "hot", {}};
        for (std::size_t i = 3; i < row.size(); ++i) {
            if (fs::path(row[i]).extension() == ".cpp") {
                unit.files.push_back(row[i]);
                continue;
            }
            for (std::string& source : sources_in(runtime, row[i]))
                if (named.count(source) == 0) unit.files.push_back(std::move(source));
        }
        of.units.push_back(std::move(unit));
    }
    if (parts_.empty() || parts_.back().name != base_name) broken(file, "its first part is not `base`");
    check_all_are_there(runtime, kind, file, parts_);
    Texts texts(runtime);
    for (RuntimePart& one : parts_)
        one.content = content_of(one, texts);
}

std::string RuntimeParts::part_of(const std::string& symbol) const {
    const std::string name = qualified_name(symbol);
    for (const RuntimePart& part : parts_)
        for (const std::string& pattern : part.calls)
            if (is_meant(pattern, name)) return part.name;
    return {};
}

std::vector<const RuntimePart*>
RuntimeParts::those(const std::function<bool(const RuntimePart&)>& is_meant) const {
    std::vector<const RuntimePart*> chosen;
    for (const RuntimePart& part : parts_)
        if (is_meant(part)) chosen.push_back(&part);
    return chosen;
}

std::vector<const RuntimePart*> RuntimeParts::needed_by(std::string_view symbols) const {
    std::set<std::string> names{base_name};
    for (const std::string_view line : lines_of(symbols)) {
        const std::size_t blank = line.find(' ');
        if (blank != std::string_view::npos && line.substr(blank + 1, 1) == "U")
            names.insert(part_of(std::string(line.substr(0, blank))));
    }
    return those([&](const RuntimePart& part) { return names.count(part.name) != 0; });
}

std::vector<std::string> RuntimeParts::calls_of_no_part(std::string_view symbols) const {
    std::vector<std::string> names;
    for (const std::string_view line : lines_of(symbols)) {
        const std::size_t blank = line.find(' ');
        if (blank == std::string_view::npos || line.substr(blank + 1, 1) != "U") continue;
        const std::string symbol(line.substr(0, blank));
        const std::string name = qualified_name(symbol);
        const bool is_call = name.rfind("MPI_", 0) == 0 || name.rfind("bsp_", 0) == 0;
        if (is_call && part_of(symbol).empty()) names.push_back(name);
    }
    return names;
}

std::vector<const RuntimePart*> RuntimeParts::guessed_by(const std::string& emitted) const {
    const auto is_called = [&](const std::string& name) {
        return name.rfind("loop::", 0) == 0 && emitted.find(name + "(") != std::string::npos;
    };
    return those([&](const RuntimePart& part) {
        return part.is_base() || std::any_of(part.calls.begin(), part.calls.end(), is_called);
    });
}

std::vector<const RuntimePart*> RuntimeParts::mentioned_in(std::string_view text) const {
    const std::set<std::string> words = words_of(text);
    const auto is_mentioned = [&](const std::string& call) {
        const std::string pattern = unqualified(call);
        return std::any_of(words.begin(), words.end(),
                           [&](const std::string& word) { return is_meant(pattern, word); });
    };
    return those([&](const RuntimePart& part) {
        return part.is_base() || std::any_of(part.calls.begin(), part.calls.end(), is_mentioned);
    });
}

std::string unit_text(const RuntimeUnit& unit) {
    std::string text;
    for (const std::string& file : unit.files)
        text += fmt::format("#include \"{}\"\n", file);
    return text;
}

} // namespace loop::runner
