#include "runner/build/header_search.h"

#include "base/text/strings.h"

#include <optional>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

bool begins_with(std::string_view text, std::string_view beginning) {
    return text.substr(0, beginning.size()) == beginning;
}

/// The name in `<name>` or `"name"` at the begin of the text; empty if there is none.
std::string_view header_name(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos || (text[begin] != '<' && text[begin] != '"')) return {};
    const std::size_t end = text.find_first_of(text[begin] == '<' ? ">\n" : "\"\n", begin + 1);
    if (end == std::string_view::npos || text[end] == '\n') return {};
    return text.substr(begin + 1, end - begin - 1);
}

/// The name of the header in the folder: "sys/types.h"; nothing if it is not there. The compiler writes the
/// folder as it was given, followed by the name.
std::optional<std::string> name_in(const std::string& folder, const std::string& header) {
    if (!begins_with(header, folder + "/")) return std::nullopt;
    return header.substr(folder.size() + 1);
}

} // namespace

HeaderSearch header_search(std::string_view messages) {
    constexpr std::string_view ignoring = "ignoring nonexistent directory \"";
    HeaderSearch search;
    bool is_list = false;
    for (std::string_view line : lines_of(messages)) {
        if (begins_with(line, ignoring))
            search.missing.push_back(
                fs::absolute(line.substr(ignoring.size(), line.rfind('"') - ignoring.size())));
        if (begins_with(line, "#include ") && line.find(" search starts here:") != std::string_view::npos)
            is_list = true;
        else if (begins_with(line, "End of search list"))
            is_list = false;
        else if (is_list && begins_with(line, " "))
            search.folders.push_back(fs::absolute(line.substr(1)));
    }
    return search;
}

std::vector<fs::path> files_tested_for(const SearchedText& file, const HeaderSearch& search) {
    constexpr std::string_view words[] = {"__has_include_next", "__has_include"};
    std::vector<fs::path> files;
    const std::string_view text = file.text;
    for (std::size_t at = text.find(words[1]); at != std::string_view::npos;
         at = text.find(words[1], at + 1)) {
        std::string_view rest =
            text.substr(at + words[begins_with(text.substr(at), words[0]) ? 0 : 1].size());
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        if (rest.empty() || rest[0] != '(') continue;
        const std::string_view name = header_name(rest.substr(1));
        if (name.empty()) continue;
        files.push_back(file.folder / name);
        for (const fs::path& folder : search.folders)
            files.push_back(folder / name);
    }
    return files;
}

std::vector<fs::path> would_hide(const fs::path& header, const std::vector<fs::path>& nearer,
                                 const HeaderSearch& search) {
    std::size_t found = search.folders.size();
    std::string name;
    for (std::size_t i = 0; i < search.folders.size(); ++i)
        if (auto here = name_in(search.folders[i].string(), header.string()))
            if (name.empty() || here->size() <= name.size()) {
                found = i;
                name = *here;
            }
    std::vector<fs::path> files;
    if (name.empty()) return files; // next to the file that includes it, where the compiler looks first
    for (const fs::path& folder : nearer)
        files.push_back(folder / name);
    for (std::size_t i = 0; i < found; ++i)
        files.push_back(search.folders[i] / name);
    return files;
}

} // namespace loop::runner
