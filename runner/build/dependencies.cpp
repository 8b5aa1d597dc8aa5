#include "runner/build/dependencies.h"

#include "base/text/hash.h"
#include "base/text/strings.h"
#include "runner/build/header_search.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// The prerequisites after `target:` in make rules: `\ ` is a space in a name, `\` before a newline joins
/// lines, `$$` is a dollar sign.
std::vector<std::string> prerequisites(std::string_view rules) {
    std::vector<std::string> words{""};
    for (std::size_t i = std::min(rules.find(": "), rules.size()) + 1; i < rules.size(); ++i) {
        const char c = rules[i];
        const char next = i + 1 < rules.size() ? rules[i + 1] : '\n';
        if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) {
            words.back() += next;
            ++i;
        } else if (c == ' ' || c == '\n' || (c == '\\' && next == '\n')) {
            if (!words.back().empty()) words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

bool is_under(const fs::path& file, const fs::path& folder) {
    const fs::path relative = file.lexically_normal().lexically_relative(folder.lexically_normal());
    return !relative.empty() && *relative.begin() != "..";
}

/// The value of an option with its value behind it, or in the next word: `-L DIR` and `-LDIR`.
std::vector<std::string> values_of(const std::vector<std::string>& words, std::string_view option) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].compare(0, option.size(), option) != 0) continue;
        if (words[i].size() > option.size())
            values.push_back(words[i].substr(option.size()));
        else if (i + 1 < words.size())
            values.push_back(words[i + 1]);
    }
    return values;
}

/// "=SIZE.TIME"; "-" if there is no such file or folder.
std::string identity_of(const std::string& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return "-";
    return fmt::format("={}.{}.{}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

std::string content_of(const std::string& file) {
    return content_hash(read_file(file));
}

/// Writes each file once.
class Record {
public:
    void content(const fs::path& file) { add(file, content_of); }
    void identity(const fs::path& file) { add(file, identity_of); }
    void absence(const fs::path& file) {
        std::error_code ignored;
        if (!fs::exists(file, ignored)) add(file, [](const std::string&) { return std::string("-"); });
    }
    std::string take() { return std::move(text_); }

private:
    template <typename State>
    void add(const fs::path& file, State state) {
        if (known_.insert(file.string()).second) text_ += state(file.string()) + " " + file.string() + "\n";
    }

    std::set<std::string> known_;
    std::string text_;
};

std::vector<fs::path> files_in(std::string_view rules, const std::vector<fs::path>& apart) {
    std::vector<fs::path> files;
    for (const std::string& word : prerequisites(rules)) {
        const fs::path file = fs::absolute(word);
        const auto covers = [&](const fs::path& folder) { return is_under(file, folder); };
        if (std::none_of(apart.begin(), apart.end(), covers)) files.push_back(file);
    }
    return files;
}

void add_files_tested_for(const SearchedText& file, const HeaderSearch& search, Record& record) {
    for (const fs::path& tested : files_tested_for(file, search))
        record.identity(tested);
}

void add_absent(const std::vector<fs::path>& own, const std::vector<fs::path>& all,
                const HeaderSearch& search, Record& record) {
    std::set<fs::path> nearer;
    for (const fs::path& file : own)
        nearer.insert(file.parent_path());
    const std::vector<fs::path> folders(nearer.begin(), nearer.end());
    for (const fs::path& folder : search.missing)
        record.absence(folder);
    for (const fs::path& header : all)
        for (const fs::path& hiding : would_hide(header, folders, search))
            record.absence(hiding);
}

} // namespace

UsedHeaders used_headers(const fs::path& own_rules, const fs::path& all_rules, const fs::path& messages,
                         std::string text) {
    const auto text_of = [](const fs::path& file) {
        std::error_code error;
        return fs::is_regular_file(file, error) ? read_file(file) : std::string();
    };
    return {text_of(own_rules), text_of(all_rules), text_of(messages), std::move(text)};
}

std::string dependency_record(const UsedHeaders& headers, const std::vector<fs::path>& apart) {
    const HeaderSearch search = header_search(headers.messages);
    const std::vector<fs::path> own = files_in(headers.own_rules, apart),
                                all = files_in(headers.all_rules, apart);
    Record record;
    for (const fs::path& file : own)
        record.content(file);
    for (const fs::path& file : all)
        record.identity(file);
    add_absent(own, all, search, record);
    if (!search.folders.empty()) {
        add_files_tested_for({headers.text, search.folders.front()}, search, record);
        for (const fs::path& file : all)
            add_files_tested_for({read_file(file), file.parent_path()}, search, record);
    }
    return record.take();
}

std::vector<fs::path> own_headers(std::string_view record) {
    std::vector<fs::path> headers;
    for (const std::string_view line : lines_of(record)) {
        const std::size_t blank = line.find(' ');
        if (blank != std::string_view::npos && line[0] != '=' && line[0] != '-')
            headers.emplace_back(line.substr(blank + 1));
    }
    return headers;
}

std::string library_record(const std::vector<std::string>& words, const std::vector<fs::path>& folders) {
    std::vector<fs::path> searched;
    for (const std::string& folder : values_of(words, "-L"))
        searched.push_back(fs::absolute(folder));
    searched.insert(searched.end(), folders.begin(), folders.end());
    Record record;
    for (const std::string& library : values_of(words, "-l")) {
        bool found = false;
        for (std::size_t i = 0; i < searched.size() && !found; ++i)
            for (const char* end : {".so", ".a"}) {
                const fs::path file = searched[i] / ("lib" + library + end);
                std::error_code ignored;
                const bool is_there = fs::is_regular_file(file, ignored);
                if (is_there)
                    record.content(file);
                else
                    record.absence(file);
                found |= is_there;
            }
    }
    return record.take();
}

std::vector<fs::path> folders_in(const char* variable) {
    std::vector<fs::path> folders;
    const char* const value = std::getenv(variable);
    std::string_view rest = value != nullptr ? value : "";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        if (end > 0) folders.push_back(fs::absolute(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return folders;
}

bool depend_on_current_folder(const std::vector<std::string>& flags) {
    for (const char* option : {"-I", "-L", "-B", "-iquote", "-isystem", "-idirafter", "-include"})
        for (const std::string& value : values_of(flags, option))
            if (value[0] != '/') return true;
    return false;
}

bool are_unchanged(std::string_view record) {
    for (const std::string_view line : lines_of(record)) {
        const std::size_t space = line.find(' ');
        const std::string_view state = line.substr(0, space);
        const std::string path(line.substr(space + 1));
        const bool has_content = state[0] != '-' && state[0] != '=';
        try {
            if ((has_content ? content_of(path) : identity_of(path)) != state) return false;
        } catch (const Failure&) {
            return false;
        }
    }
    return true;
}

} // namespace loop::runner
