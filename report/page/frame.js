// The frame of every page: tables, links, contents, print.

// Paper shows all sections.
function openForPrint() {
  let opened = [];
  const open = () => {
    opened = [...document.querySelectorAll("main details:not([open])")];
    for (const each of opened) each.open = true;
  };
  const close = () => {
    for (const each of opened) each.open = false;
    opened = [];
  };
  addEventListener("beforeprint", open);
  addEventListener("afterprint", close);
}

for (const box of document.querySelectorAll(".table")) {
  copyButton(box);
  tellWidth(box);
}
for (const box of document.querySelectorAll("figure .scroll")) tellFigureWidth(box);
for (const nav of document.querySelectorAll("nav.contents")) new Contents(nav);
new PageLinks();
openForPrint();
