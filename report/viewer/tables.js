// Tables of the sheet: a button that copies one, as text with tabs, for a spreadsheet.

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

function copyButtons() {
  for (const box of document.querySelectorAll(".table")) {
    const button = document.createElement("button");
    button.className = "copy";
    button.textContent = "Copy table";
    button.addEventListener("click", async () => {
      await copyText(tableText(box.querySelector("table")));
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy table"; }, 1500);
    });
    box.prepend(button);
  }
}
