#include "base/text/nearest.h"
#include "compiler/constructs/construct.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

namespace fs = std::filesystem;
using namespace loop::compiler;
using namespace loop::compiler::tests;
using loop::nearest;

namespace {

/// The list of arguments as on the construct's page.
std::string arguments_of_page(const ConstructInfo& construct) {
    std::string lines = construct.parameters.empty() ? "" : "\nArguments, by position or by name:\n";
    for (const Parameter& parameter : construct.parameters) {
        std::string name(parameter.name);
        name.resize(std::max<std::size_t>(name.size(), 12), ' ');
        lines += "    " + name + std::string(about(parameter.kind).description) +
                 (parameter.required() ? "" : ", may be left out") + "\n";
    }
    return lines;
}

} // namespace

TEST_CASE("the language reference has one page per construct, in the order of the table", "[table]") {
    std::vector<std::string> subjects = explain_subjects();
    REQUIRE(subjects.size() > construct_table().size());
    subjects.resize(construct_table().size());
    CHECK(subjects == construct_names());
}

TEST_CASE("a construct's page agrees with its row in the table", "[table]") {
    for (const ConstructInfo& construct : construct_table()) {
        INFO(construct.name << "\n" << arguments_of_page(construct));
        const std::string page = explain("\\" + std::string(construct.name));
        CHECK(page == explain(construct.name));
        CHECK(construct.synopsis().substr(0, construct.name.size() + 1) ==
              "\\" + std::string(construct.name));
        CHECK(construct.example().substr(0, construct.name.size() + 1) == "\\" + std::string(construct.name));
        CHECK(page.find(arguments_of_page(construct) + "\nExample: ") != std::string::npos);
        CHECK((page.find("\nArguments, ") == std::string::npos) == construct.parameters.empty());
        CHECK(page.find("\nFrom: ") != std::string::npos);
        CHECK((page.find("\n\nCollective") != std::string::npos) == construct.communicates);
    }
}

TEST_CASE("every construct has a stored C++ form and a runtime test", "[table]") {
    for (const ConstructInfo& construct : construct_table()) {
        INFO(construct.name);
        const fs::path folder = tests_folder / "constructs" / lower(construct.name);
        CHECK(!loop_files(folder, "ok_").empty());
        CHECK(!loop_files(folder, "run_").empty());
    }
}

TEST_CASE("every diagnostic code has a page and a test of its text", "[table]") {
    std::set<std::string> shown{"file-too-large"}; // a file of more than 16 MiB is not kept in the tests
    for (const auto& path : loop_files(tests_folder / "diagnostics")) {
        const Compilation compilation = compile_diagnostic(path);
        for (const Diagnostic& diagnostic : compilation.diagnostics().sorted())
            shown.insert(diagnostic.code);
    }
    std::set<std::string> known;
    for (const std::string& subject : explain_subjects())
        if (subject[0] != '\\') known.insert(subject);
    CHECK(shown == known);
    for (const std::string& code : known)
        CHECK(explain(code).rfind(code + ": ", 0) == 0);
}

TEST_CASE("a file that is too large is rejected", "[table]") {
    const Compilation compilation = compile({"large.loop", std::string((std::size_t{16} << 20) + 1, ' ')});
    REQUIRE(compilation.diagnostics().errors() == 1);
    CHECK(compilation.diagnostics().sorted()[0].code == "file-too-large");
}

TEST_CASE("similar names are suggested, dissimilar ones are not", "[table]") {
    const std::vector<std::string> known = construct_names();
    CHECK(nearest("\\EXCAHANGE", known) == "\\EXCHANGE");
    CHECK(nearest("\\Loop", known) == "\\LOOP");
    CHECK(nearest("\\MULTICAST0", known) == "\\MULTIBCAST0");
    CHECK(nearest("\\VISIBLESYNC", known) == "\\VISIBLE_SYNC");
    CHECK(nearest("\\FOO", known).empty());
    CHECK(nearest("\\MUTEX", known).empty());
    CHECK(nearest("", known).empty());
    CHECK(nearest(std::string(1000, 'x'), known).empty());
}

TEST_CASE("the summary says what a simulated machine skips, and whether ranks receive data", "[table]") {
    const auto facts = [](const std::string& body) {
        const Compilation compilation = compile({"test.loop", in_main("double x, y; " + body)});
        INFO(body << "\n" << render(compilation.diagnostics(), compilation.source()));
        REQUIRE(compilation.ok());
        return std::pair(compilation.summary().has_charged_work, compilation.summary().receives_data);
    };
    CHECK(facts("x = 1;") == std::pair(false, false));
    CHECK(facts("\\FLOPS(1) x = 1;") == std::pair(true, false));
    CHECK(facts("\\FLOPS(1) { \\BARRIER(); }") == std::pair(false, false)); // is executed
    CHECK(facts("\\LOOP (3) { \\FLOPS(1) break; }") == std::pair(false, false));
    CHECK(facts("\\VEC(double) a; \\VEC(double) b; \\SCALPROD(x, a, b, N: 3);").first);
    CHECK(facts("\\WORK(FLOPS: 1e6); \\EXCHANGE(8, 1, 1);") == std::pair(false, false));
    CHECK(facts("\\ALLREDUCE(8);") == std::pair(false, false));
    CHECK(facts("\\ALLREDUCE(8, FROM: &x, INTO: &y);") == std::pair(false, true));
    CHECK(facts("\\FLOPS(1) x = 1; MPI_Bcast(&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);") ==
          std::pair(true, true));
    CHECK(facts("recv0(&x, 8, 1);") == std::pair(false, true));
}

TEST_CASE("the summary says which results depend on charged work", "[table]") {
    const auto lines = [](const std::string& body, const std::string& before = {}) {
        const std::string results = "\n\\RESULT(\"r\", \"\", y)\n\\RESULT(\"passes\", \"\", passes)";
        const Compilation compilation = compile(
            {"test.loop", before + in_main("double x = 0, y = 0, a[9]; int passes = 0;" + body + results)});
        INFO(body << "\n" << render(compilation.diagnostics(), compilation.source()));
        REQUIRE(compilation.ok());
        return compilation.summary().charged_result_lines;
    };
    using Lines = std::vector<int>;
    CHECK(lines("\\FLOPS(1) y = 1; ++passes;") == Lines{3});
    CHECK(lines("\\FLOPS(1) { y = 1; ++passes; }") == Lines{3, 4});
    CHECK(lines("\\FLOPS(1) x = 1; ++passes;").empty());
    CHECK(lines("y = 1;").empty());
    CHECK(lines("\\FLOPS(1) { y = 1; \\BARRIER(); }").empty()); // is executed
    CHECK(lines("\\FLOPS(9) for (int i = 0; i < 9; ++i) a[i] = 1; y = 2 * a[3];") == Lines{3});
    CHECK(lines("\\FLOPS(1) x = 1; \\ALLREDUCE(8, FROM: &x, INTO: &y);") == Lines{3});
    CHECK(lines("\\FLOPS(1) { double y = 1; a[0] = y; }").empty()); // another y
    CHECK(lines("\\FLOPS(1) x = 1; const double begin = clock0(); y = clock0() - begin;").empty());
    CHECK(lines("\\VEC(double) v; \\VEC(double) w; \\SCALPROD(x, v, w, N: 3); y = x;") == Lines{3});
    // What a function does with an array is not followed, nor which other arrays get it from there.
    const std::string functions =
        "template <class A> void fill(A&) {}\ntemplate <class A> double sum(A&) { return 0; }\n";
    const std::string arrays = "\\VEC(double) v; \\VEC(double) w; ";
    CHECK(lines(arrays + "\\FLOPS(1) fill(v); y = sum(w); ++passes;", functions) == Lines{5});
    CHECK(lines(arrays + "\\FLOPS(1) fill(x); y = sum(w);", functions).empty());
    CHECK(lines("y = work();", "double work() { double z = 0; \\FLOPS(1) z = 1; return z; }\n") == Lines{4});
}

TEST_CASE("the summary says which loops of host code nothing charges", "[table]") {
    const auto lines = [](const std::string& body, const std::string& before = {}) {
        const std::string declarations = "double x = 0, a[9]; int n = 9;";
        const Compilation compilation = compile({"test.loop", before + in_main(declarations + body)});
        INFO(body << "\n" << render(compilation.diagnostics(), compilation.source()));
        REQUIRE(compilation.ok());
        return compilation.summary().uncharged_lines;
    };
    using Lines = std::vector<int>;
    const std::string loop = "for (int i = 0; i < n; ++i) a[i] = x;";
    CHECK(lines("\n" + loop) == Lines{3});
    CHECK(lines("\\LOOP (3) { \\BARRIER();\n" + loop + "\n\\FLOPS(1) x = 1; }") == Lines{3});
    CHECK(lines("\\LOOP (3)\n{ while (x < 3) { x += 1; } }\n" + loop) == Lines{3, 4});
    CHECK(lines("for (int k = 0; k < n; ++k) { \\BARRIER();\n" + loop + "}") == Lines{3});
    CHECK(lines("work();", "double y;\nvoid work() { do { y *= 2; } while (y < 9); }\n") == Lines{2});
    CHECK(lines("{\n" + loop + " \\FLOPS(9) {\n#include \"work.inc\"\n} }") == Lines{3}); // not empty
    // Charged, not measured, nothing computed, not called, or waiting for messages.
    CHECK(lines("\\FLOPS(9) " + loop).empty());
    CHECK(lines("\\FLOPS(9) { " + loop + " }").empty());
    CHECK(lines("{ " + loop + " \\WORK(FLOPS: 9); }").empty());
    CHECK(lines("{ " + loop + " \\FLOPS(9); }").empty());
    CHECK(lines("{ " + loop + " \\FLOPS(9) { /* # */ ; } }").empty());
    CHECK(lines("\\UNTIMED() " + loop).empty());
    CHECK(lines("for (int i = 0; i < n; ++i) ;").empty());
    CHECK(lines("for (int done = 0; done == 0;) { MPI_Test(0, &done, 0); x += 1; }").empty());
    CHECK(lines("x = 1;", "double y;\nvoid work() { do { y *= 2; } while (y < 9); }\n").empty());
    CHECK(lines("\\FLOPS(1) work();", "double y;\nvoid work() { do { y *= 2; } while (y < 9); }\n").empty());
}

TEST_CASE("the summary says which library calls nothing charges", "[table]") {
    const auto lines = [](const std::string& body, const std::string& before = {}) {
        const std::string declarations = "double x = 0, a[9], b[9]; int n = 9;";
        const Compilation compilation = compile({"test.loop", before + in_main(declarations + body)});
        INFO(body << "\n" << render(compilation.diagnostics(), compilation.source()));
        REQUIRE(compilation.ok());
        return compilation.summary().uncharged_lines;
    };
    using Lines = std::vector<int>;
    CHECK(lines("\nstd::sort(a, a + n);") == Lines{3});
    CHECK(lines("\ncblas_dgemm(a, b);") == Lines{3});
    CHECK(lines("\ndgemm_(a, b);") == Lines{3});
    CHECK(lines("\nx = memcmp(a, b, n * sizeof(double));") == Lines{3});
    CHECK(lines("\nx = std::accumulate(a, a + n, 0.0);") == Lines{3});
    CHECK(lines("\\LOOP (3) { \\BARRIER();\nstd::sort(a, a + n); }") == Lines{3});
    CHECK(lines("\nfor (int i = 0; i < n; ++i) {\na[i] = 1; std::sort(a, a + n); }") == Lines{3}); // once
    CHECK(lines("work();", "double y[9];\nvoid work() { std::sort(y, y + 9); }\n") == Lines{2});
    // Charged, not measured, small, or defined in the file.
    CHECK(lines("\\FLOPS(9) std::sort(a, a + n);").empty());
    CHECK(lines("{ std::sort(a, a + n); \\WORK(FLOPS: 9); }").empty());
    CHECK(lines("\\UNTIMED() std::sort(a, a + n);").empty());
    CHECK(lines("n = memcmp(&x, a, sizeof x);").empty());
    CHECK(lines("memcpy(a, b, n * sizeof(double)); std::copy_n(a, n, b);").empty()); // copies compute nothing
    CHECK(lines("printf(\"%d\", n); x = std::min(x, 2.0) + std::sqrt(x); MPI_Barrier(0); MPI_Send(a, n, 0, "
                "0, 0, 0);")
              .empty());
    CHECK(lines("sort(a);", "void sort(double* x) { x[0] = 1; }\n").empty());
    CHECK(lines("struct S { void sort() {} } list; list.sort();").empty());
}

TEST_CASE("the description is the first sentence of the first comment, without its marks", "[table]") {
    const auto described = [](const char* text) { return compile({"t.loop", text}).summary().description; };
    CHECK(described("// lock/unlock, a * b. More.\n") == "lock/unlock, a * b.");
    CHECK(described("/// One\n// two/three\n") == "One two/three");
    CHECK(described("/* One. */\n") == "One.");
    CHECK(described("/**\n * 1/2 of the ranks\n * send. More.\n */\n") == "1/2 of the ranks send.");
    CHECK(described("/**/ int x;\n").empty());
}

TEST_CASE("the summary contains what the runner needs", "[table]") {
    const Compilation compilation = compile(
        {"folder/halo.loop", "// Exchanges rows. More text.\n\\PARAM(int size = 100, \"a \\\"size\\\"\")\n"
                             "\\PARAM(std::string kind = \"dense\", \"which\")\nint main(int argc, char** "
                             "argv) { return argc; }\n"});
    REQUIRE(compilation.ok());
    const ProgramSummary& summary = compilation.summary();
    CHECK(summary.name == "halo");
    CHECK(summary.description == "Exchanges rows.");
    CHECK(summary.source_hash.size() == 16);
    CHECK(summary.has_main);
    CHECK(summary.main_has_parameters);
    CHECK(!summary.uses_cblas);
    CHECK(summary.launches == 1);
    REQUIRE(summary.parameters.size() == 2);
    CHECK(summary.parameters[0].name == "size");
    CHECK(summary.parameters[0].default_text == "100");
    CHECK(summary.parameters[0].help == "a \"size\"");
    CHECK(summary.parameters[1].type == "std::string");
    CHECK(summary.parameters[1].default_text == "dense");
    // "Run the benchmark at least three times."
    CHECK(compile({"x.loop", "int main() { \\BSPBENCH(); }"}).summary().launches == 3);
    CHECK(compile({"x.loop", "int main() { \\BSPPROBE(); \\PINGPONG(); }"}).summary().launches == 3);
    CHECK(!compile({"x.loop", "int main(void) { }"}).summary().main_has_parameters);
    CHECK(!compile({"x.loop", "int main() { }"}).summary().main_has_parameters);
}
