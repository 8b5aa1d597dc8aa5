// Places of ranks on a unit square, and who is joined to whom: ParaGraph's layouts.

function ringLayout(count) {
  const places = [], edges = [];
  for (let i = 0; i < count; ++i) {
    const angle = (2 * Math.PI * i) / count - Math.PI / 2;
    places.push([0.5 + 0.46 * Math.cos(angle), 0.5 + 0.46 * Math.sin(angle)]);
    if (count > 1) edges.push([i, (i + 1) % count]);
  }
  return { places, edges };
}

function meshLayout(count) {
  const columns = Math.ceil(Math.sqrt(count)), rows = Math.ceil(count / columns), places = [], edges = [];
  for (let i = 0; i < count; ++i) {
    const column = i % columns, row = Math.floor(i / columns);
    places.push([(column + 0.5) / columns, (row + 0.5) / rows]);
    if (column > 0) edges.push([i, i - 1]);
    if (row > 0) edges.push([i, i - columns]);
  }
  return { places, edges };
}

// Each bit of the rank is a step in a direction of its own; the steps shrink, so that no two ranks meet.
function hypercubeLayout(count) {
  const bits = Math.max(1, Math.ceil(Math.log2(Math.max(count, 2)))), places = [], edges = [];
  const steps = Array.from({ length: bits }, (_, bit) => {
    const size = Math.pow(0.52, Math.floor(bit / 2)), turn = Math.floor(bit / 2) * 0.35;
    const angle = (bit % 2 === 0 ? 0 : Math.PI / 2) + turn;
    return [size * Math.cos(angle), size * Math.sin(angle)];
  });
  for (let i = 0; i < count; ++i) {
    let x = 0, y = 0;
    for (let bit = 0; bit < bits; ++bit) {
      const sign = (i >> bit) & 1 ? 1 : -1;
      x += sign * steps[bits - 1 - bit][0];
      y += sign * steps[bits - 1 - bit][1];
      if (i >> bit & 1) edges.push([i, i ^ (1 << bit)]);
    }
    places.push([x, y]);
  }
  const reach = Math.max(...places.flat().map(Math.abs));
  return { places: places.map(([x, y]) => [0.5 + (0.46 * x) / reach, 0.5 + (0.46 * y) / reach]), edges };
}

function treeLayout(count) {
  const depth = Math.floor(Math.log2(count)) + 1, places = [], edges = [];
  for (let i = 0; i < count; ++i) {
    const level = Math.floor(Math.log2(i + 1)), within = i + 1 - (1 << level);
    places.push([(within + 0.5) / (1 << level), (level + 0.5) / depth]);
    if (i > 0) edges.push([i, (i - 1) >> 1]);
  }
  return { places, edges };
}

const LAYOUTS = { ring: ringLayout, mesh: meshLayout, hypercube: hypercubeLayout, tree: treeLayout };
