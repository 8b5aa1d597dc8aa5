"""sheet_browser.py SHEET: measures how fast a browser shows a sheet's interactive diagram, in milliseconds."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "sheet"))
from browser import Browser  # noqa: E402

REDRAW = """(async () => {
  const viewer = document.getElementById("viewer"), canvas = viewer.querySelector(".stage canvas"), box = canvas.getBoundingClientRect();
  const frame = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const times = [];
  for (let i = 0; i < 24; ++i) {
    canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: i < 16 ? -100 : 200, clientX: box.left + 300 + 20 * i, clientY: box.top + 200, ctrlKey: true, cancelable: true }));
    await frame();
    times.push(Number(viewer.dataset.drawMs));
  }
  return times;
})()"""

with Browser(1280, 1000) as browser:
    browser.open(sys.argv[1])
    browser.wait_for("document.getElementById('viewer').dataset.ready", 120)
    data = browser.evaluate("({...document.getElementById('viewer').dataset})")
    heap = browser.evaluate("performance.memory.usedJSHeapSize")
    times = sorted(browser.evaluate(REDRAW))
    print(f"page to first picture {data['firstMs']} ms, all read {data['readyMs']} ms, redraw after a zoom: "
          f"median {times[len(times) // 2]:.0f} ms, most {times[-1]:.0f} ms; heap {heap / 1e6:.0f} MB; errors: {browser.errors or 'none'}")
