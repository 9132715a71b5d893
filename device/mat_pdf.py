"""Draw the mat as a PDF, to scale, from the same layout that the picture is measured by.

The same paper and language always give the same bytes. Letters come from DejaVu, which OpenCV
brings along; it has the Polish ones too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from fpdf import FPDF, XPos, YPos

from device.trouble import Trouble
from device.version import program_version
from vision.mat import CELLS, Marker, MatLayout, Paper, layout_of, marker_cells

FONT = "DejaVu"
FONT_FILES = MappingProxyType({"": "DejaVuSansCondensed.ttf", "B": "DejaVuSansCondensed-Bold.ttf"})
SYSTEM_FONTS = Path("/usr/share/fonts/truetype/dejavu")

Colour = tuple[int, int, int]
INK: Colour = (43, 38, 35)  # warm charcoal
EMBER: Colour = (200, 85, 41)
SOFT: Colour = (122, 112, 104)
TRAY_FILL: Colour = (212, 219, 209)  # tinted, so that ivory dice stand out from it
LANE_FILL: Colour = (246, 226, 196)
BLACK: Colour = (0, 0, 0)
LINE = 0.47  # mm of height that a line of one point takes


@dataclass(frozen=True, slots=True)
class Words:
    """All that is printed, in one language."""

    title: str
    print_it: str
    lay_it: str
    ruler: str
    tray: str
    lane: str
    lane_order: str


WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "en": Words(
            title="Dice table",
            print_it="Print at 100 % (“actual size”), without fitting to the page.",
            lay_it="Lay it flat and tape it down. The camera must see all four black squares.",
            ruler="This line is 100 mm long. Check it with a ruler.",
            tray="TRAY  ·  throw here",
            lane="LANE  ·  dice set aside",
            lane_order="in order, left to right",
        ),
        "pl": Words(
            title="Stół do kości",
            print_it="Drukuj w skali 100 % („rozmiar rzeczywisty”), bez dopasowania do strony.",
            lay_it="Połóż płasko i przyklej. Kamera musi widzieć wszystkie cztery czarne kwadraty.",
            ruler="Ta linia ma 100 mm. Sprawdź linijką.",
            tray="TACA  ·  tu rzucaj",
            lane="TOR  ·  odłożone kości",
            lane_order="po kolei, od lewej do prawej",
        ),
        "de": Words(
            title="Würfeltisch",
            print_it="Mit 100 % („tatsächliche Größe“) drucken, nicht an die Seite anpassen.",
            lay_it="Flach hinlegen und festkleben. Die Kamera muss alle vier Quadrate sehen.",
            ruler="Diese Linie ist 100 mm lang. Mit dem Lineal prüfen.",
            tray="WURFFELD  ·  hier würfeln",
            lane="ABLAGE  ·  herausgelegte Würfel",
            lane_order="der Reihe nach, von links nach rechts",
        ),
    }
)


def mat_pdf(paper: Paper, language: str = "en") -> bytes:
    """Return the mat as a PDF of one sheet; raises Trouble where no font is to be found."""
    layout, words = layout_of(paper), WORDS[language]
    page = FPDF(
        orientation="landscape",
        unit="mm",
        format=(min(layout.width_mm, layout.height_mm), max(layout.width_mm, layout.height_mm)),
    )
    page.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # the same bytes each time
    page.set_title(words.title)
    page.set_lang(language)
    page.set_creator(f"dice-table {program_version()}")
    page.set_auto_page_break(False)
    page.set_margin(0)
    page.c_margin = 0  # else every cell would stand a millimetre to the right
    for style, file in FONT_FILES.items():
        page.add_font(FONT, style, font_file(file))
    page.add_page()
    _areas(page, layout)
    _heading(page, layout, words)
    _labels(page, layout, words)
    for marker in layout.markers:
        _marker(page, marker)
    return bytes(page.output())


def font_file(name: str) -> Path:
    """Return the path of a DejaVu font; raises Trouble where there is none."""
    import cv2

    inside = Path(cv2.__file__).parent / "qt" / "fonts" / name
    for path in (inside, SYSTEM_FONTS / name):
        if path.is_file():
            return path
    raise Trouble(f"the font {name} was not found", "`sudo apt-get install fonts-dejavu-extra`")


def _marker(page: FPDF, marker: Marker) -> None:
    """Draw the black cells row by row; a hair of overlap hides the seams that viewers show."""
    cell = marker.box.width / CELLS
    seam = 0.02
    page.set_fill_color(*BLACK)
    for row, cells in enumerate(marker_cells(marker.number).tolist()):
        start = 0
        for column in range(CELLS + 1):
            if column < CELLS and cells[column]:
                continue
            if column > start:
                x, y = marker.box.left + start * cell, marker.box.top + row * cell
                last = row == CELLS - 1
                page.rect(x, y, (column - start) * cell, cell + (0 if last else seam), style="F")
            start = column + 1


def _areas(page: FPDF, layout: MatLayout) -> None:
    page.set_line_width(0.7)
    for box, fill, edge in ((layout.tray, TRAY_FILL, INK), (layout.lane, LANE_FILL, EMBER)):
        page.set_fill_color(*fill)
        page.set_draw_color(*edge)
        page.rect(
            box.left, box.top, box.width, box.height, "DF", round_corners=True, corner_radius=4
        )


def _heading(page: FPDF, layout: MatLayout, words: Words) -> None:
    """Write the title and how to print and lie the sheet, and draw the line for the ruler."""
    box = layout.heading
    large = box.height / 24.0  # a larger sheet is read from further away
    x, y, length = layout.ruler
    _write(page, words.title, box.left, box.top - 1.4 * large, 21 * large, INK, bold=True)
    page.set_fill_color(*EMBER)
    width = page.get_string_width(words.title)
    page.rect(box.left, box.top + 9.0 * large, width, 0.9 * large, "F")
    page.set_font(FONT, "", 7.6 * large)
    page.set_text_color(*INK)
    page.set_xy(box.left, box.top + 12.0 * large)
    for sentence in (words.print_it, words.lay_it):
        page.multi_cell(
            x - box.left - 6.0, 3.3 * large, sentence, align="L", new_x=XPos.LEFT, new_y=YPos.NEXT
        )
    page.set_draw_color(*INK)
    page.set_line_width(0.35)
    page.line(x, y, x + length, y)
    for tenth in range(11):
        high = 3.0 if tenth % 10 == 0 else 2.2 if tenth == 5 else 1.4
        at = x + tenth * length / 10.0
        page.line(at, y - high, at, y)
    _write(page, words.ruler, x, y + 1.2, 7.6, SOFT)


def _labels(page: FPDF, layout: MatLayout, words: Words) -> None:
    """Write beside the areas, never in them: there the camera is to find dice alone."""
    size_pt = 9.0 * min(layout.heading.height / 24.0, 1.25)
    tray, lane = layout.tray_caption, layout.lane_caption
    tray_y, lane_y = (box.bottom - 1.4 - size_pt * LINE for box in (tray, lane))
    _write(page, words.tray, tray.left, tray_y, size_pt, INK, bold=True)
    _write(page, words.lane, lane.left, lane_y, size_pt, EMBER, bold=True)
    start = lane.left + page.get_string_width(words.lane) + 4.0
    page.set_font(FONT, "", size_pt)
    end = lane.right - page.get_string_width(words.lane_order)
    _write(page, words.lane_order, end, lane_y, size_pt, EMBER)
    page.set_draw_color(*EMBER)
    page.set_fill_color(*EMBER)
    page.set_line_width(0.4)
    tip, at = end - 4.0, lane_y + size_pt * LINE / 2.0 + 0.1
    page.line(start, at, tip - 2.0, at)
    page.polygon([(tip, at), (tip - 3.2, at - 1.3), (tip - 3.2, at + 1.3)], style="F")


def _write(
    page: FPDF, text: str, x: float, y: float, size_pt: float, colour: Colour, bold: bool = False
) -> None:
    page.set_font(FONT, "B" if bold else "", size_pt)
    page.set_text_color(*colour)
    page.set_xy(x, y)
    page.cell(0, size_pt * LINE, text, new_x=XPos.RIGHT, new_y=YPos.TOP)
