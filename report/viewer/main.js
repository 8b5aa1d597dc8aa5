async function startViewer() {
  const root = document.getElementById("viewer");
  if (!root) return;
  try {
    const meta = JSON.parse(document.getElementById("view-meta").textContent);
    if (typeof DecompressionStream === "undefined") throw new Error("this browser cannot unpack gzip; the figure below is static");
    root.hidden = false;
    root.parentElement.classList.add("has-viewer");
    const viewer = new Viewer(root, meta);
    const ranks = await loadRanks(meta, async (loaded, share) => {
      viewer.model.takeRanks(loaded);
      viewer.progress.value = share;
      viewer.draw();
      // Since the page was asked for.
      root.dataset.firstMs = root.dataset.firstMs || performance.now().toFixed(0);
      // A turn for the browser, so that the picture is seen while the rest is still read.
      await new Promise(resolve => setTimeout(resolve, 0));
    });
    viewer.model.takeRanks(ranks);
    viewer.model.finish();
    if (meta.network && !meta.network.too_large) viewer.model.network = await Network.load(meta.network);
    viewer.progress.hidden = true;
    viewer.draw();
    root.dataset.readyMs = performance.now().toFixed(0);
    root.dataset.ready = "yes";
  } catch (problem) {
    root.hidden = false;
    root.parentElement.classList.remove("has-viewer");
    root.replaceChildren(element("p", { class: "message", text: "The interactive diagram cannot be shown: " + problem.message }));
    root.dataset.ready = "failed";
  }
}

startViewer();
