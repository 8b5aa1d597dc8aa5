// The events in view as a table, by time: ParaGraph's trace events.

const MOST_EVENTS = 200;

// The events of one kind on one rank, from a time on: `at(i)` is the time of the i-th, `next(i)` the first of the kind from i on.
function eventStreams(model, rank, begin) {
  const own = model.ranks[rank], { sends, receives, marks, collectives } = own, streams = [];
  const add = (event, count, at, next = i => i) => {
    let low = 0, high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(middle) < begin) low = middle + 1; else high = middle;
    }
    streams.push({ rank, event, count, at, next, index: next(low) });
  };
  const nextCall = i => {
    while (i < own.code.length && !model.beginsCall[own.code[i]]) ++i;
    return i;
  };
  // At the same time, what ends a call comes before the next call.
  add("receive", receives.count, i => receives.time[i]);
  add("collective", collectives.count, i => own.time[collectives.interval[i]]);
  add("call", own.code.length, i => own.time[i], nextCall);
  add("send", sends.count, i => sends.time[i]);
  add("mark", marks.count, i => marks.time[i]);
  return streams;
}

// The first events from `begin` to `end`, merged by time; at most `most`, and whether there are more.
function eventsIn(model, ranks, begin, end, most) {
  const streams = ranks.flatMap(rank => eventStreams(model, rank, begin)), found = [];
  const time = stream => (stream.index < stream.count ? stream.at(stream.index) : Infinity);
  for (;;) {
    let first = null;
    for (const stream of streams) if (!first || time(stream) < time(first)) first = stream;
    if (!first || time(first) > end || time(first) === Infinity) return { found, more: false };
    if (found.length === most) return { found, more: true };
    found.push({ rank: first.rank, event: first.event, index: first.index, time: time(first) });
    first.index = first.next(first.index + 1);
  }
}

// The texts of an event's cells after its name, and what a click on it selects.
function eventDetails(model, { rank, event, index, time }) {
  const own = model.ranks[rank], interval = model.intervalAt(rank, time);
  const of = i => (i < own.code.length ? `${model.siteName(model.siteOfCode[own.code[i]])} ${model.sitePlace(model.siteOfCode[own.code[i]])}` : "");
  const picked = { kind: "interval", rank, index: Math.min(interval, own.code.length - 1) };
  if (event === "send")
    return { cells: [of(own.sends.interval[index]), `to ${own.sends.to[index]}`, bytesText(own.sends.bytes[index]), String(own.sends.tag[index])], picked: { kind: "message", rank, index } };
  if (event === "receive") {
    const { partner, bytes, tag } = receivedMessage(model, rank, index), send = own.receives.send[index];
    return { cells: [of(own.receives.interval[index]), partner < 0 ? "from an unknown rank" : `from ${partner}`, bytesText(bytes), tag === null ? "" : String(tag)],
             picked: send >= 0 ? { kind: "message", rank: partner, index: send } : picked };
  }
  if (event === "collective") {
    const root = own.collectives.root[index];
    return { cells: [of(Math.max(own.collectives.interval[index] - 1, 0)), root < 0 ? "all ranks" : `root ${root}`, bytesText(own.collectives.bytes[index]), ""], picked };
  }
  if (event === "mark") return { cells: [of(interval), "", "", String(own.marks.number[index])], picked: { kind: "mark", rank, index } };
  return { cells: [of(index), "", "", ""], picked: { kind: "interval", rank, index } };
}

class EventTable {
  constructor(model, viewer) {
    Object.assign(this, { model, viewer });
    this.heading = element("h3", {});
    this.body = element("tbody", {});
    this.root = element("div", { class: "list", hidden: true, tabindex: "0", role: "region", "aria-label": "events in view" }, this.heading,
      element("table", {}, element("thead", {}, element("tr", {},
        ...["time", "rank", "event", "in", "partner", "bytes", "tag or number"].map(text => element("th", { scope: "col", text })))), this.body));
  }

  show(shown) {
    this.root.hidden = !shown;
    this.draw();
  }

  // The ranks in view; one rank if its row is selected.
  draw() {
    const { model, viewer } = this, { view } = viewer;
    if (this.root.hidden || !model.joined) return;
    const rows = viewer.selectedRow >= 0 ? [view.rows[viewer.selectedRow]] : view.rows;
    const ranks = rows.flatMap(row => row.ranks).filter(rank => model.ranks[rank].code.length > 0);
    const { found, more } = eventsIn(model, ranks, view.begin, view.end, MOST_EVENTS);
    this.heading.textContent = (more ? `The first ${MOST_EVENTS} events in view` : `${countText(found.length)} events in view`) +
      (viewer.selectedRow >= 0 ? `, ${ranks.length === 1 ? "rank" : "ranks"} ${rows[0].label}` : "") + (more ? "; zoom in for later ones" : "");
    this.body.replaceChildren(...found.map(event => this.row(event)));
  }

  row(event) {
    const { cells, picked } = eventDetails(this.model, event);
    const time = element("button", { type: "button", text: timeText(event.time + this.model.meta.offset_ns), title: "select it in the diagram", onclick: () => this.viewer.select(picked) });
    return element("tr", {}, element("td", {}, time), ...[String(event.rank), event.event, ...cells].map(text => element("td", { text })));
  }
}
