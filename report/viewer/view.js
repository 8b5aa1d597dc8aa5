// What is in sight: a window of time, rows, what is switched on. Coordinates are CSS pixels.

const GUTTER = 48, RIGHT = 8, TALLEST = 660;

class View {
  constructor(model) {
    this.model = model;
    this.begin = 0;
    this.end = model.length;
    this.offset = model.meta.offset_ns;
    this.left = GUTTER;
    this.width = 600;
    this.scroll = 0;
    this.filter = "";
    this.grouping = "none";
    this.colourBy = "state";
    this.hiddenStates = new Set();
    this.hiddenSites = new Set();
    this.showMessages = true;
    this.showPath = false;
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
    this.rowHeight = Math.min(Math.max(TALLEST / this.rows.length, 4), this.rows.length <= 2 ? 60 : 34);
    this.height = Math.min(this.rows.length * this.rowHeight, TALLEST);
    this.scrollTo(this.scroll);
    return true;
  }

  scrollTo(scroll) { this.scroll = Math.min(Math.max(scroll, 0), Math.max(this.rows.length * this.rowHeight - this.height, 0)); }

  setWindow(begin, end) {
    // Not narrower than 10 ns, never outside.
    const length = Math.min(Math.max(end - begin, 10), this.model.length);
    this.begin = Math.min(Math.max(begin, 0), this.model.length - length);
    this.end = this.begin + length;
  }

  zoom(factor, around) {
    const length = (this.end - this.begin) * factor, share = (around - this.begin) / (this.end - this.begin);
    this.setWindow(around - length * share, around + length * (1 - share));
  }

  pan(share) {
    const by = (this.end - this.begin) * share;
    this.setWindow(Math.min(Math.max(this.begin + by, 0), this.model.length - (this.end - this.begin)), Math.min(Math.max(this.begin + by, 0), this.model.length - (this.end - this.begin)) + (this.end - this.begin));
  }

  x(time) { return this.left + ((time - this.begin) / (this.end - this.begin)) * this.width; }
  time(x) { return this.begin + ((x - this.left) / this.width) * (this.end - this.begin); }
  yOfRow(row) { return this.top + (row + 0.5) * this.rowHeight - this.scroll; }
  rowAt(y) {
    const row = Math.floor((y - this.top + this.scroll) / this.rowHeight);
    return y >= this.top && y < this.top + this.height && row < this.rows.length ? row : -1;
  }
}
