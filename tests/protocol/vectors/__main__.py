from tests.protocol.vectors import FOLDER, MAKERS, written

for subject in MAKERS:
    (FOLDER / f"{subject}.json").write_text(written(subject), encoding="utf-8")
