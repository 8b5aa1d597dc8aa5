#include "runner/build/dependencies.h"

#include "base/text/hash.h"
#include "base/text/strings.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <algorithm>

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

/// The folders in which the flags let the linker look for libraries: `-L DIR` and `-LDIR`.
std::vector<fs::path> library_folders(const std::vector<std::string>& flags) {
    std::vector<fs::path> folders;
    for (std::size_t i = 0; i < flags.size(); ++i) {
        if (flags[i].rfind("-L", 0) != 0) continue;
        if (flags[i].size() > 2)
            folders.emplace_back(flags[i].substr(2));
        else if (i + 1 < flags.size())
            folders.emplace_back(flags[i + 1]);
    }
    return folders;
}

std::string line_of(const fs::path& file) {
    return content_hash(read_file(file)) + " " + file.string() + "\n";
}

} // namespace

std::string library_record(const compiler::BuildNeeds& needs) {
    std::string record;
    for (const fs::path& folder : library_folders(needs.flags)) {
        for (const std::string& library : needs.libraries) {
            for (const char* end : {".so", ".a"}) {
                const fs::path file = folder / ("lib" + library + end);
                std::error_code ignored;
                if (fs::is_regular_file(file, ignored)) record += line_of(file);
            }
        }
    }
    return record;
}

std::string dependency_record(std::string_view make_rules, const std::vector<fs::path>& apart) {
    std::string record;
    for (const std::string& word : prerequisites(make_rules)) {
        const fs::path file = fs::absolute(word);
        const auto covers = [&](const fs::path& folder) { return is_under(file, folder); };
        if (std::none_of(apart.begin(), apart.end(), covers)) record += line_of(file);
    }
    return record;
}

bool are_unchanged(std::string_view record) {
    for (const std::string_view line : lines_of(record)) {
        const std::size_t space = line.find(' ');
        try {
            const std::string path(line.substr(space + 1));
            if (content_hash(read_file(path)) != line.substr(0, space)) return false;
        } catch (const Failure&) {
            return false;
        }
    }
    return true;
}

} // namespace loop::runner
