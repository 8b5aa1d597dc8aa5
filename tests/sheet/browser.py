"""Controls a page in headless Chromium through its DevTools pipe, with mouse, wheel, and keys. Standard library only."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find_browser():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    return None


class Browser:
    """One page; `errors` collects exceptions, console errors, and violations of the content security policy."""

    def __init__(self, width=1280, height=1000, dark=False, scale=1, extra=()):
        self.profile = tempfile.mkdtemp(prefix="loop-browser-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        # The browser communicates through descriptors 3 and 4.
        def place():
            os.dup2(to_browser, 10)
            os.dup2(from_browser, 11)
            os.dup2(10, 3)
            os.dup2(11, 4)
        # The browser's sandbox does not work in a container, and the page is trusted.
        arguments = [find_browser(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe", "--user-data-dir=" + self.profile,
                     f"--window-size={width},{height}", f"--force-device-scale-factor={scale}", *extra, "about:blank"]
        self.log = os.path.join(self.profile, "log")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(arguments, preexec_fn=place, close_fds=False, stdout=log, stderr=log)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.last, self.session, self.errors = b"", 0, None, []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.read_end], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            piece = os.read(self.read_end, 1 << 20)
            if not piece:
                raise ConnectionError("the browser has left")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def note(self, message):
        parameters = message.get("params", {})
        if message.get("method") == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif message.get("method") == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.errors.append(parameters["entry"]["text"])
        elif message.get("method") == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.errors.append(str([argument.get("value") for argument in parameters["args"]]))

    def call(self, method, seconds=60, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + seconds
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", "exception"))
        return result["result"].get("value")

    def open(self, path, fragment=""):
        self.call("Page.navigate", url=path if path.startswith("about:") else "file://" + os.path.abspath(path) + fragment)

    def wait_for(self, expression, seconds=60):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                if self.evaluate(expression):
                    return
            except RuntimeError:
                pass  # between two pages
            time.sleep(0.05)
        raise TimeoutError("never came true: " + expression)

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def wheel(self, x, y, amount, ctrl=False):
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=amount, modifiers=2 if ctrl else 0)

    def touch(self, kind, *points):
        """`kind`: touchStart, touchMove, touchEnd; the positions (x, y) of the fingers."""
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])

    def key(self, text):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=text, text=text if len(text) == 1 else "")
        self.call("Input.dispatchKeyEvent", type="keyUp", key=text)

    def screenshot(self, path, full=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=full,
                         **({"clip": {**self.page_box(), "scale": 1}} if full else {}))["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def page_box(self):
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        return {"x": 0, "y": 0, "width": size["width"], "height": size["height"]}

    def show_log(self):
        """What the browser has written, for a test that fails."""
        with open(self.log, encoding="utf-8", errors="replace") as log:
            for line in log.read().splitlines()[-30:]:
                print("  browser |", line)

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, failure, *ignored):
        if failure:
            self.show_log()
        self.close()
