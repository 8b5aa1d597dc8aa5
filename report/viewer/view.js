// What is in sight: a window of time, rows, what is switched on. Coordinates are CSS pixels.

const GUTTER = 48, RIGHT = 8, TALLEST = 660, THREAD_SHARE = 0.5;

class View extends TimeAxis {
  constructor(model) {
    super(model.length, model.meta.breaks);
    this.model = model;
    this.showExcluded = false;
    this.offset = model.meta.offset_ns;
    this.left = GUTTER;
    this.scroll = 0;
    this.filter = "";
    this.grouping = "none";
    this.colourBy = "state";
    this.hiddenStates = new Set();
    this.hiddenSites = new Set();
    this.showMessages = true;
    this.showPath = false;
    this.showThreads = model.hasThreads;
    this.showMarks = true;
    this.showPhases = model.meta.phases.length > 0;
    this.top = this.showPhases ? 38 : 22;
    this.setRows("", "none");
  }

  // False, and nothing changed, where the filter cannot be read.
  setRows(filter, grouping) {
    const ranks = parseRanks(filter, this.model.count);
    if (!ranks || ranks.length === 0) return false;
    this.filter = filter;
    this.grouping = grouping;
    this.rows = makeRows(this.model, ranks, grouping);
    this.rowOfRank = new Int32Array(this.model.count).fill(-1);
    this.rows.forEach((row, index) => row.ranks.forEach(rank => { this.rowOfRank[rank] = index; }));
    this.placeRows();
    return true;
  }

  // Below the row of a rank are thinner ones of its further threads.
  placeRows() {
    const threads = this.rows.map((_, index) => this.threadsOfRow(index)), count = this.rows.length;
    const units = threads.reduce((sum, number) => sum + THREAD_SHARE * number, count);
    this.rowHeight = Math.min(Math.max(TALLEST / units, units > count ? 8 : 4), count <= 2 ? 60 : 34);
    this.threadHeight = THREAD_SHARE * this.rowHeight;
    // Where each row begins, and where the last one ends.
    this.tops = new Float64Array(count + 1);
    threads.forEach((number, index) => { this.tops[index + 1] = this.tops[index] + this.rowHeight + number * this.threadHeight; });
    this.height = Math.min(this.tops[count], TALLEST);
    this.scrollTo(this.scroll);
  }

  setThreads(shown) {
    this.showThreads = shown;
    this.placeRows();
  }

  // Whether some rows are out of sight.
  scrolls() { return this.tops[this.rows.length] > this.height + 1; }

  scrollTo(scroll) { this.scroll = Math.min(Math.max(scroll, 0), Math.max(this.tops[this.rows.length] - this.height, 0)); }

  // Excluded time to scale, or as breaks. What was in sight stays in sight.
  setExcluded(shown) {
    const whole = this.begin === 0 && this.end === this.full, { begin, end } = this;
    this.showExcluded = shown;
    this.useBreaks(shown ? [] : this.model.meta.breaks);
    if (whole) this.showAll(); else this.setWindow(begin, end);
  }

  // The time in the middle of the picture.
  middle() { return this.timeShown((this.shown(this.begin) + this.shown(this.end)) / 2); }

  showAll() { this.setShown(0, this.length); }

  // Threads have rows if the row is that of one rank.
  threadsOfRow(row) {
    const { ranks } = this.rows[row];
    return this.showThreads && this.grouping === "none" ? this.model.threads[ranks[0]] || 0 : 0;
  }

  yOfRow(row) { return this.top + this.tops[row] + this.rowHeight / 2 - this.scroll; }
  // Of thread 1, 2, ... of a row's rank, if it has a row, else that of the rank.
  yOf(row, thread) { return this.yOfRow(row) + (thread > 0 && thread <= this.threadsOfRow(row) ? this.rowHeight / 2 + (thread - 0.5) * this.threadHeight : 0); }
  rowAt(y) {
    const row = lastAtOrBefore(this.tops, this.rows.length + 1, y - this.top + this.scroll);
    return y >= this.top && y < this.top + this.height && row < this.rows.length ? row : -1;
  }
  // The thread in whose row a point is; 0: the rank itself.
  threadAt(row, y) { return Math.max(0, Math.floor((y - this.yOfRow(row) - this.rowHeight / 2) / this.threadHeight) + 1); }
}
