// Message lines: every one where there are few, a stable part of them where there are many.

const MOST_LINES = 3000, HEAD = 7;

// Candidates of one sender: sent before the window's end, and late enough that they can arrive within it.
function candidates(sends, begin, end) {
  return [firstAtOrAfter(sends.time, sends.count, begin - sends.longest), firstAtOrAfter(sends.time, sends.count, end)];
}

// Of each block of `every` messages one, by a fixed throw of dice: a regular choice would show one partner of many.
// What stands for a block also stands for the half of it that it is in, so zooming in only adds lines.
function chosenOf(block, every, rank) {
  let at = block;
  for (let size = every; size > 1; size /= 2) {
    const dice = Math.imul(at ^ Math.imul(rank + 1, 0x9e3779b1) ^ Math.imul(size, 0x85ebca6b), 0xc2b2ae35);
    at = 2 * at + ((dice >>> 15) & 1);
  }
  return at;
}

// Lines to draw, {rank, index, ...} with times, rows, and threads, and how many messages stand behind each line.
function messageLines(model, view, most = MOST_LINES) {
  const lines = [];
  if (!model.joined || !view.showMessages) return { lines, every: 1 };
  const spans = [];
  let total = 0;
  for (const row of view.rows) for (const rank of row.ranks) for (const kind of ["message", "threadMessage"]) {
    const sends = sendsOf(model, kind, rank), [from, to] = candidates(sends, view.begin, view.end);
    total += to - from;
    spans.push([kind, rank, sends, from, to]);
  }
  let every = 1;
  // Powers of two: zooming in adds lines and takes none away.
  while (total / every > most) every *= 2;
  for (const [kind, rank, sends, from, to] of spans) {
    for (let block = Math.floor(from / every); block * every < to; ++block) {
      const i = chosenOf(block, every, rank);
      if (i < from || i >= to) continue;
      const received = sends.received[i];
      if (!(Math.max(received, sends.time[i]) >= view.begin) || view.rowOfRank[sends.to[i]] < 0) continue;
      if (kind === "message" && view.hiddenSites.has(model.siteOfCode[model.ranks[rank].code[sends.interval[i]]])) continue;
      lines.push({ kind, rank, index: i, thread: sends.thread ? sends.thread[i] : 0, from: view.rowOfRank[rank], to: view.rowOfRank[sends.to[i]], sent: sends.time[i], received });
    }
  }
  return { lines, every };
}

function sendsOf(model, kind, rank) { return kind === "threadMessage" ? model.ranks[rank].threadMessages : model.ranks[rank].sends; }

// The ends of a line: [x, y, x, y].
function endsOf(view, line) { return [view.x(line.sent), view.yOf(line.from, line.thread), view.x(line.received), view.yOf(line.to, line.thread)]; }

function drawMessages(context, view, palette, lines, alpha) {
  context.lineWidth = 1;
  for (const violated of [false, true]) {
    context.strokeStyle = violated ? palette.mark : palette.message;
    context.globalAlpha = violated ? 1 : alpha;
    context.beginPath();
    for (const line of lines) {
      if (line.received < line.sent !== violated) continue;
      const [x0, y0, x1, y1] = endsOf(view, line);
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
    }
    context.stroke();
  }
  if (hasHeads(view, lines)) drawHeads(context, view, palette, lines);
  context.globalAlpha = 1;
}

// Only where there is room for them.
function hasHeads(view, lines) { return lines.length > 0 && lines.length * HEAD <= view.width; }

// Arrow heads at the receivers, where the lines are long enough to have one.
function drawHeads(context, view, palette, lines) {
  context.globalAlpha = 1;
  context.fillStyle = palette.message;
  context.beginPath();
  for (const line of lines) {
    if (Number.isNaN(line.received)) continue;
    const [x0, y0, x1, y1] = endsOf(view, line), length = Math.hypot(x1 - x0, y1 - y0);
    if (length < 2 * HEAD) continue;
    const dx = (x1 - x0) / length, dy = (y1 - y0) / length, x = x1 - HEAD * dx, y = y1 - HEAD * dy;
    context.moveTo(x1, y1);
    context.lineTo(x - 0.4 * HEAD * dy, y + 0.4 * HEAD * dx);
    context.lineTo(x + 0.4 * HEAD * dy, y - 0.4 * HEAD * dx);
    context.closePath();
  }
  context.fill();
}

function drawCriticalPath(context, model, view, palette) {
  const steps = model.meta.path;
  context.strokeStyle = palette.mark;
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.beginPath();
  let last = null;
  // Pixel by pixel no more than one line: steps that are shorter are passed over.
  let drawnUntil = -Infinity;
  for (const [rank, begin, end] of steps) {
    if (end < view.begin || begin > view.end) { last = { rank, end }; continue; }
    const row = view.rowOfRank[rank], x0 = view.x(begin), x1 = view.x(end);
    if (row >= 0 && (x1 - drawnUntil > 0.5 || !last || last.rank !== rank)) {
      const y = view.yOfRow(row);
      if (last && view.rowOfRank[last.rank] >= 0) {
        context.moveTo(view.x(last.end), view.yOfRow(view.rowOfRank[last.rank]));
        context.lineTo(x0, y);
      } else context.moveTo(x0, y);
      context.lineTo(x1, y);
      drawnUntil = x1;
    }
    last = { rank, end };
  }
  context.stroke();
}

// Calls `visit` with the index of each send whose message is under way at some time from `begin` to `end`. Sends are passed
// over in blocks, by the latest time at which one of a block was received.
function eachBetween(sends, begin, end, visit) {
  const from = firstAtOrAfter(sends.time, sends.count, begin - sends.longest), to = lastAtOrBefore(sends.time, sends.count, end) + 1;
  for (let block = Math.floor(from / BLOCK); block * BLOCK < to; ++block) {
    if (!(sends.latest[block] >= begin)) continue;
    for (let i = Math.max(block * BLOCK, from); i < Math.min((block + 1) * BLOCK, to); ++i) if (sends.received[i] >= begin) visit(i);
  }
}

// The messages of these senders that are under way between two times: [sender, index of the send]; of many a stable part,
// one of `every`, so that there are about `most`.
function messagesBetween(model, ranks, begin, end, most) {
  const found = [];
  let count = 0, every = 1;
  for (const rank of ranks) eachBetween(model.ranks[rank].sends, begin, end, () => ++count);
  while (count / every > most) every *= 2;
  for (const rank of ranks) eachBetween(model.ranks[rank].sends, begin, end, i => {
    if (every === 1 || chosenOf(Math.floor(i / every), every, rank) === i) found.push([rank, i]);
  });
  return { found, every };
}

// The same for one time: [from, to, share of the way].
function messagesAt(model, ranks, time, most) {
  const { found, every } = messagesBetween(model, ranks, time, time, most);
  return { every, found: found.map(([rank, i]) => {
    const { time: sent, received, to } = model.ranks[rank].sends;
    return [rank, to[i], received[i] > sent[i] ? (time - sent[i]) / (received[i] - sent[i]) : 1];
  }) };
}
