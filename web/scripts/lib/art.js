// The drawings that a game brings: SVG files of its own, put into the page so that they take the page's colours.
import { svg } from "./dom.js";

/** @type {Map<string, Promise<SVGSVGElement | null>>} */
const kept = new Map();

/**
 * A game's own drawing; null where there is none.
 * @param {string} game
 * @param {string} name
 */
export function art(game, name) {
  const path = `/art/${encodeURIComponent(game)}/${encodeURIComponent(name)}.svg`;
  if (!kept.has(path)) kept.set(path, read(path));
  return kept.get(path);
}

/** A drawing that is filled as soon as its file is there. */
export function drawn(game, name) {
  const made = svg("svg", { class: "drawing", "aria-hidden": "true", "data-drawing": name });
  art(game, name).then((found) => {
    if (!found) return;
    made.setAttribute("viewBox", found.getAttribute("viewBox") ?? "0 0 32 32");
    made.replaceChildren(...copies(found));
  });
  return made;
}

/**
 * A drawing with the middle of its foot at a point of a picture.
 * @param {string} game
 * @param {string} name
 * @param {{x: number, y: number}} foot
 */
export function standing(game, name, { x, y }) {
  const made = svg("g", { class: "art", "data-art": name });
  art(game, name).then((found) => {
    if (!found) return;
    const { x: left, y: top, width, height } = found.viewBox.baseVal;
    made.setAttribute("transform", `translate(${x - left - width / 2} ${y - top - height})`);
    made.replaceChildren(...copies(found));
  });
  return made;
}

/** Fill a group of a picture with a game's own drawing as soon as its file is there. */
export function fillWith(group, game, name) {
  art(game, name).then((found) => found && group.replaceChildren(...copies(found)));
  return group;
}

function copies(found) {
  return [...found.children].map((child) => document.importNode(child, true));
}

async function read(path) {
  const answer = await fetch(path).catch(() => null);
  if (!answer?.ok) return null;
  const { documentElement } = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  return documentElement instanceof SVGSVGElement ? documentElement : null;
}
