// The one mapping of time to x. Breaks, stretches in which no rank is measured or recorded, take a narrow gap each, whatever
// they last. Shown time is time without the breaks before it: zooming and moving go by it.

const GAP = 14, GAPS_SHARE = 0.2;

// The place of `value` on a rising list of [from, to] pairs, linear in between and beyond.
function along(stops, from, to, value) {
  let low = 1, high = stops.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stops[middle][from] <= value) low = middle + 1; else high = middle;
  }
  const a = stops[low - 1], b = stops[low];
  return b[from] === a[from] ? b[to] : a[to] + ((b[to] - a[to]) * (value - a[from])) / (b[from] - a[from]);
}

class TimeAxis {
  constructor(length, breaks) {
    this.full = length;
    this.left = 0;
    this.width = 600;
    this.useBreaks(breaks);
    this.begin = 0;
    this.end = length;
  }

  // `breaks`: [begin, end, 1 if ranks were measured but not recorded] of each, rising.
  useBreaks(breaks) {
    let before = 0;
    this.breaks = breaks.map(([begin, end, unrecorded]) => {
      const one = { begin, end, unrecorded, shown: begin - before, before };
      before += end - begin;
      return one;
    });
    this.length = Math.max(this.full - before, 1);
    this.placed = "";
  }

  lastBreak(value, key) {
    let low = 0, high = this.breaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.breaks[middle][key] <= value) low = middle + 1; else high = middle;
    }
    return low > 0 ? this.breaks[low - 1] : null;
  }

  shown(time) {
    const last = this.lastBreak(time, "begin");
    return last ? Math.max(time, last.end) - (last.end - last.begin) - last.before : time;
  }

  // The time at a shown time: the end of a break there.
  timeShown(shown) {
    const last = this.lastBreak(shown, "shown");
    return last ? shown + last.before + (last.end - last.begin) : shown;
  }

  // From shown time to shown time; not narrower than 10 ns, never outside. Breaks at the ends belong to the whole only.
  setShown(from, to) {
    const length = Math.min(Math.max(to - from, 10), this.length), begin = Math.min(Math.max(from, 0), this.length - length);
    this.begin = begin <= 0 ? 0 : this.timeShown(begin);
    this.end = begin + length >= this.length ? this.full : this.timeShown(begin + length);
  }

  setWindow(begin, end) { this.setShown(this.shown(begin), this.shown(end)); }

  zoom(factor, around) {
    const [from, to, at] = [this.begin, this.end, around].map(time => this.shown(time));
    this.setShown(at - (at - from) * factor, at + (to - at) * factor);
  }

  pan(share) {
    const from = this.shown(this.begin), length = this.shown(this.end) - from;
    const begin = Math.min(Math.max(from + share * length, 0), this.length - length);
    this.setShown(begin, begin + length);
  }

  // Times and their x, linear in between.
  stops() {
    const key = `${this.begin}|${this.end}|${this.left}|${this.width}|${this.breaks.length}`;
    if (this.placed === key) return this.places;
    this.placed = key;
    this.gaps = this.breaks.filter(({ begin, end }) => begin >= this.begin && end <= this.end);
    this.gap = this.gaps.length > 0 ? Math.min(GAP, (this.width * GAPS_SHARE) / this.gaps.length) : 0;
    const scale = this.scale = (this.width - this.gap * this.gaps.length) / Math.max(this.shown(this.end) - this.shown(this.begin), 1);
    this.places = [{ time: this.begin, x: this.left }];
    const add = (time, width) => this.places.push({ time, x: this.places[this.places.length - 1].x + width });
    for (const { begin, end } of this.gaps) {
      add(begin, (begin - this.places[this.places.length - 1].time) * scale);
      add(end, this.gap);
    }
    add(this.end, (this.end - this.places[this.places.length - 1].time) * scale);
    return this.places;
  }

  x(time) {
    const stops = this.stops(), first = stops[0], last = stops[stops.length - 1];
    if (time < first.time) return first.x - (first.time - time) * this.scale;
    if (time > last.time) return last.x + (time - last.time) * this.scale;
    return along(stops, "time", "x", time);
  }
  time(x) { return along(this.stops(), "x", "time", x); }

  // The times at the edges of `count` columns of equal width, and how much of each column's time lies in breaks that
  // begin or end in it.
  columns(count) {
    const edges = new Float64Array(count + 1), left_out = new Float64Array(count);
    for (let i = 0; i <= count; ++i) edges[i] = this.time(this.left + (i * this.width) / count);
    edges[count] = this.end;
    for (const { begin, end } of this.gaps) {
      const last = Math.min(lastAtOrBefore(edges, count + 1, end), count - 1);
      for (let i = Math.max(lastAtOrBefore(edges, count + 1, begin), 0); i <= last; ++i) {
        const inside = Math.min(end, edges[i + 1]) - Math.max(begin, edges[i]);
        if (inside > 0 && inside < (edges[i + 1] - edges[i]) * (1 - 1e-9)) left_out[i] += inside;
      }
    }
    return { edges, left_out };
  }

  // Round times for labels, about `wanted` of them, at least `apart` pixels from each other.
  ticks(offset, wanted, apart) {
    const step = roundStep(this.shown(this.end) - this.shown(this.begin), wanted), stops = this.stops(), found = [];
    const unit = axisUnit(Math.max(this.end + offset, 1), step);
    let free = -Infinity;
    for (let i = 0; i + 1 < stops.length; ++i) {
      const from = stops[i].time + offset, to = stops[i + 1].time + offset;
      if (this.gaps.some(({ begin }) => begin === stops[i].time) && to > from) continue;
      for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9 && found.length < 200; ++k) {
        const x = this.x(k * step - offset);
        if (x < free) continue;
        free = x + apart;
        found.push({ x, time: k * step - offset, text: unit(k * step) });
      }
    }
    return found;
  }
}
