// Baseline for fft.loop: the same six steps on the same blocks, FFTW for the local transforms, MPI_Alltoall
// between them. Arguments: points, passes. Prints microseconds per transform: the median over the passes,
// forward and back.

#include <fftw3.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Complex = std::complex<double>;

int ranks = 1;
int rank = 0;

fftw_complex* raw(Complex* data) {
    return reinterpret_cast<fftw_complex*>(data);
}

// rows x columns points in blocks of rows; the number of ranks divides both.
class Transform {
public:
    Transform(int rows, int columns, int sign)
        : rows_(rows), columns_(columns), my_rows_(rows / ranks), my_columns_(columns / ranks),
          a_(static_cast<std::size_t>(my_rows_) * columns), b_(a_.size()), turn_(a_.size()) {
        down_ = fftw_plan_many_dft(1, &rows_, my_columns_, raw(a_.data()), nullptr, my_columns_, 1,
                                   raw(b_.data()), nullptr, my_columns_, 1, sign, FFTW_MEASURE);
        along_ = fftw_plan_many_dft(1, &columns_, my_rows_, raw(a_.data()), nullptr, 1, columns_,
                                    raw(b_.data()), nullptr, my_rows_, 1, sign, FFTW_MEASURE);
        const long long n = 1LL * rows * columns;
        for (int i = 0; i < rows; ++i)
            for (int j = 0; j < my_columns_; ++j) {
                const long long e = 1LL * i * (rank * my_columns_ + j) % n;
                turn_[at(i, j, my_columns_)] = std::polar(1.0, sign * 2 * std::acos(-1.0) * e / n);
            }
    }
    ~Transform() {
        fftw_destroy_plan(down_);
        fftw_destroy_plan(along_);
    }
    Transform(const Transform&) = delete;
    Transform& operator=(const Transform&) = delete;

    void operator()(const std::vector<Complex>& x, std::vector<Complex>& y) {
        for (int r = 0; r < ranks; ++r)
            for (int i = 0; i < my_rows_; ++i)
                std::copy_n(&x[at(i, r * my_columns_, columns_)], my_columns_,
                            &b_[at(r * my_rows_ + i, 0, my_columns_)]);
        exchange(b_, a_); // rows x my columns
        fftw_execute(down_);
        for (std::size_t i = 0; i < b_.size(); ++i)
            b_[i] *= turn_[i];
        exchange(b_, y); // from each rank: my rows x its columns
        for (int r = 0; r < ranks; ++r)
            for (int i = 0; i < my_rows_; ++i)
                std::copy_n(&y[at(r * my_rows_ + i, 0, my_columns_)], my_columns_,
                            &a_[at(i, r * my_columns_, columns_)]);
        fftw_execute(along_); // columns x my rows
        exchange(b_, a_);
        for (int r = 0; r < ranks; ++r)
            for (int j = 0; j < my_columns_; ++j)
                std::copy_n(&a_[at(r * my_columns_ + j, 0, my_rows_)], my_rows_,
                            &y[at(j, r * my_rows_, rows_)]);
    }

private:
    static std::size_t at(long long row, long long column, long long width) {
        return static_cast<std::size_t>(row * width + column);
    }
    static void exchange(std::vector<Complex>& from, std::vector<Complex>& to) {
        const int count = static_cast<int>(from.size()) / ranks;
        MPI_Alltoall(from.data(), count, MPI_C_DOUBLE_COMPLEX, to.data(), count, MPI_C_DOUBLE_COMPLEX,
                     MPI_COMM_WORLD);
    }

    int rows_, columns_, my_rows_, my_columns_;
    std::vector<Complex> a_, b_, turn_;
    fftw_plan down_ = nullptr;
    fftw_plan along_ = nullptr;
};

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 20;
    const int passes = argc > 2 ? std::atoi(argv[2]) : 10;
    int rows = 1;
    while (4LL * rows * rows <= n)
        rows *= 2;
    const int columns = n / rows;
    Transform forward(rows, columns, FFTW_FORWARD);
    Transform back(columns, rows, FFTW_BACKWARD);
    std::vector<Complex> start(static_cast<std::size_t>(n / ranks)), y(start.size()), x(start.size());
    for (std::size_t i = 0; i < start.size(); ++i)
        start[i] = {std::cos(0.1 * static_cast<double>(i)), static_cast<double>(i % 7)};
    std::vector<double> seconds;
    for (int pass = 0; pass < passes; ++pass) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double begin = MPI_Wtime();
        forward(start, y);
        back(y, x);
        MPI_Barrier(MPI_COMM_WORLD);
        seconds.push_back((MPI_Wtime() - begin) / 2);
    }
    double wrong = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        wrong = std::max(wrong, std::abs(x[i] / static_cast<double>(n) - start[i]));
    if (wrong > 1e-12) std::fprintf(stderr, "fft_by_hand: the inverse is off by %g\n", wrong);
    std::sort(seconds.begin(), seconds.end());
    if (rank == 0) std::printf("%.3f\n", seconds[seconds.size() / 2] * 1e6);
    MPI_Finalize();
    return wrong > 1e-12 ? 1 : 0;
}
