// What is under the pointer, in words, and what a window of time holds.

function phaseName(model, rank, time) {
  const phase = model.phaseAt(rank, time);
  return phase < 0 ? "none" : model.meta.phases[model.ranks[rank].phases.task[phase]].name;
}

// The call that an interval belongs to: back to where it begins, on to where another site takes over.
function callAround(model, own, index) {
  const site = model.siteOfCode[own.code[index]];
  let first = index, last = index;
  for (let i = index, steps = 0; i >= 0 && steps < 100000; --i, ++steps) {
    if (model.siteOfCode[own.code[i]] !== site) break;
    first = i;
    if (model.beginsCall[own.code[i]]) break;
  }
  for (let i = index + 1; i < own.code.length && i - index < 100000; ++i) {
    if (model.siteOfCode[own.code[i]] !== site || model.beginsCall[own.code[i]]) break;
    last = i;
  }
  return { first, last, begin: own.time[first], end: own.time[last + 1] };
}

// Messages of intervals first..last of a rank: what was sent in them, what was received in them or ended them.
function messagesOf(model, rank, first, last, most) {
  const own = model.ranks[rank], found = [];
  const { sends, receives } = own;
  const sent = firstAtOrAfter(sends.interval, sends.count, first), sentEnd = firstAtOrAfter(sends.interval, sends.count, last + 1);
  const got = firstAtOrAfter(receives.interval, receives.count, first), gotEnd = firstAtOrAfter(receives.interval, receives.count, last + 1);
  for (let i = sent; i < sentEnd && found.length < most; ++i)
    found.push({ text: "sent to", partner: sends.to[i], bytes: sends.bytes[i], tag: sends.tag[i], time: sends.time[i] });
  for (let i = got; i < gotEnd && found.length < most; ++i) found.push(receivedMessage(model, rank, i));
  return { found, more: sentEnd - sent + (gotEnd - got) - found.length };
}

function receivedMessage(model, rank, i) {
  const { receives } = model.ranks[rank], send = receives.send[i];
  const sends = send >= 0 ? model.ranks[receives.from[i]].sends : null;
  return { text: "received from", partner: receives.from[i], bytes: sends ? sends.bytes[send] : receives.lone.get(i),
           tag: sends ? sends.tag[send] : null, time: receives.time[i] };
}

// The message that ended an idle interval: the receive at its end.
function endedBy(model, rank, index) {
  const own = model.ranks[rank], { receives } = own, end = own.time[index + 1];
  const at = firstAtOrAfter(receives.time, receives.count, end);
  return at < receives.count && receives.time[at] === end ? receivedMessage(model, rank, at) : null;
}

function messageText(message) {
  const partner = message.partner < 0 ? "an unknown rank" : "rank " + message.partner;
  return `${message.text} ${partner}, ${bytesText(message.bytes)}${message.tag === null ? "" : ", tag " + message.tag}, at ${timeText(message.time)}`;
}

// Rows of [label, text] about an interval.
function intervalFacts(model, rank, index) {
  const own = model.ranks[rank], code = own.code[index], site = model.siteOfCode[code];
  const state = model.stateOfCode[code], offset = model.meta.offset_ns;
  const begin = own.time[index], end = own.time[index + 1];
  const facts = [
    ["rank", String(rank)], ["state", STATE_WORDS[state]], ["in", model.siteName(site)], ["line", model.sitePlace(site) || "host code"],
    ["begin", timeText(begin + offset)], ["end", timeText(end + offset)], ["lasts", durationText(end - begin)],
    ["phase", phaseName(model, rank, begin)],
  ];
  if (site >= 0) {
    const call = callAround(model, own, index);
    facts.push(["whole call", `${timeText(call.begin + offset)} to ${timeText(call.end + offset)}, ${durationText(call.end - call.begin)}`]);
    const collective = firstAtOrAfter(own.collectives.interval, own.collectives.count, call.first);
    if (collective < own.collectives.count && own.collectives.interval[collective] <= call.last + 1) {
      const root = own.collectives.root[collective];
      facts.push(["collective", `${root < 0 ? "no root" : "root " + root}, ${bytesText(own.collectives.bytes[collective])} put in`]);
    }
  }
  if (STATES[state] === "idle" && model.joined) {
    const message = endedBy(model, rank, index);
    if (message) facts.push(["waited for", messageText({ ...message, time: message.time + offset })]);
  }
  if (model.joined && site >= 0) {
    const { found, more } = messagesOf(model, rank, index, index, 6);
    for (const message of found) facts.push(["message", messageText({ ...message, time: message.time + offset })]);
    if (more > 0) facts.push(["", `and ${countText(more)} more`]);
  }
  return facts;
}

function messageFacts(model, rank, index) {
  const sends = model.ranks[rank].sends, offset = model.meta.offset_ns;
  const site = model.siteOfCode[model.ranks[rank].code[sends.interval[index]]];
  return [
    ["message", `rank ${rank} to rank ${sends.to[index]}`], ["bytes", `${countText(sends.bytes[index])} (${bytesText(sends.bytes[index])})`],
    ["tag", String(sends.tag[index])], ["sent in", `${model.siteName(site)} ${model.sitePlace(site)}`],
    ["sent", timeText(sends.time[index] + offset)],
    ["received", Number.isNaN(sends.received[index]) ? "not in what is shown" : timeText(sends.received[index] + offset)],
    ["under way", Number.isNaN(sends.received[index]) ? "unknown" : durationText(sends.received[index] - sends.time[index])],
  ];
}

function markFacts(model, rank, index) {
  const { time, number } = model.ranks[rank].marks, at = time[index], site = model.siteOfCode[model.ranks[rank].code[model.intervalAt(rank, at)]];
  return [
    ["mark", String(number[index])], ["rank", String(rank)], ["time", timeText(at + model.meta.offset_ns)],
    ["in", `${model.siteName(site)} ${model.sitePlace(site)}`], ["phase", phaseName(model, rank, at)],
  ];
}

// Rows of [label, text] about what was picked.
function factsOf(model, { kind, rank, thread, index }) {
  if (kind === "thread") return threadFacts(model, rank, thread, index);
  if (kind === "threadMessage") return threadMessageFacts(model, rank, index);
  return kind === "message" ? messageFacts(model, rank, index) : kind === "mark" ? markFacts(model, rank, index) : intervalFacts(model, rank, index);
}

// A time at which it lasts: for a message, halfway.
function timeOf(model, { kind, rank, thread, index }) {
  const own = model.ranks[rank], sends = sendsOf(model, kind, rank);
  if (kind === "thread") return model.threadStates.ranks[own.firstThread + thread - 1].time[index];
  if (kind === "message" || kind === "threadMessage") return Number.isNaN(sends.received[index]) ? sends.time[index] : (sends.time[index] + sends.received[index]) / 2;
  return kind === "mark" ? own.marks.time[index] : own.time[index];
}

// What the visible window holds, of the rows in sight.
function windowFacts(model, view) {
  const times = new Float64Array(STATES.length);
  let messages = 0, bytes = 0, received = 0, marks = 0;
  const ofThreads = { messages: 0, bytes: 0 };
  for (const row of view.rows) for (const rank of row.ranks) {
    if (!model.ranks[rank]) continue;
    model.statesIn(rank, view.begin, view.end, times);
    if (!model.joined) continue;
    const sent = model.sendsIn(model.ranks[rank].sends, view.begin, view.end), byThreads = model.sendsIn(model.ranks[rank].threadMessages, view.begin, view.end);
    ofThreads.messages += byThreads.messages;
    ofThreads.bytes += byThreads.bytes;
    messages += sent.messages;
    bytes += sent.bytes;
    received += model.receivesIn(rank, view.begin, view.end);
    const [from, to] = model.marksIn(rank, view.begin, view.end);
    marks += to - from;
  }
  const measured = times[0] + times[1] + times[2] + times[4] + times[5], known = measured > 0 && times[4] <= measured / 10;
  const share = part => known ? percentText(part, measured) : "unknown";
  return {
    times, measured,
    facts: [
      ["from", timeText(view.begin + model.meta.offset_ns)], ["to", timeText(view.end + model.meta.offset_ns)],
      ["length", durationText(view.end - view.begin)],
      ["busy", share(times[0])], ["overhead", share(times[1])], ["idle", share(times[2])],
      ...[5, 4].filter(s => times[s] > 0).map(s => [STATE_WORDS[s], percentText(times[s], measured)]),
      ["messages sent", model.joined ? `${countText(messages)}, ${bytesText(bytes)}` : "still loading"],
      ["messages received", model.joined ? countText(received) : "still loading"],
      ...(ofThreads.messages > 0 ? [["messages of threads", `${countText(ofThreads.messages)}, ${bytesText(ofThreads.bytes)}`]] : []),
      ...(model.hasMarks && model.joined ? [["marks", countText(marks)]] : []),
    ],
  };
}
