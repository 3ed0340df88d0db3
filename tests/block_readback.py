"""Reads the parts of a block with pyarrow, pandas or DuckDB, as any program would, and prints metadata and rows as JSON.

Usage: block_readback.py pyarrow|pandas|duckdb FOLDER

Bytes are printed in hexadecimal.
"""

import json
import pathlib
import sys


def plain(value):
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).hex()
    # How pandas says that there is none.
    return None if value != value else value


def rows_of_pyarrow(files):
    import pyarrow.parquet

    return [row for file in files for row in pyarrow.parquet.read_table(file).to_pylist()]


def rows_of_pandas(files):
    import pandas

    frame = pandas.concat([pandas.read_parquet(file) for file in files])
    return frame.to_dict("records")


def rows_of_duckdb(files):
    import duckdb

    found = duckdb.sql("SELECT * FROM read_parquet(%r) ORDER BY unit" % [str(file) for file in files])
    return [dict(zip(found.columns, row)) for row in found.fetchall()]


def metadata(file):
    import pyarrow.parquet

    return {key.decode(): value.decode() for key, value in pyarrow.parquet.read_schema(file).metadata.items()}


def main():
    reader, folder = sys.argv[1:]
    files = sorted(pathlib.Path(folder).glob("part-*.parquet"))
    readers = {"pyarrow": rows_of_pyarrow, "pandas": rows_of_pandas, "duckdb": rows_of_duckdb}
    rows = [{name: plain(value) for name, value in row.items()} for row in readers[reader](files)]
    about = [metadata(file) for file in files] if reader == "pyarrow" else []
    json.dump({"metadata": about, "rows": rows}, sys.stdout)


if __name__ == "__main__":
    main()
