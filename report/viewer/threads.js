// The rows of the further threads of a rank, below its own, which is that of its thread 0. They show states only.

function statesOnly(view) { return { begin: view.begin, hiddenSites: new Set(), hiddenStates: view.hiddenStates, colourBy: "state" }; }

// Fills the bars of the threads of a row; where a thread does not run, there is nothing.
function paintThreads(model, view, palette, columns, row, index, image, width, height, scale) {
  const asStates = statesOnly(view);
  for (let thread = 1; thread <= view.threadsOfRow(index); ++thread) {
    const middle = view.yOf(index, thread) - view.top, half = view.threadHeight / 2, at = y => Math.round(y * scale);
    if (middle + half <= 0 || middle - half >= view.height) continue;
    row.clear();
    addThread(model, asStates, columns, view.rows[index].ranks[0], thread, row);
    const barTop = at(middle - 0.62 * half);
    paintRow(model, asStates, palette, row, image, width, height, at(middle - half), barTop, Math.max(at(middle + 0.62 * half), barTop + 1), at(middle + half), null);
  }
}

function addThread(model, view, columns, rank, thread, row) {
  const own = model.ranks[rank];
  if (!own) return;
  addRank(model.threadStates, view, columns, own.firstThread + thread - 1, row, 1);
  for (let x = 0; x < row.width; ++x) row.shares[x * STATES.length + EXCLUDED] = 0;
}

// What is at a point in the row of a thread: nothing where the thread does not run.
function pickThread(viewer, x, index, thread) {
  const { view, model } = viewer, rank = view.rows[index].ranks[0], own = model.ranks[rank];
  if (!own) return null;
  const states = model.threadStates, at = own.firstThread + thread - 1, interval = states.intervalAt(at, view.time(x));
  return states.ranks[at].code[interval] === EXCLUDED ? null : { kind: "thread", rank, thread, index: interval };
}

function threadFacts(model, rank, thread, index) {
  const { time, code } = model.threadStates.ranks[model.ranks[rank].firstThread + thread - 1], offset = model.meta.offset_ns;
  return [
    ["rank", String(rank)], ["thread", String(thread)], ["state", code[index] === IN_MPI ? "communicating" : STATE_WORDS[code[index]]],
    ["begin", timeText(time[index] + offset)], ["end", timeText(time[index + 1] + offset)], ["lasts", durationText(time[index + 1] - time[index])],
    ["phase", phaseName(model, rank, time[index])],
  ];
}

function threadMessageFacts(model, rank, index) {
  const { thread, time, to, bytes, received } = model.ranks[rank].threadMessages, offset = model.meta.offset_ns;
  return [
    ["message", `rank ${rank} to rank ${to[index]}, thread ${thread[index]}`], ["bytes", `${countText(bytes[index])} (${bytesText(bytes[index])})`],
    ["sent", timeText(time[index] + offset)], ["received", timeText(received[index] + offset)], ["under way", durationText(received[index] - time[index])],
  ];
}
