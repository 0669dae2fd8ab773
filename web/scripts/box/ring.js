// The ring of lights of the spinner, each as its program has it: glass where it is dark, a glow where it is lit.
import { still } from "../lib/dom.js";

const TAU = 2 * Math.PI;

// In shares of the picture's width.
const PLACE = 0.415; // of a light's middle, from the middle of the ring
const LIGHT = 0.032; // from a light's middle to its edge
const GLOW = 0.15; // and to the end of its glow

// A light that is given a tenth of what it can do looks a third as bright, and at this level the eye is full.
const GAMMA = 2;
const FULL = 112;

const STILL_MS = 1000; // for whoever asked for a page that keeps still: how long a picture stands at least
const THROW_DEG = 210; // how far the knob is turned by a hand

export class Ring {
  /** `canvas` is as large as its style says, `grip` is what turns of the knob in its middle. */
  constructor(canvas, grip) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.grip = grip;
    this.turned = 0;
    this.lights = ""; // the newest, as they came: base64 of red, green and blue of each, clockwise from the top
    this.drawn = ""; // those that are to be seen
    this.since = -Infinity;
    this.waits = false;
    new ResizeObserver(() => this.fit()).observe(canvas);
    addEventListener("resize", () => this.fit());
  }

  /** Show these lights, with the next frame; a page that is to keep still, a second after the last ones at the soonest. */
  show(lights) {
    if (lights === this.lights) return;
    this.lights = lights;
    if (this.waits) return;
    this.waits = true;
    const frame = () => requestAnimationFrame(() => this.next());
    const left = still() ? this.since + STILL_MS - performance.now() : 0;
    if (left > 0) setTimeout(frame, left);
    else frame();
  }

  /** Turn the knob as the hand does that throws it. */
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

  next() {
    this.waits = false;
    this.since = performance.now();
    this.drawn = this.lights;
    this.draw();
  }

  draw() {
    const { context, canvas } = this;
    const lights = lightsOf(this.drawn);
    context.setTransform(canvas.width, 0, 0, canvas.width, canvas.width / 2, canvas.width / 2);
    context.clearRect(-0.5, -0.5, 1, 1);
    for (const light of lights) this.glass(light);
    // Light comes on top of light: where glows meet it is brighter than either.
    context.globalCompositeOperation = "lighter";
    for (const light of lights) if (light.level) this.glow(light);
    context.globalCompositeOperation = "source-over";
    for (const light of lights) if (light.level) this.heart(light);
  }

  /** The glass of a light, dark, with a little of the lamp above the table in it. */
  glass({ x, y }) {
    const shine = this.fading(x, y - LIGHT / 3, LIGHT * 1.2, [
      [0, "rgb(118 124 140)"],
      [0.5, "rgb(58 62 74)"],
      [1, "rgb(30 32 40)"],
    ]);
    this.dot(x, y, LIGHT, shine);
    this.context.lineWidth = LIGHT / 7;
    this.context.strokeStyle = "rgb(0 0 0 / 70%)";
    this.context.stroke();
  }

  /** What a light throws around itself: a faint one next to nothing, so that the bright ones are seen first. */
  glow({ x, y, colour, level }) {
    const strength = level * level;
    const shine = this.fading(x, y, GLOW, [
      [0, `rgba(${colour}, ${0.9 * strength})`],
      [0.25, `rgba(${colour}, ${0.5 * strength})`],
      [0.5, `rgba(${colour}, ${0.15 * strength})`],
      [1, `rgba(${colour}, 0)`],
    ]);
    this.dot(x, y, GLOW, shine);
  }

  /** The light itself: nearly white in its middle where it is bright, and of its colour towards its edge. */
  heart({ x, y, colour, level }) {
    const white = colour.map((part) => Math.round(part + (255 - part) * 0.6 * level * level));
    const shine = this.fading(x, y, LIGHT, [
      [0, `rgba(${white}, ${level})`],
      [0.35, `rgba(${white}, ${level})`],
      [0.8, `rgba(${colour}, ${level})`],
      [1, `rgba(${colour}, ${0.8 * level})`],
    ]);
    this.dot(x, y, LIGHT, shine);
  }

  fading(x, y, radius, stops) {
    const shine = this.context.createRadialGradient(x, y, 0, x, y, radius);
    for (const [at, colour] of stops) shine.addColorStop(at, colour);
    return shine;
  }

  dot(x, y, radius, fill) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, TAU);
    this.context.fillStyle = fill;
    this.context.fill();
  }
}

/** Each light: its place, its colour at full brightness, and how bright it looks, from 0 to 1. */
function lightsOf(lights) {
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
