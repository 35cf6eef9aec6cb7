"""tuspy: the peer of `shutterbox send`. tus_client.py URL FILE... sends one after the other and prints a line each.

A FILE of `@LIST` stands for the files named in LIST, one a line.
"""

import sys

from tusclient.client import TusClient

# As large as the pieces of `shutterbox send`; without a limit tuspy reads a whole file into memory.
CHUNK = 8 << 20


def main():
    client = TusClient(sys.argv[1])
    for argument in sys.argv[2:]:
        names = open(argument[1:]).read().splitlines() if argument.startswith("@") else [argument]
        for name in names:
            uploader = client.uploader(name, chunk_size=CHUNK, retries=100, retry_delay=1)
            uploader.upload()
            print(f"sent {uploader.url}", flush=True)


if __name__ == "__main__":
    main()
