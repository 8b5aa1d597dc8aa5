#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::compiler::tests;

namespace {

bool warns(const std::string& body, const std::string& before = "") {
    const std::vector<std::string> seen = codes(before + in_main(body));
    for (const std::string& code : seen)
        REQUIRE(code == "rank-dependent");
    return !seen.empty();
}

} // namespace

TEST_CASE("rank-dependent communication causes a warning", "[rank_dependence]") {
    CHECK(warns("if (me == 0) \\VISIBLE_SYNC();"));
    CHECK(warns("if (nodes > 1 && me) { if (size) { \\VISIBLE_SYNC(); } }"));
    CHECK(warns("if (me) { } else { \\VISIBLE_SYNC(); }"));
    CHECK(warns("if (size) { } else if (me) { \\VISIBLE_SYNC(); }"));
    CHECK(warns("while (me-- > 0) \\VISIBLE_SYNC();"));
    CHECK(warns("for (int i = 0; i < me; ++i) \\VISIBLE_SYNC();"));
    CHECK(warns("do { \\VISIBLE_SYNC(); } while (me);"));
    CHECK(warns("switch (me) { case 0: \\VISIBLE_SYNC(); }"));
    CHECK(warns("\\LOOP (me) \\VISIBLE_SYNC();"));
    CHECK(warns("\\LOOP (me) i { \\LOOP (i) \\VISIBLE_SYNC(); }"));
    CHECK(warns("int left = (me + nodes - 1) % nodes; if (left) \\VISIBLE_SYNC();"));
    CHECK(warns("int left; left = me - 1; int far = 2 * left; if (far) \\VISIBLE_SYNC();"));
    CHECK(warns("int n(me); if (n) \\VISIBLE_SYNC();"));
    CHECK(warns("int n = 4; if (me == 0) n = 5; \\LOOP (n) \\VISIBLE_SYNC();"));
    CHECK(warns("int r[2]; r[0] = me; if (r[0]) \\VISIBLE_SYNC();"));
    CHECK(warns("int p, r, h; who0(&p, &r, &h); if (r) \\VISIBLE_SYNC();"));
    CHECK(warns("int r; MPI_Comm_rank(MPI_COMM_WORLD, &r); if (r) \\VISIBLE_SYNC();"));
    CHECK(warns("if (me == 0) return 1; \\VISIBLE_SYNC();"));
    CHECK(warns("if (me == 0) exit(1); \\VISIBLE_SYNC();"));
    CHECK(warns("\\LOOP i { if (me == i) break; \\VISIBLE_SYNC(); }"));
    CHECK(warns("for (;;) { \\VISIBLE_SYNC(); if (me) continue; }"));
    CHECK(warns("if (me) step();", "void step() { \\VISIBLE_SYNC(); }\n"));
    CHECK(warns("if (me) outer();", "void step() { \\VISIBLE_SYNC(); }\nvoid outer() { step(); }\n"));
    CHECK(warns("step(1, me);", "void step(int a, int b) { if (b) \\VISIBLE_SYNC(); }\n"));
    CHECK(warns("if (left(me)) \\VISIBLE_SYNC();", "int left(int r) { return r - 1; }\n"));
    CHECK(warns("if (me == 0) { \\CLOSE0(); return 1; }"));
    CHECK(warns("int k = 0; if (me == 0) k++; if (k) \\VISIBLE_SYNC();"));
    CHECK(warns("int k = 0; if (me == 0) ++k; if (k) \\VISIBLE_SYNC();"));
    CHECK(warns("if (me == 0) std::exit(0); \\VISIBLE_SYNC();"));
    CHECK(warns("if (me == 0) throw 1; \\VISIBLE_SYNC();"));
    CHECK(warns("auto step = [&] { \\VISIBLE_SYNC(); }; if (me == 0) step();"));
    CHECK(!codes("int rank; void work() { if (rank == 0) { \\VISIBLE_SYNC(); } }\nint main() { int nodes, "
                 "host, size; "
                 "\\OPEN0(&nodes, &rank, &host, &size, 0); work(); \\CLOSE0(); }")
               .empty());
    CHECK(warns("for (int i = me; i < 10; ++i) \\VISIBLE_SYNC();"));
    const std::string end = " \\CLOSE0(); }";
    CHECK(!codes("int main() { \\OPEN0(); if (me == 0) \\VISIBLE_SYNC();" + end).empty());
    CHECK(!codes("void f() { if (me == 0) \\VISIBLE_SYNC(); } int main() { \\OPEN0(); f();" + end).empty());
    CHECK(codes("int main() { \\OPEN0(); if (nodes == 1) \\VISIBLE_SYNC();" + end).empty());
    CHECK(codes("int main() { \\OPEN0(); const int me = 0; if (me == 0) \\VISIBLE_SYNC();" + end).empty());
}

TEST_CASE("collective operations in host code are checked like constructs", "[rank_dependence]") {
    CHECK(warns("if (me) sync0();"));
    CHECK(warns("for (int i = 0; i < me; ++i) gsum0(&size, 1, 2, 1, 0);"));
    CHECK(warns("if (me) MPI_Barrier(MPI_COMM_WORLD);"));
    CHECK(warns("if (me) step();", "void step() { MPI_Barrier(MPI_COMM_WORLD); }\n"));
    CHECK(warns("if (me) { sync0(); barrier0(); } else { barrier0(); sync0(); }"));
    CHECK(warns("if (me) { sync0(); } else { \\LOOP (2) sync0(); }"));
    CHECK(!warns("if (me) MPI_Barrier(half);", "MPI_Comm half;\n"));
    CHECK(!warns("if (me) send0(&size, 4, 1, 0); else recv0(&size, 4, 1);"));
    CHECK(!warns("if (me) MPI_Bcast(&nodes, 1, MPI_INT, 0, MPI_COMM_WORLD); else { host = 1; "
                 "MPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD); }"));
    CHECK(!warns("if (me) \\EXCHANGE(8, 1, 1, INTO: a); else \\EXCHANGE(8, 1, 1, FROM: a);", "int a[2];\n"));
}

TEST_CASE("rank-dependent arguments cause a warning if they must be the same on all ranks",
          "[rank_dependence]") {
    const auto warned = [](const std::string& body) {
        return codes(in_main(body)) == std::vector<std::string>{"rank-dependent-argument"};
    };
    CHECK(warned("\\MULTIBCAST_ME(me);"));
    CHECK(warned("\\EXCHANGE(8, 1 + me, 1);"));
    CHECK(warned("\\TREE_BCAST(&size, 4 * me);"));
    CHECK(warned("bcast0(&size, 4, 1, me);"));
    CHECK(warned("MPI_Bcast(&size, 1, MPI_INT, me == 1 ? 1 : 0, MPI_COMM_WORLD);"));
    CHECK(warned("gmax0(&size, 1, 2, 1, me);"));
    CHECK(warned("MPI_Gather(&me, 1, MPI_INT, &size, 1, MPI_INT, std::min(me, 1), MPI_COMM_WORLD);"));
    CHECK(codes(in_main("int own = me; \\COMMUNICATE(sizeof own + sizeof(own), 1, 1);")).empty());
    CHECK(codes(in_main("int own = me; \\COMMUNICATE(sizeof(int) * own, 1, 1);")) ==
          std::vector<std::string>{"rank-dependent-argument"});
    CHECK(codes(in_main("\\SEND(sizeof me, r -> r + 1);")).empty());
    CHECK(codes(in_main("auto blocks = blocks_of(me, nodes); \\COMMUNICATE(blocks.bytes(), 1, 1);")).empty());
    CHECK(codes(in_main("auto blocks = blocks_of(me, nodes); \\COMMUNICATE(blocks /**/ . bytes(), 1, 1);"))
              .empty());
    CHECK(!warned("\\EXCHANGE(8 * me, 1, 1);")); // only two partners must agree
    CHECK(!warned("MPI_Bcast(&me, 1, MPI_INT, 0, MPI_COMM_WORLD);"));
    CHECK(!warned("MPI_Bcast(&size, me, MPI_INT, size, half);"));
}

TEST_CASE("communication that every rank reaches causes no warning", "[rank_dependence]") {
    CHECK(!warns("if (nodes > 1) \\VISIBLE_SYNC();"));
    CHECK(!warns("\\LOOP (size) \\VISIBLE_SYNC();"));
    CHECK(!warns("if (me == 0) std::printf(\"%d\\n\", size); \\VISIBLE_SYNC();"));
    CHECK(!warns("if (me == 0) { int n = 3; } \\VISIBLE_SYNC();"));
    CHECK(!warns("int from = (me + 1) % nodes; send0(&from, 4, 1, from); \\VISIBLE_SYNC();"));
    CHECK(!warns("int n = 4; if (me == 0) n = 5; bcast0(&n, sizeof n, 1, 0); \\LOOP (n) \\VISIBLE_SYNC();"));
    CHECK(!warns("double s = me; MPI_Allreduce(MPI_IN_PLACE, &s, 1, MPI_DOUBLE, MPI_SUM, c); while (s > 1) "
                 "\\VISIBLE_SYNC();"));
    CHECK(!warns("int n = me; \\BCAST(4, DATA: &n); \\LOOP (n) \\VISIBLE_SYNC();"));
    CHECK(!warns("int n = me, m = me; \\ALLREDUCE(sizeof n, OP: sum, FROM: &m, INTO: &n); \\LOOP (n) "
                 "\\VISIBLE_SYNC();"));
    CHECK(!warns("int n = me; \\ALLREDUCE(sizeof n, OP: sum, DATA: &n); \\LOOP (n) \\VISIBLE_SYNC();"));
    CHECK(warns("int n = me; \\REDUCE(sizeof n, OP: sum, DATA: &n); \\LOOP (n) \\VISIBLE_SYNC();"));
    CHECK(!warns("int n = me; \\TREE_BCAST(&n, 4); \\LOOP (n) \\VISIBLE_SYNC();"));
    CHECK(!warns("for (int i = 0; i < me; ++i) { if (i > 2) break; } \\VISIBLE_SYNC();"));
    CHECK(!warns("box.me = 1; if (box.me) \\VISIBLE_SYNC();"));
    CHECK(!warns("if (me == 0) helper(); \\VISIBLE_SYNC();", "void helper() { }\n"));
    CHECK(!warns("if (size < 3) return 1; \\VISIBLE_SYNC();"));
    CHECK(!warns(
        "for (int i = me; i < 10; i += nodes) work(i); for (int i = 0; i < 10; i++) { \\VISIBLE_SYNC(); }"));
    CHECK(!warns("int i; for (i = me; i < 10; i++) work(i); for (i = 0; i < 10; i++) { \\VISIBLE_SYNC(); }"));
    CHECK(!warns("if (size) { int n = me; } int n = 5; \\LOOP (n) \\VISIBLE_SYNC();"));
    CHECK(!warns("int k = 3; if (me == 0) { int k = 5; } if (k > 2) \\VISIBLE_SYNC();"));
    CHECK(!warns("auto f = [](int q) { return q; }; f(me); int q = 3; if (q) \\VISIBLE_SYNC();"));
}

TEST_CASE("communicators of all ranks are tracked", "[rank_dependence]") {
    CHECK(warns("MPI_Comm c = MPI_COMM_WORLD; if (me) MPI_Barrier(c);"));
    CHECK(warns("MPI_Comm c; c = MPI_COMM_WORLD; if (me) MPI_Barrier(c);"));
    CHECK(warns("MPI_Comm c(MPI_COMM_WORLD); if (me) MPI_Barrier(c);"));
    CHECK(warns("MPI_Comm c = MPI_COMM_NULL; MPI_Comm_dup(MPI_COMM_WORLD, &c); if (me) MPI_Barrier(c);"));
    CHECK(warns("MPI_Comm d; MPI_Comm_dup(c, &d); MPI_Comm_free(&c); if (me) MPI_Barrier(d);",
                "MPI_Comm c = MPI_COMM_WORLD;\n"));
    CHECK(warns("MPI_Comm a = MPI_COMM_WORLD, b = a, c = b; if (me) MPI_Bcast(&size, 1, MPI_INT, 0, c);"));
    CHECK(warns(
        "MPI_Comm all; MPI_Comm_split(MPI_COMM_WORLD, 0, nodes - me, &all); if (me) MPI_Barrier(all);"));
    CHECK(warns("step(MPI_COMM_WORLD, me);", "void step(MPI_Comm c, int r) { if (r) MPI_Barrier(c); }\n"));
    CHECK(warns("if (me) step(MPI_COMM_WORLD);", "void step(MPI_Comm c) { MPI_Barrier(c); }\n"));
    CHECK(warns("MPI_Request r; if (me) MPI_Ibarrier(MPI_COMM_WORLD, &r);"));
    CHECK(!warns(
        "MPI_Comm half; MPI_Comm_split(MPI_COMM_WORLD, me % 2, 0, &half); if (me) MPI_Barrier(half);"));
    CHECK(!warns("MPI_Comm c = MPI_COMM_WORLD; c = half(); if (me) MPI_Barrier(c);"));
    CHECK(!warns("MPI_Comm c = MPI_COMM_WORLD; choose(&c); if (me) MPI_Barrier(c);"));
    CHECK(!warns("step(MPI_COMM_WORLD, me); step(half, me);",
                 "MPI_Comm half;\nvoid step(MPI_Comm c, int r) { if (r) MPI_Barrier(c); }\n"));
    // Two duplicates are different communicators; two variables with the same one are not.
    CHECK(warns("MPI_Comm a, b; MPI_Comm_dup(MPI_COMM_WORLD, &a); MPI_Comm_dup(MPI_COMM_WORLD, &b); "
                "if (me) MPI_Barrier(a); else MPI_Barrier(b);"));
    CHECK(!warns(
        "MPI_Comm a = MPI_COMM_WORLD, b = MPI_COMM_WORLD; if (me) MPI_Barrier(a); else MPI_Barrier(b);"));
}

TEST_CASE("a condition that is the same on all ranks causes no warning", "[rank_dependence]") {
    CHECK(!warns("if (me < nodes) { \\VISIBLE_SYNC(); sync0(); } else { }"));
    CHECK(!warns("if (nodes > me) \\VISIBLE_SYNC();"));
    CHECK(!warns("if (me >= 0) \\VISIBLE_SYNC();"));
    CHECK(!warns("if (me <= nodes - 1) \\VISIBLE_SYNC();"));
    CHECK(!warns("if (me + 1 <= nodes) \\VISIBLE_SYNC();"));
    CHECK(!warns("if (2 * me < 2 * nodes) \\VISIBLE_SYNC();"));
    CHECK(!warns("if (me != nodes) \\VISIBLE_SYNC();"));
    CHECK(!warns("if (!(me == -1)) \\VISIBLE_SYNC();"));
    CHECK(!warns("if ((me >= 0) && (me < nodes)) \\VISIBLE_SYNC();"));
    CHECK(!warns("if (me >= nodes) return 1; \\VISIBLE_SYNC();"));
    CHECK(!warns("if (me < 0 || size < 3) return 1; \\VISIBLE_SYNC();"));
    CHECK(!warns("if (me == 0 && me >= nodes) \\VISIBLE_SYNC();"));
    CHECK(!warns("int n = 4; if (me < nodes) n = 5; \\LOOP (n) \\VISIBLE_SYNC();"));
    CHECK(!warns("while (me < nodes) { \\VISIBLE_SYNC(); }"));
    CHECK(!warns("int r = -1, p = -1; MPI_Comm_size(MPI_COMM_WORLD, &p); MPI_Comm_rank(MPI_COMM_WORLD, &r); "
                 "if (r < p) MPI_Barrier(MPI_COMM_WORLD);"));
    CHECK(!warns("int p, r, h; who0(&p, &r, &h); send0(&r, 4, 1, 0); if (r < p) \\VISIBLE_SYNC();"));
    CHECK(!warns("const int rank = me; if (rank < nodes) \\VISIBLE_SYNC();"));
    CHECK(!warns("step(me, nodes);", "void step(int r, int p) { if (r < p) \\VISIBLE_SYNC(); }\n"));
    // Conditions that look similar but differ between ranks.
    CHECK(warns("if (me <= nodes) \\VISIBLE_SYNC(); if (me < nodes - 1) sync0();"));
    CHECK(warns("if (me < nodes - 1) \\VISIBLE_SYNC();"));
    CHECK(warns("if (me + 1 < nodes) \\VISIBLE_SYNC();"));
    CHECK(warns("if (me < 4) \\VISIBLE_SYNC();"));
    CHECK(warns("if (me > 0) \\VISIBLE_SYNC();"));
    CHECK(warns("if (me < size) \\VISIBLE_SYNC();"));
    CHECK(warns("if (me < nodes && me) \\VISIBLE_SYNC();"));
    CHECK(warns("if (me % 2 < nodes - 1) \\VISIBLE_SYNC();"));
    CHECK(warns("if (me < nodes ? me : 0) \\VISIBLE_SYNC();"));
    CHECK(warns("me = 2 * me; if (me < nodes) \\VISIBLE_SYNC();"));
    CHECK(warns("me++; if (me < nodes) \\VISIBLE_SYNC();"));
    CHECK(warns("read(&nodes); if (me < nodes) \\VISIBLE_SYNC();"));
    CHECK(warns("nodes = 3; if (me < nodes) \\VISIBLE_SYNC();"));
    CHECK(warns("step(me, 3);", "void step(int r, int p) { if (r < p) \\VISIBLE_SYNC(); }\n"));
    CHECK(warns("int p; MPI_Comm_size(half, &p); if (me < p) \\VISIBLE_SYNC();", "MPI_Comm half;\n"));
}

TEST_CASE("branches with the same communication cause no warning", "[rank_dependence]") {
    CHECK(!warns("if (me == 0) { if (size > 3) sync0(); else sync0(); } else { sync0(); }"));
    CHECK(!warns("if (me == 0) { if (me < nodes) sync0(); } else sync0();"));
    CHECK(!warns(
        "if (me == 0) { if (host) { sync0(); barrier0(); } } else { if (host) { sync0(); barrier0(); } }"));
    CHECK(!warns("if (me) { for (int i = 0; i < size; ++i) sync0(); } else { for (int i = 0; i < size; ++i) "
                 "sync0(); }"));
    CHECK(!warns("if (me) { \\LOOP (3) sync0(); } else { \\LOOP (3) { size += 1; sync0(); } }"));
    CHECK(!warns("if (me == 0) { sync0(); } else if (me == 1) { sync0(); } else { sync0(); }"));
    CHECK(!warns("if (size) { sync0(); } else if (me == 1) { barrier0(); } else { barrier0(); }"));
    CHECK(!warns("if (me == 0) { sync0(); \\CLOSE0(); return 1; } else { sync0(); \\CLOSE0(); return 2; } "));
    CHECK(!warns("\\LOOP i { if (me == i) { sync0(); continue; } else { sync0(); continue; } }"));
    CHECK(!warns("while (size--) { switch (me) { case 0: nodes = 1; break; default: host = 2; } sync0(); }"));
    // If a chain of `else if` names all ranks, the program is assumed to run on these ranks.
    CHECK(!warns("if (me == 0) sync0(); else if (me == 2 || 3 == me) sync0(); else if ((me == 1)) sync0();"));
    CHECK(warns("if (me == 0) sync0(); else if (me == 2) sync0();"));
    CHECK(warns("if (me == 0) sync0(); else if (me == 1) barrier0();"));
    CHECK(warns("if (me == 0) sync0(); else if (me < 2) sync0();"));
    CHECK(warns("if (me == 0) sync0();"));
    // Branches that communicate differently.
    CHECK(warns("if (me == 0) { if (size > 3) sync0(); } else { sync0(); }"));
    CHECK(warns("if (me == 0) { if (size > 3) sync0(); } else { if (size > 4) sync0(); }"));
    CHECK(warns("if (me == 0) { if (me < nodes) { } else sync0(); } else sync0();"));
    CHECK(warns(
        "if (me) { for (int i = 0; i < 3; ++i) sync0(); } else { for (int i = 0; i < 4; ++i) sync0(); }"));
    CHECK(warns("if (me) { \\LOOP (3) { sync0(); sync0(); } } else { \\LOOP (3) sync0(); }"));
    CHECK(warns("if (size) { } else if (me) { } else { \\VISIBLE_SYNC(); }"));
    CHECK(warns("if (me == 0) { sync0(); return 1; } else { sync0(); } sync0();"));
    CHECK(warns("\\LOOP i { if (me == i) { sync0(); break; } else { sync0(); } sync0(); }"));
    CHECK(warns("while (size--) { switch (me) { case 0: continue; default: host = 2; } sync0(); }"));
    CHECK(warns("switch (me) { case 0: sync0(); break; default: host = 2; }"));
    CHECK(warns("do sync0(); while (me-- > 0);"));
}

TEST_CASE("a differing communicator or operation causes a warning", "[rank_dependence]") {
    const auto warned = [](const std::string& body) {
        return codes(in_main(body)) == std::vector<std::string>{"rank-dependent-argument"};
    };
    CHECK(warned("MPI_Comm c, d; MPI_Comm_dup(MPI_COMM_WORLD, &d); c = MPI_COMM_WORLD; if (me % 2) c = d; "
                 "MPI_Barrier(c);"));
    CHECK(warned("MPI_Op op = MPI_SUM; if (me % 2) op = MPI_MAX; MPI_Allreduce(&me, &size, 1, MPI_INT, op, "
                 "MPI_COMM_WORLD);"));
    CHECK(!warned(
        "MPI_Op op = MPI_SUM; if (me < nodes) op = MPI_MAX; MPI_Allreduce(&me, &size, 1, MPI_INT, op, "
        "MPI_COMM_WORLD);"));
}

TEST_CASE("constants that differ between branches of a condition on the rank are warned of",
          "[rank_dependence]") {
    const auto warned = [](const std::string& body, const std::string& before = "") {
        const std::vector<std::string> seen = codes(before + in_main(body));
        for (const std::string& code : seen)
            REQUIRE(code == "rank-dependent-argument");
        return !seen.empty();
    };
    const auto both = [&](const std::string& a, const std::string& b, const std::string& before = "") {
        return warned("if (me == 0) { " + a + " } else { " + b + " }", before);
    };
    const auto bcast = [](const std::string& n, const std::string& type, const std::string& root) {
        return "MPI_Bcast(&size, " + n + ", " + type + ", " + root + ", MPI_COMM_WORLD);";
    };
    CHECK(both(bcast("1", "MPI_INT", "0"), bcast("1", "MPI_INT", "1")));
    CHECK(both(bcast("1", "MPI_INT", "0"), bcast("2", "MPI_INT", "0")));
    CHECK(both(bcast("1", "MPI_INT", "0"), bcast("1", "MPI_FLOAT", "0")));
    CHECK(both("MPI_Request r; MPI_Ibcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD, &r);",
               "MPI_Request r; MPI_Ibcast(&size, 1, MPI_INT, 1, MPI_COMM_WORLD, &r);"));
    CHECK(both("sync0(); bcast0(&size, 4, 1, 0);", "sync0(); bcast0(&size, 4, 1, 1);"));
    CHECK(both("gsum0(&size, 1, 2, 1, 0);", "gsum0(&size, 1, 3, 1, 0);"));
    CHECK(both("\\COMMUNICATE(8, 1, 1);", "\\COMMUNICATE(16, 1, 1);"));
    CHECK(both("MPI_Reduce(&me, &size, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);",
               "MPI_Reduce(&me, &size, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);"));
    CHECK(both("MPI_Reduce_scatter(a, b, c, MPI_INT, MPI_SUM, MPI_COMM_WORLD);",
               "MPI_Reduce_scatter(a, b, c, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);", "int a[4], b[4], c[4];\n"));
    CHECK(both("MPI_Scatterv(a, c, c, MPI_INT, b, 1, MPI_INT, 0, MPI_COMM_WORLD);",
               "MPI_Scatterv(a, c, c, MPI_INT, b, 2, MPI_CHAR, 0, MPI_COMM_WORLD);",
               "int a[4], b[4], c[4];\n"));
    CHECK(warned("const int root = 0, other = 1; if (me) " + bcast("1", "MPI_INT", "root") + " else " +
                 bcast("1", "MPI_INT", "other")));
    CHECK(warned("if (me == 0) { if (size) " + bcast("1", "MPI_INT", "0") + " } else { if (size) " +
                 bcast("1", "MPI_INT", "1") + " }"));
    CHECK(warned("if (me == 0) " + bcast("1", "MPI_INT", "0") + " else if (me == 1) " +
                 bcast("1", "MPI_INT", "0") + " else " + bcast("1", "MPI_INT", "2")));
    // What is the same, or may be.
    CHECK(!both(bcast("1", "MPI_INT", "0"), bcast("1", "MPI_INT", "0")));
    CHECK(!both(bcast("n", "MPI_INT", "0"), bcast("4", "MPI_INT", "0"), "#define n 4\n"));
    CHECK(!both(bcast("n", "MPI_INT", "n"), bcast("m", "MPI_INT", "m"), "int n = 1, m = 1;\n"));
    CHECK(!both(bcast("1", "MPI_INT", "n"), bcast("1", "MPI_INT", "1"), "int n = 0;\nvoid f() { n = 1; }\n"));
    CHECK(!both(bcast("4", "MPI_BYTE", "0"), bcast("1", "MPI_INT", "0")));
    CHECK(!both(bcast("4", "cells", "0"), bcast("1", "MPI_INT", "0"), "MPI_Datatype cells;\n"));
    CHECK(!both(bcast("1", "MPI_INT", "0"), bcast("1", "MPI_INT32_T", "0")));
    CHECK(!both("MPI_Gather(&me, 1, MPI_INT, a, 1, MPI_INT, 0, MPI_COMM_WORLD);",
                "MPI_Gather(&me, 1, MPI_INT, nullptr, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);",
                "int a[4];\n"));
    CHECK(!both("MPI_Gather(MPI_IN_PLACE, 0, MPI_INT, a, 1, MPI_INT, 0, MPI_COMM_WORLD);",
                "MPI_Gather(&me, 1, MPI_INT, nullptr, 0, MPI_CHAR, 0, MPI_COMM_WORLD);", "int a[4];\n"));
    CHECK(!both("MPI_Gatherv(&me, 1, MPI_INT, a, c, c, MPI_INT, 0, MPI_COMM_WORLD);",
                "MPI_Gatherv(&me, 3, MPI_INT, a, c, c, MPI_INT, 0, MPI_COMM_WORLD);", "int a[4], c[4];\n"));
    CHECK(!both("\\EXCHANGE(8, 1, 1);", "\\EXCHANGE(16, 1, 1);"));
    CHECK(!warned("if (size) " + bcast("1", "MPI_INT", "0") + " else " + bcast("1", "MPI_INT", "1")));
    CHECK(!warned("if (me < nodes) " + bcast("1", "MPI_INT", "0") + " else " + bcast("1", "MPI_INT", "1")));
}

TEST_CASE("counts and datatypes of data that differ between ranks are warned of", "[rank_dependence]") {
    const auto warned = [](const std::string& body) {
        return codes(in_main(body)) == std::vector<std::string>{"rank-dependent-argument"};
    };
    const std::string type = "MPI_Datatype t = MPI_INT; if (me % 2) t = MPI_FLOAT; ";
    CHECK(warned(type + "MPI_Bcast(&size, 1, t, 0, MPI_COMM_WORLD);"));
    CHECK(warned(type + "MPI_Request r; MPI_Igatherv(&size, 1, t, 0, 0, 0, t, 0, MPI_COMM_WORLD, &r);"));
    CHECK(warned(type + "MPI_Scatter(0, 1, t, &size, 1, t, 0, MPI_COMM_WORLD);"));
    CHECK(warned("MPI_Datatype t = me ? MPI_INT : MPI_FLOAT; MPI_Bcast(&size, 1, t, 0, MPI_COMM_WORLD);"));
    CHECK(warned("MPI_Bcast(&size, 1, me ? MPI_INT : MPI_FLOAT, 0, MPI_COMM_WORLD);"));
    CHECK(warned("MPI_Bcast(&size, me ? 1 : 2, MPI_INT, 0, MPI_COMM_WORLD);"));
    CHECK(warned(
        "int n = 1; if (me == 0) n = 2; MPI_Gather(&me, n, MPI_INT, 0, n, MPI_INT, 0, MPI_COMM_WORLD);"));
    CHECK(!warned(
        "MPI_Datatype t = MPI_INT; if (me % 2) t = MPI_BYTE; MPI_Bcast(&size, 1, t, 0, MPI_COMM_WORLD);"));
    CHECK(!warned("MPI_Datatype t = MPI_INT; if (me % 2) t = MPI_INT32_T; MPI_Bcast(&size, 1, t, 0, "
                  "MPI_COMM_WORLD);"));
    CHECK(!warned(
        "MPI_Datatype t = MPI_INT; if (me % 2) t = made(); MPI_Bcast(&size, 1, t, 0, MPI_COMM_WORLD);"));
    CHECK(
        !warned("MPI_Datatype t = me ? MPI_INT : MPI_DATATYPE_NULL; MPI_Gather(&me, 1, MPI_INT, 0, 1, t, 0, "
                "MPI_COMM_WORLD);"));
    CHECK(!warned(
        "MPI_Gather(me ? &size : MPI_IN_PLACE, me ? 1 : 0, MPI_INT, 0, 1, MPI_INT, 0, MPI_COMM_WORLD);"));
    CHECK(!warned(
        "void* from = MPI_IN_PLACE; if (me) from = &size; MPI_Gather(from, me ? 1 : 0, MPI_INT, 0, 1, "
        "MPI_INT, 0, MPI_COMM_WORLD);"));
    CHECK(!warned("MPI_Gatherv(&size, me, MPI_INT, 0, 0, 0, MPI_INT, 0, MPI_COMM_WORLD);"));
    CHECK(!warned("MPI_Bcast(&size, me, cells, 0, MPI_COMM_WORLD);"));
    CHECK(!warned("MPI_Bcast(&size, 0, me ? MPI_INT : MPI_FLOAT, 0, MPI_COMM_WORLD);"));
    CHECK(!warned("MPI_Allreduce(&me, &size, 0, me ? MPI_INT : MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);"));
}

TEST_CASE("windows and files of all ranks are followed", "[rank_dependence]") {
    const std::string window = "MPI_Win w; MPI_Win_create(&size, 4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &w); ";
    CHECK(warns(window + "if (me) MPI_Win_fence(0, w);"));
    CHECK(warns(window + "MPI_Win_fence(0, w); if (me) MPI_Win_free(&w);"));
    CHECK(warns("MPI_File f; MPI_File_open(MPI_COMM_WORLD, \"a\", 0, MPI_INFO_NULL, &f); "
                "if (me) MPI_File_write_all(f, &size, 1, MPI_INT, MPI_STATUS_IGNORE);"));
    CHECK(!warns(window + "if (me) MPI_Put(&host, 1, MPI_INT, 0, 0, 1, MPI_INT, w);"));
    CHECK(!warns(
        "MPI_Win w; MPI_Win_create(&size, 4, 1, MPI_INFO_NULL, half, &w); if (me) MPI_Win_fence(0, w);",
        "MPI_Comm half;\n"));
    CHECK(!warns("MPI_File f; MPI_File_open(MPI_COMM_SELF, \"a\", 0, MPI_INFO_NULL, &f); if (me) "
                 "MPI_File_close(&f);"));
}

TEST_CASE("large counts and persistent operations are known", "[rank_dependence]") {
    CHECK(warns("if (me) MPI_Bcast_c(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);"));
    CHECK(warns("MPI_Request r; if (me) MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &r);"));
    CHECK(!warns(
        "if (me) MPI_Bcast_c(&size, 1, MPI_INT, 0, MPI_COMM_WORLD); else MPI_Bcast(&size, 1, MPI_INT, 0, "
        "MPI_COMM_WORLD);"));
    CHECK(warns("MPI_Request r; if (me) MPI_Ibcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD, &r); else "
                "MPI_Bcast(&size, 1, "
                "MPI_INT, 0, MPI_COMM_WORLD);"));
}
