#include "compiler/format/host_mask.h"

#include "compiler/format/head_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::compiler {

namespace {

constexpr std::string_view loop_begin = "for (;; ";
constexpr std::size_t longest_name = 80;

/// Whether only blanks are between two heads.
bool adjacent(Range head, Range next, const Source& source) {
    return source.text({head.end, next.begin}).find_first_not_of(" \t") == std::string_view::npos;
}

/// A begin of names that is nowhere in the file, not even in comments and strings, where names are looked
/// for, too.
std::string absent_prefix(std::string_view text) {
    std::string prefix = "loop_head_";
    for (int number = 1; text.find(prefix) != std::string_view::npos; ++number)
        prefix = fmt::format("loop_head{}_", number);
    return prefix;
}

/// A name that the file does not use, about as long as the text that it stands for.
std::string name_for(std::size_t number, const std::string& prefix, std::string_view text, bool is_loop) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t around = is_loop ? loop_begin.size() + 1 : 1;
    const std::size_t length = std::min(line.size() - std::min(line.size(), around), longest_name);
    std::string name = fmt::format("{}{}_", prefix, number);
    name.resize(std::max(name.size(), length), '_');
    return name;
}

} // namespace

HostMask mask_heads(const ast::File& file, const Program& program, const Source& source) {
    const std::string prefix = absent_prefix(source.text());
    const auto head = [&](std::size_t i) {
        return with_semicolon(file.constructs[i], program.constructs[i]);
    };
    HostMask mask;
    std::size_t at = 0;
    for (std::size_t i = 0; i < program.constructs.size(); ++i) {
        Range range = head(i);
        mask.text += source.text({at, range.begin});
        while (program.constructs[i].has_statement && i + 1 < program.constructs.size() &&
               adjacent(range, head(i + 1), source))
            range.end = head(++i).end;
        const bool is_loop = program.constructs[i].has_statement;
        const std::string text(source.text(range));
        mask.heads.push_back({name_for(mask.heads.size(), prefix, text, is_loop), is_loop, text});
        const std::string& name = mask.heads.back().name;
        mask.text += is_loop ? fmt::format("{}{})", loop_begin, name) : name + ";";
        at = range.end;
    }
    mask.text += source.text().substr(at);
    return mask;
}

std::optional<std::string> HostMask::unmasked(std::string_view laid_out) const {
    std::string text;
    for (const Masked& head : heads) {
        const std::size_t name = laid_out.find(head.name);
        if (name == std::string_view::npos) return std::nullopt;
        const std::size_t begin = head.is_loop ? laid_out.rfind("for", name) : name;
        const std::size_t end = laid_out.find(head.is_loop ? ')' : ';', name);
        if (begin == std::string_view::npos || end == std::string_view::npos) return std::nullopt;
        text.append(laid_out.substr(0, begin)).append(head.text);
        laid_out.remove_prefix(end + 1);
    }
    return text.append(laid_out);
}

} // namespace loop::compiler
