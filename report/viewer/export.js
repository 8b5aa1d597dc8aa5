// The view as SVG, with a bounded number of shapes: one path a state or construct, one for messages.

function escapedText(text) {
  return text.replace(/[&<>"']/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c]);
}

function rowRuns(model, view, row, columns, times) {
  const shares = new RowShares(columns);
  shares.clear();
  for (const rank of row.ranks) addRank(model, view, times, rank, shares, 1 / row.ranks.length);
  return runsOf(model, view, shares, columns);
}

function threadRuns(model, view, rank, thread, columns, times) {
  const shares = new RowShares(columns), asStates = statesOnly(view);
  shares.clear();
  addThread(model, asStates, times, rank, thread, shares);
  return runsOf(model, asStates, shares, columns);
}

function runsOf(model, view, shares, columns) {
  const states = STATES.length, runs = [];
  const colourOf = x => {
    if (view.colourBy === "construct") return shares.kind[x] < 0 ? (shares.kindTime[x] > 0 ? "host" : "") : "k" + model.kindOfSite[shares.kind[x]];
    let best = -1, most = 0;
    for (let s = 0; s < states; ++s) if (shares.shares[x * states + s] > most) { most = shares.shares[x * states + s]; best = s; }
    return best < 0 || view.hiddenStates.has(best) ? "" : "s" + best;
  };
  for (let from = 0, to; from < columns; from = to) {
    const colour = colourOf(from);
    for (to = from + 1; to < columns && colourOf(to) === colour;) ++to;
    if (colour) runs.push([colour, from, to]);
  }
  return runs;
}

function hatchingsAsSvg(palette) {
  const pattern = (id, stroke, data, width) => `<pattern id="${id}" width="8" height="8" patternUnits="userSpaceOnUse"><path d="${data}" stroke="${stroke}" stroke-width="${width}"/></pattern>`;
  const rising = "M-2 2l4-4M0 8l8-8M6 10l4-4", falling = "M-2 6l4 4M0 0l8 8M6-2l4 4";
  return "<defs>" + pattern("hatch1", palette.paper, rising, 2) + pattern("hatch2", palette.paper, falling, 2) + pattern("break", palette.soft, rising, 0.7) + "</defs>";
}

function viewAsSvg(model, view, palette) {
  const columns = Math.round(view.width), round = value => value.toFixed(1).replace(/\.0$/, "");
  const paths = new Map(), threadPaths = new Map(), parts = [], height = view.tops[view.rows.length], top = 24;
  const y = (row, thread = 0) => top + view.yOf(row, thread) + view.scroll - view.top;
  const times = view.columns(columns);
  view.rows.forEach((row, index) => {
    for (const [colour, from, to] of rowRuns(model, view, row, columns, times))
      paths.set(colour, (paths.get(colour) || "") + `M${view.left + from} ${round(y(index))}H${view.left + to}`);
    for (let thread = 1; thread <= view.threadsOfRow(index); ++thread)
      for (const [colour, from, to] of threadRuns(model, view, row.ranks[0], thread, columns, times))
        threadPaths.set(colour, (threadPaths.get(colour) || "") + `M${view.left + from} ${round(y(index, thread))}H${view.left + to}`);
  });
  for (const { x: at, text } of view.ticks(view.offset, columns / 110, 80)) {
    const x = round(at);
    parts.push(`<path d="M${x} 16V${top + height}" stroke="${palette.faint}"/><text x="${x}" y="12" text-anchor="middle">${text}</text>`);
  }
  for (const [colour, data] of paths) {
    const kind = Number(colour.slice(1)), fill = colour === "host" ? palette.faint : colour[0] === "s" ? palette.states[kind] : palette.kinds[kind];
    parts.push(`<path d="${data}" fill="none" stroke="${fill}" stroke-width="${round(view.rowHeight * 0.62)}"/>`);
    if (colour[0] === "k" && kind >= COLOURS && kind < KINDS)
      parts.push(`<path d="${data}" fill="none" stroke="url(#hatch${kind < 2 * COLOURS ? 1 : 2})" stroke-width="${round(view.rowHeight * 0.62)}"/>`);
  }
  for (const [colour, data] of threadPaths)
    parts.push(`<path d="${data}" fill="none" stroke="${palette.states[Number(colour.slice(1))]}" stroke-width="${round(view.threadHeight * 0.62)}"/>`);
  const every = Math.max(1, Math.ceil(13 / view.rowHeight));
  view.rows.forEach((row, i) => {
    if (view.threadHeight >= 12) for (let thread = 1; thread <= view.threadsOfRow(i); ++thread)
      parts.push(`<text x="${view.left - 6}" y="${round(y(i, thread) + 4)}" text-anchor="end">${escapedText(row.label)}:${thread}</text>`);
    if (i % every === 0) parts.push(`<text x="${view.left - 6}" y="${round(y(i) + 4)}" text-anchor="end">${escapedText(row.label)}</text>`);
  });
  const { lines } = messageLines(model, view);
  const clamp = x => Math.min(Math.max(x, -2000), view.width + 4000);
  const data = lines.map(line => `M${round(clamp(view.x(line.sent)))} ${round(y(line.from, line.thread))}L${round(clamp(view.x(line.received)))} ${round(y(line.to, line.thread))}`).join("");
  if (data) parts.push(`<g clip-path="url(#plot)"><path d="${data}" fill="none" stroke="${palette.message}" stroke-width="0.7" stroke-opacity="0.7"/></g>`);
  view.stops();
  for (const { begin } of view.gaps)
    parts.push(`<rect x="${round(view.x(begin))}" y="${top}" width="${round(view.gap)}" height="${round(height)}" fill="${palette.paper}"/>` +
      `<rect x="${round(view.x(begin))}" y="${top}" width="${round(view.gap)}" height="${round(height)}" fill="url(#break)"/>`);
  const wedges = markWedges(model, view).map(({ rank, x }) => wedgePath(x, y(view.rowOfRank[rank]) - view.rowHeight * 0.31));
  if (wedges.length > 0) parts.push(`<path d="${wedges.map(points => "M" + points.map(point => point.map(round).join(" ")).join("L") + "Z").join("")}" fill="${palette.ink}"/>`);
  const width = view.left + columns + 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top + height + 8}" viewBox="0 0 ${width} ${round(top + height + 8)}" ` +
    `font-family="sans-serif" font-size="11" fill="${palette.soft}">${hatchingsAsSvg(palette)}<clipPath id="plot"><rect x="${view.left}" y="${top}" width="${columns}" height="${round(height)}"/></clipPath>` +
    `<rect width="100%" height="100%" fill="${palette.paper}"/>${parts.join("\n")}</svg>\n`;
}

function download(name, type, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
