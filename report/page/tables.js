// Tables: a button that copies one, as text with tabs, for a spreadsheet. Tables and pictures that are wider than the page
// say so.

function tableText(table) {
  return [...table.rows].map(row => [...row.cells].map(cell => cell.textContent.trim()).join("\t")).join("\n");
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch (refused) {
    // Without the right to the clipboard: the old way, by a selection.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

function copyButton(box) {
  const button = element("button", { type: "button", class: "copy", text: "Copy table", onclick: async () => {
    await copyText(tableText(box.querySelector("table")));
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy table"; }, 1500);
  } });
  box.querySelector(".table-head").append(button);
}

// A table that is wider than the page scrolls in its own box. Its head says how many columns are not in view.
function tellWidth(box) {
  const data = box.querySelector(".data"), note = element("span", { class: "more", hidden: true });
  box.querySelector("h3").after(note);
  const tell = () => {
    const { left, right } = data.getBoundingClientRect();
    const hidden = [...data.querySelectorAll("thead th")].filter(head => {
      const place = head.getBoundingClientRect();
      return place.right > right + 1 || place.left < left - 1;
    }).length;
    data.classList.toggle("wide", data.scrollWidth > data.clientWidth + 1);
    note.hidden = !data.classList.contains("wide");
    note.textContent = `scroll to see ${hidden} more column${hidden === 1 ? "" : "s"}`;
    // Only what scrolls needs the keyboard's focus.
    if (data.scrollWidth > data.clientWidth + 1 || data.scrollHeight > data.clientHeight + 1) data.tabIndex = 0;
    else data.removeAttribute("tabindex");
  };
  new ResizeObserver(tell).observe(data);
  data.addEventListener("scroll", tell, { passive: true });
}

// The same for a picture, on a phone.
function tellFigureWidth(box) {
  const note = element("span", { class: "more", hidden: true, text: "scroll to see the whole picture" });
  box.previousElementSibling.append(" ", note);
  new ResizeObserver(() => {
    const wide = box.scrollWidth > box.clientWidth + 1;
    note.hidden = !wide;
    if (wide) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }).observe(box);
}
