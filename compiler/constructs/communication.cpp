#include "compiler/constructs/families.h"

namespace loop::compiler {

using Kind = ParameterKind;

namespace {

constexpr std::string_view no_data = "nullptr";

const Parameter from{"FROM", Kind::Pointer, false, no_data};
const Parameter into{"INTO", Kind::Pointer, false, no_data};

ConstructInfo multibroadcast(std::string_view name, std::string_view function, std::string_view synopsis,
                             std::string_view summary, std::string_view order, std::string_view example) {
    return {name,
            Shape::Call,
            StatementRule::None,
            true,
            {{"SIZE", Kind::Bytes}, from, into},
            function,
            "",
            false,
            synopsis,
            summary,
            order,
            example,
            "LOOP paper, 4.1.1.6"};
}

} // namespace

std::vector<ConstructInfo> pair_constructs() {
    const std::vector<Parameter> pair = {
        {"SIZE", Kind::Bytes}, {"DISTANCE", Kind::Distance}, {"PARTNERS", Kind::Partners}, from, into};
    std::vector<Parameter> exchange = pair;
    exchange.push_back({"RING", Kind::Flag, false, "false"});
    return {
        {"COMMUNICATE", Shape::Region, StatementRule::Optional, true, pair, "loop::communicate",
         "loop::Communication", false,
         "\\COMMUNICATE(size, distance, partners [, FROM: p, INTO: q]); | { ... }",
         "sends to the ranks at a distance, receives from those on the other side",
         "Collective. For j = 1 to partners: sends `size` bytes to rank (me + j * distance) mod p and "
         "receives as many\n"
         "from (me - j * distance) mod p. Partners that coincide, or are this rank itself, are dropped; with "
         "a note on\n"
         "the sheet, unless the rank is alone. With a statement in braces, the sends start before it and the receives are completed "
         "after it.\n"
         "FROM and INTO move user data: slot j - 1 (`size` bytes each) belongs to the j-th partner.",
         "\\COMMUNICATE(8 * n, 1, 1) { work(); }", "LOOP paper, 4.1.1.4"},
        {"EXCHANGE", Shape::Call, StatementRule::None, true, exchange, "loop::exchange", "", false,
         "\\EXCHANGE(size, distance, partners [, FROM: p, INTO: q] [, RING: true]);",
         "exchanges messages with partners on both sides",
         "Collective; both ranks of a pair send and receive `size` bytes. One partner: ranks pair up, me "
         "with\n"
         "me + distance where (me / distance) is even, else with me - distance. Two: me + distance and me - "
         "distance, in\n"
         "this order; more: +2d, -2d and so on, an odd last one by the parity rule, at d times half of "
         "partners + 1. "
         "Ranks form a chain,\n"
         "so those at its ends have fewer partners; `RING: true` closes it, but for the parity rule: pairs "
         "stay on the "
         "chain. Partners\n"
         "that coincide are dropped, and so are those of a rank that has none at a distance on either side, or "
         "where no rank\n"
         "has one; with a note on the sheet, unless the rank is alone. Slot j - 1 of FROM and INTO belongs to the j-th partner.",
         "\\EXCHANGE(8 * n, 1, 2, FROM: edges, INTO: halos);", "LOOP paper, 4.1.1.5, Figures 5 and 6"},
    };
}

std::vector<ConstructInfo> multibroadcast_constructs() {
    return {
        multibroadcast("MULTIBCAST0", "loop::multibcast0", "\\MULTIBCAST0(size [, FROM: p, INTO: q]);",
                       "every rank sends to all others, rank 0 first",
                       "Collective. All sends first, to ranks 0, 1, 2 ..., then all receives in the same "
                       "order; nothing goes to\n"
                       "oneself. Rank 0 is everyone's first target: a hot spot, on purpose. Slot r of FROM "
                       "goes to rank r, slot r\n"
                       "of INTO comes from rank r.",
                       "\\MULTIBCAST0(1000);"),
        multibroadcast("MULTIBCAST_ME", "loop::multibcast_me", "\\MULTIBCAST_ME(size [, FROM: p, INTO: q]);",
                       "every rank sends to all others, its right neighbour first",
                       "Collective. As `\\MULTIBCAST0`, but the sends start at rank me + 1 (modulo p); "
                       "receives go from 0 upwards.",
                       "\\MULTIBCAST_ME(1000);"),
        multibroadcast("MULTIBCAST_ALTER", "loop::multibcast_alter",
                       "\\MULTIBCAST_ALTER(size [, FROM: p, INTO: q]);",
                       "every rank sends to all others, a receive after each send",
                       "Collective. In step k = 1 to p - 1: sends to me + k, receives from me - k (modulo "
                       "p). No rank is a hot spot.",
                       "\\MULTIBCAST_ALTER(1000);"),
    };
}

std::vector<ConstructInfo> tree_constructs() {
    return {
        {"TREE_BCAST",
         Shape::Call,
         StatementRule::None,
         true,
         {{"DATA", Kind::Pointer}, {"SIZE", Kind::Bytes}},
         "loop::tree_bcast",
         "",
         false,
         "\\TREE_BCAST(data, size);",
         "rank 0 sends data to all others, down a tree",
         "Collective. `size` bytes at `data` (a pointer, or an array) reach every rank along a binary tree "
         "with root 0.\n"
         "The parent of place i is (i - 1) / 2; with `--set tree.shape=binomial` it is i without its lowest "
         "bit that is set.\n"
         "Place i is rank i, or the i-th rank of a list that begins with 0: `--set tree.map=0,2,1,3`. Both "
         "hold "
         "for all trees of a run.",
         "\\TREE_BCAST(x, 8 * n);",
         "LOOP paper, 4.1.1.6"},
        {"TREE_COLLECT_VEC",
         Shape::Call,
         StatementRule::None,
         true,
         {{"VECTOR", Kind::Vector}},
         "loop::tree_collect_vec",
         "",
         false,
         "\\TREE_COLLECT_VEC(v);",
         "rank 0 gathers the parts of a distributed vector, up a tree",
         "Collective. Rank r owns elements r * b to (r + 1) * b - 1, with b = ceil(N / p) and the last "
         "blocks shorter; after\n"
         "it `v` is whole on rank 0. Inner nodes pass on what their subtree sent.",
         "\\TREE_COLLECT_VEC(x);",
         "LOOP paper, 4.1.1.6"},
        {"TREE_DISTRIB_VEC",
         Shape::Call,
         StatementRule::None,
         true,
         {{"VECTOR", Kind::Vector}},
         "loop::tree_distrib_vec",
         "",
         false,
         "\\TREE_DISTRIB_VEC(v);",
         "rank 0 hands every rank its part of a vector, down a tree",
         "Collective. The reverse of `\\TREE_COLLECT_VEC`: each rank receives its own block, at its place in "
         "`v`.",
         "\\TREE_DISTRIB_VEC(x);",
         "LOOP paper, 4.1.1.6"},
    };
}

} // namespace loop::compiler
