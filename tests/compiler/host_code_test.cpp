#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::compiler;
using namespace loop::compiler::tests;

TEST_CASE("comments and strings in arguments contain no directives", "[host_code]") {
    CHECK(codes(in_main("\\BCAST(8 /* bytes\n# each */);")).empty());
    CHECK(codes(in_main("\\NOTE(R\"(\n# one)\");")).empty());
    CHECK(codes(in_main("\\BCAST(8\n# each\n);")) == std::vector<std::string>{"directive-in-arguments"});
}

TEST_CASE("host code is copied byte for byte", "[host_code]") {
    const std::string pieces[] = {
        "",
        "\n",
        "int x = 1;",
        "// \\EXCHANGE in a comment\\\n\\LOOP still the comment\nint x;\n",
        "/* \\LOOP i { */ int x;\n",
        "const char* s = \"\\LOOP i { \\\" \\\\\"; char c = '\\'', d = '\"', e = '\\\\';\n",
        "const char* r = R\"(\\LOOP i { )\" R\"x(\\EXCHANGE )\" )x\" u8R\"(\\VEC)\" LR\"(\\MAT)\";\n",
        "auto longest = R\"0123456789abcdef(\\LOOP )0123456789abcde\" )0123456789abcdef\";\n",
        "int n = 1'000'000 + 0x1'0'F; char c = u8'x'; auto s = L\"\\LOOP\" u\"\\LOOP\" U\"\\LOOP\";\n",
        "#define TWO(a) do { \\\n  f(a); \\\n  g(a); } while (0)\n#error don't stop\nint x;\n",
        "#if 0\ndon't \"look\n#endif\nint x;\n",
        "#if A\nif (x) {\n#else\nif (y) {\n#endif\n}\n",
        "int x;\r\nint y; // CRLF\r\n#define A \\\r\n  1\r\nconst char* s = \"a\\\r\nb\";\r\n",
        "int caf\\u00e9x = 1, caf\\U000000e9 = 2; int gr\xc3\xb6\xc3\x9f"
        "e = 3; // \xe2\x80\x9cquoted\xe2\x80\x9d\n",
        "// invalid UTF-8: \xff\xfe\xc0\x80 and a NUL: " + std::string(1, '\0') + "\nint x;\n",
        "int a = b \\\n + c;\n",
        "x = a / b /* c */ / d; // end without a line end",
        "template <typename T> struct A { T operator()(T x) { return x << 1 >> 1; } };\n",
    };
    for (const std::string& text : pieces) {
        INFO(text);
        CHECK(emitted(text) == text);
        const Compilation in_loop = compile({"test.loop", in_main("\\LOOP (3) i {\n" + text + "\n}")});
        INFO(render(in_loop.diagnostics(), in_loop.source()));
        CHECK(in_loop.diagnostics().empty());
        CHECK(in_loop.emit().find("{\n" + text + "\n}\nloop::close0(); }\n") != std::string::npos);
    }
}

TEST_CASE("a byte order mark is not emitted, because it would follow other lines", "[host_code]") {
    const std::string mark = "\xef\xbb\xbf", text = "int x = 1;\n";
    CHECK(emitted(mark + text) == text);
    const Compilation plain =
        compile({"test.loop", mark + in_main("\\VISIBLE_SYNC();")}, loop::compiler::Target::Plain);
    REQUIRE(plain.ok());
    CHECK(plain.emit_plain().find(mark) == std::string::npos);
}

TEST_CASE("an object of a construct is never the declaration of a function", "[host_code]") {
    const auto has = [](const std::string& statement, const std::string& definition) {
        const std::string text = emitted(in_main(statement));
        INFO(text);
        CHECK(text.find(definition) != std::string::npos);
    };
    has("\\BCAST(unsigned(size)) { size = 2; }",
        "loop::DuringBcast duringbcast_1 = loop::DuringBcast(unsigned(size));");
    has("\\PHASE(std::string(\"a\")) size = 2;", "loop::Phase phase_1 = loop::Phase(std::string(\"a\"));");
    has("\\FLOPS(double(size)) size = 2;", "loop::Flops flops_1 = loop::Flops(double(size));");
    has("\\THREADS (int(size)) t { size = t; }", "loop::Threads threads_1 = loop::Threads(int(size));");
    has("\\PHASE(\"a\") size = 2;", "loop::Phase phase_1(\"a\");");
}

TEST_CASE("only a program that ignores OpenMP without noticing gets a warning", "[host_code]") {
    const auto warned = [](const std::string& text) {
        const Compilation compilation = compile({"test.loop", text + "\nint main() { }\n"});
        return !compilation.diagnostics().empty() &&
               compilation.diagnostics().sorted()[0].code == "openmp-flag";
    };
    CHECK(warned("#pragma omp parallel"));
    CHECK(warned("\\BUILD(\"-O1\", \"m\")\n#pragma omp parallel"));
    for (const char* flag : {"-fopenmp", "-qopenmp", "-fopenmp=libomp", "-mp", "-mp=gpu", "-fopenmp-simd"})
        CHECK_FALSE(warned("#pragma omp parallel\n\\BUILD(\"-O1 " + std::string(flag) + "\")"));
    CHECK_FALSE(warned("#ifdef _OPENMP\n#include <omp.h>\n#endif\n#pragma omp parallel"));
    CHECK_FALSE(warned("#pragma once\n// #pragma omp\nconst char* s = \"#pragma omp\";"));
}

TEST_CASE("statements end where C++ ends them", "[host_code]") {
    const auto wrapped = [](const std::string& statement) {
        const std::string text = emitted(in_main("\\PHASE(\"p\") " + statement + " after();"));
        const std::string begin = "{ loop::Phase phase_1(\"p\"); " + statement;
        INFO(text);
        CHECK(text.find(begin + " } after();") != std::string::npos);
    };
    wrapped("x = 1;");
    wrapped("{ x = 1; }");
    wrapped("if (a) b();");
    wrapped("if (a) { b(); } else c();");
    wrapped("if (a) if (b) c(); else d();");
    wrapped("if (a) b(); else if (c) d(); else { e(); }");
    wrapped("if constexpr (a) b();");
    wrapped("for (int i = 0; i < 3; ++i) { b(i); }");
    wrapped("for (auto x : list) for (;;) if (x) break; else continue;");
    wrapped("while (f({1, 2})) { }");
    wrapped("do { a(); } while (b(c));");
    wrapped("do a(); while (b);");
    wrapped("switch (a) { case 1: b(); break; default: c(); }");
    wrapped("try { a(); } catch (const std::exception& e) { b(); } catch (...) { c(); }");
    wrapped("auto f = [&](int i) { return i; };");
    wrapped("std::vector<int> v{1, 2, 3};");
    wrapped("label: a();");
    wrapped("s = \"};\", c = '}';");
    wrapped("f(R\"(};)\");");
    wrapped("/* }; */ a();");
}

TEST_CASE("all forms of functions are recognized", "[host_code]") {
    for (const std::string function : {
             "template <typename T = int> T f(T x) { \\LOOP (2) x++; return x; }",
             "template <typename T, typename = std::enable_if_t<(sizeof(T) > 2)>> void f(T x) { \\LOOP (2) "
             "x++; }",
             "struct S { S& operator=(const S&) { \\LOOP (2) n++; return *this; } int n; };",
             "struct S { int operator()(int x) { \\LOOP (2) x++; return x; } };",
             "struct S { explicit operator bool() const { \\LOOP (2) f(); return true; } };",
             "struct S : A { S() : A(), v{1}, w{1} { \\LOOP (2) v++; } int v, w; };",
             "struct S { S(double) try : v{1} { \\LOOP (2) v++; } catch (...) { \\LOOP (2) f(); } int v; };",
             "struct S { int n = 3; int m{4}; auto k() const -> int { int x = 0; \\LOOP (n) x++; return x; } "
             "};",
             "auto lambda = [](int x) { \\LOOP (2) x++; return x; };",
             "static inline int q = [] { int x = 0; \\LOOP (2) x++; return x; }();",
             "enum E { one, two };\nenum E g() { \\LOOP (2) f(); return one; }",
             "namespace a::b { namespace { void f() noexcept(true) { \\LOOP (2) g(); } } }",
             "extern \"C\" { void f() { \\LOOP (2) g(); } }",
             "extern \"C\" void f() { \\LOOP (2) g(); }",
             "int A::f(int x) const { \\LOOP (2) x++; return x; }",
             "void f() { if ([&] { \\LOOP (2) g(); return 1; }()) g(); }",
             "void f() { for (; [&] { \\LOOP (2) g(); return 0; }();) g(); }",
             "void f() { g([&] { \\LOOP (2) g(); }); return h([] { \\LOOP (2) g(); }); }",
         }) {
        INFO(function);
        CHECK(codes(function + "\n" + in_main("")).empty());
    }
}

TEST_CASE("a macro of the file may be a statement", "[host_code]") {
    const std::string macros =
        "#define FOREVER for (;;)\n#define EACH(i, n) for (int i = 0; i < n; ++i)\n#define BODY { }\n";
    const std::string text = emitted(
        macros + in_main("\\PHASE(\"a\") FOREVER { break; } f(); \\PHASE(\"b\") EACH(i, 3) { f(); } g();\n"
                         "\\LOOP (2) BODY\n;"));
    INFO(text);
    CHECK(text.find("FOREVER { break; } } f();") != std::string::npos);
    CHECK(text.find("EACH(i, 3) { f(); } } g();") != std::string::npos);
    CHECK(text.find("++pass_3) BODY") != std::string::npos);
}

TEST_CASE("a statement may follow a macro that is the head of a loop", "[host_code]") {
    const std::string macro = "#define EACH(i, n) for (int i = 0; i < n; ++i)\n";
    const auto ends = [&](const std::string& statement) {
        const std::string text = emitted(macro + in_main("\\PHASE(\"a\") " + statement + " after();"));
        INFO(text);
        CHECK(text.find(statement.substr(statement.rfind(' ')) + " } after();") != std::string::npos);
    };
    ends("EACH(i, 3) for (int j = 0; j < i; ++j) { f(); g(); }");
    ends("EACH(i, 3) if (i) f(); else g();");
    ends("EACH(i, 3) EACH(j, 3) if (i) f();");
    ends("EACH(i, 3) do f(); while (i);");
    ends("OTHER(i, 3) switch (i) { default: f(); }");
    CHECK(emitted(macro + in_main("EACH(i, 3) \\VISIBLE_SYNC();")).find("EACH(i, 3) loop::visible_sync();") !=
          std::string::npos);
    CHECK_FALSE(compile({"test.loop", in_main("f(3) \\VISIBLE_SYNC();")}).ok()); // `;` is missing
}

TEST_CASE("the name after \\LOOP is the iterator only if a statement follows", "[host_code]") {
    const auto iterator = [](const std::string& loop) {
        const Compilation compilation = compile({"test.loop", in_main(loop)});
        const std::string program = compilation.dump_program();
        const auto at = program.find("iterator: `");
        return at == std::string::npos ? "" : program.substr(at + 11, program.find('`', at + 11) - at - 11);
    };
    CHECK(iterator("\\LOOP i { }") == "i");
    CHECK(iterator("\\LOOP (3) i x = 1;") == "i");
    CHECK(iterator("\\LOOP i if (x) y();") == "i");
    CHECK(iterator("\\LOOP i ;") == "i");
    CHECK(iterator("\\LOOP i \\LOOP j { }") == "i");
    CHECK(iterator("\\LOOP i // a comment\n { }") == "i");
    CHECK(iterator("\\LOOP (2) i [&] { x += i; }();") == "i");
    CHECK(iterator("\\LOOP (2) i [[maybe_unused]] int q = i;") == "i");
    CHECK(iterator("\\LOOP work();") == "");
    CHECK(iterator("\\LOOP x = 1;") == "");
    CHECK(iterator("\\LOOP x++;") == "");
    CHECK(iterator("\\LOOP a[1] = 2;") == "");
    CHECK(iterator("\\LOOP std::cout << 1;") == "");
    CHECK(iterator("\\LOOP p->f();") == "");
    CHECK(iterator("\\LOOP if (x) y();") == "");
    CHECK(iterator("\\LOOP int x = 1;") == "");
}

TEST_CASE("generated names differ from all names in the program", "[host_code]") {
    const std::string text =
        emitted(in_main("int phase_1 = 0, i_end = 0; \\PHASE(\"p\") \\LOOP i phase_1 += i_end;"));
    CHECK(text.find("loop::Phase phase_1_(") != std::string::npos);
    CHECK(text.find("i_end_ = ") != std::string::npos);
}

TEST_CASE("names from the paper are supplied if the file uses but does not declare them", "[host_code]") {
    const auto supplied = [](const std::string& text) {
        const std::string cpp = compile({"test.loop", text}).emit();
        return cpp.substr(0, cpp.find("#line 1"));
    };
    CHECK(supplied(in_main("\\LOOP (ITERATIONS) { }")).find("ITERATIONS = loop::iterations()") !=
          std::string::npos);
    CHECK(supplied(in_main("int n = 8 * T_BUF;")).find("T_BUF = 250000") != std::string::npos);
    CHECK(supplied(in_main("MY_TYPE x = 0;")).find("using MY_TYPE = double") != std::string::npos);
    for (const std::string declared :
         {"#define ITERATIONS 5\n", "static const int ITERATIONS = 5;\n", "enum { OTHER, ITERATIONS = 5 };\n",
          "int other = f(1, 2), ITERATIONS = 5;\n", "\\PARAM(int ITERATIONS = 5, \"passes\")\n"}) {
        INFO(declared);
        CHECK(supplied(declared + in_main("\\LOOP (ITERATIONS) { }")).find("ITERATIONS = loop") ==
              std::string::npos);
    }
    CHECK(supplied("using MY_TYPE = float;\n" + in_main("MY_TYPE x = 0;")).find("using MY_TYPE") ==
          std::string::npos);
    CHECK(supplied("typedef float MY_TYPE;\n" + in_main("MY_TYPE x = 0;")).find("using MY_TYPE") ==
          std::string::npos);
    CHECK(supplied(in_main("\"ITERATIONS\"; // T_BUF")).find("250000") == std::string::npos);
}

TEST_CASE("calls in comments and strings do not make a statement communicate", "[host_code]") {
    const auto skipped = [](const std::string& statement) {
        return emitted(in_main("\\FLOPS(1) " + statement)).find(".executes()") != std::string::npos;
    };
    CHECK(skipped("x += 1;"));
    CHECK(skipped("{ x += 1; /* send0(x) */ }"));
    CHECK(skipped("{ x += 1; // MPI_Send\n }"));
    CHECK(skipped("std::puts(\"MPI_Send\");"));
    CHECK(skipped("std::puts(R\"(recv0 \" sync0 \" MPI_Recv)\");"));
    CHECK(skipped("{ \\RESULT(\"MPI_Send\", \"s\", x) }"));
    CHECK(skipped("{ \\RESULT(R\"(a\" MPI_Send \"b)\", \"s\", x) }"));
    CHECK(skipped("x += 1; sync0();")); // after the statement
    CHECK(!skipped("MPI_Barrier(c);"));
    CHECK(!skipped("{ x += 1; if (x > 3) { send0(&x, 8, 1, 0); } }"));
    CHECK(!skipped("{ \\RESULT(\"a\", \"s\", MPI_Wtime()) }"));
    CHECK(!skipped("\\LOOP (3) { \\VISIBLE_SYNC(); }"));
}
