#include "compiler/constructs/construct.h"
#include "compiler/emit/plain/helpers.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <regex>
#include <set>

using namespace loop::compiler;
using namespace loop::compiler::tests;

namespace {

std::string plain_text(const std::string& text) {
    const Compilation compilation = compile({"test.loop", text}, Target::Plain);
    INFO(render(compilation.diagnostics(), compilation.source()));
    REQUIRE(compilation.ok());
    return compilation.emit_plain();
}

/// The program's own code, behind what the program defines for it.
std::string own_code(const std::string& text) {
    const std::string end = "} // namespace loop\n\n";
    return text.substr(text.rfind(end) + end.size());
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Constructs that need LOOP's runtime.
const std::set<std::string_view> kernels = {"APEXMAP", "PINGPONG", "CLUE", "BSPBENCH", "BSPPROBE"};

} // namespace

TEST_CASE("every construct but the kernels has its stored plain form", "[plain]") {
    for (const ConstructInfo& construct : construct_table())
        for (const auto& path : loop_files(tests_folder / "constructs" / lower(construct.name), "ok_")) {
            const Compilation compilation =
                compile({path.filename().string(), read_file(path)}, Target::Plain);
            INFO(path.string() << "\n" << render(compilation.diagnostics(), compilation.source()));
            if (kernels.count(construct.name) != 0) {
                CHECK(compilation.diagnostics().sorted().at(0).code == "plain-kernel");
                continue;
            }
            REQUIRE(compilation.ok());
            const std::string text = compilation.emit_plain();
            CHECK(text == compile({path.filename().string(), read_file(path)}, Target::Plain).emit_plain());
            CHECK(!has(text, "#line"));
            CHECK(!has(text, "<loop/"));
            CHECK(!has(text, "//@"));
            if (path.stem() == "ok_forms")
                check_golden(path.parent_path() / "plain_forms.cpp", own_code(text));
        }
}

TEST_CASE("a plain program declares what \\OPEN0 sets without arguments", "[plain]") {
    const std::string text =
        plain_text("int main() { \\OPEN0(); int size = 3; if (me + size == 0) return 1; \\CLOSE0(); }\n");
    CHECK(has(text, "static int me = 0;\n"));
    CHECK(!has(text, "static int nodes"));
    CHECK(!has(text, "static int size"));
    CHECK(has(text, "loop::open0(nullptr, &::me, nullptr, nullptr, 0);"));
}

TEST_CASE("a plain main function keeps the names of its parameters", "[plain]") {
    const auto main_with = [](const std::string& parameters) {
        const std::string text = plain_text("int main(" + parameters +
                                            ") { int nodes, me, host, size;\n"
                                            "\\OPEN0(&nodes, &me, &host, &size, 0);\n\\CLOSE0(); }\n");
        return text.substr(text.rfind("int main("));
    };
    CHECK(main_with("int argc, char**").find("int main(int argc, char** argv) {") == 0);
    CHECK(main_with("int, char** words").find("int main(int argc, char** words) {") == 0);
    CHECK(main_with("int n, char* words[]").find("int main(int n, char* words[]) {") == 0);
    CHECK(main_with("void").find("int main(int argc, char** argv) {") == 0);
    CHECK(has(
        plain_text("struct Game { int main(int k) { return k; } };\nint main() { int nodes, me, host, size;\n"
                   "\\OPEN0(&nodes, &me, &host, &size, 0);\n\\CLOSE0(); }\n"),
        "struct Game { int main(int k) { return k; } };\nint main(int argc, char** argv) {"));
}

TEST_CASE("plain programs read parameters before main where code needs them there", "[plain]") {
    const auto is_early = [](const std::string& code) {
        return has(plain_text("\\PARAM(int n = 3, \"\")\n" + code +
                              "\nint main() { int nodes, me, host, size;\n"
                              "\\OPEN0(&nodes, &me, &host, &size, 0);\n\\CLOSE0(); }\n"),
                   "EarlyArguments loop_arguments");
    };
    CHECK(is_early("int twice = 2 * n;"));
    CHECK(is_early("int twice() { return 2 * n; }\nint early = twice();"));
    CHECK(is_early(
        "int twice() { return 2 * n; }\nint more() { return 1 + twice(); }\nint early = 1 + more();"));
    CHECK(is_early("struct Mesh { int k; Mesh() { k = n; } };\nMesh mesh;"));
    CHECK(is_early("struct Mesh { int k; Mesh(); };\nstatic Mesh mesh;\nMesh::Mesh() : k(n) {}"));
    CHECK(is_early("int one() { return 1; }\nstruct A { int get() { return n; } };\n"
                   "struct B { int get() { return n; } };\nint early(B().get());"));

    CHECK_FALSE(is_early("int twice() { return 2 * n; }"));
    CHECK_FALSE(is_early("int twice();\nint more() { return twice(); }\nint twice() { return 2 * n; }"));
    CHECK_FALSE(is_early("int one() { return 1; }\nint early = one();\nint twice() { return 2 * n; }"));
    CHECK_FALSE(is_early("struct Mesh { int k; Mesh(); int get(); };\nvoid use(const Mesh& mesh);\n"
                         "Mesh::Mesh() : k(n) {}\nint Mesh::get() { return n; }"));
}

TEST_CASE("a whole plain program is readable", "[plain]") {
    for (const char* name : {"ring", "picl_ring"}) {
        const std::filesystem::path file = tests_folder / ".." / "examples" / (std::string(name) + ".loop");
        const Compilation compilation =
            compile({std::string(name) + ".loop", read_file(file)}, Target::Plain);
        REQUIRE(compilation.ok());
        check_golden(tests_folder / "plain" / (std::string(name) + ".cpp"), compilation.emit_plain());
    }
}

TEST_CASE("plain programs have all of PICL's calls", "[plain]") {
    const std::string header = read_file(tests_folder / ".." / "runtime" / "include" / "loop" / "picl.h");
    const std::regex declaration("\\n(?:void|int|double) ([a-z]+[0-9]?)\\(");
    std::set<std::string> calls;
    for (std::sregex_iterator at(header.begin(), header.end(), declaration), end; at != end; ++at)
        calls.insert((*at)[1]);
    CHECK(calls.size() > 40);
    const std::string tested = read_file(tests_folder / "plain" / "picl.loop");
    for (const std::string& call : calls) {
        INFO(call);
        CHECK(plain::helper_for(call) != nullptr);
        CHECK(has(tested, call + "("));
    }
}

TEST_CASE("every helper of plain programs is complete", "[plain]") {
    std::set<std::string_view> names;
    std::string texts;
    for (const plain::Helper& helper : plain::all_helpers()) {
        INFO(helper.name);
        CHECK(names.insert(helper.name).second);
        CHECK(!helper.text.empty());
        texts += helper.text;
    }
    for (const plain::Helper& helper : plain::all_helpers()) {
        INFO(helper.name);
        for (const auto* others : {&helper.needs, &helper.after, &helper.instead_of, &helper.when})
            for (const std::string_view other : *others)
                CHECK(names.count(other) == 1);
        for (const plain::Statement& statement : helper.statements)
            CHECK(has(texts, "// @ " + std::string(statement.place) + "\n"));
    }
}

TEST_CASE("a helper takes the place of another one", "[plain]") {
    const std::string usual = plain_text(in_main("\\COMMUNICATE(8, 1, 1);"));
    const std::string special = plain_text(in_main("\\WITH(MODE: \"synchronous\") \\COMMUNICATE(8, 1, 1);"));
    for (const std::string* text : {&usual, &special}) {
        const std::size_t first = text->find("class Transfer {");
        REQUIRE(first != std::string::npos);
        CHECK(text->find("class Transfer {", first + 1) == std::string::npos);
        CHECK(text->find("class Messages {") > first);
    }
    CHECK(!has(usual, "MPI_Issend"));
    CHECK(has(special, "MPI_Issend"));
    const std::string tree = plain_text(in_main("\\WITH(MODE: \"synchronous\") \\TREE_BCAST(&me, 4);"));
    CHECK(tree.find("Transfer tree_transfer()") == tree.rfind("Transfer tree_transfer()"));
    CHECK(has(tree, "usual.mode = way.mode;"));
    CHECK(!has(usual, "free_persistent();\n    MPI_Comm_free(&comm);"));
    CHECK(has(special, "free_persistent();\n    MPI_Comm_free(&comm);"));
}

TEST_CASE("helpers have statements in \\OPEN0 and \\CLOSE0 of plain programs", "[plain]") {
    const std::string text =
        plain_text(in_main("\\NOTE(\"a\"); \\VERIFY(true, \"b\"); \\PHASE(\"p\") sync0();"));
    CHECK(has(text, "MPI_Comm_dup(MPI_COMM_WORLD, &comm);\n    MPI_Comm_dup(MPI_COMM_WORLD, &picl_comm);\n"));
    CHECK(has(text, "    print_phases();\n    print_lines();\n    print_checks();\n    std::fflush(stdout);\n"
                    "    MPI_Comm_free(&picl_comm);\n"));
    CHECK(!has(text, "// @"));
}

TEST_CASE("plain programs have the functions for host code that the reference lists", "[plain]") {
    const std::string reference = read_file(tests_folder.parent_path() / "docs" / "language.md");
    const std::size_t begin = reference.find("## Functions for host code\n");
    REQUIRE(begin != std::string::npos);
    const std::string table = reference.substr(begin, reference.find("\n## ", begin) - begin);
    const std::regex call(R"(loop::\w+)");
    std::set<std::string> listed;
    const std::set<std::string> excluded{"loop::counters"}; // as the table says
    for (std::sregex_iterator at(table.begin(), table.end(), call), end; at != end; ++at)
        if (excluded.count(at->str()) == 0) listed.insert(at->str());
    CHECK(listed.size() >= 14);
    for (const std::string& name : listed) {
        INFO(name);
        CHECK(plain::helper_for(name) != nullptr);
    }
}

TEST_CASE("a plain program has only what it uses", "[plain]") {
    const std::string small = plain_text(in_main("sync0();"));
    CHECK(has(small, "void sync0()"));
    CHECK(has(small, "using loop::sync0;"));
    for (const char* unused : {"barrier0", "exchange", "Matrix", "Phase", "verify", "untimed", "is_measured"})
        CHECK(!has(small, unused));
    const std::string marks = plain_text(in_main("tracemark(3); gsum0(nullptr, 0, 5, 0, 0);"));
    CHECK(has(marks, "void tracemark(int) {}"));
    CHECK(!has(marks, "tracemsg"));
    CHECK(!has(marks, "gmax0"));
}

TEST_CASE("main of a plain program reads the command line", "[plain]") {
    const auto main_of = [](const std::string& header) {
        return own_code(plain_text("\\PARAM(int a = 2, \"say \\\"a\\\"\")\n" + header +
                                   " { \\PARAM(std::size_t b = a, \"b\") return b; }\n"));
    };
    const std::string own = main_of("int main()");
    CHECK(has(own, "static int a;\nint main(int argc, char** argv) {\n"
                   "    loop::read_arguments(argc, argv, {\n"
                   "        {\"a\", \"2\", \"say \\\"a\\\"\", loop::is_a<int>},\n"
                   "        {\"b\", \"a\", \"b\", loop::is_a<std::size_t>},\n"
                   "        {\"size\", \"100\", \"problem size\", loop::is_count},\n"));
    CHECK(has(own, "    });\n    a = loop::argument<int>(\"a\", 2);"));
    CHECK(has(own, "[[maybe_unused]] const std::size_t b = loop::argument<std::size_t>(\"b\", a);"));
    CHECK(has(main_of("int main(void)"),
              "int main(int argc, char** argv) {\n    loop::read_arguments(argc, argv, {"));
    CHECK(has(main_of("int main(int, char**)"), "int main(int argc, char** argv) {"));
    const std::string theirs = main_of("int main(int count, char* words[])");
    CHECK(has(theirs, "int main(int count, char* words[]) {\n    loop::read_arguments(count, words, {"));
    CHECK(has(theirs, "    }, true);"));
    CHECK(has(own_code(plain_text("int argc;\nint main() {}\n")), "int main(int argc_, char** argv) {"));
}

TEST_CASE("names that the program takes stay its own", "[plain]") {
    CHECK(has(own_code(plain_text("#include \"LOOP.h\"\n" + in_main("\\LOOP i ;"))), "int main(int argc"));
    CHECK(!has(plain_text("#include \"LOOP.h\"\n" + in_main("")), "LOOP.h"));
    const std::string text = plain_text(in_main("\\LOOP (ITERATIONS) i ;"));
    CHECK(has(text, "#define ITERATIONS loop::iterations()"));
}
