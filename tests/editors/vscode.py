"""The extension for VS Code is complete: its files exist and are JSON, and it has the version of LOOP.

vscode.py EXTENSION VERSION: prints what is wrong; exit code 1 if anything is."""

import json
import sys
from pathlib import Path


def paths_in(value):
    """All relative paths that a manifest names."""
    if isinstance(value, str):
        return [value] if value.startswith("./") else []
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [path for child in children for path in paths_in(child)]


def scopes_included(grammar):
    """All parts of the repository that a grammar includes."""
    if isinstance(grammar, dict):
        own = [grammar["include"][1:]] if str(grammar.get("include", "")).startswith("#") else []
        return own + [name for child in grammar.values() for name in scopes_included(child)]
    return [name for child in grammar for name in scopes_included(child)] if isinstance(grammar, list) else []


def faults(folder, version):
    manifest = json.loads((folder / "package.json").read_text())
    if manifest["version"] != version:
        yield f"package.json has version {manifest['version']}, and LOOP has {version}"
    if f"-{version}.vsix" not in (folder / "README.md").read_text():
        yield f"README.md does not name the package of version {version}"
    for path in paths_in(manifest):
        if not (folder / path).exists():
            yield f"package.json names {path}, which does not exist"
        elif path.endswith(".json"):
            grammar = json.loads((folder / path).read_text())
            for name in set(scopes_included(grammar)) - set(grammar.get("repository", {})):
                yield f"{path} includes #{name}, which it does not have"


if __name__ == "__main__":
    found = list(faults(Path(sys.argv[1]), sys.argv[2]))
    print("\n".join(found))
    sys.exit(1 if found else 0)
