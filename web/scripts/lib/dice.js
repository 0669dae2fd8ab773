// Dice as pictures: white ones and black ones, with pips up to six and a number beyond, that tumble before they lie.
import { h, still, svg } from "./dom.js";
import { figure } from "./words.js";

const TUMBLE_MS = 900;
const STEP_MS = 90; // how long a face is seen while it tumbles
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export class Die {
  /** `kind` is "white" or "black". It shows nothing until something is put on it. */
  constructor(kind, faces = 6) {
    this.faces = faces;
    this.top = svg("g");
    const edge = faces === 6 ? svg("rect", { x: -44, y: -44, width: 88, height: 88, rx: 18 }) : svg("path", { d: "M0-50 47 0 0 50-47 0z" });
    this.element = h("span", { class: `die ${kind}`, "aria-hidden": "true" }, svg("svg", { viewBox: "-54 -54 108 108" }, edge, this.top));
  }

  /** Show a value; null for a die that has not been rolled. */
  show(value) {
    this.element.classList.toggle("blank", value === null);
    this.top.replaceChildren(...(value === null ? [] : this.marks(value)));
  }

  /** Tumble, and lie on a value; gives a promise of that, and a way to be done at once. */
  roll(value) {
    this.show(value);
    if (still() || document.hidden) return { done: Promise.resolve(), finish: () => {} };
    const turns = [
      { transform: "translateY(-18%) rotate(-260deg) scale(0.9)" },
      { transform: "translateY(0) rotate(14deg)", offset: 0.8 },
      { transform: "none" },
    ];
    const motion = this.element.animate(turns, { duration: TUMBLE_MS, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" });
    let seen = value;
    const timer = setInterval(() => this.show((seen = (seen % this.faces) + 1)), STEP_MS);
    const done = motion.finished.then(() => {
      clearInterval(timer);
      this.show(value);
    });
    return { done, finish: () => motion.finish() };
  }

  marks(value) {
    if (this.faces !== 6) return [svg("text", { "text-anchor": "middle", dy: "0.35em" }, figure(value))];
    return PIPS[value].map(([x, y]) => svg("circle", { cx: x * 23, cy: y * 23, r: 9 }));
  }
}
