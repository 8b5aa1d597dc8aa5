#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::compiler;
using namespace loop::compiler::tests;

namespace {

/// The diagnostics of a file that declares something before a main function with these statements.
std::string said(const std::string& declarations, const std::string& statements) {
    const Compilation compilation = compile({"test.loop", declarations + "\n" + in_main(statements)});
    return compilation.ok() ? "" : render(compilation.diagnostics(), compilation.source());
}

const std::string send = "\\SEND(8, r -> r + 1);";

} // namespace

TEST_CASE("the name of a sender may be that of a variable elsewhere", "[arrow]") {
    CHECK(said("", send).empty());
    CHECK(said("static void other(int nodes, int r) { (void)nodes; (void)r; }", send).empty());
    CHECK(said("void declared(int nodes, long r);", send).empty());
    CHECK(said("static void other() { int r = 3; (void)r; }", send).empty());
    CHECK(said("", "{ int r = 3; (void)r; } " + send).empty());
    CHECK(said("", "{ \\VEC(double, S1: 3) r; } " + send).empty());
    CHECK(said("static void other() { \\VEC(double, S1: 3) r; }", send).empty());
    CHECK(said("", "\\LOOP (3) r { } " + send).empty());
}

TEST_CASE("the name of a sender must not be that of a visible variable", "[arrow]") {
    const std::string error = "`r` is a variable";
    CHECK_THAT(said("int r = 3;", send), Catch::Contains(error));
    CHECK_THAT(said("", "int r = 3; " + send), Catch::Contains(error));
    CHECK_THAT(said("", "int r = 3; { " + send + " }"), Catch::Contains(error));
    CHECK_THAT(said("", "\\VEC(double, S1: 3) r; { " + send + " }"), Catch::Contains(error));
    CHECK_THAT(said("", "\\LOOP (3) r { " + send + " }"), Catch::Contains(error));
    CHECK_THAT(said("static void other(int r) { " + send + " }", "other(1);"), Catch::Contains(error));
}

TEST_CASE("a list may end with a comma", "[arrow]") {
    CHECK(said("double a, b;", "\\SEND(8, r -> {r - 1, r + 1}, FROM: {&a, &b,});").empty());
    CHECK_THAT(said("double a;", "\\SEND(8, r -> {r - 1, r + 1}, FROM: {&a,});"),
               Catch::Contains("this list has 1 places, not 2"));
}

TEST_CASE("a list of senders is no function", "[arrow]") {
    CHECK_THAT(said("", "\\SEND(8, {0, 1} -> 2);"),
               Catch::Contains("must be pairs of ranks, not `{0, 1} -> 2`"));
}

TEST_CASE("a size with an arrow may be a member only in parentheses", "[arrow]") {
    const std::string mesh = "struct Mesh { int bytes; }; static Mesh* mesh_of();";
    for (const char* construct : {"\\GATHER(mesh->bytes);", "\\ALLGATHER(mesh->bytes);",
                                  "\\SEND(mesh->bytes, r -> r + 1);", "\\ALLTOALL(mesh->bytes);"}) {
        const std::string text = said(mesh, std::string("auto [mesh, other] = both(); ") + construct);
        CHECK(text.find("may be a member of `mesh`, or a function of a sender with this name") !=
              std::string::npos);
        CHECK(text.find("a member needs parentheses: `(mesh->bytes)`") != std::string::npos);
    }
    for (const char* size : {"(mesh->bytes)", "r -> bytes", "r->8", "r->8 * r", "r->bytes * r"})
        CHECK(said(mesh + " int bytes;", "auto [mesh, other] = both(); \\GATHER(" + std::string(size) + ");")
                  .empty());
}
