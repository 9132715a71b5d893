// The plots of the statistics, drawn by uPlot; the numbers are in tables beside them.

const plots = JSON.parse(document.getElementById("plots").textContent);
const word = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
// The steps of an axis of counts: no half of a die is thrown.
const WHOLE = Array.from({ length: 9 }, (_step, tens) => [1, 2, 5].map((step) => step * 10 ** tens)).flat();
let drawn = [];

function draw() {
  for (const one of drawn) one.destroy();
  drawn = [];
  for (const plot of plots) {
    const place = document.getElementById(plot.id);
    if (!place) continue;
    place.classList.toggle("empty-plot", !plot.labels.length);
    if (plot.labels.length) drawn.push(new uPlot(options(plot, place), data(plot), place));
  }
}

function data(plot) {
  return [plot.labels.map((_label, at) => at), ...plot.series.map((one) => one.values)];
}

function options(plot, place) {
  const ink = word("--ink-2");
  const line = word("--line");
  const axis = { stroke: ink, ticks: { show: false }, font: "13px sans-serif" };
  const [bars, expected] = plot.series;
  const most = plot.labels.length;
  const slot = (place.clientWidth - 70) / (most + 0.2); // as many bars as the x scale is wide
  const slanted = plot.labels.some((label) => wide(short(label), axis.font) + 8 > slot);
  return {
    width: Math.max(240, place.clientWidth),
    height: slanted ? 262 : 220,
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false, range: [-0.6, most - 0.4] },
      y: { range: (_plot, low, high) => reach(low, high) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        splits: plot.labels.map((_label, at) => at),
        values: () => plot.labels.map(short),
        size: slanted ? 76 : 34,
        rotate: slanted ? 40 : 0,
      },
      { ...axis, grid: { stroke: line, width: 1 }, size: 52, ...(plot.counts && { incrs: WHOLE }) },
    ],
    series: [
      {},
      {
        label: bars.label,
        fill: word("--go"),
        stroke: word("--go"),
        width: 0,
        points: { show: false },
        paths: uPlot.paths.bars({ size: [0.6, 56] }),
      },
      ...(expected
        ? [{ label: expected.label, stroke: word("--ask"), width: 3, dash: [8, 6], points: { show: false } }]
        : []),
    ],
  };
}

// How wide a label is drawn: letters differ too much to be counted.
function wide(label, font) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  return pen.measureText(label).width;
}

// Bars stand on zero, with a little air at their ends.
function reach(low, high) {
  const least = Math.min(0, low);
  const most = Math.max(0, high);
  const air = 0.1 * (most - least) || 1;
  return [least < 0 ? least - air : 0, most > 0 ? most + air : 0];
}

function short(label) {
  return label.length > 10 ? `${label.slice(0, 9)}…` : label;
}

// Where a table does not fit, a word says that it can be slid, and its edge fades until the end.
function showsMore() {
  for (const wide of document.querySelectorAll(".wide")) {
    const hidden = wide.scrollWidth - wide.clientWidth;
    const hint = wide.parentElement.querySelector(".goes-on");
    if (hint) hint.hidden = hidden <= 1;
    wide.classList.toggle("more", hidden - wide.scrollLeft > 1);
  }
}

for (const wide of document.querySelectorAll(".wide")) wide.addEventListener("scroll", showsMore);
draw();
showsMore();
let waiting = 0;
addEventListener("resize", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => (draw(), showsMore()), 150);
});
matchMedia("(prefers-color-scheme: light)").addEventListener("change", draw);
document.documentElement.dataset.ready = "yes";
