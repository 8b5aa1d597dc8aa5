// Links within the page. A link opens the folded section that it leads to. While the page is still growing (figures load,
// the diagram is built), its target stays in place, until the reader scrolls or the page is at rest.

const REST_MS = 1500;

function targetOf(hash) {
  try {
    return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch (malformed) {
    return null;
  }
}

function unfold(target) {
  for (let node = target; node; node = node.parentElement)
    if (node.tagName === "DETAILS") node.open = true;
  const own = target.querySelector(":scope > details");
  if (own) own.open = true;
}

class PageLinks {
  constructor() {
    this.target = null;
    this.growth = new ResizeObserver(() => this.settle());
    for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"]) addEventListener(kind, () => this.release(), { capture: true, passive: true });
    addEventListener("click", event => {
      const link = event.target.closest("a[href^='#']");
      if (link) this.follow(link.getAttribute("href"));
    });
    addEventListener("hashchange", () => this.follow(location.hash));
    const [visit] = performance.getEntriesByType("navigation");
    if (!visit || visit.type === "navigate") this.follow(location.hash);
  }

  follow(hash) {
    const target = targetOf(hash);
    if (!target) return;
    unfold(target);
    this.release();
    this.target = target;
    this.growth.observe(document.body);
    this.settle();
    // After the browser's own scrolling.
    setTimeout(() => this.settle(), 0);
  }

  settle() {
    if (!this.target) return;
    this.target.scrollIntoView({ block: "start", behavior: "instant" });
    clearTimeout(this.rest);
    this.rest = setTimeout(() => (viewerIsLoading() ? this.settle() : this.release()), REST_MS);
  }

  release() {
    clearTimeout(this.rest);
    this.target = null;
    this.growth.disconnect();
  }
}

function viewerIsLoading() {
  const root = document.getElementById("viewer");
  return document.readyState !== "complete" || (root !== null && !root.dataset.ready);
}
