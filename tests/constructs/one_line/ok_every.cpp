// Written by loop VERSION from ok_every.loop: change that file, not this one.
// Compile and link it with -fopenmp
#include <omp.h>
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_every", "ok_every.loop", "3c285083b7f4d1a1", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_every.loop"
// Every construct that the runtime tells from others by its place: the second one in a line passes its column.
int main() { loop::Handle h("h"); loop::Handle k("k");
    int nodes, me, host, n, data[64] = {}, more[64] = {};
    loop::open0(&nodes, &me, &host, &n, 1000);
    double s = 0;
    loop::Matrix<double> A(4, 4), B(4, 4), C(4, 4); loop::Vector<double> x(4), y(4);
    for (int pass_1_end = loop::times(2), pass_1 = 0; pass_1 < pass_1_end; ++pass_1) n += 0; for (int pass_2_end = loop::times(2), pass_2 = 0; pass_2 < pass_2_end; ++pass_2) n += 0; for ([[maybe_unused]] int pass_3 : loop::passes_for(0.001, 0, loop::Site::here(41))) n += 0; for ([[maybe_unused]] int pass_4 : loop::passes(2, 1, loop::Site::here(72))) n += 0;
    { const int pass_5_end = loop::times(2); loop::LoopThreads threads_6(2); _Pragma("omp parallel num_threads(threads_6.started())") { const loop::Thread thread_7(threads_6, omp_get_thread_num(), omp_get_num_threads()); _Pragma("omp for nowait") for (int pass_5 = 0; pass_5 < pass_5_end; ++pass_5) s += 0; } } { const int pass_8_end = loop::times(2); loop::LoopThreads threads_9(2, loop::Site::here(35)); _Pragma("omp parallel num_threads(threads_9.started())") { const loop::Thread thread_10(threads_9, omp_get_thread_num(), omp_get_num_threads()); _Pragma("omp for nowait") for (int pass_8 = 0; pass_8 < pass_8_end; ++pass_8) s += 0; } } { loop::Threads threads_11(2); _Pragma("omp parallel num_threads(threads_11.started())") for ([[maybe_unused]] const int pass_12 : loop::Thread(threads_11, omp_get_thread_num(), omp_get_num_threads())) s += 0; } { loop::Threads threads_13(2, loop::Site::here(86)); _Pragma("omp parallel num_threads(threads_13.started())") for ([[maybe_unused]] const int t : loop::Thread(threads_13, omp_get_thread_num(), omp_get_num_threads())) { s += 0; } }
    loop::matprod(C, A, B); loop::matprod(C, A, B, loop::declared, loop::declared, loop::declared, loop::Library::own, loop::no_threads, loop::Site::here(24)); loop::matvecprod(y, A, x); loop::matvecprod(y, A, x, loop::declared, loop::declared, loop::Library::own, loop::no_threads, loop::Site::here(65)); loop::scalprod(s, x, y); loop::scalprod(s, x, y, loop::declared, loop::Library::own, loop::no_threads, loop::Site::here(107));
    loop::init_array(A); loop::init_array(A, loop::Site::here(21)); loop::work(1e-6); loop::work_bytes(8, 8, false, loop::Site::here(50)); { loop::Flops flops_14(1); if (!flops_14.executes()) {} else s += 1; } { loop::Flops flops_15(1, 0, loop::Site::here(85)); if (!flops_15.executes()) {} else s += 1; }
    loop::communicate(8, 1, 1); loop::communicate(8, 1, 2, data, nullptr, loop::Site::here(28)); loop::exchange(8, 1, 1); loop::exchange(8, 1, 2, nullptr, nullptr, true, loop::Site::here(83));
    loop::multibcast0(8); loop::multibcast0(8, nullptr, nullptr, loop::Site::here(22)); loop::multibcast_me(8); loop::multibcast_me(8, nullptr, nullptr, loop::Site::here(58)); loop::multibcast_alter(8); loop::multibcast_alter(8, nullptr, nullptr, loop::Site::here(99));
    loop::send(4, loop::pairs([&](int r) -> loop::Ranks { return r + 1; })); loop::send(4, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }), loop::where([&](int r) -> bool { return r % 2 == 0; }), 1, nullptr, nullptr, loop::Site::here(27)); loop::send(loop::sizes([&](int r) -> loop::ByteCounts { return 4 + r; }), loop::pairs([&](int r) -> loop::Ranks { return r - 1; }), loop::everywhere, 1, nullptr, nullptr, loop::Site::here(61)); loop::send(4, loop::pairs(0, loop::Ranks(nodes - 1)), loop::everywhere, 1, nullptr, nullptr, loop::Site::here(92));
    loop::relay(4, loop::pairs([&](int r) -> loop::Ranks { return r + 1; })); { loop::Relaying relaying_16(4, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }), loop::everywhere, 1, data, more, loop::Site::here(28)); { n += 0; } } { loop::Relaying relaying_17(4, loop::pairs([&](int r) -> loop::Ranks { return r - 1; }), loop::everywhere, 1, nullptr, nullptr, loop::Site::here(86)); { n += 0; } }
    for ([[maybe_unused]] int a : loop::deal(3)) n += 0; for ([[maybe_unused]] int b : loop::deal(3, nodes - 1, 8, 8, 1, loop::Site::here(25))) n += 0;
    loop::tree_bcast(data, 4); loop::tree_bcast(&s, sizeof s, loop::Site::here(27)); loop::tree_collect_vec(x); loop::tree_collect_vec(y, loop::Site::here(76));
    loop::tree_distrib_vec(x); loop::tree_distrib_vec(y, loop::Site::here(27)); loop::barrier(); loop::barrier(loop::Site::here(61)); { loop::DuringBarrier duringbarrier_18 = loop::DuringBarrier(loop::Site::here(73)); { n += 0; } }
    loop::bcast(4); loop::bcast(4, nodes - 1, data, loop::Site::here(16)); loop::reduce(8); loop::reduce(4, 0, loop::Op::max, loop::element<int>(), data, more, nullptr, loop::Site::here(62));
    loop::allreduce(8); loop::allreduce(8, loop::Op::sum, loop::element<double>(), nullptr, nullptr, &s, loop::Site::here(20)); loop::scan(8); loop::scan(4, loop::Op::sum, loop::element<int>(), nullptr, nullptr, data, loop::Site::here(69));
    loop::exscan(8); loop::exscan(4, loop::Op::sum, loop::element<int>(), nullptr, nullptr, data, loop::Site::here(17)); loop::gather(4); loop::gather(loop::blocks([&](int /* r */) -> long long { return 4; }), 0, nullptr, nullptr, nullptr, loop::Site::here(64)); loop::scatter(4); loop::scatter(loop::blocks([&](int /* r */) -> long long { return 4; }), 0, nullptr, nullptr, nullptr, loop::Site::here(94));
    loop::allgather(4); loop::allgather(loop::blocks([&](int /* r */) -> long long { return 4; }), nullptr, nullptr, nullptr, loop::Site::here(20)); loop::alltoall(4); loop::alltoall(loop::blocks([&](int /* r */, int /* to */) -> long long { return 4; }), nullptr, nullptr, nullptr, loop::Site::here(54)); loop::reduce_scatter(8); loop::reduce_scatter(loop::blocks([&](int /* r */) -> long long { return 8; }), loop::Op::sum, loop::Element::Double, nullptr, nullptr, nullptr, loop::Site::here(99));
    loop::start_exchange(h, 8, 1, 2); loop::start_exchange(k, 8, 1, 1, nullptr, nullptr, false, loop::Site::here(45)); loop::finish(h); loop::finish(k, loop::Site::here(77));
    if (const loop::Among among_19(loop::groups([&](int r) -> loop::GroupNumber { return r % 2; })); among_19) loop::barrier(); if (const loop::Among among_20(loop::groups([&](int r) -> loop::GroupNumber { return r % 3; }), loop::as_outside, loop::Site::here(36)); among_20) loop::barrier(loop::Site::here(55)); { loop::With with_21(8); loop::send(4, loop::pairs([&](int r) -> loop::Ranks { return r + 1; })); } { loop::With with_22(64, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, loop::Site::here(98)); loop::send(4, loop::pairs([&](int r) -> loop::Ranks { return r - 1; }), loop::everywhere, 1, nullptr, nullptr, loop::Site::here(108)); }
    loop::visible_sync(); loop::visible_sync(loop::Site::here(22)); { loop::Untimed untimed_23; n += 0; } { loop::Untimed untimed_24 = loop::Untimed(loop::Site::here(58)); n += 0; }
    { loop::Phase phase_25("one"); n += 0; } { loop::Phase phase_26("two", loop::Site::here(27)); n += 0; } { loop::Timed timed_27("one"); n += 0; } { loop::Timed timed_28("two", 1, loop::no_key, loop::every_rank, loop::Site::here(71)); n += 0; }
    loop::result("one", "", 1); loop::result("two", "", 2); loop::sample("three", "", 1); loop::sample("four", "", 2);
    loop::verify(n >= 0, "one"); loop::verify(n >= 0, "two"); loop::require(n >= 0, "one"); loop::require(n >= 0, "two"); loop::note("one"); loop::note("two");
    loop::pingpong(8, 4194304, -1, 11, "a"); loop::pingpong(8, 4194304, -1, 11, "b", loop::Site::here(27)); loop::apexmap(0, 1, 1, 1024, 100, 16, 64, 8, "async", "sum", "a"); loop::apexmap(0, 1, 1, 1024, 100, 16, 64, 8, "async", "sum", "b", 0, true, 10, false, 0.02, 0, "independent", "read", "default", 1, loop::Site::here(70)); loop::clue(8, 0, 20, "float", "eight", "rows", "numeric", "swapped", "direct", "a"); loop::clue(8, 0, 20, "float", "eight", "rows", "numeric", "swapped", "direct", "b", 1, loop::Site::here(112));
    loop::bspbench(1024, 256, -1, "put", true, 100, 11, 0.0005, 512, "a"); loop::bspbench(1024, 256, -1, "put", true, 100, 11, 0.0005, 512, "b", true, "random", true, loop::Site::here(27)); loop::bspprobe(1048570, 100, 8192, 4, 0.02, "a"); loop::bspprobe(1048570, 100, 8192, 4, 0.02, "b", loop::Site::here(71));
    loop::close0();
}
