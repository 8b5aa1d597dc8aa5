#include "compiler/service/structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace loop::compiler {

namespace {

/// Puts entries into those that contain them. `flat` is sorted by begin; an outer entry is before its inner
/// ones.
std::vector<OutlineEntry> nested(std::vector<OutlineEntry> flat) {
    std::vector<OutlineEntry> top;
    std::vector<OutlineEntry*> open;
    for (OutlineEntry& entry : flat) {
        while (!open.empty() && !contains(open.back()->range, entry.range))
            open.pop_back();
        std::vector<OutlineEntry>& siblings = open.empty() ? top : open.back()->children;
        siblings.push_back(std::move(entry));
        // Only the last child of each open entry grows, so that pointers to open entries stay valid.
        open.push_back(&siblings.back());
    }
    return top;
}

std::string name_of_region(const Analysis& analysis, const Construct& construct) {
    return flatten(analysis.code(construct.head));
}

void add_construct(std::vector<OutlineEntry>& flat, const Analysis& analysis, const Construct& construct) {
    using Kind = OutlineEntry::Kind;
    if (construct.parameter)
        flat.push_back({Kind::Parameter, construct.parameter->name, construct.head, construct.name, {}});
    for (const Array& array : construct.arrays)
        flat.push_back({Kind::Array, array.name, array.at, array.at, {}});
    if (!construct.has_statement) return;
    const Range all{construct.head.begin, std::max(construct.statement.end, construct.head.end)};
    const bool is_phase = construct.info->name == "PHASE";
    flat.push_back(
        {is_phase ? Kind::Phase : Kind::Region,
         is_phase ? std::string(analysis.text(construct.argument(0))) : name_of_region(analysis, construct),
         all,
         construct.name,
         {}});
}

} // namespace

std::vector<OutlineEntry> outline_of(const Analysis& analysis) {
    std::vector<OutlineEntry> flat;
    for (const Function& function : analysis.tree().functions) {
        const Statement& body = analysis.tree()[function.body];
        if (body.last <= function.header_first || body.last > analysis.host().tokens.size()) continue;
        const Range head = analysis.host().range(function.header_first);
        const Range all{head.begin, analysis.host().tokens[body.last - 1].end};
        flat.push_back({OutlineEntry::Kind::Function, std::string(function.name), all, head, {}});
    }
    for (const Construct& construct : analysis.constructs)
        add_construct(flat, analysis, construct);
    std::stable_sort(flat.begin(), flat.end(), [](const OutlineEntry& a, const OutlineEntry& b) {
        return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end > b.range.end;
    });
    return nested(std::move(flat));
}

std::vector<Fold> folds_of(const Analysis& analysis) {
    std::set<std::pair<int, int>> folds;
    const auto add = [&](Range range) {
        const int first = analysis.source.position(range.begin).line;
        const int last = analysis.source.position(range.end).line;
        if (last > first) folds.emplace(first, last);
    };
    for (std::size_t token = 0; token < analysis.host().tokens.size(); ++token)
        if (analysis.host().is(token, "{"))
            if (const std::uint32_t close = analysis.host().tokens[token].partner; close != Token::unpaired)
                add({analysis.host().tokens[token].begin, analysis.host().tokens[close].end - 1});
    for (const Construct& construct : analysis.constructs)
        if (construct.has_statement && construct.statement.end > construct.head.begin)
            add({construct.head.begin, construct.statement.end - 1});
    std::vector<Fold> result;
    for (const auto& [first, last] : folds)
        result.push_back({first, last});
    return result;
}

std::vector<ColoredWord> colored_words_of(const Analysis& analysis, const std::vector<Symbol>& symbols) {
    using Kind = ColoredWord::Kind;
    std::vector<ColoredWord> words;
    for (const ast::Construct& seen : analysis.file.constructs) {
        const ConstructInfo* const info = find_construct(analysis.text(seen.name).substr(1));
        if (info == nullptr) continue;
        words.push_back({Kind::Construct, seen.name});
        for (const ast::Argument& argument : seen.list)
            if (argument.name) words.push_back({Kind::Argument, *argument.name});
        const Construct* const construct = analysis.construct_at(seen.name.begin);
        for (std::size_t i = 0; construct != nullptr && i < construct->arguments.size(); ++i)
            if (construct->has(i) && !words_of(info->parameters[i].kind).empty() &&
                analysis.text(construct->argument(i)).find('\n') == std::string_view::npos)
                words.push_back({Kind::Value, construct->argument(i)});
    }
    for (const Symbol& symbol : symbols) {
        if (symbol.kind == Symbol::Kind::Phase || symbol.kind == Symbol::Kind::Handle) continue;
        const Kind kind = symbol.kind == Symbol::Kind::Parameter ? Kind::Parameter
                          : symbol.kind == Symbol::Kind::Array   ? Kind::Array
                                                                 : Kind::Iterator;
        for (const Range use : symbol.uses)
            words.push_back({kind, use});
    }
    std::stable_sort(words.begin(), words.end(), [](const ColoredWord& a, const ColoredWord& b) {
        return a.range.begin < b.range.begin;
    });
    const auto overlaps = [](const ColoredWord& a, const ColoredWord& b) {
        return b.range.begin < a.range.end;
    };
    words.erase(std::unique(words.begin(), words.end(), overlaps), words.end());
    return words;
}

} // namespace loop::compiler
