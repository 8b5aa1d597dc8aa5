#include "comm/sites.h"
#include "ranks.h"
#include "session/settings.h"

#include <loop/loop.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

namespace {

// Runs the body on every kind of tree. The body gets the site, because a tree is planned once per site.
template <class Body>
void on_every_tree(Body body) {
    auto& settings = loop::runtime::settings();
    static int line = 1000000;
    for (auto shape : {loop::patterns::TreeShape::Binary, loop::patterns::TreeShape::Binomial}) {
        for (bool reversed : {false, true}) {
            settings.tree_shape = shape;
            settings.tree_map.clear();
            if (reversed) {
                settings.tree_map.push_back(0);
                for (int rank = ranks - 1; rank > 0; --rank)
                    settings.tree_map.push_back(rank);
            }
            body(loop::Site{"tree.loop", ++line});
        }
    }
    settings.tree_shape = loop::patterns::TreeShape::Binary;
    settings.tree_map.clear();
}

double element(long long i) {
    return 0.5 + static_cast<double>(i);
}

} // namespace

TEST_CASE("TREE_BCAST copies rank 0's data to every rank") {
    on_every_tree([](loop::Site site) {
        loop::Vector<double> v(1000);
        loop::init_array(v, me == 0 ? 3.5 : -1);
        loop::tree_bcast(v, 999 * 8, site);
        CHECK(v[998] == 3.5);
        CHECK(v[999] == (me == 0 ? 3.5 : -1));
        loop::Matrix<int> a(3, 4);
        a[2][3] = me == 0 ? 17 : 0;
        loop::tree_bcast(a, 48, site);
        CHECK(a[2][3] == 17);
        int plain = me == 0 ? 5 : 6;
        loop::tree_bcast(&plain, sizeof plain, site);
        CHECK(plain == 5);
    });
}

TEST_CASE("TREE_COLLECT_VEC copies every block to rank 0, and TREE_DISTRIB_VEC copies it back") {
    for (long long n : {0, 1, 2, 3, 7, 64, 1000, 10001}) {
        on_every_tree([n](loop::Site site) {
            const loop::patterns::Block mine = loop::patterns::BlockDistribution(ranks, n).of(me);
            loop::Vector<double> v(n);
            loop::init_array(v, -1);
            for (long long i = 0; i < mine.count; ++i)
                v[mine.begin + i] = element(mine.begin + i);
            loop::tree_collect_vec(v, site);
            bool good = true;
            for (long long i = 0; i < n; ++i) {
                const bool own = i >= mine.begin && i < mine.begin + mine.count;
                good = good && v[i] == (me == 0 || own ? element(i) : -1);
            }
            CHECK(good);
            for (long long i = 0; me == 0 && i < n; ++i)
                v[i] = -element(i);
            loop::tree_distrib_vec(v, site);
            for (long long i = 0; i < n; ++i) {
                const bool own = i >= mine.begin && i < mine.begin + mine.count;
                good = good && v[i] == (me == 0 || own ? -element(i) : -1);
            }
            CHECK(good);
        });
    }
}

TEST_CASE("a tree uses one message per rank other than the root") {
    loop::Vector<int> v(10);
    loop::tree_bcast(v, 40);
    const auto& site = loop::runtime::all_sites().back();
    const auto traffic = loop::runtime::traffic_of(site);
    // The root and inner ranks send to their children; a leaf only receives.
    REQUIRE(site.h.stretches().size() == 1);
    CHECK(site.h.stretches()[0].bytes == std::max(traffic.bytes_sent, traffic.bytes_received));
    int sent = static_cast<int>(traffic.messages_sent);
    CHECK(traffic.messages_received == (me == 0 ? 0 : 1));
    gsum0(&sent, 1, 2, 0, 0);
    if (me == 0) CHECK(sent == ranks - 1);
}
