// Dice as pictures: white and black ones, with pips up to six and a number beyond, that tumble before they lie still.
import { h, prefersReducedMotion, svg } from "./dom.js";
import { formatNumber } from "./words.js";

const TUMBLE_MS = 900;
const STEP_MS = 90; // between two faces while it tumbles
/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export class Die {
  /**
   * Create a die without a value.
   * @param {string} colour
   * @param {number} faces
   */
  constructor(colour, faces = 6) {
    this.faces = faces;
    this.top = svg("g");
    const edge = faces === 6 ? svg("rect", { x: -44, y: -44, width: 88, height: 88, rx: 18 }) : svg("path", { d: "M0-50 47 0 0 50-47 0z" });
    const dataset = ["white", "black"].includes(colour) ? {} : { hue: colour };
    this.element = h("span", { class: `die ${colour}`, dataset, "aria-hidden": "true" }, svg("svg", { viewBox: "-54 -54 108 108" }, edge, this.top));
  }

  /**
   * Show a value; null for a die that has not been rolled.
   * @param {number | null} value
   */
  show(value) {
    this.element.classList.toggle("blank", value === null);
    this.top.replaceChildren(...(value === null ? [] : this.marks(value)));
  }

  /**
   * Tumble and lie still with a value; return a promise of that, and a function that ends it at once.
   * @param {number} value
   */
  roll(value) {
    this.show(value);
    if (prefersReducedMotion() || document.hidden) return { done: Promise.resolve(), finish: () => {} };
    const turns = [
      { transform: "translateY(-18%) rotate(-260deg) scale(0.9)" },
      { transform: "translateY(0) rotate(14deg)", offset: 0.8 },
      { transform: "none" },
    ];
    const motion = this.element.animate(turns, { duration: TUMBLE_MS, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" });
    let shown = value;
    const timer = setInterval(() => this.show((shown = (shown % this.faces) + 1)), STEP_MS);
    const done = motion.finished.then(() => {
      clearInterval(timer);
      this.show(value);
    });
    return { done, finish: () => motion.finish() };
  }

  /** @param {number} value */
  marks(value) {
    if (this.faces !== 6) return [svg("text", { "text-anchor": "middle", dy: "0.35em" }, formatNumber(value))];
    return PIPS[value].map(([x, y]) => svg("circle", { cx: x * 23, cy: y * 23, r: 9 }));
  }
}
