// How the scores went: a line of steps for each seat, marked by shape and letter; and as a table, to be read out.
import { drawing, h, svg, widthOf } from "../lib/dom.js";
import { figure, t } from "../lib/words.js";

const HEIGHT = 200;
const LEFT = 26;
const TOP = 14;
const BOTTOM = 24;
const BADGE = 20; // points; a label at the end of a line
const ASIDE = 1.8; // points from line to line where they would lie on each other: equal scores show all their colours
const LINES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

export class Chart {
  /** `room` is the element it fills; it is drawn anew when that gets another width. */
  constructor(room) {
    this.room = room;
    this.view = null;
    this.drawn = "";
    this.width = widthOf(room, () => this.draw());
  }

  show(view) {
    this.view = view;
    this.draw();
  }

  draw() {
    const { view, room } = this;
    const width = Math.round(this.width() / zoom());
    if (!view || !width || !view.chart.length) return;
    const key = `${width} ${view.entry} ${JSON.stringify(view.chart)} ${JSON.stringify(view.seats)}`;
    if (key === this.drawn) return;
    this.drawn = key;
    room.replaceChildren(picture(view, width), table(view));
  }
}

/** How much larger than on a phone all letters are: on a television the picture grows with them. */
function zoom() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}

function picture(view, width) {
  const all = view.chart.flatMap(([, totals]) => totals);
  const high = Math.max(5, ...all);
  const low = Math.min(0, ...all);
  const last = Math.max(1, view.entry);
  const y = (total) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - total)) / (high - low || 1);
  const badges = sideBySide(view.seats.map((seat) => ({ seat, y: y(view.chart.at(-1)[1][seat.seat - 1]) })));
  const right = 10 + (BADGE + 1) * (1 + Math.max(...badges.map(({ column }) => column)));
  const x = (entry) => LEFT + ((width - LEFT - right) * entry) / last;
  const beside = (seat) => (total) => y(total) + ASIDE * (seat.seat - (view.seats.length + 1) / 2);
  const said = view.seats.map((seat) => {
    const [first, end] = [view.chart[0], view.chart.at(-1)].map(([, totals]) => totals[seat.seat - 1]);
    return t("page.chart.said", { name: seat.name, first, last: end });
  });
  const number = (place, words) => svg("text", { class: "number", ...place }, words);
  const rounds = (view.round_starts ?? []).map(([entry, round]) => [
    svg("path", { class: "grid", d: `M${x(entry)} ${TOP}V${HEIGHT - BOTTOM}` }),
    number({ x: x(entry) + 4, y: HEIGHT - 6 }, figure(round)),
  ]);
  const ends = [
    number({ x: LEFT, y: HEIGHT - 6 }, t("page.chart.start")),
    number({ x: width - right, y: HEIGHT - 6, "text-anchor": "end" }, t("page.chart.move", { n: view.entry })),
  ];
  const byRank = [...view.standings].reverse().map(({ seat }) => view.seats[seat - 1]);
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${HEIGHT}`, class: "curves", role: "img", "aria-label": said.join(". ") },
    scale(low, high).map((total) => [
      svg("path", { class: "grid", d: `M${LEFT} ${y(total)}H${width - right}` }),
      number({ x: LEFT - 6, y: y(total) + 4, "text-anchor": "end" }, figure(total)),
    ]),
    rounds.length ? rounds : ends,
    // The seat that leads is drawn last, on top; all marks lie above all lines.
    [curve, marks].map((drawn) => byRank.map((seat) => drawn(view, seat, x, beside(seat)))),
    badges.map(({ seat, y: height, column }) => badge(seat, width - right + 14 + (BADGE + 1) * column, height)),
  );
}

function curve(view, seat, x, y) {
  const steps = view.chart.map(([entry, totals], i) => {
    const [across, up] = [x(entry), y(totals[seat.seat - 1])];
    return i ? `H${across}V${up}` : `M${across} ${up}`;
  });
  const path = `${steps.join("")}H${x(view.entry)}`;
  const lines = ["edge", "curve"].map((kind) => svg("path", { class: kind, d: path }));
  return svg("g", { "data-colour": seat.colour }, lines);
}

/** The seat's shape wherever its score changed. */
function marks(view, seat, x, y) {
  const points = view.chart.map(([entry, totals]) => [entry, totals[seat.seat - 1]]);
  const changes = points.filter(([, total], i) => i && total !== points[i - 1][1]);
  return svg("g", { "data-colour": seat.colour }, changes.map(([entry, total]) => shape(seat, x(entry), y(total), 10)));
}

function shape(seat, x, y, size) {
  const inner = [...drawing(seat.shape).childNodes];
  const where = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 32})`;
  return svg("g", { class: "shape", transform: where }, inner);
}

function badge(seat, x, y) {
  const lower = { triangle: 1.6, pentagon: 0.6 }[seat.shape] ?? 0;
  const where = { x, y: y + 4.2 + lower, "text-anchor": "middle" };
  const letter = svg("text", { class: `letter in-${seat.shape}`, ...where }, seat.letter);
  return svg("g", { "data-colour": seat.colour }, shape(seat, x, y, BADGE), letter);
}

/** Labels at their true height; those that would lie on each other stand side by side, in the order of the seats. */
function sideBySide(labels) {
  const placed = [];
  for (const label of labels.sort((a, b) => a.y - b.y || a.seat.seat - b.seat.seat)) {
    label.column = 0;
    const meets = (other) => other.column === label.column && Math.abs(other.y - label.y) < BADGE;
    while (placed.some(meets)) label.column++;
    placed.push(label);
  }
  return placed;
}

function scale(low, high) {
  const step = LINES.find((wide) => (high - low) / wide <= 5) ?? 2000;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
}

function table(view) {
  const head = h("tr", {}, h("td"), view.seats.map((seat) => h("th", { scope: "col" }, seat.name)));
  const rows = view.chart.map(([entry, totals]) => {
    const label = entry ? t("page.chart.move", { n: entry }) : t("page.chart.start");
    return h("tr", {}, h("th", { scope: "row" }, label), totals.map((total) => h("td", {}, figure(total))));
  });
  return h("div", { class: "unseen" }, h("table", {}, h("thead", {}, head), h("tbody", {}, rows)));
}
