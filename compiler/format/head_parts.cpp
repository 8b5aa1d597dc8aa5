#include "compiler/format/head_parts.h"

#include "compiler/source/text.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace loop::compiler {

namespace {

std::string without_spaces(std::string_view text) {
    std::string kept;
    std::copy_if(text.begin(), text.end(), std::back_inserter(kept),
                 [](char c) { return whitespace.find(c) == std::string_view::npos; });
    return kept;
}

class GapList {
public:
    GapList(const ast::Construct& seen, const Construct& construct)
        : seen_(seen), construct_(construct), at_(seen.name.end) {}

    std::vector<Gap> list() {
        if (seen_.has_arguments) {
            add(seen_.arguments.begin, construct_.info->shape == Shape::Loop ? " " : "");
            at_ = seen_.arguments.begin + 1;
            arguments();
        }
        const std::size_t end = with_semicolon(seen_, construct_).end;
        for (const ast::Tail& tail : seen_.tail) {
            if (tail.range.end > end) break;
            this->tail(tail);
        }
        return gaps_;
    }

private:
    /// A gap from the end of the last part to `end`.
    Gap& add(std::size_t end, std::string_view canonical) {
        gaps_.push_back({{at_, end}, canonical});
        at_ = end;
        return gaps_.back();
    }

    void arguments() {
        bool first = true;
        for (const ast::Argument& argument : seen_.list) {
            const std::size_t begin = argument.name ? argument.name->begin : argument.value.begin;
            add(begin, first ? "" : ", ").may_break = true;
            first = false;
            if (argument.name) {
                at_ = argument.name->end;
                add(argument.value.begin, ": ");
            }
            if (argument.arrow && is_function(argument.value)) arrow(*argument.arrow);
            at_ = argument.value.end;
        }
        add(seen_.arguments.end - 1, "");
        at_ = seen_.arguments.end;
    }

    bool is_function(Range value) const {
        for (std::size_t i = 0; i < construct_.functions.size(); ++i)
            if (construct_.function_of(i) != nullptr && construct_.argument(i).begin == value.begin)
                return true;
        return false;
    }

    void arrow(const ast::Arrow& arrow) {
        at_ = arrow.sender.end;
        add(arrow.result.begin, " -> ");
    }

    /// `) name, name;`: a gap ends where a name or semicolon begins, and includes the comma before it.
    void tail(const ast::Tail& tail) {
        using Kind = ast::Tail::Kind;
        if (tail.kind == Kind::Comma) {
            after_comma_ = true;
            return;
        }
        add(tail.range.begin, after_comma_              ? ", "
                              : tail.kind == Kind::Name ? " "
                                                        : "")
            .may_break = after_comma_;
        at_ = tail.range.end;
        after_comma_ = false;
    }

    const ast::Construct& seen_;
    const Construct& construct_;
    std::size_t at_;
    bool after_comma_ = false;
    std::vector<Gap> gaps_;
};

} // namespace

Range with_semicolon(const ast::Construct& seen, const Construct& construct) {
    const bool follows = construct.semicolon && !construct.has_statement && !seen.tail.empty() &&
                         seen.tail[0].kind == ast::Tail::Kind::Semicolon;
    return {construct.head.begin, std::max(construct.head.end, follows ? seen.tail[0].range.end : 0)};
}

std::vector<Gap> gaps_of(const ast::Construct& seen, const Construct& construct) {
    return GapList(seen, construct).list();
}

bool is_plain(const Gap& gap, const Source& source) {
    return without_spaces(source.text(gap.range)) == without_spaces(gap.canonical);
}

} // namespace loop::compiler
