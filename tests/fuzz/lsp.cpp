// A client of the language server: the first piece of the input is a document, the others are messages.
#include "lsp/messages.h"
#include "lsp/server.h"
#include "target.h"

using loop::Json;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    loop::lsp::Server server([](const Json& message) { loop_fuzz::expect_json(message.dump()); });
    const std::vector<std::string> pieces = loop_fuzz::pieces(data, size, 1);
    server.handle(Json::object({{"id", 0}, {"method", "initialize"}, {"params", Json::object()}}));
    const Json document = Json::object({{"uri", "file:///a.loop"}, {"text", pieces[0]}});
    server.handle(Json::object(
        {{"method", "textDocument/didOpen"}, {"params", Json::object({{"textDocument", document}})}}));
    loop::lsp::MessageReader reader;
    for (std::size_t i = 1; i < pieces.size(); ++i)
        reader.add(i % 2 == 0 ? pieces[i]
                              : loop::lsp::framed(pieces[i])); // half of them with their own headers
    while (const std::optional<std::string> text = reader.next()) {
        const Json message = Json::parse_or_discard(*text);
        message.is_discarded() ? server.refuse_text() : server.handle(message);
    }
    server.publish();
    return 0;
}
