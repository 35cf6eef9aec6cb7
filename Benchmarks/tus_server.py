"""tuspyserver behind uvicorn: the peer of `shutterbox receive`. tus_server.py FOLDER PORT; uploads go to /files."""

import sys

import uvicorn
from fastapi import FastAPI
from tuspyserver import create_tus_router


def main():
    folder, port = sys.argv[1], int(sys.argv[2])
    app = FastAPI()
    app.include_router(create_tus_router(prefix="files", files_dir=folder))
    uvicorn.run(app, host=sys.argv[3] if len(sys.argv) > 3 else "127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    main()
