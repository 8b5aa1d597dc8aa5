// What is in sight: a window of time, rows, what is switched on. Coordinates are CSS pixels.

const GUTTER = 48, RIGHT = 8, TALLEST = 660;

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

  // Whether some rows are out of sight.
  scrolls() { return this.rows.length * this.rowHeight > this.height + 1; }

  scrollTo(scroll) { this.scroll = Math.min(Math.max(scroll, 0), Math.max(this.rows.length * this.rowHeight - this.height, 0)); }

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

  yOfRow(row) { return this.top + (row + 0.5) * this.rowHeight - this.scroll; }
  rowAt(y) {
    const row = Math.floor((y - this.top + this.scroll) / this.rowHeight);
    return y >= this.top && y < this.top + this.height && row < this.rows.length ? row : -1;
  }
}
