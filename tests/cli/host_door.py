"""A replacement for ssh that uses only the network: host_door.py serve ADDRESS runs commands for
host_door.py call ADDRESS COMMAND..., which returns their output and exit code."""

import socket
import struct
import subprocess
import sys
import threading

PORT = 2222


def send(connection, lock, kind, data):
    with lock:
        connection.sendall(struct.pack("!ci", kind, len(data)) + data)


def answer(connection):
    try:
        command = connection.makefile("rb").readline().decode().rstrip("\n")
        lock = threading.Lock()
        process = subprocess.Popen(["sh", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

        def forward(stream, kind):
            try:
                while data := stream.read1(65536):
                    send(connection, lock, kind, data)
            except OSError:
                pass  # nobody listens any more
        threads = [threading.Thread(target=forward, args=pair) for pair in ((process.stdout, b"o"), (process.stderr, b"e"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        print(f"ended with {process.wait()}: {command}", flush=True)
        send(connection, lock, b"x", bytes([process.wait() % 256]))
    except OSError as error:
        print(f"nobody listens any more: {error}", flush=True)
    connection.close()


def serve(address):
    with socket.create_server((address, PORT)) as server:
        while True:
            threading.Thread(target=answer, args=(server.accept()[0],), daemon=True).start()


def call(address, words):
    try:
        connection = socket.create_connection((address, PORT), 3)
    except OSError as error:
        print(f"connect to host {address}: {error}", file=sys.stderr)
        return 255
    connection.settimeout(None)
    connection.sendall((" ".join(words) + "\n").encode())
    stream = connection.makefile("rb")
    while head := stream.read(5):
        kind, length = struct.unpack("!ci", head)
        data = stream.read(length)
        if kind == b"x":
            return data[0]
        output = sys.stdout if kind == b"o" else sys.stderr
        output.buffer.write(data)
        output.flush()
    return 255


if sys.argv[1] == "serve":
    serve(sys.argv[2])
else:
    words = [word for word in sys.argv[2:]]
    while words[0].startswith("-"):  # the options of ssh that launchers use
        words.pop(0)
    sys.exit(call(words[0], words[1:]))
