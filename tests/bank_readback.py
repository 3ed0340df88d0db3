"""Reads a bank with pyarrow, as any program would, and prints its metadata and its rows as JSON.

Usage: bank_readback.py BANK.parquet
"""

import json
import sys

import pyarrow.parquet


def main():
    (path,) = sys.argv[1:]
    table = pyarrow.parquet.read_table(path)
    metadata = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    json.dump({"metadata": metadata, "rows": table.to_pylist()}, sys.stdout, ensure_ascii=True)


if __name__ == "__main__":
    main()
