# SPDX-License-Identifier: MIT
"""Drives a headless Chromium through its debugging pipe (file descriptors 3 and 4,
messages of JSON that end in NUL), so that nothing but the browser is needed."""
import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.parse

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Its own services are off, so that what is asked for is the page's.
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
    "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-extensions", "--hide-scrollbars",
    "--disable-dev-shm-usage", "--force-color-profile=srgb",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--remote-debugging-pipe")
SECONDS_MAX = 60


def find():
    """The path of a browser, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """One tab. What it asks for and complains of is in requests and complaints."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="retread-browser-")
        to_read, self.to_browser = os.pipe()
        self.from_browser, to_write = os.pipe()
        # 3 and 4 may be ends of these very pipes: move them out of the way.
        ends = [os.dup(fd) for fd in (to_read, to_write)]
        while min(ends) < 5:
            ends = [os.dup(fd) if fd < 5 else fd for fd in ends]

        def give_pipes():
            os.setsid()
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            (program,) + OPTIONS + ("--user-data-dir=" + self.profile,),
            preexec_fn=give_pipes, close_fds=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        for fd in [to_read, to_write] + ends:
            os.close(fd)
        self.buffer = b""
        self.count = 0
        self.session = None
        self.requests = []
        self.complaints = []
        self.events = set()
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            wait = deadline - time.monotonic()
            if wait <= 0 or not select.select(
                    [self.from_browser], [], [], wait)[0]:
                raise TimeoutError("the browser does not answer")
            got = os.read(self.from_browser, 1 << 20)
            if not got:
                raise EOFError("the browser has ended")
            self.buffer += got
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def note(self, message):
        method, about = message.get("method"), message.get("params", {})
        self.events.add(method)
        if method == "Network.requestWillBeSent":
            self.requests.append(about["request"]["url"])
        elif method == "Network.loadingFailed":
            self.complaints.append(about.get("errorText", "failed"))
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(about["exceptionDetails"]["text"])
        elif method == "Runtime.consoleAPICalled":
            if about["type"] in ("error", "warning", "assert"):
                self.complaints.append("console: " + about["type"])
        elif method == "Log.entryAdded":
            if about["entry"]["level"] in ("error", "warning"):
                self.complaints.append(about["entry"]["text"])

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + SECONDS_MAX
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(method + ": " + str(answer["error"]))
                return answer["result"]
            self.note(answer)

    def load(self, url):
        """Goes to URL, and waits until it is loaded."""
        self.events = set()
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + SECONDS_MAX
        while "Page.loadEventFired" not in self.events:
            self.note(self.receive(deadline))

    def open(self, path, fragment=""):
        """Opens a file. Forgets earlier complaints."""
        self.load("about:blank")
        self.requests, self.complaints = [], []
        self.load("file://" + urllib.parse.quote(os.path.abspath(path)) +
                  fragment)
        # All messages from before the page's end have arrived by now.
        self.evaluate("0")

    def evaluate(self, script, by_hand=False):
        """BY_HAND: as if a person did it."""
        result = self.call("Runtime.evaluate", expression=script,
                           returnByValue=True, userGesture=by_hand)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]
                               ["description"])
        return result["result"].get("value")

    def evaluate_soon(self, script):
        """Waits until SCRIPT is true, or for some seconds."""
        deadline = time.monotonic() + SECONDS_MAX / 10
        while not self.evaluate(script) and time.monotonic() < deadline:
            time.sleep(0.02)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=1, mobile=False)

    def prefer(self, scheme):
        """light or dark."""
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}])

    def allow_scripts(self, allowed):
        self.call("Emulation.setScriptExecutionDisabled", value=not allowed)

    def shoot(self, path):
        """Writes what is seen as PNG."""
        picture = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as out:
            out.write(base64.b64decode(picture))
