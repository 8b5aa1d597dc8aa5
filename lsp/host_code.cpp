#include "lsp/host_code.h"

#include "lsp/positions.h"

namespace loop::lsp {

std::optional<HostView> HostView::of(const Document& document) {
    const compiler::Compilation compilation = compiler::compile(document.source());
    if (!compilation.ok()) return std::nullopt;
    return HostView(document, compilation.emit_mapped());
}

HostView::HostView(const Document& document, compiler::MappedCxx cxx)
    : document_(document.source()), document_uri_(document.uri()), uri_(document.uri() + ".cpp"),
      text_(std::move(cxx.text)), kept_(std::move(cxx.kept)), cxx_(uri_, text_) {}

std::optional<Json> HostView::position(std::size_t offset) const {
    for (const compiler::KeptText& piece : kept_)
        if (piece.source <= offset && offset <= piece.source + piece.size)
            return position_of(cxx_, piece.result + (offset - piece.source));
    return std::nullopt;
}

std::optional<Json> HostView::range_in_document(const Json& range) const {
    const std::size_t begin = offset_of(cxx_, range.at("start"));
    const std::size_t end = offset_of(cxx_, range.at("end"));
    for (const compiler::KeptText& piece : kept_)
        if (piece.result <= begin && begin <= end && end <= piece.result + piece.size)
            return range_of(document_,
                            {piece.source + (begin - piece.result), piece.source + (end - piece.result)});
    return std::nullopt;
}

std::optional<Json> HostView::edit_in_document(const Json& edit) const {
    const std::optional<Json> range = range_in_document(edit.at("range"));
    if (!range) return std::nullopt;
    return Json::object({{"range", *range}, {"newText", edit.at("newText")}});
}

Json HostView::hover(const Json& answer) const {
    if (!answer.is_object()) return nullptr;
    Json hover = answer;
    if (answer.contains("range")) {
        const std::optional<Json> range = range_in_document(answer.at("range"));
        hover.erase("range");
        if (range) hover["range"] = *range;
    }
    return hover;
}

Json HostView::locations(const Json& answer) const {
    if (!answer.is_array()) return nullptr;
    Json list = Json::array();
    for (const Json& location : answer) {
        if (location.at("uri") != Json(uri_)) {
            list.push_back(location);
        } else if (const std::optional<Json> range = range_in_document(location.at("range"))) {
            list.push_back(Json::object({{"uri", document_uri_}, {"range", *range}}));
        }
    }
    return list.empty() ? Json(nullptr) : list;
}

Json HostView::completion(const Json& answer) const {
    const Json& items = answer.is_object() ? answer["items"] : answer;
    Json list = Json::array();
    for (const Json& item : items) {
        Json copy = item;
        copy.erase("additionalTextEdits"); // an #include, for example
        if (item.contains("textEdit")) {
            const std::optional<Json> edit = edit_in_document(item.at("textEdit"));
            if (!edit) continue;
            copy["textEdit"] = *edit;
        }
        list.push_back(std::move(copy));
    }
    return list;
}

} // namespace loop::lsp
