// Behind the picture of a game: the sky at dusk with the sun behind who won, and dunes at the horizon and at the foot.
import { isOurs } from "../lib/api.js";
import { svg } from "../lib/dom.js";

/** The dunes that the pages stand on, too: with their caravan they are the foot of the picture. */
const DUNES = { path: "/icons/dunes-dusk.svg", height: 400, scale: 1.3, x: -790 };
const ONTO_RIDGE = 9; // pixels of its drawing by which the caravan is lower than on pages, on the ridge
const RAISED = 40; // pixels by which these lie higher, so that the lines on them have a quiet ground
const STARS = [[74, 58], [150, 132], [212, 40], [248, 176], [98, 214], [832, 168], [884, 52], [930, 140], [1004, 84], [1022, 206], [322, 16], [706, 14]];
const HIGHEST = 215; // radius of the sun at most
const GLOW = 1.35; // radius of its light, in its own
/** Heights of the sand at the horizon, above the foot of the podium. */
const SAND = { far: 74, near: 38, front: 14 };

/** Load the dunes at the foot; there are none after a failure of the network. */
export async function loadDunes() {
  const answer = await fetch(DUNES.path).catch(() => null);
  if (!answer?.ok || !isOurs(answer)) return [];
  const { documentElement } = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  for (const walker of documentElement.querySelectorAll("path[transform]")) walker.setAttribute("transform", `translate(0 ${ONTO_RIDGE}) ${walker.getAttribute("transform")}`);
  return [...documentElement.children];
}

/**
 * Return the sky, the sun and the sand.
 * @param {{width: number, height: number}} size Of the picture.
 * @param {{head: number, names: number, foot: number}} heights The foot of the lines at the head, the top of the highest name
 *   on the podium, and the foot of the podium: above the first letters are light, below the second they are dark.
 * @param {{x: number, top: number, foot: number, most: number}} sun Its middle, its top, where the winner's step covers it, and
 *   its radius at most.
 * @param {Element[]} dunes At the foot.
 */
export function sky({ width, height }, { head, names, foot }, { x, top, foot: step, most }, dunes) {
  const radius = Math.min(HIGHEST, most, step - top);
  const light = { class: "evening-glow", cx: x, cy: top + radius, r: GLOW * radius };
  const disc = { class: "evening-sun", cx: x, cy: top + radius, r: radius };
  return svg(
    "g",
    {},
    gradient("sky", { gradientUnits: "userSpaceOnUse", y2: foot }, [0, head / foot, names / foot, 1]),
    gradient("sand", {}, [0, 1]),
    gradient("sun", {}, [0, 1]),
    svg("radialGradient", { id: "glow" }, stops("glow", [0, 0.7, 1])),
    svg("rect", { width, height: foot + SAND.far, fill: "url(#sky)" }),
    STARS.map(([cx, cy], i) => svg("circle", { class: "evening-star", cx, cy, r: 1.4 + 0.5 * (i % 3) })),
    svg("circle", light),
    svg("circle", disc),
    svg("path", { class: "evening-dune-far", d: crest(foot - SAND.far, foot - SAND.far - 34, width, height) }),
    svg("path", { class: "evening-dune-near", d: crest(foot - SAND.near - 18, foot - SAND.near + 12, width, height) }),
    svg("path", { d: crest(foot - SAND.front, foot - SAND.front - 6, width, height), fill: "url(#sand)" }),
    svg("g", { class: "evening-dunes", transform: `translate(${DUNES.x} ${height - DUNES.height * DUNES.scale - RAISED}) scale(${DUNES.scale})` }, dunes),
    svg("rect", { class: "evening-ground", y: height - RAISED - 1, width, height: RAISED + 1 }),
  );
}

/**
 * Return the path of a dune that fills the picture below it.
 * @param {number} left Height of its line at the left.
 * @param {number} right
 * @param {number} width
 * @param {number} height
 */
function crest(left, right, width, height) {
  const third = width / 3;
  return `M0 ${left}C${third} ${left - 40} ${third} ${right + 44} ${2 * third} ${right + 14}S${width} ${right - 20} ${width} ${right}V${height}H0z`;
}

/**
 * Return a colour that becomes others from the top to the foot; the style has all of them.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {number[]} offsets
 */
export function gradient(name, attributes, offsets) {
  return svg("linearGradient", { id: name, x1: 0, y1: 0, x2: 0, y2: 1, ...attributes }, stops(name, offsets));
}

/**
 * @param {string} name
 * @param {number[]} offsets
 */
function stops(name, offsets) {
  return offsets.map((offset, i) => svg("stop", { offset, class: `evening-${name}-${i}` }));
}
