#include "report/figures/patterns.h"

#include "base/text/hash.h"

#include <fmt/core.h>

#include <array>
#include <vector>

namespace loop::report {

namespace {

/// Strokes on a tile of 8 by 8. Tiles with different strokes can be distinguished without colors.
constexpr std::array<const char*, 8> hatchings{"",
                                               "M-2 2l4-4M0 8l8-8M6 10l4-4",
                                               "M-2 6l4 4M0 0l8 8M6-2l4 4",
                                               "M2 0v8M6 0v8",
                                               "M0 2h8M0 6h8",
                                               "M-2 2l4-4M0 8l8-8M6 10l4-4M-2 6l4 4M0 0l8 8M6-2l4 4",
                                               "M1 2h2M5 6h2",
                                               "M4 0v8M0 4h8"};

struct Patterned {
    std::string style;
    std::string ground; ///< the class of the color below the strokes
    std::size_t hatching;
};

std::string definition(const Patterned& item, const std::string& id) {
    return fmt::format("<pattern id=\"{}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
                       "<rect class=\"{}\" width=\"8\" height=\"8\"/><path class=\"{}\" d=\"{}\"/>"
                       "</pattern>\n",
                       id, item.ground, item.ground == "paper" ? "hatch-break" : "hatch",
                       hatchings[item.hatching]);
}

std::string ground_of(std::size_t kind) {
    return fmt::format("ground{}", kind % kind_colors);
}

/// The styles that are patterns wherever they are used. On a page, the first colors are solid.
const std::vector<Patterned>& patterned() {
    static const std::vector<Patterned> all = [] {
        std::vector<Patterned> list{{"break", "paper", 1}};
        for (std::size_t kind = kind_colors; kind < kind_styles; ++kind)
            list.push_back({kind_class(kind), ground_of(kind), kind / kind_colors});
        return list;
    }();
    return all;
}

/// The styles that are patterns in a file.
const std::vector<Patterned>& printed() {
    static const std::vector<Patterned> all = [] {
        std::vector<Patterned> list{{"break", "paper", 1},
                                    {"excluded", "ground-excluded", 2},
                                    {"unknown", "ground-unknown", 6},
                                    {"mpi", "ground-mpi", 5}};
        for (std::size_t kind = 1; kind < kind_styles; ++kind)
            list.push_back({kind_class(kind), ground_of(kind), (kind + kind / kind_colors) % 8});
        return list;
    }();
    return all;
}

bool uses(const std::string& body, const std::string& style) {
    return body.find("class=\"" + style + "\"") != std::string::npos ||
           body.find("class=\"stroke " + style + "\"") != std::string::npos;
}

} // namespace

std::string kind_class(std::size_t kind) {
    return kind < kind_styles ? fmt::format("kind{}", kind) : "kind-others";
}

std::string own_patterns(const std::string& body) {
    std::string definitions, style, text = body;
    for (const Patterned& item : patterned()) {
        if (!uses(body, item.style)) continue;
        // Ids must be unique on the page.
        const std::string id = item.style + "-" + content_hash(body).substr(0, 8);
        definitions += definition(item, id);
        const auto fill = [&](const std::string& classes, const char* attribute) {
            const std::string from = "class=\"" + classes + "\"",
                              to = from + fmt::format(" {}=\"url(#{})\"", attribute, id);
            for (std::size_t at = text.find(from); at != std::string::npos;
                 at = text.find(from, at + to.size()))
                text.replace(at, from.size(), to);
        };
        fill(item.style, "fill");
        fill("stroke " + item.style, "stroke");
    }
    return definitions.empty() ? text : "<defs>\n" + definitions + "</defs>\n" + text;
}

std::string print_patterns() {
    std::string text = "<defs>\n";
    for (const Patterned& item : printed())
        text += definition(item, "print-" + item.style);
    return text + "</defs>\n";
}

std::string print_pattern_style() {
    std::string text;
    for (const Patterned& item : printed())
        text += fmt::format(".figure .{0} {{ fill: url(#print-{0}); }}\n.figure .stroke.{0} {{ fill: none; "
                            "stroke: url(#print-{0}); }}\n",
                            item.style);
    return text;
}

} // namespace loop::report
