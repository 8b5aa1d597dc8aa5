// What the language server answers.
#include "client.h"
#include "lsp/messages.h"
#include "lsp/positions.h"

#include <catch2/catch.hpp>

using namespace loop;
using namespace loop::lsp;
using namespace loop::lsp::tests;

namespace {

/// `body` on line 1 and the lines below it.
std::string program(const std::string& body, const std::string& before = "") {
    return before + "int main() { int nodes, me, host, size; \\OPEN0(&nodes, &me, &host, &size, 0);\n" +
           body + "\n\\CLOSE0();\n}\n";
}

std::vector<std::string> labels(const Json& completion) {
    std::vector<std::string> words;
    for (const Json& item : completion.at("items"))
        words.push_back(item.at("label").get<std::string>());
    return words;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("problems are told with their code, place, and hint", "[lsp]") {
    Client client;
    CHECK(client.open(program("\\BARRIER();")).empty());
    const Json problems = client.open(program("\\EXCHANG(8, 1, 2);"));
    REQUIRE(problems.size() == 1);
    CHECK(problems[std::size_t(0)]["code"] == "unknown-construct");
    CHECK(problems[std::size_t(0)]["severity"] == 1);
    CHECK(has(problems[std::size_t(0)]["message"].get<std::string>(), "did you mean `\\EXCHANGE`?"));
    CHECK(problems[std::size_t(0)]["range"]["start"]["line"] == 1);
    CHECK(problems[std::size_t(0)]["range"]["start"]["character"] == 0);
    CHECK(problems[std::size_t(0)]["range"]["end"]["character"] == 8);
    const Json remarks = client.open(program("double x = 1; \\LOOP (3) x = x * 2;"));
    REQUIRE(remarks.size() == 1);
    CHECK(remarks[std::size_t(0)]["code"] == "undeclared-flops");
    CHECK(remarks[std::size_t(0)]["severity"] == 3); // information
}

TEST_CASE("a changed document is compiled once for all changes that wait", "[lsp]") {
    Client client;
    client.open(program(""));
    client.received.clear();
    const auto insert = [&](int version, const std::string& text) {
        const Json place = Json::object({{"line", 1}, {"character", 0}});
        client.tell(
            "textDocument/didChange",
            Json::object({{"textDocument", Json::object({{"uri", client.uri}, {"version", version}})},
                          {"contentChanges", Json::array({Json::object(
                                                 {{"range", Json::object({{"start", place}, {"end", place}})},
                                                  {"text", text}})})}}));
    };
    insert(2, "();");
    insert(3, "\\BARIER");
    client.publish();
    REQUIRE(client.received.size() == 1);
    const Json& told = client.received[0]["params"];
    CHECK(told["version"] == 3);
    REQUIRE(told["diagnostics"].size() == 1);
    CHECK(told["diagnostics"][std::size_t(0)]["code"] == "unknown-construct");
    client.publish();
    CHECK(client.received.size() == 1);
}

TEST_CASE("problems of a closed document disappear; two documents have their own", "[lsp]") {
    Client client;
    client.open(program("\\BARIER();"));
    client.tell(
        "textDocument/didOpen",
        Json::object({{"textDocument", Json::object({{"uri", "file:///b.loop"}, {"text", program("")}})}}));
    client.received.clear();
    client.publish();
    REQUIRE(client.received.size() == 1);
    CHECK(client.received[0]["params"]["uri"] == "file:///b.loop");
    CHECK(client.received[0]["params"]["diagnostics"].empty());
    client.tell("textDocument/didClose",
                Json::object({{"textDocument", Json::object({{"uri", client.uri}})}}));
    client.publish();
    REQUIRE(client.received.size() == 2);
    CHECK(client.received[1]["params"]["uri"] == client.uri);
    CHECK(client.received[1]["params"]["diagnostics"].empty());
}

TEST_CASE("hover shows the page of a construct, an argument, and what a name is", "[lsp]") {
    Client client;
    const auto hover = [&](const std::string& text) {
        client.open(text);
        const Json answer = client.ask_here("textDocument/hover");
        return answer.is_null() ? std::string("nothing") : answer["contents"]["value"].get<std::string>();
    };
    CHECK(has(hover(program("\\EXCH@ANGE(8, 1, 2);")), "exchanges messages with partners on both sides"));
    CHECK(hover(program("\\LOOP (C@OUNT: 3) ;")) == "`COUNT` of `\\LOOP`: a count, may be left out");
    CHECK(hover(program("\\EXCHANGE(8 * rou@nds, 1, 2);", "\\PARAM(int rounds = 3, \"how often\")\n")) ==
          "parameter `int rounds = 3`: how often");
    CHECK(hover(program("\\VEC(double, 3) x;\nx@[0] = 1;")) == "array `\\VEC(double, 3) x;`");
    CHECK(hover(program("\\LOOP (3) i { put(@i); }")) == "iterator of `\\LOOP (3) i`: `int`, from 0");
    CHECK(hover(program("int a@ = 3;")) == "nothing");
    CHECK(hover(program("// \\EXCH@ANGE")) == "nothing");
}

TEST_CASE("constructs, arguments, words, and names are completed", "[lsp]") {
    Client client;
    const auto completed = [&](const std::string& text) {
        client.open(text);
        return client.ask_here("textDocument/completion");
    };
    const Json constructs = completed(program("\\EX@"));
    CHECK(has(labels(constructs), "\\EXCHANGE"));
    CHECK(constructs["items"].size() > 50);
    const Json& first = constructs["items"][std::size_t(0)];
    CHECK(!first.contains("filterText")); // with it, Neovim 0.7 does not look at where the word begins
    CHECK(first["textEdit"]["range"]["start"]["character"] == 0);
    CHECK(first["textEdit"]["range"]["end"]["character"] == 3);
    CHECK(has(labels(completed(program("\\@"))), "\\BARRIER"));

    const auto arguments = labels(completed(program("\\EXCHANGE(8, DISTANCE: 1, @")));
    CHECK(has(arguments, "PARTNERS: "));
    CHECK(!has(arguments, "DISTANCE: "));
    CHECK(has(labels(completed(program("\\ALLREDUCE(8, OP: @)"))), "sum"));
    CHECK(!has(labels(completed(program("\\ALLREDUCE(8, OP: @)"))), "TYPE: "));

    const std::string body = "\\VEC(double, 3) field;\n\\LOOP (3) step { @ }\n\\LOOP (3) other { }";
    const auto names = labels(completed(program(body, "\\PARAM(int rounds = 3, \"\")\n")));
    CHECK(names == std::vector<std::string>{"rounds", "field", "step"});
}

TEST_CASE("the usage of a construct shows which argument is written", "[lsp]") {
    Client client;
    const auto active = [&](const std::string& text) {
        client.open(text);
        const Json answer = client.ask_here("textDocument/signatureHelp");
        return answer.is_null() ? -1 : answer["activeParameter"].get<int>();
    };
    CHECK(active(program("\\EXCHANGE(@")) == 0);
    CHECK(active(program("\\EXCHANGE(8, @1, 2);")) == 1);
    CHECK(active(program("\\EXCHANGE(f(1, 2), 1@, 2);")) == 1);
    CHECK(active(program("\\EXCHANGE(8, 1, 2, RING: @true);")) == 5);
    CHECK(active(program("\\EXCHANGE(8, 1, 2); @")) == -1);
    client.open(program("\\EXCHANGE(@8, 1, 2);"));
    const Json answer = client.ask_here("textDocument/signatureHelp");
    CHECK(has(answer["signatures"][std::size_t(0)]["label"].get<std::string>(),
              "\\EXCHANGE(size, distance, partners"));
}

TEST_CASE("names lead to their declaration and to all uses", "[lsp]") {
    Client client;
    client.open(
        program("\\VEC(double, n) x;\n\\INIT_ARRAY(x, n);\nx[@n - 1] = a.n + b::n; // n\nputs(\"n\");",
                "\\PARAM(int n = 3, \"\")\n"));
    const Json declared = client.ask_here("textDocument/definition");
    CHECK(declared["range"]["start"]["line"] == 0);
    CHECK(declared["range"]["start"]["character"] == 11);
    CHECK(client.ask_here("textDocument/references").size() == 4);
    const Json without = Json::object({{"context", Json::object({{"includeDeclaration", false}})}});
    CHECK(client.ask_here("textDocument/references", without).size() == 3);
    CHECK(client.ask_here("textDocument/documentHighlight").size() == 4);
}

TEST_CASE("an iterator is known in its statement only", "[lsp]") {
    Client client;
    client.open(program("\\LOOP (2) i { use(i); }\n\\LOOP (3) i { use(@i); }"));
    CHECK(client.ask_here("textDocument/references").size() == 2);
}

TEST_CASE("names are changed everywhere, and nothing else is", "[lsp]") {
    Client client;
    const auto renamed = [&](const std::string& text, const std::string& name) {
        client.open(text);
        const Json edit = client.ask_here("textDocument/rename", Json::object({{"newName", name}}));
        return client.edited(edit.at("changes").at(client.uri));
    };
    const std::string parameter = "\\PARAM(int n = 3, \"n\")\n";
    CHECK(renamed(program("\\LOOP (@n) i \\EXCHANGE(8 * n, 1, 2);", parameter), "count") ==
          program("\\LOOP (count) i \\EXCHANGE(8 * count, 1, 2);", "\\PARAM(int count = 3, \"n\")\n"));
    CHECK(renamed(program("\\MAT(double, 2, 2) @A, B;\n\\INIT_ARRAY(A, 0);"), "left") ==
          program("\\MAT(double, 2, 2) left, B;\n\\INIT_ARRAY(left, 0);"));
    CHECK(renamed(program("\\PHASE(\"so@lve\") ;\n\\PHASE(\"solve\") ;\nputs(\"solve\");"), "iterate") ==
          program("\\PHASE(\"iterate\") ;\n\\PHASE(\"iterate\") ;\nputs(\"solve\");"));
    CHECK(renamed(program("\\START(h@alo) \\EXCHANGE(8, 1, 2);\n\\FINISH(halo);"), "edges") ==
          program("\\START(edges) \\EXCHANGE(8, 1, 2);\n\\FINISH(edges);"));
}

TEST_CASE("a name is not changed if that would change the program", "[lsp]") {
    Client client;
    const auto refusal = [&](const std::string& text, const std::string& name) {
        client.open(text);
        return client.refusal_here("textDocument/rename", Json::object({{"newName", name}}));
    };
    const std::string loop = program("int old = 0;\n\\LOOP (3) i@ { use(i, old); }");
    CHECK(refusal(loop, "old") == "`old` is used in this file already");
    CHECK(refusal(loop, "a b") == "`a b` is not a name of C++");
    CHECK(refusal(loop, "while") == "`while` is not a name of C++");
    CHECK(refusal(loop, "k").empty());
    CHECK(refusal(program("\\LOOP (3) i@ { use(i); { int i = 0; use(i); } }"), "k") ==
          "line 2 declares another `i`");
    CHECK(refusal(program("\\LOOP (n@) ;\n#define TWICE (2 * n)", "\\PARAM(int n = 3, \"\")\n"), "k") ==
          "a preprocessor directive uses `n`");
    CHECK(refusal(program("int a@;"), "k") == "no array, iterator, parameter, phase, or handle is here");
}

TEST_CASE("problems with one solution have a quick fix", "[lsp]") {
    Client client;
    const auto fixed = [&](const std::string& text) {
        const Json problems = client.open(text);
        REQUIRE(problems.size() > 0);
        const Json actions =
            client.ask("textDocument/codeAction",
                       Json::object({{"textDocument", Json::object({{"uri", client.uri}})},
                                     {"range", problems[std::size_t(0)]["range"]},
                                     {"context", Json::object({{"diagnostics", problems}})}}));
        REQUIRE(actions.size() == 1);
        return client.edited(actions[std::size_t(0)]["edit"]["changes"].at(client.uri));
    };
    CHECK(fixed(program("\\EXCHANG(8, 1, 2);")) == program("\\EXCHANGE(8, 1, 2);"));
    CHECK(fixed(program("\\EXCHANGE(8, 1, 2)")) == program("\\EXCHANGE(8, 1, 2);"));
    CHECK(fixed(program("\\EXCHANGE(8, 1, 2, RNG: true);")) == program("\\EXCHANGE(8, 1, 2, RING: true);"));
    CHECK(fixed("int main() {\n    int nodes, me, host, size;\n    \\OPEN0(&nodes, &me, &host, &size, "
                "0);\n}\n") == "int main() {\n    int nodes, me, host, size;\n    \\OPEN0(&nodes, &me, "
                               "&host, &size, 0);\n    \\CLOSE0();\n}\n");
}

TEST_CASE("the outline has functions, and what they contain", "[lsp]") {
    Client client;
    client.open(program("\\PHASE(\"all\") {\n\\LOOP (3) i \\BARRIER();\n}", "\\PARAM(int n = 3, \"\")\n"));
    const Json outline = client.ask_here("textDocument/documentSymbol");
    REQUIRE(outline.size() == 2);
    CHECK(outline[std::size_t(0)]["name"] == "n");
    CHECK(outline[std::size_t(1)]["name"] == "main");
    const Json& phases = outline[std::size_t(1)]["children"];
    REQUIRE(phases.size() == 1);
    CHECK(phases[std::size_t(0)]["name"] == "\"all\"");
    CHECK(phases[std::size_t(0)]["children"][std::size_t(0)]["name"] == "\\LOOP (3) i");
    const Json folds = client.ask_here("textDocument/foldingRange");
    REQUIRE(folds.size() == 2);
    CHECK(folds[std::size_t(0)]["startLine"] == 1);
    CHECK(folds[std::size_t(0)]["endLine"] == 6);
    CHECK(folds[std::size_t(1)]["startLine"] == 2);
    CHECK(folds[std::size_t(1)]["endLine"] == 4);
}

TEST_CASE("words of the language are colored", "[lsp]") {
    Client client;
    client.open("/*\u00e9*/ \\PARAM(int n = 3, HELP: \"\")\n");
    const Json data = client.ask_here("textDocument/semanticTokens/full").at("data");
    std::vector<int> numbers;
    for (const Json& number : data)
        numbers.push_back(number.get<int>());
    CHECK(numbers == std::vector<int>{0, 6, 6, 0, 0, /* n */ 0, 11, 1, 3, 0, /* HELP */ 0, 7, 4, 1, 0});
}

TEST_CASE("sizes and partners are shown where the file shows them", "[lsp]") {
    Client client;
    const auto hints_of = [&](const std::string& text) {
        client.open(text);
        const Json all = Json::object({{"start", Json::object({{"line", 0}, {"character", 0}})},
                                       {"end", Json::object({{"line", 99}, {"character", 0}})}});
        std::vector<std::string> texts;
        for (const Json& hint : client.ask_here("textDocument/inlayHint", Json::object({{"range", all}})))
            texts.push_back(hint.at("label").get<std::string>());
        return texts;
    };
    const auto hints = [&](const std::string& body) {
        return hints_of(program(body, "\\PARAM(int n = 3, \"\")\n\\PARAM(double t = 3, \"\")\n"));
    };
    using Texts = std::vector<std::string>;
    CHECK(hints_of("int main() { \\OPEN0(); \\SEND(8, r -> (r + 1) % nodes); \\CLOSE0(); }\n") ==
          Texts{" 4 ranks: 0→1 1→2 2→3 3→0"});
    CHECK(hints("\\SEND(8 * n, r -> (r + 1) % nodes);") == Texts{" = 24", " 4 ranks: 0→1 1→2 2→3 3→0"});
    CHECK(hints("\\SEND(8, r -> r ^ 1, IF: r > 1);") == Texts{" 4 ranks: 2→3 3→2"});
    CHECK(hints("\\SEND(8, r -> {r - 1, r + 1});") == Texts{" 4 ranks: 0→1 1→0,2 2→1,3 3→2"});
    CHECK(hints("\\SEND(8, r -> f(r));").empty());
    CHECK(hints("\\SEND(8, 0 -> 1);").empty());
    CHECK(hints("\\EXCHANGE(1 << n, 1, 2);") == Texts{" = 8", " 4 ranks: 0→1 1→2,0 2→3,1 3→2"});
    CHECK(hints("\\COMMUNICATE(sizeof(n), 1, 1);") == Texts{" 4 ranks: 0→1 1→2 2→3 3→0"});
    CHECK(hints("\\COMMUNICATE(8, n + me, 1);").empty());
}

TEST_CASE("a document is laid out as by loop fmt", "[lsp]") {
    Client client;
    const std::string text = program("\\EXCHANGE( 8,1 ,2 ) ;\nint  a;");
    client.open(text);
    const Json edits = client.ask_here("textDocument/formatting");
    CHECK(edits.size() == 1);
    CHECK(client.edited(edits) == program("\\EXCHANGE(8, 1, 2);\nint  a;"));
    CHECK(edits[std::size_t(0)]["range"]["start"]["line"] == 1);
    CHECK(edits[std::size_t(0)]["range"]["end"]["line"] == 1);
    client.open(program("\\EXCHANGE(8, 1, 2);"));
    CHECK(client.ask_here("textDocument/formatting").empty());
    client.open(program("\\EXCHANG( 8 );"));
    CHECK(client.refusal_here("textDocument/formatting") == "the program has mistakes: correct them first");
}

TEST_CASE("wrong messages are answered, and the server goes on", "[lsp]") {
    Client client;
    const auto code = [&](const Json& message) {
        client.received.clear();
        client.send(message);
        return client.received.empty() ? 0 : client.received.at(0).at("error").at("code").get<int>();
    };
    CHECK(code(Json::array({1})) == -32600);
    CHECK(code(Json::object({{"id", 1}, {"method", 3}})) == 0); // looks like an answer
    CHECK(code(Json::object({{"id", 1},
                             {"method", "textDocument/unheard"},
                             {"params", Json::object({{"textDocument", Json::object({{"uri", "x"}})}})}})) ==
          -32601);
    CHECK(code(Json::object({{"id", 1}, {"method", "textDocument/hover"}})) == -32602);
    CHECK(code(Json::object({{"id", 1}, {"method", "textDocument/hover"}, {"params", 3}})) == -32602);
    CHECK(code(Json::object({{"method", "textDocument/didOpen"}, {"params", 3}})) == 0);
    CHECK(code(Json::object({{"id", 1}, {"method", "initialize"}})) == -32803);
    CHECK(client.refusal("textDocument/hover",
                         Json::object({{"textDocument", Json::object({{"uri", "file:///absent.loop"}})},
                                       {"position", Json::object({{"line", 0}, {"character", 0}})}})) ==
          "`file:///absent.loop` is not open");
    CHECK(client.open(program("")).empty());
    client.ask("shutdown", nullptr);
    CHECK(code(Json::object({{"id", 9}, {"method", "textDocument/hover"}})) == -32600);
    CHECK(!client.server().has_ended());
    client.tell("exit", nullptr);
    CHECK(client.server().has_ended());
    CHECK(client.server().exit_code() == 0);
}

TEST_CASE("nothing is answered before initialize", "[lsp]") {
    std::vector<Json> sent;
    Server server([&](const Json& message) { sent.push_back(message); });
    server.handle(Json::object({{"id", 1}, {"method", "shutdown"}}));
    REQUIRE(sent.size() == 1);
    CHECK(sent[0]["error"]["code"] == -32002);
    server.handle(Json::object({{"method", "exit"}}));
    CHECK(server.has_ended());
    CHECK(server.exit_code() == 1);
}

TEST_CASE("columns are units of UTF-16", "[lsp]") {
    const compiler::Source source("a.loop", "a\u00e9\U0001F600b\nc");
    CHECK(utf16_length(source.text()) == 7);
    const auto at = [](int line, int character) {
        return Json::object({{"line", line}, {"character", character}});
    };
    CHECK(offset_of(source, at(0, 2)) == 3);
    CHECK(offset_of(source, at(0, 4)) == 7);
    CHECK(offset_of(source, at(0, 99)) == 8);
    CHECK(offset_of(source, at(7, 0)) == source.text().size());
    CHECK(offset_of(source, at(-1, 0)) == 0);
    for (const std::size_t offset : {0, 1, 3, 7, 8, 9})
        CHECK(offset_of(source, position_of(source, offset)) == offset);
}

TEST_CASE("messages arrive in any pieces", "[lsp]") {
    const std::string stream = framed("{\"a\":1}") + "X-Other: 1\r\n\r\n" + framed("") + framed("[2]");
    for (const std::size_t size : {1, 3, 1000}) {
        MessageReader reader;
        std::vector<std::string> messages;
        for (std::size_t at = 0; at < stream.size(); at += size) {
            reader.add(std::string_view(stream).substr(at, size));
            while (const auto message = reader.next())
                messages.push_back(*message);
        }
        CHECK(messages == std::vector<std::string>{"{\"a\":1}", "", "[2]"});
        CHECK(!reader.is_broken());
    }
    MessageReader reader;
    reader.add("content-length: 99999999999\r\n\r\n");
    CHECK(!reader.next());
    CHECK(reader.is_broken());
}

TEST_CASE("paths of URIs", "[lsp]") {
    CHECK(path_of("file:///a/b%20c.loop") == "/a/b c.loop");
    CHECK(path_of("file:///a%2") == "/a%2");
    CHECK(path_of("untitled:Untitled-1") == "untitled:Untitled-1");
}
