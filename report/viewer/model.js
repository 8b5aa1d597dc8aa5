// Questions to the trace: which interval is at a time, how long was each state, which messages are in a window.

const STATES = ["busy", "overhead", "idle", "excluded", "unknown", "mpi"];
const STATE_WORDS = ["busy", "overhead", "idle", "not measured", "unknown", "in MPI, not recorded"];
const EXCLUDED = 3, IN_MPI = 5;
const BLOCK = 16;

// Index of the last element <= value among times[0..count); -1 where there is none.
function lastAtOrBefore(times, count, value, low = 0) {
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= value) low = middle + 1; else high = middle;
  }
  return low - 1;
}

// The same, for a value that is about `step` elements after `low`.
function gallop(times, count, value, low, step) {
  let high = low + step;
  while (high < count && times[high] <= value) {
    low = high;
    step *= 2;
    high += step;
  }
  return Math.min(lastAtOrBefore(times, Math.min(high, count), value, low), count - 1);
}

// Index of the first element >= value.
function firstAtOrAfter(times, count, value) {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < value) low = middle + 1; else high = middle;
  }
  return low;
}

// Sums of the states' times before every BLOCK-th interval: a question about any window then costs little.
function addSums(rank, stateOfCode) {
  const count = rank.code.length, blocks = Math.floor(count / BLOCK) + 1, states = STATES.length;
  const sums = new Float64Array(blocks * states), running = new Float64Array(states);
  for (let i = 0; i < count; ++i) {
    if (i % BLOCK === 0) sums.set(running, (i / BLOCK) * states);
    running[stateOfCode[rank.code[i]]] += rank.time[i + 1] - rank.time[i];
  }
  if (count % BLOCK === 0) sums.set(running, (count / BLOCK) * states);
  rank.sums = sums;
}

function addSendSums(sends) {
  const sums = new Float64Array(sends.count + 1), latest = new Float64Array(Math.ceil(sends.count / BLOCK)).fill(-Infinity);
  let most = 0;
  for (let i = 0; i < sends.count; ++i) {
    sums[i + 1] = sums[i] + sends.bytes[i];
    const block = Math.floor(i / BLOCK), transit = sends.received[i] - sends.time[i];
    if (transit > most) most = transit;
    if (sends.received[i] > latest[block]) latest[block] = sends.received[i];
  }
  // `longest`: of the times under way. `latest`: of the times of receiving in each block of sends.
  Object.assign(sends, { sums, longest: most, latest });
}

class Model {
  constructor(meta) {
    this.meta = meta;
    this.length = Math.max(meta.length_ns, 1);
    this.stateOfCode = Uint8Array.from(meta.codes, code => code[1]);
    this.siteOfCode = Int32Array.from(meta.codes, code => code[0]);
    this.beginsCall = meta.codes.map(code => code[2] === 1);
    this.ranks = [];
    this.count = meta.ranks.length;
    this.kindOfSite = kindsOfSites(meta);
    this.kindOfPhase = meta.phases.map(phase => phase.kind);
    this.joined = false;
    // The number of further threads by rank, and what they do: their codes are states.
    this.threads = meta.chunks.flatMap(chunk => chunk.ranks.map(counts => counts[6]));
    this.hasThreads = this.threads.some(count => count > 0);
    this.threadStates = Object.assign(Object.create(Model.prototype), {
      meta: { sites: [] }, ranks: [], stateOfCode: Uint8Array.from(STATES, (_, s) => s), siteOfCode: new Int32Array(STATES.length).fill(-1),
    });
    this.hasMarks = meta.chunks.some(chunk => chunk.ranks.some(counts => counts[5] > 0));
  }

  takeRanks(ranks) {
    this.ranks = ranks;
    for (const rank of ranks) {
      if (!rank || rank.sums) continue;
      addSums(rank, this.stateOfCode);
      rank.firstThread = this.threadStates.ranks.length;
      for (const thread of rank.threads) {
        addSums(thread, this.threadStates.stateOfCode);
        this.threadStates.ranks.push(thread);
      }
    }
  }

  finish() {
    this.joined = true;
    for (const rank of this.ranks) for (const sends of [rank.sends, rank.threadMessages]) addSendSums(sends);
  }

  intervalAt(rank, time, from = 0) {
    const own = this.ranks[rank];
    const index = lastAtOrBefore(own.time, own.code.length, time, from);
    return Math.min(Math.max(index, 0), own.code.length - 1);
  }

  // The state of a rank at a time; that of a rank without a trace is unknown.
  stateAt(rank, time) {
    const own = this.ranks[rank];
    return own && own.code.length > 0 ? this.stateOfCode[own.code[this.intervalAt(rank, time)]] : STATES.indexOf("unknown");
  }

  // Adds the time in each state from the range's begin to `time` to `out`; `index`: the interval there.
  sumsUntil(own, time, index, out, sign) {
    const states = STATES.length, block = Math.floor(index / BLOCK);
    const { sums, code, time: times } = own, stateOf = this.stateOfCode;
    for (let s = 0; s < states; ++s) out[s] += sign * sums[block * states + s];
    for (let i = block * BLOCK; i < index; ++i) out[stateOf[code[i]]] += sign * (times[i + 1] - times[i]);
    if (index < code.length) out[stateOf[code[index]]] += sign * (time - times[index]);
  }

  statesIn(rank, begin, end, out) {
    const own = this.ranks[rank];
    if (!own || own.code.length === 0) return out;
    this.sumsUntil(own, end, this.intervalAt(rank, end), out, 1);
    this.sumsUntil(own, begin, this.intervalAt(rank, begin), out, -1);
    return out;
  }

  sendsIn(sends, begin, end) {
    const from = firstAtOrAfter(sends.time, sends.count, begin), to = firstAtOrAfter(sends.time, sends.count, end);
    return { messages: to - from, bytes: sends.sums[to] - sends.sums[from] };
  }

  receivesIn(rank, begin, end) {
    const receives = this.ranks[rank].receives;
    return firstAtOrAfter(receives.time, receives.count, end) - firstAtOrAfter(receives.time, receives.count, begin);
  }

  marksIn(rank, begin, end) {
    const { time, count } = this.ranks[rank].marks;
    return [firstAtOrAfter(time, count, begin), firstAtOrAfter(time, count, end)];
  }

  // The innermost phase at a time: index into the rank's phases, or -1.
  phaseAt(rank, time) {
    const phases = this.ranks[rank].phases;
    let at = lastAtOrBefore(phases.begin, phases.count, time);
    for (let steps = 0; at >= 0 && steps < 16; --at, ++steps) if (phases.end[at] > time) return at;
    return -1;
  }

  siteName(site) { return site < 0 ? "host code" : this.meta.sites[site].name; }

  sitePlace(site) {
    if (site < 0) return "";
    const { file, line } = this.meta.sites[site];
    return line > 0 ? (file ? file + ":" : "line ") + line : "line unknown";
  }
}

// How much stands in a queue at each of `times` (rising): sent before, not yet received.
function lengthsAt(sent, received, times) {
  const out = new Float64Array(times.length);
  let s = 0, r = 0;
  for (let i = 0; i < times.length; ++i) {
    s = lastAtOrBefore(sent, sent.length, times[i], s) + 1;
    r = lastAtOrBefore(received, received.length, times[i], r) + 1;
    out[i] = s - r;
  }
  return out;
}

// Sending and receiving times of matched messages: of one receiver, or (-1) of all.
function messageTimes(model, receiver) {
  const sent = [], received = [];
  for (const rank of receiver < 0 ? model.ranks : [model.ranks[receiver]]) {
    const { count, send, from, time } = rank.receives;
    const s = new Float64Array(count), r = new Float64Array(count);
    let used = 0;
    for (let i = 0; i < count; ++i) {
      if (send[i] < 0) continue;
      s[used] = model.ranks[from[i]].sends.time[send[i]];
      r[used++] = time[i];
    }
    sent.push(s.subarray(0, used));
    received.push(r.subarray(0, used));
  }
  return { sent: sortedTogether(sent), received: sortedTogether(received) };
}

function sortedTogether(lists) {
  const all = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) { all.set(list, at); at += list.length; }
  return all.sort();
}
