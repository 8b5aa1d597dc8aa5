#include "ranks.h"

#include <loop/loop.h>

#include <catch2/catch.hpp>

#include <vector>

namespace {

int right_rank() {
    return (me + 1) % ranks;
}
int left_rank() {
    return (me + ranks - 1) % ranks;
}

struct Info {
    int bytes = -1, type = -1, node = -1;
    Info() { recvinfo0(&bytes, &type, &node); }
};

} // namespace

TEST_CASE("who0 returns the ranks, and that there is no host") {
    int n = 0;
    int rank = -1;
    int host = 0;
    who0(&n, &rank, &host);
    CHECK(n == ranks);
    CHECK(rank == me);
    CHECK(host == -32768);
}

TEST_CASE("host0 returns the host of who0; check0 is accepted") {
    int host = 0;
    who0(nullptr, nullptr, &host);
    CHECK(host0() == host);
    check0(0);
    check0(1);
}

TEST_CASE("datasize0 returns the bytes of each datatype") {
    CHECK(datasize0(0) == sizeof(char));
    CHECK(datasize0(1) == sizeof(short));
    CHECK(datasize0(2) == sizeof(int));
    CHECK(datasize0(3) == sizeof(long));
    CHECK(datasize0(4) == sizeof(float));
    CHECK(datasize0(5) == sizeof(double));
}

TEST_CASE("send0 and recv0 around the ring; recvinfo0 describes the message") {
    const int out = 100 + me;
    int in = -1;
    send0(&out, sizeof out, 7, right_rank());
    recv0(&in, sizeof in, 7);
    CHECK(in == 100 + left_rank());
    const Info info;
    CHECK(info.bytes == 4);
    CHECK(info.type == 7);
    CHECK(info.node == left_rank());
}

TEST_CASE("recv0 receives its type, -1 receives any, and messages may be shorter") {
    sync0();
    const int first = 1;
    const double second = 2;
    send0(&first, sizeof first, 11, me);
    send0(&second, sizeof second, 12, me);
    double d = 0;
    recv0(&d, sizeof d, 12);
    CHECK(d == 2);
    long any = 0;
    recv0(&any, sizeof any, -1);
    CHECK(static_cast<int>(any) == 1);
    CHECK(Info().bytes == 4);
    CHECK(Info().type == 11);
    sync0(); // so that a recv0 of any type receives no message of a rank that is ahead
}

TEST_CASE("send0 to node -1 reaches all other ranks") {
    if (me == 0) send0(&ranks, sizeof ranks, 3, -1);
    int n = ranks;
    if (me != 0) n = 0, recv0(&n, sizeof n, 3);
    CHECK(n == ranks);
}

TEST_CASE("sendbegin0 and recvbegin0 overlap; the end calls complete the oldest of their type") {
    std::vector<int> out{me, me + 1000};
    std::vector<int> in(2, -1);
    recvbegin0(&in[0], sizeof(int), 21);
    recvbegin0(&in[1], sizeof(int), 21);
    sendbegin0(&out[0], sizeof(int), 21, right_rank());
    sendbegin0(&out[1], sizeof(int), 21, right_rank());
    recvend0(21);
    CHECK(in[0] == left_rank());
    CHECK(Info().node == left_rank());
    recvend0(21);
    CHECK(in[1] == left_rank() + 1000);
    sendend0(21);
    sendend0(21);
}

TEST_CASE("probe0 finds a message without receiving it") {
    CHECK(probe0(31) == 0);
    sync0();
    const char text[6] = "probe";
    send0(text, 6, 31, right_rank());
    while (probe0(31) == 0) {
    }
    CHECK(Info().bytes == 6);
    CHECK(Info().node == left_rank());
    CHECK(probe0(-1) == 1);
    char in[6] = "";
    recv0(in, 6, 31);
    CHECK(std::string(in) == "probe");
    CHECK(probe0(-1) == 0);
    sync0();
}

TEST_CASE("a recv0 of any type never receives a construct's message") {
    {
        sync0();
        loop::Communication outer(64, 1, 1);
        const int out = me;
        int in = -1;
        send0(&out, sizeof out, 0, right_rank());
        recv0(&in, sizeof in, -1);
        CHECK(in == left_rank());
    }
    sync0();
}

TEST_CASE("bcast0 and bcast1 copy the root's bytes to all ranks") {
    for (int root = 0; root < ranks; ++root) {
        int a = me == root ? 40 + root : 0;
        int b = a;
        bcast0(&a, sizeof a, 1, root);
        bcast1(&b, sizeof b, 1, root);
        CHECK(a == 40 + root);
        CHECK(b == 40 + root);
    }
}

TEST_CASE("global operations on every datatype; the root has the result") {
    for (int root = 0; root < ranks; ++root) {
        char c = static_cast<char>(me + 1);
        short s = static_cast<short>(me + 1);
        int i = me + 1;
        long l = me + 1;
        float f[2] = {static_cast<float>(me), 1};
        double d = me + 1;
        gmax0(&c, 1, 0, 5, root);
        gmin0(&s, 1, 1, 5, root);
        gsum0(&i, 1, 2, 5, root);
        gprod0(&l, 1, 3, 5, root);
        gsum0(f, 2, 4, 5, root);
        gmax0(&d, 1, 5, 5, root);
        if (me != root) continue;
        long product = 1;
        for (int rank = 1; rank <= ranks; ++rank)
            product *= rank;
        int sum_from_0 = ranks * (ranks - 1) / 2;
        CHECK(c == ranks);
        CHECK(s == 1);
        CHECK(i == ranks * (ranks + 1) / 2);
        CHECK(l == product);
        CHECK(f[0] == static_cast<float>(sum_from_0));
        CHECK(f[1] == static_cast<float>(ranks));
        CHECK(d == ranks);
    }
}

TEST_CASE("gand0, gor0, and gxor0 are bitwise") {
    int all = 0xff & ~(1 << me);
    int any = 1 << me;
    int odd = 3;
    gand0(&all, 1, 2, 5, 0);
    gor0(&any, 1, 2, 5, 0);
    gxor0(&odd, 1, 2, 5, 0);
    if (me != 0) return;
    CHECK(all == (0xff & ~((1 << ranks) - 1)));
    CHECK(any == (1 << ranks) - 1);
    CHECK(odd == (ranks % 2 == 1 ? 3 : 0));
}

namespace {
void larger_magnitude(double* into, double* from, int items, int datatype) {
    CHECK(datatype == 5);
    for (int i = 0; i < items; ++i) {
        if (from[i] * from[i] > into[i] * into[i]) into[i] = from[i];
    }
}
} // namespace

TEST_CASE("gcomb0 combines with a user's function; gather0 collects the elements of each rank") {
    for (int root = 0; root < ranks; ++root) {
        double values[2] = {me % 2 == 0 ? 1.0 + me : -1.0 - me, 1};
        gcomb0(values, 2, 5, 9, root, larger_magnitude);
        const double largest = ranks % 2 == 1 ? ranks : -ranks;
        if (me == root) CHECK(values[0] == largest);

        std::vector<float> vector(static_cast<std::size_t>(ranks), 0.0F);
        vector[static_cast<std::size_t>(me)] = static_cast<float>(me + 1);
        gather0(vector.data(), ranks, 9, root);
        for (int rank = 0; me == root && rank < ranks; ++rank) {
            CHECK(vector[static_cast<std::size_t>(rank)] == static_cast<float>(rank + 1));
        }
    }
}

TEST_CASE("clocks advance, and clocksync0 resets them") {
    const double before = clock0();
    sync0();
    CHECK(clock0() >= before);
    clocksync0();
    CHECK(clock0() >= 0);
    barrier0();
}

TEST_CASE("Gray codes and ring neighbors") {
    for (int i = 0; i < 64; ++i) {
        CHECK(ginv0(gray0(i)) == i);
        const int difference = gray0(i) ^ gray0(i + 1);
        CHECK((difference & (difference - 1)) == 0);
    }
    int n = 0;
    int top = 4;
    int order = 0;
    int direction = 1;
    setarc0(&n, &top, &order, &direction);
    CHECK(n == ranks);
    CHECK(neighbor0(1, me) == right_rank());
    CHECK(neighbor0(-1, me) == left_rank());
    if ((ranks & (ranks - 1)) == 0) {
        order = 1;
        setarc0(&n, &top, &order, &direction);
        CHECK(neighbor0(-1, neighbor0(1, me)) == me);
        order = 0;
    }
    top = 2;
    setarc0(&n, &top, &order, &direction);
    getarc0(&n, &top, &order, &direction);
    CHECK(top == 2);
    CHECK(order == 0);
}

namespace {
// Returns the steps from a node to another one on the two-way ring, by neighbor0.
int ring_distance(int from, int to) {
    for (int steps = 0;; ++steps)
        if (neighbor0(steps, from) == to || neighbor0(-steps, from) == to) return steps;
}
} // namespace

TEST_CASE("antipode0 returns a node that no other node is farther from than the root, in both orders") {
    const bool gray_too = (ranks & (ranks - 1)) == 0;
    for (int order = 0; order <= (gray_too ? 1 : 0); ++order) {
        for (int topology = 1; topology <= 4; ++topology) {
            setarc0(nullptr, &topology, &order, nullptr);
            for (int root = 0; root < ranks; ++root) {
                const int opposite = antipode0(root);
                CHECK(opposite == neighbor0((ranks + 1) / 2, root));
                for (int other = 0; other < ranks; ++other)
                    CHECK(ring_distance(root, other) <= ring_distance(root, opposite));
            }
        }
    }
    int topology = 2;
    int order = 0;
    setarc0(nullptr, &topology, &order, nullptr);
}

TEST_CASE("trace calls are accepted and their values stored") {
    tracenode(100000, 0, 0);
    tracelevel(2, 1, 1);
    tracefiles("", "trace", 0);
    const int marks[] = {1, 2};
    tracemark(1);
    tracemarks(marks, 2);
    tracemsg("half way");
    traceblockbegin(3, 0, 0);
    traceblockend(3, 0, 0);
    traceblock(0);
    traceblock(1);
    int remaining = 0;
    int level = 0;
    traceinfo(&remaining, &level, nullptr, nullptr);
    CHECK(remaining == 100000);
    CHECK(level == 2);
    traceflush();
    traceexit();
    message0("a message of the test");
}
