#pragma once

#include "trace_builder.h"

/// Two ranks exchange one message each way; rank 0 waits for rank 1's.
///
///     rank 0: 0 ... 100 phase { 200 EXCHANGE, 210 send 64 B, 220 waits, 300 receives 32 B, 310 leaves,
///             400 MATPROD 500, 600 excluded 650 } 900 ... 1000
///     rank 1: 0 ... 150 phase { 240 EXCHANGE, 250 sends 32 B, 260 receives 64 B, 280 leaves } 700 ... 800
inline loop::report::Trace small_exchange() {
    TraceBuilder builder(2);
    const auto phase = builder.phase("sweep", 3);
    const auto exchange = builder.site("EXCHANGE", 4);
    const auto product = builder.site("MATPROD", 5);
    builder.rank(0, 0, 1000).enter(100, phase).enter(200, exchange).send(210, 1, 64, 5).wait(220, 1);
    builder.receive(300, 1, 32, 5).leave(310).enter(400, product).leave(500).excluded(600, 650).leave(900);
    builder.rank(1, 0, 800).enter(150, phase).enter(240, exchange).send(250, 0, 32, 5).receive(260, 0, 64, 5);
    builder.leave(280).leave(700);
    return builder.trace;
}
