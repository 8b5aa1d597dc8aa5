#include "runner/build/compiler_messages.h"

#include "base/text/strings.h"

#include <fmt/core.h>

#include <charconv>
#include <cstddef>

namespace loop::runner {

namespace {

struct Place {
    int line = 0;
    int column = 0;
};

/// Removes a number and the colon after it from the beginning of `text`. Returns the number, or 0 if there is
/// none.
int take_number(std::string_view& text) {
    int number = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number).ptr;
    const auto length = static_cast<std::size_t>(end - text.data());
    if (length == 0 || length >= text.size() || text[length] != ':') return 0;
    text.remove_prefix(length + 1);
    return number;
}

/// The place in a message `name:LINE:COLUMN: error: ...` about the source; line 0 for every other message.
Place place_of(std::string_view message, const compiler::Source& source) {
    Place place;
    if (message.substr(0, source.name().size()) != source.name()) return place;
    message.remove_prefix(source.name().size());
    if (message.empty() || message[0] != ':') return place;
    message.remove_prefix(1);
    const int line = take_number(message);
    const int column = take_number(message);
    for (const std::string_view kind : {" error:", " fatal error:", " warning:", " note:"})
        if (message.substr(0, kind.size()) == kind && line >= 1 && line <= source.line_count())
            place = {line, column};
    return place;
}

/// The lines of the emitted text that belong to the source, after its `#line 1`.
std::vector<std::string_view> source_part(std::string_view emitted) {
    const std::size_t directive = emitted.find("#line 1 ");
    if (directive == std::string_view::npos) return {};
    const std::size_t end = emitted.find('\n', directive);
    return end == std::string_view::npos ? std::vector<std::string_view>{}
                                         : lines_of(emitted.substr(end + 1));
}

std::string caret_line(std::string_view line, int column) {
    std::string text;
    for (int i = 0; i + 1 < column; ++i)
        text += line[static_cast<std::size_t>(i)] == '\t' ? '\t' : ' ';
    return text + '^';
}

std::string excerpt(const Place& place, const compiler::Source& source,
                    const std::vector<std::string_view>& emitted) {
    const std::string_view line = source.line(place.line);
    std::string text = fmt::format("{:5} | {}\n", place.line, line);
    const auto index = static_cast<std::size_t>(place.line) - 1;
    const bool same = index < emitted.size() && emitted[index] == line;
    if (same && place.column >= 1 && static_cast<std::size_t>(place.column) <= line.size())
        text += fmt::format("      | {}\n", caret_line(line, place.column));
    return text;
}

/// If the first error is in a header and was caused by an instantiation in the source, returns it as an error
/// of that source line; otherwise an empty text.
std::string error_required_by_source(std::string_view output, const compiler::Source& source,
                                     const std::vector<std::string_view>& emitted) {
    constexpr std::string_view asks = "   required from here", is_error = ": error: ";
    std::string_view asking;
    for (const std::string_view message : lines_of(output)) {
        const std::size_t end = message.find(asks);
        if (end != std::string_view::npos) asking = message.substr(0, end);
        const std::size_t error = message.find(is_error);
        if (error == std::string_view::npos) continue;
        if (asking.empty() || place_of(message, source).line > 0) return {};
        const std::string moved = fmt::format("{} {}", asking, message.substr(error + 2));
        const Place place = place_of(moved, source);
        return place.line > 0 ? moved + "\n" + excerpt(place, source, emitted) : std::string();
    }
    return {};
}

} // namespace

std::string with_source_lines(std::string_view output, const compiler::Source& source,
                              std::string_view emitted) {
    const std::vector<std::string_view> emitted_lines = source_part(emitted);
    std::string result = error_required_by_source(output, source, emitted_lines);
    for (const std::string_view message : lines_of(output)) {
        result.append(message).append("\n");
        const Place place = place_of(message, source);
        if (place.line > 0) result += excerpt(place, source, emitted_lines);
    }
    return result;
}

} // namespace loop::runner
