"""`dice-table mat`: the PDF is to scale, whole, always the same, and in three languages."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.mat_pdf import WORDS, font_file, mat_pdf
from device.program import main
from device.trouble import Trouble
from vision.mat import PAPERS, Box, layout_of

needs_poppler = pytest.mark.skipif(
    shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not there"
)
SIZES_PT = {"a4": (841.89, 595.28), "a3": (1190.55, 841.89), "letter": (792.0, 612.0)}


def page_of(document: bytes, folder: Path, px_per_mm: int):
    """Return the page as a picture, (height, width, 3) BGR."""
    pdf = folder / "mat.pdf"
    pdf.write_bytes(document)
    resolution = str(px_per_mm * 25.4)
    words = ["pdftoppm", "-r", resolution, "-png", "-singlefile", pdf, pdf.with_suffix("")]
    subprocess.run(words, check=True)
    return cv2.imread(str(pdf.with_suffix(".png")))


def sides(box: Box) -> tuple[int, ...]:
    """Return left, top, right and bottom in px of a picture with 4 px a mm."""
    return tuple(round(side * 4) for side in (box.left, box.top, box.right, box.bottom))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheet_has_the_size_of_the_paper_and_the_same_bytes_each_time(paper):
    document = mat_pdf(paper)
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", document)
    assert box is not None
    assert [float(side) for side in box.groups()] == pytest.approx(SIZES_PT[paper], abs=0.1)
    assert document.startswith(b"%PDF-")
    assert document.rstrip().endswith(b"%%EOF")
    assert mat_pdf(paper) == document


@pytest.mark.skipif(
    shutil.which("pdftotext") is None, reason="pdftotext (poppler-utils) is not there"
)
@pytest.mark.parametrize("language", sorted(WORDS))
@pytest.mark.parametrize("paper", PAPERS)
def test_every_word_is_on_the_sheet_in_its_language(paper, language):
    told = subprocess.run(
        ["pdftotext", "-", "-"], input=mat_pdf(paper, language), capture_output=True, check=True
    )
    text = "".join(told.stdout.decode().split())
    words = WORDS[language]
    for sentence in (
        words.title,
        words.print_it,
        words.lay_it,
        words.ruler,
        words.tray,
        words.lane_order,
    ):
        assert "".join(sentence.split()) in text


@pytest.mark.skipif(
    shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not there"
)
@pytest.mark.parametrize("language", sorted(WORDS))
@pytest.mark.parametrize("paper", PAPERS)
def test_print_stays_out_of_the_areas_and_off_the_edge(paper, language, tmp_path):
    """Dice alone are to be found in tray and lane, and printers leave the edge white."""
    import cv2

    pdf = tmp_path / "mat.pdf"
    pdf.write_bytes(mat_pdf(paper, language))
    subprocess.run(
        ["pdftoppm", "-r", "101.6", "-png", "-singlefile", pdf, tmp_path / "mat"], check=True
    )
    page = cv2.imread(str(tmp_path / "mat.png"))  # 4 px a mm
    layout = layout_of(paper)
    assert page.shape[1] == pytest.approx(layout.width_mm * 4, abs=2)
    for box in (layout.tray, layout.lane):
        inside = page[
            round(box.top * 4) + 18 : round(box.bottom * 4) - 18,
            round(box.left * 4) + 18 : round(box.right * 4) - 18,
        ]
        assert np.ptp(inside.reshape(-1, 3), axis=0).max() == 0
    edge = page.copy()
    edge[32:-32, 32:-32] = 255
    assert edge.min() == 255
    for marker in layout.markers:  # white all around each marker, one cell wide
        cell = marker.box.width / 7
        left, top, right, bottom = (
            round(v * 4)
            for v in (marker.box.left, marker.box.top, marker.box.right, marker.box.bottom)
        )
        wide = round(cell * 4)
        around = page[top - wide : bottom + wide, left - wide : right + wide].copy()
        around[wide - 2 : -wide + 2, wide - 2 : -wide + 2] = 255
        assert around.min() == 255, marker.number


@pytest.mark.skipif(
    shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not there"
)
def test_the_ruler_is_100_mm_long(tmp_path):
    import cv2

    for paper in PAPERS:
        pdf = tmp_path / "mat.pdf"
        pdf.write_bytes(mat_pdf(paper))
        subprocess.run(
            ["pdftoppm", "-r", "254", "-gray", "-png", "-singlefile", pdf, tmp_path / "mat"],
            check=True,
        )
        page = cv2.imread(str(tmp_path / "mat.png"), cv2.IMREAD_GRAYSCALE)  # 10 px a mm
        x, y, _ = layout_of(paper).ruler
        row = page[round(y * 10), round(x * 10) - 40 : round(x * 10) + 1040] < 128
        assert row.sum() == pytest.approx(1000, abs=6)


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return int(ended.value.code or 0)


def test_the_command_writes_the_file_and_says_what_to_check(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("mat", "--paper", "letter") == 0
    assert (tmp_path / "dice-table-mat-letter.pdf").read_bytes() == mat_pdf("letter")
    assert "100 mm line" in capsys.readouterr().out
    assert run("mat", "--language", "pl", "--out", "x.pdf") == 0
    assert (tmp_path / "x.pdf").read_bytes() == mat_pdf("a4", "pl")
    assert run("mat", "y.pdf", "--paper", "a3") == 0
    assert (tmp_path / "y.pdf").read_bytes() == mat_pdf("a3")
    assert run("mat", "y.pdf", "--out", "z.pdf") == 2


def test_the_command_writes_to_standard_output(capfdbinary):
    assert run("mat", "--out", "-") == 0
    assert capfdbinary.readouterr().out == mat_pdf("a4")


def test_a_folder_that_cannot_be_written_and_a_wrong_paper_are_one_line(capsys, tmp_path):
    assert run("mat", "--out", str(tmp_path / "no" / "mat.pdf")) == 1
    assert run("mat", "--paper", "a5") == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert "a5" in said[1]


def test_a_missing_font_says_what_to_install():
    with pytest.raises(Trouble, match="fonts-dejavu"):
        font_file("NoSuchFont.ttf")
