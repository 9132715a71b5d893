"""`dice-table mat`: write the mat to print, as PDF."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from device.mat_pdf import WORDS, mat_pdf
from device.trouble import cannot_be_written
from device.typed_name import examples_as_typed
from vision.mat import PAPERS, Paper, layout_of

EXAMPLES = """\b
Examples:
  dice-table mat mat.pdf
  dice-table mat --paper a3 --language pl --out mat.pdf
  dice-table mat --paper letter --out - | lp -o print-scaling=none"""


@click.command(epilog=examples_as_typed(EXAMPLES))
@click.argument("file", required=False, metavar="[FILE]")
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True)
@click.option(
    "--language",
    type=click.Choice(tuple(WORDS)),
    default="en",
    show_default=True,
    help="Of its print.",
)
@click.option(
    "--out",
    metavar="FILE",
    help="File to write, `-` for standard output.  [dice-table-mat-PAPER.pdf]",
)
def command(file: str | None, paper: Paper, language: str, out: str | None) -> None:
    """Write the mat to print: tray, lane and the four squares that give the camera its scale.

    Print it in full size and check its 100 mm line with a ruler. The table works without a mat
    too; then the whole picture is the tray.
    """
    if file and out:
        raise click.UsageError("name the file once, as FILE or with --out")
    out = out or file
    document = mat_pdf(paper, language)
    if out == "-":
        sys.stdout.buffer.write(document)
        return
    path = Path(out or f"dice-table-mat-{paper}.pdf")
    try:
        path.write_bytes(document)
    except OSError as error:
        remedy = f"choose a folder of your own: `dice-table mat ~/dice-table-mat-{paper}.pdf`"
        raise cannot_be_written(f"the mat {path}", error, remedy) from error
    layout = layout_of(paper)
    sizes = (
        f"{name} {box.width:.0f} x {box.height:.0f} mm"
        for name, box in (("tray", layout.tray), ("lane", layout.lane))
    )
    click.echo(
        f"{path}: {', '.join(sizes)}. Print it at 100 % and check its 100 mm line with a ruler."
    )
