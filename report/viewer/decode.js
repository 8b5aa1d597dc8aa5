// Reads the data of the page: base64, gzip, columns of varints. The layout is that of columns.h.

const COLUMN = Object.freeze({
  duration: 0, code: 1, sendInterval: 2, sendOffset: 3, sendPartner: 4, sendBytes: 5, sendTag: 6,
  receiveInterval: 7, receiveOffset: 8, receivePartner: 9, receiveOrdinal: 10, receiveBytes: 11,
  phaseBegin: 12, phaseDuration: 13, phaseTask: 14, collectiveInterval: 15, collectiveRoot: 16, collectiveBytes: 17,
  markTime: 18, markNumber: 19, threadChanges: 20, threadTime: 21, threadState: 22,
  threadMessageThread: 23, threadMessageTime: 24, threadMessageTransit: 25, threadMessageReceiver: 26, threadMessageBytes: 27,
});

function bytesOfBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

class Varints {
  constructor(bytes, at) { this.bytes = bytes; this.at = at; }

  next() {
    const bytes = this.bytes;
    let byte = bytes[this.at++];
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    byte = bytes[this.at++];
    value |= (byte & 0x7f) << 7;
    if (byte < 0x80) return value;
    byte = bytes[this.at++];
    value |= (byte & 0x7f) << 14;
    if (byte < 0x80) return value;
    let factor = 0x200000;
    do {
      byte = bytes[this.at++];
      value += (byte & 0x7f) * factor;
      factor *= 0x80;
    } while (byte >= 0x80);
    return value;
  }

  nextSigned() {
    const value = this.next();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

function columnReaders(bytes, sizes) {
  let at = 0;
  return sizes.map(size => {
    const reader = new Varints(bytes, at);
    at += size;
    return reader;
  });
}

function readIntervals(readers, count, kinds) {
  const time = new Float64Array(count + 1), code = new (kinds > 65536 ? Uint32Array : Uint16Array)(count);
  const duration = readers[COLUMN.duration], codes = readers[COLUMN.code];
  let at = 0;
  for (let i = 0; i < count; ++i) {
    time[i] = at;
    at += duration.next();
    code[i] = codes.next();
  }
  time[count] = at;
  return { time, code };
}

function readSends(readers, count, rank, ranks, time) {
  const sends = {
    count, interval: new Uint32Array(count), time: new Float64Array(count), to: new Int32Array(count),
    bytes: new Float64Array(count), tag: new Int32Array(count), received: new Float64Array(count).fill(NaN),
  };
  let interval = 0, bytes = 0, tag = 0;
  for (let i = 0; i < count; ++i) {
    interval += readers[COLUMN.sendInterval].next();
    sends.interval[i] = interval;
    sends.time[i] = time[interval] + readers[COLUMN.sendOffset].next();
    sends.to[i] = (rank + readers[COLUMN.sendPartner].next()) % ranks;
    sends.bytes[i] = bytes += readers[COLUMN.sendBytes].nextSigned();
    sends.tag[i] = tag += readers[COLUMN.sendTag].nextSigned();
  }
  return sends;
}

function readReceives(readers, count, rank, ranks, time) {
  const receives = {
    count, interval: new Uint32Array(count), time: new Float64Array(count), from: new Int32Array(count),
    // First the ordinal of the send within its pair, later its index within the sender's sends; -1: not here.
    send: new Int32Array(count), lone: new Map(),
  };
  const expected = new Int32Array(ranks);
  let interval = 0;
  for (let i = 0; i < count; ++i) {
    interval += readers[COLUMN.receiveInterval].next();
    receives.interval[i] = interval;
    receives.time[i] = time[interval] + readers[COLUMN.receiveOffset].next();
    const partner = readers[COLUMN.receivePartner].next();
    const from = partner === ranks ? -1 : (rank + partner) % ranks;
    receives.from[i] = from;
    const ordinal = readers[COLUMN.receiveOrdinal].next();
    if (ordinal === 0) {
      receives.send[i] = -1;
      receives.lone.set(i, readers[COLUMN.receiveBytes].next());
    } else {
      const off = ordinal - 1;
      receives.send[i] = expected[from] + (off % 2 === 0 ? off / 2 : -(off + 1) / 2);
      expected[from] = receives.send[i] + 1;
    }
  }
  return receives;
}

function readPhases(readers, count) {
  const phases = { count, begin: new Float64Array(count), end: new Float64Array(count), task: new Uint16Array(count) };
  let at = 0;
  for (let i = 0; i < count; ++i) {
    at += readers[COLUMN.phaseBegin].next();
    phases.begin[i] = at;
    phases.end[i] = at + readers[COLUMN.phaseDuration].next();
    phases.task[i] = readers[COLUMN.phaseTask].next();
  }
  return phases;
}

function readCollectives(readers, count) {
  const all = { count, interval: new Uint32Array(count), root: new Int32Array(count), bytes: new Float64Array(count) };
  let interval = 0;
  for (let i = 0; i < count; ++i) {
    all.interval[i] = interval += readers[COLUMN.collectiveInterval].next();
    all.root[i] = readers[COLUMN.collectiveRoot].next() - 1;
    all.bytes[i] = readers[COLUMN.collectiveBytes].next();
  }
  return all;
}

function readMarks(readers, count) {
  const marks = { count, time: new Float64Array(count), number: new Float64Array(count) };
  let at = 0;
  for (let i = 0; i < count; ++i) {
    marks.time[i] = at += readers[COLUMN.markTime].next();
    marks.number[i] = readers[COLUMN.markNumber].nextSigned();
  }
  return marks;
}

// The states of a rank's further threads: as `time` and `code` of intervals, whose codes are states.
function readThreads(readers, count, length) {
  return Array.from({ length: count }, () => {
    const changes = readers[COLUMN.threadChanges].next(), time = new Float64Array(changes + 1), code = new Uint16Array(changes);
    for (let i = 0, at = 0; i < changes; ++i) {
      time[i] = at += readers[COLUMN.threadTime].next();
      code[i] = readers[COLUMN.threadState].next();
    }
    time[changes] = length;
    return { time, code };
  });
}

// What the threads of a rank sent, in the form of sends.
function readThreadMessages(readers, count) {
  const all = { count, thread: new Int32Array(count), time: new Float64Array(count), to: new Int32Array(count), bytes: new Float64Array(count), received: new Float64Array(count) };
  let at = 0;
  for (let i = 0; i < count; ++i) {
    all.thread[i] = readers[COLUMN.threadMessageThread].next();
    all.time[i] = at += readers[COLUMN.threadMessageTime].next();
    all.received[i] = at + readers[COLUMN.threadMessageTransit].nextSigned();
    all.to[i] = readers[COLUMN.threadMessageReceiver].next();
    all.bytes[i] = readers[COLUMN.threadMessageBytes].next();
  }
  return all;
}

// Gives each send the time at which it was received, and each receive the index of its send.
function joinMessages(ranks) {
  const indexOf = ranks.map(rank => {
    const offsets = new Uint32Array(ranks.length + 1);
    for (let i = 0; i < rank.sends.count; ++i) ++offsets[rank.sends.to[i] + 1];
    for (let r = 0; r < ranks.length; ++r) offsets[r + 1] += offsets[r];
    const next = offsets.slice(), order = new Uint32Array(rank.sends.count);
    for (let i = 0; i < rank.sends.count; ++i) order[next[rank.sends.to[i]]++] = i;
    return { offsets, order };
  });
  ranks.forEach((rank, receiver) => {
    const receives = rank.receives;
    for (let i = 0; i < receives.count; ++i) {
      if (receives.send[i] < 0) continue;
      const { offsets, order } = indexOf[receives.from[i]];
      const at = offsets[receiver] + receives.send[i];
      receives.send[i] = at < offsets[receiver + 1] ? order[at] : -1;
      if (receives.send[i] >= 0) ranks[receives.from[i]].sends.received[receives.send[i]] = receives.time[i];
    }
  });
}

// Fills `model.ranks` chunk by chunk; `progress(done)` is awaited after each, so that the page can draw.
async function loadRanks(meta, progress) {
  const ranks = meta.ranks.map(() => null), all = meta.ranks.length;
  for (let i = 0; i < meta.chunks.length; ++i) {
    const chunk = meta.chunks[i];
    const element = document.getElementById("view-data-" + i);
    const bytes = await unpacked(bytesOfBase64(element.textContent));
    element.textContent = "";
    const readers = columnReaders(bytes, chunk.columns);
    chunk.ranks.forEach(([intervals, sends, receives, phases, collectives, marks, threads, threadMessages], offset) => {
      const rank = chunk.first + offset;
      const own = readIntervals(readers, intervals, meta.codes.length);
      own.sends = readSends(readers, sends, rank, all, own.time);
      own.receives = readReceives(readers, receives, rank, all, own.time);
      own.phases = readPhases(readers, phases);
      own.collectives = readCollectives(readers, collectives);
      own.marks = readMarks(readers, marks);
      own.threads = readThreads(readers, threads, meta.length_ns);
      own.threadMessages = readThreadMessages(readers, threadMessages);
      ranks[rank] = own;
    });
    await progress(ranks, (i + 1) / meta.chunks.length);
  }
  joinMessages(ranks);
  return ranks;
}
