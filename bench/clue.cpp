// Compares CLUE's base variation with a STREAM triad and with the published loop, and its edge exchange with
// rows sent by MPI_Sendrecv.
#include "kernels/clue/edges.h"
#include "kernels/clue/transition.h"
#include "kernels/clue/values.h"
#include "rounds.h"

#include <loop/loop.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace {

using namespace loop::runtime::clue;

const loop::Program loop_program("clue", "clue.loop", "0", loop::CommandLine::runtime, {}, {});

int me = 0;
int ranks = 1;
bench::Lines edge_lines("edges of CLUE over MPI_Sendrecv");

// A strip of floats as in \CLUE, and its steps.
class Automaton {
public:
    Automaton(long long width, long long height, Indices indices)
        : parameters_(parameters(width, height, indices)), strip_(width, height, parameters_.update),
          trade_(place_of(me, ranks_by_position(Order::Numeric, 1, ranks)), Edges::Rows, sizeof(float),
                 static_cast<std::size_t>(width), MPI_COMM_WORLD) {
        std::uint64_t cell = 0;
        for (long long i = 0; i < height; ++i) {
            for (long long j = 0; j < width; ++j)
                strip_.row(i)[j] = first_value<float>(1, cell++);
            strip_.close(i);
        }
    }

    void trade() {
        const long long rows = strip_.rows();
        trade_({strip_.row(0), strip_.row(rows - 1), strip_.row(-1), strip_.row(rows)});
    }

    void step() {
        trade();
        strip_.close(-1);
        strip_.close(strip_.rows());
        strip_.swap();
        transition(strip_, parameters_, 0);
    }

private:
    static Parameters parameters(long long width, long long height, Indices indices) {
        Parameters p;
        p.width = width;
        p.height = height;
        p.indices = indices;
        return p;
    }

    Parameters parameters_;
    Strip<float> strip_;
    EdgeTrade trade_;
};

// A STREAM triad with as many elements as move the bytes of the strip, counted as in STREAM and with 8 bytes
// per cell.
class Triad {
public:
    explicit Triad(std::size_t elements) : elements_(elements), a_(vector(0)), b_(vector(1)), c_(vector(2)) {}

    void pass() {
        double* const __restrict a = a_.get();
        const double* const b = b_.get();
        const double* const c = c_.get();
        const double s = scalar_ += 1;
        for (std::size_t i = 0; i < elements_; ++i)
            a[i] = b[i] + s * c[i];
        asm volatile("" : : "r"(a) : "memory");
    }

private:
    struct Freed {
        void operator()(double* memory) const { std::free(memory); }
    };
    using Vector = std::unique_ptr<double, Freed>;

    Vector vector(double value) const {
        Vector result(reinterpret_cast<double*>(bench::page_aligned(elements_ * sizeof(double))));
        std::fill_n(result.get(), elements_, value);
        return result;
    }

    std::size_t elements_;
    Vector a_, b_, c_;
    double scalar_ = 3;
};

void say(const std::string& name, const bench::Samples& samples, double at_least) {
    if (me != 0) return;
    const bench::Goal goal{bench::Aim::AtLeast, at_least};
    bench::print_goal(name, bench::print_line(name, samples, goal), goal);
}

// Both sides count the same bytes, so the ratio of times is the ratio of bandwidths.
void beside_triad(long long side) {
    Automaton automaton(side, side, Indices::Direct);
    Triad triad(static_cast<std::size_t>(side * side / 3));
    const auto samples = bench::measure([&] { triad.pass(); }, [&] { automaton.step(); });
    if (me == 0) bench::print_header("us", "triad", "CLUE");
    say("CLUE over a triad, bandwidth", samples, 0.70);
}

void beside_modulo(long long side) {
    Automaton published(side, side, Indices::Modulo), base(side, side, Indices::Direct);
    const auto samples = bench::measure([&] { published.step(); }, [&] { base.step(); });
    if (me == 0) bench::print_header("us", "modulo", "CLUE");
    say("the published loop over CLUE, time", samples, 40);
}

void edges(long long width) {
    Automaton automaton(width, 4, Indices::Direct);
    const auto cells = static_cast<std::size_t>(width);
    const std::vector<float> top(cells), bottom(cells);
    std::vector<float> over(cells), under(cells);
    const int above = (me + ranks - 1) % ranks, below = (me + 1) % ranks, count = static_cast<int>(width);
    const auto by_hand = [&] {
        MPI_Sendrecv(bottom.data(), count, MPI_FLOAT, below, 0, over.data(), count, MPI_FLOAT, above, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(top.data(), count, MPI_FLOAT, above, 1, under.data(), count, MPI_FLOAT, below, 1,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    };
    const auto samples = bench::measure([&] { automaton.trade(); }, by_hand);
    if (me == 0) edge_lines.print("edges of " + std::to_string(width) + " cells", samples);
}

} // namespace

int main() {
    loop::open0(&ranks, &me, nullptr, nullptr, 0);
    const bench::WatchedRanks watched;
    beside_triad(6697);
    if (ranks == 1) {
        beside_modulo(512);
    } else {
        if (me == 0) bench::print_header("us");
        for (const long long width : {512, 6697, 13394})
            edges(width);
        if (me == 0) edge_lines.end();
    }
    watched.end();
    loop::close0();
}
