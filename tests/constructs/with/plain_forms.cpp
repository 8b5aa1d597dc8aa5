int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    { loop::With with_1(64); loop::communicate(8, 1, 1); }
    { loop::With with_2(std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, "synchronous"); for (int i = 0; i < 3; ++i) {
        loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }));
    } }
    { loop::With with_3(std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, size > 0); {
        { loop::With with_4(std::nullopt, 8, std::nullopt, 4); { loop::Relaying relaying_5(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; })); { size += 0; } } }
    } }
    if (size > 0) { loop::With with_6(std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, true); loop::exchange(8, 1, 2); } else loop::exchange(8, 1, 1);
    loop::close0();
}
