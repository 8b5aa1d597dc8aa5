// The rows of the diagram, pixel by pixel: each column of a row is filled in the shares of the states in that
// piece of time, so that a picture of millions of intervals hides none of them.

const SAMPLES = 64;

class RowShares {
  constructor(width) {
    this.width = width;
    this.shares = new Float32Array(width * STATES.length);
    this.kind = new Int16Array(width);      // colour by construct: which lasted longest
    this.kindTime = new Float32Array(width);
  }

  clear() {
    this.shares.fill(0);
    this.kind.fill(-1);
    this.kindTime.fill(0);
  }
}

// Adds one rank's time per pixel, as shares of the pixel's time times `weight`. `columns`: the times of the pixels. What
// breaks take of a pixel's time does not count, as no rank is measured in them.
function addRank(model, view, columns, rank, row, weight) {
  const own = model.ranks[rank];
  if (!own || own.code.length === 0) return;
  const { width, shares } = row, states = STATES.length, count = own.code.length, { time, code } = own;
  const { edges, left_out } = columns, sampled = view.hiddenSites.size > 0 || view.colourBy === "construct";
  let before = new Float64Array(states), after = new Float64Array(states), known = false, step = 32;
  const lengths = new Float64Array(model.meta.sites.length + 1);
  let i = model.intervalAt(rank, view.begin);
  for (let x = 0; x < width;) {
    const t0 = edges[x], t1 = edges[x + 1], dt = t1 - t0 - left_out[x];
    while (i + 1 < count && time[i + 1] <= t0) ++i;
    if (time[i + 1] >= t1) {
      // One interval fills this pixel, and perhaps many more.
      const until = Math.min(width, Math.max(x + 1, lastAtOrBefore(edges, width + 1, time[i + 1], x)));
      paintRun(model, view, row, code[i], x, until, weight);
      x = until;
      known = false;
      continue;
    }
    let j = i;
    while (j + 1 < count && time[j + 1] <= t1 && j - i < 24) ++j;
    const dense = j - i >= 24;
    if (dense) {
      j = gallop(time, count, t1, j, step);
      step = j - i;
    }
    if (sampled) addSampled(model, view, own, row, x, i, j, t0, t1, weight, lengths);
    else if (!dense) {
      for (let k = i; k <= j; ++k) {
        const length = Math.min(time[k + 1], t1) - Math.max(time[k], t0);
        if (length > 0) shares[x * states + model.stateOfCode[code[k]]] += weight * length / dt;
      }
    } else {
      // The sums at this pixel's end are those at the next one's begin.
      if (!known) model.sumsUntil(own, t0, i, before.fill(0), 1);
      model.sumsUntil(own, t1, j, after.fill(0), 1);
      for (let s = 0; s < states; ++s) shares[x * states + s] += weight * (after[s] - before[s]) / dt;
      [before, after] = [after, before];
    }
    if (left_out[x] > 0) shares[x * states + EXCLUDED] = Math.max(0, shares[x * states + EXCLUDED] - (weight * left_out[x]) / dt);
    known = dense && !sampled;
    i = j;
    ++x;
  }
}

function paintRun(model, view, row, code, from, to, weight) {
  const site = model.siteOfCode[code], state = model.stateOfCode[code];
  if (view.hiddenSites.has(site)) return;
  for (let x = from; x < to; ++x) {
    row.shares[x * STATES.length + state] += weight;
    if (row.kindTime[x] < weight) {
      row.kindTime[x] = weight;
      row.kind[x] = site;
    }
  }
}

// Where a pixel holds more intervals than SAMPLES, evenly spaced ones speak for all of it.
function addSampled(model, view, own, row, x, from, to, t0, t1, weight, lengths) {
  const step = Math.max(1, Math.floor((to - from + 1) / SAMPLES)), { time, code } = own, states = STATES.length;
  let total = 0, best = -2, most = 0;
  const seen = [];
  for (let k = from; k <= to; k += step) total += Math.max(0, Math.min(time[k + 1], t1) - Math.max(time[k], t0));
  if (total <= 0) return;
  for (let k = from; k <= to; k += step) {
    const length = Math.max(0, Math.min(time[k + 1], t1) - Math.max(time[k], t0)) / total;
    const site = model.siteOfCode[code[k]];
    if (view.hiddenSites.has(site)) continue;
    row.shares[x * states + model.stateOfCode[code[k]]] += weight * length;
    if (lengths[site + 1] === 0) seen.push(site);
    lengths[site + 1] += length;
  }
  for (const site of seen) {
    if (lengths[site + 1] > most) { most = lengths[site + 1]; best = site; }
    lengths[site + 1] = 0;
  }
  if (best > -2 && most * weight > row.kindTime[x]) {
    row.kindTime[x] = most * weight;
    row.kind[x] = best;
  }
}

// Fills one row of the image: `top` to `bottom` in device pixels, the bar within it.
function paintRow(model, view, palette, row, image, width, height, top, barTop, barBottom, bottom, background) {
  const states = STATES.length, { shares } = row;
  for (let y = Math.max(0, top); y < Math.min(height, bottom); ++y) {
    const line = y * width;
    if (background) image.set(background, line); else image.fill(palette.paperPixel, line, line + width);
    if (y < barTop || y >= barBottom) continue;
    const level = (barBottom - y - 0.5) / (barBottom - barTop);
    if (view.colourBy === "construct") {
      for (let x = 0; x < width; ++x) if (row.kind[x] > -1) image[line + x] = palette.pixelOfKind(model.kindOfSite[row.kind[x]], x, y);
      else if (row.kindTime[x] > 0) image[line + x] = palette.hostCodePixel;
      continue;
    }
    for (let x = 0; x < width; ++x) {
      let below = 0;
      for (let s = 0; s < states; ++s) {
        below += shares[x * states + s];
        if (below > level) {
          if (!view.hiddenStates.has(s)) image[line + x] = palette.statePixels[s];
          break;
        }
      }
    }
  }
}

// The phase at each pixel of a rank's row as a faint tint.
function phaseTints(model, { edges }, palette, rank, width) {
  const line = new Uint32Array(width).fill(palette.paperPixel), phases = model.ranks[rank].phases;
  if (phases.count === 0) return line;
  for (let x = 0; x < width;) {
    const at = (edges[x] + edges[x + 1]) / 2, phase = model.phaseAt(rank, at);
    const next = lastAtOrBefore(phases.begin, phases.count, at) + 1;
    let until = next < phases.count ? phases.begin[next] : Infinity;
    if (phase >= 0) until = Math.min(until, phases.end[phase]);
    const last = lastAtOrBefore(edges, width + 1, until, x);
    const end = Math.min(width, Math.max(x + 1, last < width && until - edges[last] > (edges[last + 1] - edges[last]) / 2 ? last + 1 : last));
    if (phase >= 0) line.fill(palette.tintPixels[model.kindOfPhase[phases.task[phase]]], x, end);
    x = end;
  }
  return line;
}

// Paints all rows that are in sight; returns the shares of all rows by pixel, for the utilization strip.
function paintRows(model, view, palette, image, width, height, scale) {
  const row = new RowShares(width), columns = view.columns(width), together = new Float32Array(width * STATES.length);
  const threadRow = new RowShares(width);
  image.fill(palette.paperPixel);
  let ranks = 0;
  view.rows.forEach(({ ranks: members }, index) => {
    const begin = view.tops[index] - view.scroll, top = Math.round(begin * scale), bottom = Math.round((begin + view.rowHeight) * scale);
    row.clear();
    for (const rank of members) if (model.ranks[rank]) addRank(model, view, columns, rank, row, 1 / members.length);
    for (let i = 0; i < together.length; ++i) together[i] += row.shares[i] * members.length;
    ranks += members.length;
    paintThreads(model, view, palette, columns, threadRow, index, image, width, height, scale);
    if (bottom <= 0 || top >= height) return;
    const pad = Math.max(view.rowHeight >= 6 ? Math.round(0.19 * (bottom - top)) : 0, 0);
    const background = view.showPhases && model.ranks[members[0]] ? phaseTints(model, columns, palette, members[0], width) : null;
    paintRow(model, view, palette, row, image, width, height, top, top + pad, Math.max(bottom - pad, top + pad + 1), bottom, background);
  });
  return { shares: together, ranks };
}
