// The drawings that a game brings: its own SVG files, put into the page so that they take the page's colours.
import { isOurs } from "./api.js";
import { svg } from "./dom.js";

/** @type {Map<string, Promise<SVGSVGElement | null>>} */
const drawingsByPath = new Map();

/**
 * Return a game's own drawing; null if there is none.
 * @param {string} game
 * @param {string} name
 * @returns {Promise<SVGSVGElement | null>}
 */
export function loadArt(game, name) {
  const { build } = document.documentElement.dataset; // a drawing of this build stays in the browser
  const path = `/art/${encodeURIComponent(game)}/${encodeURIComponent(name)}.svg${build ? `?build=${build}` : ""}`;
  const loaded = drawingsByPath.get(path) ?? fetchDrawing(path);
  drawingsByPath.set(path, loaded);
  return loaded;
}

/**
 * Return a drawing that is filled as soon as its file is there.
 * @param {string} game
 * @param {string} name
 */
export function artDrawing(game, name) {
  const element = svg("svg", { class: "drawing", "aria-hidden": "true", "data-drawing": name });
  loadArt(game, name).then((original) => {
    if (!original) return;
    element.setAttribute("viewBox", original.getAttribute("viewBox") ?? "0 0 32 32");
    element.replaceChildren(...copyChildren(original));
  });
  return element;
}

/**
 * Return a drawing with the middle of its foot at a point of a picture.
 * @param {string} game
 * @param {string} name
 * @param {{x: number, y: number}} foot
 */
export function artStandingOn(game, name, { x, y }) {
  const group = svg("g", { class: "art", "data-art": name });
  loadArt(game, name).then((original) => {
    if (!original) return;
    const { x: left, y: top, width, height } = original.viewBox.baseVal;
    group.setAttribute("transform", `translate(${x - left - width / 2} ${y - top - height})`);
    group.replaceChildren(...copyChildren(original));
  });
  return group;
}

/**
 * Fill a group of a picture with a game's own drawing as soon as its file is there; return the group.
 * @param {SVGGElement} group
 * @param {string} game
 * @param {string} name
 */
export function fillWithArt(group, game, name) {
  loadArt(game, name).then((original) => original && group.replaceChildren(...copyChildren(original)));
  return group;
}

/** @param {SVGSVGElement} original */
function copyChildren(original) {
  return [...original.children].map((child) => document.importNode(child, true));
}

/** @param {string} path */
async function fetchDrawing(path) {
  const answer = await fetch(path).catch(() => null);
  if (!answer || !isOurs(answer)) drawingsByPath.delete(path); // asked for again with the next view
  if (!answer?.ok || !isOurs(answer)) return null;
  const { documentElement } = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  return documentElement instanceof SVGSVGElement ? documentElement : null;
}
