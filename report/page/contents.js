// The bar of contents: marks the section in view. On phones it is a menu, which closes after a choice.

class Contents {
  constructor(nav) {
    this.nav = nav;
    this.menu = nav.querySelector("details");
    this.links = [...nav.querySelectorAll("a")].map(link => ({ link, section: targetOf(link.getAttribute("href")) })).filter(({ section }) => section);
    this.chosen = null;
    this.pending = false;
    this.makeMenu();
    this.menu.append(this.openAll());
    for (const kind of ["scroll", "resize"]) addEventListener(kind, () => this.requestMark(), { passive: true });
    for (const kind of ["wheel", "touchstart", "keydown"]) addEventListener(kind, () => { this.chosen = null; }, { passive: true });
    this.mark();
  }

  makeMenu() {
    const phone = matchMedia("(max-width: 640px)"), fit = () => { this.menu.open = !phone.matches; };
    fit();
    phone.addEventListener("change", fit);
    this.nav.addEventListener("click", event => {
      const link = event.target.closest("a");
      if (!link) return;
      this.chosen = link;
      if (phone.matches) this.menu.open = false;
      this.requestMark();
    });
  }

  openAll() {
    const sections = () => document.querySelectorAll("section > details");
    const button = element("button", { type: "button", class: "open-all", text: "Open all", onclick: () => sections().forEach(each => { each.open = true; }) });
    const fit = () => { button.hidden = [...sections()].every(each => each.open); };
    sections().forEach(each => each.addEventListener("toggle", fit));
    fit();
    return button;
  }

  requestMark() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.mark();
    });
  }

  // The section that reaches into the upper third of the window. At the end of the page, where the last sections cannot
  // reach that far, it is the one that the reader chose, or the last one.
  current() {
    const last = this.links[this.links.length - 1], above = this.links.filter(({ section }) => section.getBoundingClientRect().top <= innerHeight / 3);
    if (scrollY === 0 && !this.chosen) return this.links[0];
    if (innerHeight + scrollY < document.documentElement.scrollHeight - 2) return above[above.length - 1] || this.links[0];
    return this.links.find(({ link }) => link === this.chosen) || last;
  }

  mark() {
    const now = this.current();
    for (const { link } of this.links) {
      if (now && link === now.link) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
    if (now && this.nav.scrollHeight > this.nav.clientHeight) this.nav.scrollTop = now.link.offsetTop - this.nav.clientHeight / 2;
  }
}
