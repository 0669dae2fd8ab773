// The ground of a map: what its drawing shows lies where the places are, and the sea around it.
import { svg } from "../lib/dom.js";

/** @typedef {import("./map_labels.js").Point} Point */
/**
 * Where the ground lies. `isFree` returns whether nothing else is there: what is drawn in its own size at `data-places`, as a
 * mountain, is left out elsewhere.
 * @typedef {{point: (place: Point) => Point, width: number, height: number, isFree: (middle: Point) => boolean}} Shore
 */

const PAIR = /(-?[\d.]+) (-?[\d.]+)/g; // of coordinates in a drawing
const RIVER = { source: 0.3, mouth: 1.35, bend: 3, wave: 6, step: 3 }; // half its width at both ends, how it winds, and between two of its points

/**
 * Return the parts of the ground, from the bottom up.
 * @param {SVGSVGElement} original
 * @param {Shore} shore
 */
export function groundOf(original, { point, width, height, isFree }) {
  /** @param {string} path */
  const onMap = (path) => path.replaceAll(PAIR, (_, x, y) => {
    const place = point({ x: x / 100, y: y / 100 });
    return `${place.x.toFixed(1)} ${place.y.toFixed(1)}`;
  });
  const shapes = [...original.children].flatMap((child) => {
    const places = child.getAttribute("data-places");
    const path = onMap(child.getAttribute("d") ?? "");
    if (!places) return copied(child, "d", child.matches(".river") ? path.split(/(?=M)/).map(river).join("") : path);
    const points = [...onMap(places).matchAll(PAIR)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
    return points.filter(isFree).map(({ x, y }) => copied(child, "transform", `translate(${x} ${y})`));
  });
  // The sea is lighter along the coasts.
  const shores = ["shore", "shoal"].flatMap((name) => shapes.filter((shape) => shape.matches(".land")).map((land) => copied(land, "class", name)));
  const depths = shapes.filter((shape) => shape.matches(".rhumb"));
  return [svg("rect", { class: "sea", x: -width, y: -height, width: 3 * width, height: 3 * height }), ...depths, ...shores, ...shapes.filter((shape) => !depths.includes(shape))];
}

/**
 * Return the shape of a river: it winds along its course, and is wider at the mouth than at the source.
 * @param {string} course
 */
function river(course) {
  const line = svg("path", { d: course });
  const length = line.getTotalLength();
  const count = Math.ceil(length / RIVER.step);
  const banks = Array.from({ length: count + 1 }, (_, i) => {
    const part = i / count;
    const [before, after] = [-1, 1].map((step) => line.getPointAtLength(part * length + step));
    const steps = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    const across = { x: (before.y - after.y) / steps, y: (after.x - before.x) / steps };
    const aside = RIVER.bend * Math.sin((part * length) / RIVER.wave) * Math.min(1, 4 * part, 4 * (1 - part));
    const half = RIVER.source + part * (RIVER.mouth - RIVER.source);
    const { x, y } = line.getPointAtLength(part * length);
    return [aside + half, aside - half].map((far) => `${(x + far * across.x).toFixed(1)} ${(y + far * across.y).toFixed(1)}`);
  });
  return `M${[...banks.map(([left]) => left), ...banks.map(([, right]) => right).reverse()].join("L")}Z`;
}

/**
 * @param {Element} original
 * @param {string} attribute
 * @param {string} value
 */
function copied(original, attribute, value) {
  const copy = document.importNode(original, true);
  copy.setAttribute(attribute, value);
  return copy;
}
