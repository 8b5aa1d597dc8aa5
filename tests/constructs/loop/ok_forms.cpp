// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "56f695d8d6f6bbdc", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    int sum = 0;
    for (int i3_end = loop::problem_size(), i3 = 0; i3 < i3_end; ++i3) {
        for (int i2_end = loop::times(loop::wide * 2 * nodes), i2 = 0; i2 < i2_end; ++i2) {
            for (int pass_1__end = loop::problem_size(), pass_1_ = 0; pass_1_ < pass_1__end; ++pass_1_) { sum += i3 + i2; }
        }
    }
    for (int i_end_ = loop::times(3), i = 0; i < i_end_; ++i) sum += i;
    for (int pass_2_end = loop::times(3), pass_2 = 0; pass_2 < pass_2_end; ++pass_2) sum++;
    for (int i_end_ = loop::problem_size(), i = 0; i < i_end_; ++i) if (i > 2) sum += 1; else sum -= 1;
    for (int pass_3_end = loop::times(2), pass_3 = 0; pass_3 < pass_3_end; ++pass_3) { for (int pass_4_end = loop::times(2), pass_4 = 0; pass_4 < pass_4_end; ++pass_4) for (int j_end = loop::times(2), j = 0; j < j_end; ++j) { sum += j; } }
    if (sum > 0)
        for (int pass_5_end = loop::times(1), pass_5 = 0; pass_5 < pass_5_end; ++pass_5) sum = 0;
    else
        for (int i_end_ = loop::times(2), i = 0; i < i_end_; ++i) do { sum += i; } while (sum < 3);
    for (int pass_6_end = loop::times(2), pass_6 = 0; pass_6 < pass_6_end; ++pass_6) ;
    for (int k_end = loop::times(2), k = 0; k < k_end; ++k) try { sum += k; } catch (...) { sum = 0; }
    int pass_1 = 0, i_end = 1;
    for (int i_end_ = loop::times(size), i = 0; i < i_end_; ++i) { sum += i + i_end + pass_1; }
    std::printf("%d\n", sum);
    loop::close0();
}
