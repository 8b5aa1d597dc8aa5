# Simulated machines: host code reads simulated time from every clock.
. "$(dirname -- "$0")/support.sh"
needs smpirun
needs smpicxx

program clocks <<'EOP'
    using Steady = std::chrono::steady_clock;
    const auto steady = Steady::now();
    const auto system = std::chrono::system_clock::now();
    const time_t seconds = time(nullptr);
    const clock_t ticks = clock();
    timespec utc{}, monotonic{};
    timeval day{};
    timespec_get(&utc, TIME_UTC);
    clock_gettime(CLOCK_MONOTONIC, &monotonic);
    gettimeofday(&day, nullptr);
    const double threads = omp_get_wtime();
    \WORK(2.5);
    timespec utc_end{}, monotonic_end{};
    timeval day_end{};
    timespec_get(&utc_end, TIME_UTC);
    clock_gettime(CLOCK_MONOTONIC, &monotonic_end);
    gettimeofday(&day_end, nullptr);
    const auto near = [](double measured) { return measured > 2.499 && measured < 2.501; };
    \VERIFY(near(std::chrono::duration<double>(Steady::now() - steady).count()), "steady_clock")
    \VERIFY(near(std::chrono::duration<double>(std::chrono::system_clock::now() - system).count()), "system_clock")
    \VERIFY(time(nullptr) - seconds >= 2 && time(nullptr) - seconds <= 3, "time")
    \VERIFY(near(static_cast<double>(clock() - ticks) / CLOCKS_PER_SEC), "clock")
    \VERIFY(near(utc_end.tv_sec - utc.tv_sec + (utc_end.tv_nsec - utc.tv_nsec) * 1e-9), "timespec_get")
    \VERIFY(near(monotonic_end.tv_sec - monotonic.tv_sec + (monotonic_end.tv_nsec - monotonic.tv_nsec) * 1e-9), "clock_gettime")
    \VERIFY(near(day_end.tv_sec - day.tv_sec + (day_end.tv_usec - day.tv_usec) * 1e-6), "gettimeofday")
    \VERIFY(near(omp_get_wtime() - threads), "omp_get_wtime")
    bool same = false;
    std::thread([&] { same = Steady::now() >= steady; }).join();
    \VERIFY(same, "a thread of the program")
    int passes = 0;
    for (const auto begin = Steady::now(); Steady::now() - begin < std::chrono::milliseconds(50); ++passes) \WORK(0.01);
    \VERIFY(passes == 5, "a loop until 50 ms have passed")
    if (wait) for (const auto begin = Steady::now(); Steady::now() - begin < std::chrono::milliseconds(50);) ++passes;
EOP
sed -i -e '2i #include <chrono>\n#include <ctime>\n#include <omp.h>\n#include <sys/time.h>\n#include <thread>' \
    -e 's/^.PARAM.*/\\PARAM(bool wait = false, "wait for a clock that does not advance")\n\\BUILD(FLAGS: "-fopenmp")/' clocks.loop
expect 0 "$loop" run clocks.loop -n 2 --machine paragon --verify
out_has "20 checks held"
# A loop that waits for a clock, and calls nothing that takes simulated time, ends with an error.
expect 5 "$loop" run clocks.loop -n 2 --machine paragon --verify --set wait=true --discard --timeout 120
err_has "host code has read a clock 100000000 times without an MPI call"
err_has "clocks.loop:4"
finish
