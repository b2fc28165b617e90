"""Make the types from the OpenAPI document, and the client for threads from the one for asyncio.

``python api/clients/python/make.py`` writes both into the package. Needs ``battlewise[clients]``.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import unasync

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
DOCUMENT = ROOT / "tests" / "golden" / "openapi.json"
RENAMED = {
    "AsyncMatch": "Match",
    "AsyncNewMatch": "NewMatch",
    "AsyncService": "Service",
    "AsyncClient": "Client",
    "_async": "_sync",
    "aclose": "close",
    "aiter_lines": "iter_lines",
    "aread": "read",
    "async_pause": "pause",
}


def make(package: Path) -> None:
    """Write the types and the client for threads.

    :param package: the folder of the package, with ``_async``.
    """
    types = package / "types.py"
    generator = [sys.executable, "-m", "datamodel_code_generator", "--output", str(types)]
    options = [
        "--input-file-type",
        "openapi",
        "--output-model-type",
        "typing.TypedDict",
        "--disable-timestamp",
    ]
    more = ["--target-python-version", "3.11", "--use-schema-description", "--use-field-description"]
    header = [
        "--custom-file-header",
        '"""The types of requests and answers, made from the OpenAPI document."""',
    ]
    formatted = ["--formatters", "builtin", "--no-use-closed-typed-dict"]
    subprocess.run(
        [*generator, *options, *more, *header, *formatted],
        input=json.dumps(_document()),
        text=True,
        check=True,
    )
    (package / "_sync").mkdir(exist_ok=True)
    rule = unasync.Rule(str(package / "_async"), str(package / "_sync"), additional_replacements=RENAMED)
    unasync.unasync_files([str(path) for path in (package / "_async").glob("*.py")], [rule])
    (package / "_sync" / "__init__.py").write_text(
        '"""The client for threads, made from `_async`."""\n', "utf-8"
    )
    ruff = [sys.executable, "-m", "ruff"]
    settings = ["--quiet", "--no-cache", "--config", str(ROOT / "pyproject.toml"), str(package)]
    subprocess.run([*ruff, "check", "--select", "I", "--fix", *settings], check=True)
    subprocess.run([*ruff, "format", *settings], check=True)


def _document() -> dict[str, Any]:
    """The document, as far as types of dictionaries can say what it says.

    An object that can have any field is a dictionary with no field of its own. The record of an answer, which
    has all fields, fits a request in which they are optional; type checkers do not see that.
    """
    document: dict[str, Any] = json.loads(DOCUMENT.read_text("utf-8"))
    schemas = document["components"]["schemas"]
    record = schemas["PositionIn"]["properties"]["record"]
    record["anyOf"] = [{"$ref": record.pop("$ref")}, {"$ref": "#/components/schemas/RecordOfGame"}]
    for schema in schemas.values():
        if schema.get("additionalProperties") is True:
            schema.pop("properties", None)
            schema["additionalProperties"] = {}
    return document


if __name__ == "__main__":
    make(HERE / "battlewise_client")
