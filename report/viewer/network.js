// The machine's network: where its vertices are, and over which links a message goes. The page's data say both
// (network_data.h), so the rule of the routes is in one place.

class Network {
  constructor(data, next) {
    Object.assign(this, data, { next });
    const { places, links } = data;
    // The neighbors of each vertex. A *way* is one direction of a link.
    this.around = places.map(() => []);
    links.forEach(([from, to], link) => {
      this.around[from].push({ from, to, way: 2 * link });
      this.around[to].push({ from: to, to: from, way: 2 * link + 1 });
    });
    this.rowOf = new Map(data.destinations.map((vertex, row) => [vertex, row]));
    this.ranksAt = places.map(() => []);
    data.vertex_of_rank.forEach((vertex, rank) => this.ranksAt[vertex].push(rank));
  }

  static async load(data) {
    const reader = new Varints(await unpacked(bytesOfBase64(data.next)), 0);
    return new Network(data, Uint16Array.from({ length: data.destinations.length * data.places.length }, () => reader.next()));
  }

  // Switches come after the nodes.
  isSwitch(vertex) { return vertex >= this.nodes; }

  // The ways from rank to rank; none within a node.
  route(sender, receiver) {
    const to = this.vertex_of_rank[receiver], row = this.rowOf.get(to) * this.places.length, steps = [];
    for (let at = this.vertex_of_rank[sender]; at !== to; at = steps[steps.length - 1].to) steps.push(this.around[at][this.next[row + at]]);
    return steps;
  }
}

const LOAD_WINDOWS = 100, MOST_LOADED = 50000;

// What the links carry over time: the view is divided into windows of equal shown time. A message is on each link of its route
// for an equal part of its time under way, and counts in each window in which it is there.
class LinkLoads {
  constructor(model, network, view) {
    this.view = view;
    this.network = network;
    this.from = view.shown(view.begin);
    this.step = (view.shown(view.end) - this.from) / LOAD_WINDOWS;
    this.ways = 2 * network.links.length;
    this.bytes = new Float64Array(LOAD_WINDOWS * this.ways);
    this.messages = new Float64Array(LOAD_WINDOWS * this.ways);
    const { found, every } = messagesBetween(model, view.rows.flatMap(row => row.ranks), view.begin, view.end, MOST_LOADED);
    this.every = every;
    for (const [rank, index] of found) this.add(rank, model.ranks[rank].sends, index);
    this.most = this.bytes.reduce((most, bytes) => Math.max(most, bytes), 0);
  }

  add(rank, sends, index) {
    const steps = this.network.route(rank, sends.to[index]), sent = sends.time[index], each = (sends.received[index] - sent) / steps.length;
    steps.forEach(({ way }, hop) => {
      const begin = sent + hop * each, end = begin + each;
      if (end < this.view.begin || begin > this.view.end) return;
      const first = this.windowAt(begin), last = Math.max(first, this.windowBefore(end));
      for (let i = first; i <= last; ++i) {
        this.bytes[i * this.ways + way] += this.every * sends.bytes[index];
        this.messages[i * this.ways + way] += this.every;
      }
    });
  }

  share(time) { return (this.view.shown(time) - this.from) / this.step; }
  windowAt(time) { return Math.min(Math.max(Math.floor(this.share(time)), 0), LOAD_WINDOWS - 1); }
  windowBefore(time) { return Math.min(Math.max(Math.ceil(this.share(time)) - 1, 0), LOAD_WINDOWS - 1); }
  // Begin and end of a window.
  times(index) { return [index, index + 1].map(i => (i === 0 ? this.view.begin : i === LOAD_WINDOWS ? this.view.end : this.view.timeShown(this.from + i * this.step))); }

  onWay(index, way) { return { bytes: this.bytes[index * this.ways + way], messages: this.messages[index * this.ways + way] }; }
  // The bytes in a link's busier direction; -1: it is not in use.
  onLink(index, link) {
    const [there, back] = [this.onWay(index, 2 * link), this.onWay(index, 2 * link + 1)];
    return there.messages + back.messages === 0 ? -1 : Math.max(there.bytes, back.bytes);
  }
}
