#include "made_trace.h"
#include "trace/export/export.h"

#include <catch2/catch.hpp>

#include <sstream>

using namespace loop::report;

TEST_CASE("CSV has every event and message of a small trace", "[csv]") {
    std::ostringstream events, messages;
    write_events_csv(made::two_ranks(), events);
    write_messages_csv(made::two_ranks(), messages);
    CHECK(events.str() ==
          "rank,time_ns,event,site_kind,construct,name,file,line,partner,bytes,tag,communicator\n"
          "0,10,enter,phase,PHASE,\"the \"\"main\"\", part\",made.loop,10,,,,\n"
          "0,20,enter,construct,COMMUNICATE,,made.loop,12,,,,\n"
          "0,25,send,construct,COMMUNICATE,,made.loop,12,1,100,1,MPI_COMM_WORLD\n"
          "0,40,leave,construct,COMMUNICATE,,made.loop,12,,,,\n"
          "0,90,leave,phase,PHASE,\"the \"\"main\"\", part\",made.loop,10,,,,\n"
          "1,20,enter,construct,COMMUNICATE,,made.loop,12,,,,\n"
          "1,30,wait,construct,COMMUNICATE,,made.loop,12,-1,,,\n"
          "1,60,receive,construct,COMMUNICATE,,made.loop,12,0,100,1,MPI_COMM_WORLD\n"
          "1,70,leave,construct,COMMUNICATE,,made.loop,12,,,,\n");
    const std::string rows = messages.str();
    CHECK(rows.substr(rows.find('\n') + 1) ==
          "0,1,MPI_COMM_WORLD,1,100,25,60,35,construct,COMMUNICATE,,made.loop,12,construct,COMMUNICATE,,"
          "made.loop,12\n");
}

TEST_CASE("CSV never contains a formula", "[csv]") {
    Trace trace = made::two_ranks();
    for (TraceSite& site : trace.sites) {
        site.construct = "=cmd|'/C calc'!A1";
        site.name = "@SUM(1,2)";
        site.file = "-2+3";
    }
    trace.communicators[0].name = "+1";
    std::ostringstream events, messages;
    write_events_csv(trace, events);
    write_messages_csv(trace, messages);
    const std::string where = "construct,'=cmd|'/C calc'!A1,\"'@SUM(1,2)\",'-2+3,12";
    CHECK(events.str().find("0,25,send," + where + ",1,100,1,'+1\n") != std::string::npos);
    // Numbers get no apostrophe.
    CHECK(events.str().find("1,30,wait," + where + ",-1,,,\n") != std::string::npos);
    CHECK(messages.str().find("\n0,1,'+1,1,100,25,60,35," + where + "," + where + "\n") != std::string::npos);
}

TEST_CASE("a message without a receive has empty columns", "[csv]") {
    made::Maker maker(2);
    maker.enter(0, 1, made::ring).send(0, 2, 1, 8).leave(0, 3, made::ring);
    maker.mark(1, 2, 42);
    std::ostringstream events, messages;
    write_messages_csv(maker.trace, messages);
    CHECK(messages.str().find("\n0,1,MPI_COMM_WORLD,1,8,2,,,construct,COMMUNICATE,,made.loop,12,,,,,\n") !=
          std::string::npos);
    write_events_csv(maker.trace, events);
    CHECK(events.str().find("\n1,2,mark,,,,,,,42,,\n") != std::string::npos);
}

TEST_CASE("a time in transit is empty if the clocks disagree", "[csv]") {
    Trace trace = made::two_ranks();
    for (Event& event : trace.ranks[1].events)
        event.time_ns -= 50;
    std::ostringstream messages;
    write_messages_csv(trace, messages);
    CHECK(messages.str().find("\n0,1,MPI_COMM_WORLD,1,100,25,10,,construct,") != std::string::npos);
}
