// The ring of lights of the spinner, each as its program has it: glass where it is dark, a glow where it is lit.
import { prefersReducedMotion } from "../lib/dom.js";

const TAU = 2 * Math.PI;

// As shares of the picture's width.
const PLACE = 0.415; // from the middle of the ring to the middle of a light
const LIGHT = 0.032; // from the middle of a light to its edge
const GLOW = 0.15; // from the middle of a light to the end of its glow

// A light at a tenth of its power looks a third as bright, and from this level on it looks fully bright.
const GAMMA = 2;
const FULL = 112;

const STILL_MS = 1000; // how long a picture stands at least, for readers who asked for a page that keeps still
const THROW_DEG = 210; // how far a hand turns the knob

/**
 * A light: the place of its middle, its colour at full brightness, and how bright it looks, from 0 to 1.
 * @typedef {{x: number, y: number, colour: number[], level: number}} Light
 */

export class Ring {
  /**
   * Create a ring without lights.
   * @param {HTMLCanvasElement} canvas It is as large as its style says.
   * @param {HTMLElement} grip The part of the knob in its middle that turns.
   */
  constructor(canvas, grip) {
    const context = canvas.getContext("2d");
    if (!context) throw new Error("the canvas has no context");
    this.canvas = canvas;
    this.context = context;
    this.grip = grip;
    this.turned = 0;
    this.lights = ""; // the newest, as in `api.BoxView`
    this.drawn = ""; // those that are visible
    this.drawnAt = -Infinity;
    this.isWaiting = false;
    new ResizeObserver(() => this.fit()).observe(canvas);
    addEventListener("resize", () => this.fit());
  }

  /**
   * Show lights with the next frame. In a page that keeps still they show a second after the last ones at the soonest.
   * @param {string} lights
   */
  show(lights) {
    if (lights === this.lights) return;
    this.lights = lights;
    if (this.isWaiting) return;
    this.isWaiting = true;
    const waitForFrame = () => requestAnimationFrame(() => this.drawNewest());
    const left = prefersReducedMotion() ? this.drawnAt + STILL_MS - performance.now() : 0;
    if (left > 0) setTimeout(waitForFrame, left);
    else waitForFrame();
  }

  /** Turn the knob as a hand does that throws it. */
  turn() {
    this.turned += THROW_DEG;
    this.grip.style.setProperty("--turned", `${this.turned}deg`);
  }

  fit() {
    const size = Math.round(this.canvas.clientWidth * (devicePixelRatio || 1));
    if (!size || size === this.canvas.width) return;
    this.canvas.width = this.canvas.height = size;
    this.draw();
  }

  drawNewest() {
    this.isWaiting = false;
    this.drawnAt = performance.now();
    this.drawn = this.lights;
    this.draw();
  }

  draw() {
    const { context, canvas } = this;
    const lights = decodeLights(this.drawn);
    context.setTransform(canvas.width, 0, 0, canvas.width, canvas.width / 2, canvas.width / 2);
    context.clearRect(-0.5, -0.5, 1, 1);
    for (const light of lights) this.drawGlass(light);
    // Light adds to light: where glows meet it is brighter than either.
    context.globalCompositeOperation = "lighter";
    for (const light of lights) if (light.level) this.drawGlow(light);
    context.globalCompositeOperation = "source-over";
    for (const light of lights) if (light.level) this.drawHeart(light);
  }

  /**
   * Draw the glass of a light, dark, with a little reflection of the lamp above the table.
   * @param {Light} light
   */
  drawGlass({ x, y }) {
    const shine = this.gradient(x, y - LIGHT / 3, LIGHT * 1.2, [
      [0, "rgb(118 124 140)"],
      [0.5, "rgb(58 62 74)"],
      [1, "rgb(30 32 40)"],
    ]);
    this.drawDot(x, y, LIGHT, shine);
    this.context.lineWidth = LIGHT / 7;
    this.context.strokeStyle = "rgb(0 0 0 / 70%)";
    this.context.stroke();
  }

  /**
   * Draw the glow around a light. That of a faint light is almost nothing, so that the bright ones are seen first.
   * @param {Light} light
   */
  drawGlow({ x, y, colour, level }) {
    const strength = level * level;
    const shine = this.gradient(x, y, GLOW, [
      [0, `rgba(${colour}, ${0.9 * strength})`],
      [0.25, `rgba(${colour}, ${0.5 * strength})`],
      [0.5, `rgba(${colour}, ${0.15 * strength})`],
      [1, `rgba(${colour}, 0)`],
    ]);
    this.drawDot(x, y, GLOW, shine);
  }

  /**
   * Draw the light itself: nearly white in its middle where it is bright, and of its colour towards its edge.
   * @param {Light} light
   */
  drawHeart({ x, y, colour, level }) {
    const white = colour.map((part) => Math.round(part + (255 - part) * 0.6 * level * level));
    const shine = this.gradient(x, y, LIGHT, [
      [0, `rgba(${white}, ${level})`],
      [0.35, `rgba(${white}, ${level})`],
      [0.8, `rgba(${colour}, ${level})`],
      [1, `rgba(${colour}, ${0.8 * level})`],
    ]);
    this.drawDot(x, y, LIGHT, shine);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {[at: number, colour: string][]} stops
   */
  gradient(x, y, radius, stops) {
    const shine = this.context.createRadialGradient(x, y, 0, x, y, radius);
    for (const [at, colour] of stops) shine.addColorStop(at, colour);
    return shine;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {CanvasGradient} fill
   */
  drawDot(x, y, radius, fill) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, TAU);
    this.context.fillStyle = fill;
    this.context.fill();
  }
}

/**
 * Return each light.
 * @param {string} lights
 * @returns {Light[]}
 */
function decodeLights(lights) {
  const bytes = Uint8Array.from(atob(lights), (letter) => letter.charCodeAt(0));
  const count = bytes.length / 3;
  return Array.from({ length: count }, (_, number) => {
    const parts = [...bytes.subarray(3 * number, 3 * number + 3)];
    const most = Math.max(...parts);
    const angle = (number / count) * TAU;
    return {
      x: PLACE * Math.sin(angle),
      y: -PLACE * Math.cos(angle),
      colour: parts.map((part) => Math.round(255 * (part / (most || 1)) ** (1 / GAMMA))),
      level: Math.min(1, most / FULL) ** (1 / GAMMA),
    };
  });
}
