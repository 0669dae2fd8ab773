// A wheel as a picture: of wood, with rings of sectors that turn and settle under its pointer, and a hub in the middle.
import { drawing, h, prefersReducedMotion, svg } from "../lib/dom.js";
import { emitSound } from "../lib/watched.js";
import { formatNumber } from "../lib/words.js";
import { sign } from "./amounts.js";
import { cut, signGroup, touchable } from "./parts.js";

/** @typedef {import("./amounts.js").GameThings} GameThings */
/** @typedef {Pick<api.RingBlock, "name" | "spoken" | "bands" | "sectors">} WheelFace */
/** @typedef {[number, number]} Span From where to where, in turns or from the middle. */

const [HUB, RIM] = [86, 186]; // from the middle, where the bands begin and end; the rim of wood is at 200
const EASE = "cubic-bezier(0.333, 1, 0.667, 1)"; // slower and slower, as 1 − (1 − x)³
const TURN_MS = 400; // a turn more takes so much longer
const SHORTEST_MS = 2000;
const LONGEST_MS = 3900;
const SETTLE_MS = 420; // the little way back, at the end
const SHORT_WAY_MS = 260;
const FREE_MS = 520; // a turn of a wheel whose result is not known yet
const WIND_MS = 1600; // how long winding up gets tighter
const WIND = 0.14; // turns
const TICK_MS = 80; // at most a dozen ticks a second
const MIDDLE = 0.5;
const UPSIDE_DOWN = /^[0689]*[69][0689]*$/; // numbers that are read as others when they hang upside down

export class Wheel {
  /**
   * Create a wheel that is still to be laid out.
   * @param {HTMLElement} room The element that it fills.
   */
  constructor(room) {
    this.layoutKey = ""; // of what the disc shows
    this.angle = 0; // in turns, clockwise: where it stands
    /** Its sectors, by their ids. @type {string[]} */
    this.sectors = [];
    /** From where to where each sector goes. @type {Span[]} */
    this.spans = [];
    /** @type {Animation | null} */
    this.motion = null;
    this.disc = svg("svg");
    this.hub = h("div", { class: "hub" });
    this.pin = svg("svg", { class: "wheel-pin", viewBox: "-20 -22 40 44", "aria-hidden": "true" }, pinShapes());
    this.face = h("div", { class: "wheel-face" });
    room.replaceChildren(this.face);
  }

  /**
   * Lay out a wheel, unless it lies there.
   * @param {WheelFace} ring
   * @param {GameThings} table
   */
  lay(ring, table) {
    const { bands, sectors, name, spoken } = ring;
    const key = JSON.stringify([bands, sectors]);
    if (key !== this.layoutKey) {
      this.layoutKey = key;
      this.sectors = sectors.map(({ id }) => id);
      this.spans = spansOf(sectors);
      this.disc = discPicture(ring, this.spans, table);
      this.face.replaceChildren(this.disc, this.pin, this.hub);
      this.setAngle(this.angle);
    }
    const title = this.disc.querySelector("title");
    if (title) title.textContent = [name, ...spoken].join(". ");
  }

  /**
   * Show which band counts for the next spin, or counted for the last one.
   * @param {string | null} band Null for all alike.
   * @param {string | null} [sector] The one it rests on, if it does.
   */
  announce(band, sector = null) {
    this.face.dataset.announced = band ?? "";
    /** @type {NodeListOf<SVGGElement>} */
    const pieces = this.disc.querySelectorAll(".sector");
    for (const { dataset, classList } of pieces) {
      const counts = band === null || dataset.of === band;
      classList.toggle("aside", !counts);
      classList.toggle("hit", counts && dataset.sector === sector);
    }
  }

  /**
   * Return the angle at which a sector is under the pointer.
   * @param {string} sector
   * @param {number} lean Where in the sector, from 0 to 1.
   */
  angleOf(sector, lean) {
    const [from, to] = this.spanOf(sector);
    return -((from + to) / 2 + (to - from) * 0.5 * (lean - MIDDLE));
  }

  /** @param {string} sector */
  spanOf(sector) {
    return this.spans[this.sectors.indexOf(sector)];
  }

  /**
   * Stand on a sector: where it is at rest, or in its middle.
   * @param {string} sector
   * @param {number | null} lean
   */
  stand(sector, lean = null) {
    if (lean === null && this.motion === null && this.sectors[this.sectorAt(this.angle)] === sector) return;
    this.stop();
    this.setAngle(this.angleOf(sector, lean ?? MIDDLE));
  }

  /**
   * Turn by hand, the short way, until the middle of a sector is under the pointer.
   * @param {string} sector
   */
  glide(sector) {
    const from = this.shownAngle();
    const to = nearest(this.angleOf(sector, MIDDLE), from);
    this.setAngle(to);
    if (!prefersReducedMotion()) this.animateTurn(from, to, { duration: SHORT_WAY_MS, easing: "ease-out" });
  }

  /** Wind up slowly, against the way it will turn. */
  wind() {
    if (prefersReducedMotion()) return;
    const from = this.shownAngle();
    this.animateTurn(from, from - WIND, { duration: WIND_MS, easing: "cubic-bezier(0.2, 0.7, 0.4, 1)", fill: "forwards" });
  }

  /** Turn back to where it stood, for a press without a throw. */
  unwind() {
    const from = this.shownAngle();
    if (this.motion) this.animateTurn(from, nearest(this.angle, from), { duration: SHORT_WAY_MS, easing: "ease-out" });
  }

  /** Turn until the result is known. */
  turnFreely() {
    if (prefersReducedMotion()) return;
    const from = this.shownAngle();
    this.animateTurn(from, from + 1, { duration: FREE_MS, iterations: Infinity, easing: "linear" });
  }

  /**
   * Turn and settle on a sector; return true once it rests there, false if something else came in between.
   * @param {string} sector
   * @param {number} lean
   * @param {number} turns Number of whole turns, at least.
   */
  async turn(sector, lean, turns = 3) {
    const to = this.angleOf(sector, lean);
    if (prefersReducedMotion() || document.hidden) {
      this.stand(sector, lean);
      return true;
    }
    const from = this.shownAngle();
    const way = turns + fraction(to - from);
    const [start, end] = this.spanOf(sector);
    const beyond = Math.min(0.012, (end - start) * 0.15);
    const duration = Math.min(LONGEST_MS, SHORTEST_MS + TURN_MS * way);
    const frames = [
      { transform: rotation(from), easing: EASE },
      { transform: rotation(from + way + beyond), offset: 1 - SETTLE_MS / duration, easing: "ease-in-out" },
      { transform: rotation(from + way) },
    ];
    this.setAngle(to);
    const motion = this.animate(frames, { duration });
    await motion.finished.catch(() => {});
    if (this.motion !== motion) return false;
    this.motion = null;
    return true;
  }

  /** End a turn at once, where it leads to. */
  finish() {
    if (this.motion?.effect?.getTiming().iterations === 1) this.motion.finish();
  }

  /** Stop at once, where it stands. */
  stop() {
    this.motion?.cancel();
    this.motion = null;
  }

  /** @param {number} angle */
  setAngle(angle) {
    this.angle = angle;
    this.disc.style.transform = rotation(angle);
  }

  /**
   * @param {number} from
   * @param {number} to
   * @param {KeyframeAnimationOptions} timing
   */
  animateTurn(from, to, timing) {
    this.animate([{ transform: rotation(from) }, { transform: rotation(to) }], timing);
  }

  /**
   * Begin a motion in the place of the present one.
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} timing
   */
  animate(frames, timing) {
    const before = this.motion;
    const motion = this.disc.animate(frames, timing);
    before?.cancel();
    this.motion = motion;
    this.tickDuring(motion);
    return motion;
  }

  /** Return the angle that is seen now. */
  shownAngle() {
    if (!this.motion) return this.angle;
    const { a, b } = new DOMMatrix(getComputedStyle(this.disc).transform);
    return Math.atan2(b, a) / (2 * Math.PI);
  }

  /**
   * Tick as the pegs pass, for as long as a motion is on.
   * @param {Animation} motion
   */
  tickDuring(motion) {
    let sector = this.sectorAt(this.shownAngle());
    let lastTick = 0;
    /** @param {number} time */
    const look = (time) => {
      if (this.motion !== motion || motion.playState !== "running") return;
      const passing = this.sectorAt(this.shownAngle());
      if (passing !== sector && time - lastTick >= TICK_MS) {
        lastTick = time;
        this.pin.animate([{ transform: "rotate(-16deg)" }, { transform: "none" }], { duration: 110, easing: "ease-out" });
        emitSound("tick");
      }
      sector = passing;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }

  /**
   * Return which sector is under the pointer at an angle, from 0.
   * @param {number} angle
   */
  sectorAt(angle) {
    const at = fraction(-angle);
    return this.spans.findIndex(([from, to]) => (at >= from && at < to) || (at - 1 >= from && at - 1 < to));
  }

  /**
   * Show in the hub what the wheel rests on, and on which band; without a sector nothing was turned yet.
   * @param {Pick<api.RingBlock, "bands" | "sectors" | "announced" | "rests" | "large">} ring
   * @param {GameThings} table
   */
  showResult({ bands, sectors, announced, rests, large }, table) {
    const band = Math.max(0, bands.findIndex(({ id }) => id === announced));
    const reading = sectors.find(({ id }) => id === rests)?.shows[band];
    const number = reading && numberOf(reading);
    this.hub.classList.toggle("stark", reading?.stark ?? false);
    if (!reading) this.hub.replaceChildren(drawing("wind_rose"));
    else if (large || number) this.hub.replaceChildren(h("b", {}, large ?? number), h("span", {}, bands[band].name));
    else this.hub.replaceChildren((reading.thing && sign(reading.thing, table)) || h("b", {}, "×"), h("span", {}, readingText(reading, table)));
  }
}

/**
 * Return from where to where each sector goes, in turns clockwise; the middle of the first is at 0.
 * @param {api.Sector[]} sectors
 * @returns {Span[]}
 */
function spansOf(sectors) {
  const all = sectors.reduce((sum, { weight = 1 }) => sum + weight, 0);
  let at = -(sectors[0].weight ?? 1) / all / 2;
  return sectors.map(({ weight = 1 }) => [at, (at += weight / all)]);
}

/**
 * Return what a sector shows on a band, in words: "4", or who attacks.
 * @param {api.Reading | undefined} reading
 * @param {GameThings} table
 */
export function readingText({ n, name, thing } = {}, { things }) {
  return name ?? (n === undefined ? ((thing && things[thing]?.word) ?? "×") : formatNumber(n));
}

/**
 * Return the number of a reading that is nothing but a number; null for any other reading.
 * @param {api.Reading} reading
 */
function numberOf({ n, thing, name }) {
  return n !== undefined && !thing && !name ? formatNumber(n) : null;
}

/**
 * Return how much of a turn an angle is beyond whole turns.
 * @param {number} turns
 */
function fraction(turns) {
  return ((turns % 1) + 1) % 1;
}

/** @param {number} turns */
function rotation(turns) {
  return `rotate(${turns * 360}deg)`;
}

/**
 * Return an angle with as many whole turns as bring it nearest to another one.
 * @param {number} angle
 * @param {number} other
 */
function nearest(angle, other) {
  return angle + Math.round(other - angle);
}

/**
 * @param {WheelFace} ring
 * @param {Span[]} spans
 * @param {GameThings} table
 */
function discPicture({ bands, sectors }, spans, table) {
  return svg(
    "svg",
    { class: "wheel-disc", viewBox: "-200 -200 400 400", role: "img" },
    svg("title"),
    svg("circle", { class: "wheel-rim", r: 199 }),
    svg("circle", { class: "wheel-rim-edge", r: 189 }),
    sectors.map((sector, i) => sectorGroup(bands, sector, i, spans, table)),
    bands.map((_, band) => svg("circle", { class: "wheel-line", r: edgesOf(bands, band)[0] })),
    spans.map(([from]) => {
      const [cx, cy] = pointAt(193, from);
      return svg("circle", { class: "peg", r: 3.6, cx, cy });
    }),
  );
}

/**
 * Return from where to where a band goes, from the middle.
 * @param {api.Band[]} bands
 * @param {number} band
 * @returns {Span}
 */
function edgesOf(bands, band) {
  const width = (RIM - HUB) / bands.length;
  return [HUB + band * width, HUB + (band + 1) * width];
}

/**
 * @param {api.Band[]} bands
 * @param {api.Sector} sector
 * @param {number} index
 * @param {Span[]} spans
 * @param {GameThings} table
 */
function sectorGroup(bands, { id, shows, touch }, index, spans, table) {
  const span = spans[index];
  const name = bands.map((band, i) => `${band.name} ${readingText(shows[i], table)}`).join(", ");
  const isOddLast = index === spans.length - 1 && spans.length % 2 === 1; // beside the first, which is of the same kind
  const tone = isOddLast ? "c" : index % 2 ? "b" : "a";
  const pieces = bands.map((band, i) => {
    const reading = shows[i] ?? {};
    const edges = edgesOf(bands, i);
    const attributes = { class: `sector tone-${tone}${reading.stark ? " stark" : ""}`, "data-band": i % 3, "data-of": band.id, "data-sector": id };
    return svg("g", attributes, svg("path", { d: piecePath(edges, span) }), readingSign(reading, edges, span, table));
  });
  return svg("g", { class: "wheel-sector", ...touchable(touch, id, name) }, pieces);
}

/**
 * Return a number, a drawing or a name, its foot towards the middle, as large as its sector allows.
 * @param {api.Reading} reading
 * @param {Span} edges
 * @param {Span} span
 * @param {GameThings} table
 */
function readingSign(reading, [inner, outer], [from, to], table) {
  const radius = (inner + outer) / 2;
  const width = 2 * Math.PI * radius * Math.min(to - from, 0.5);
  const height = outer - inner;
  const transform = `rotate(${((from + to) / 2) * 360}) translate(0 ${-radius})`;
  const scale = Math.min(height * 0.8, width * 0.86) / 32;
  const drawn = reading.thing && signGroup({ class: "sign", transform: `${transform} scale(${scale}) translate(-16 -16)` }, reading.thing, table);
  if (drawn) return drawn;
  const text = numberOf(reading) ?? cut(reading.name ?? "×", 4);
  const size = Math.min(38, height * 0.75, (width * 1.56) / Math.max(2, text.length));
  const attributes = { transform, "text-anchor": "middle", "font-size": size, dy: "0.35em", class: UPSIDE_DOWN.test(text) && "underlined" };
  return svg("text", attributes, text);
}

/**
 * Return the path of a piece of a ring; a whole ring is two halves, for a single arc has no whole circle.
 * @param {Span} edges
 * @param {Span} span
 */
function piecePath([inner, outer], [from, to]) {
  const middle = (from + to) / 2;
  /** @type {(radius: number, ends: number[], sweep: number) => string} */
  const arc = (radius, ends, sweep) => ends.map((end) => `A${radius} ${radius} 0 0 ${sweep} ${pointAt(radius, end).join(" ")}`).join("");
  return `M${pointAt(outer, from).join(" ")}${arc(outer, [middle, to], 1)}L${pointAt(inner, to).join(" ")}${arc(inner, [middle, from], 0)}Z`;
}

/**
 * @param {number} radius
 * @param {number} turns
 */
function pointAt(radius, turns) {
  const angle = turns * 2 * Math.PI;
  return [(radius * Math.sin(angle)).toFixed(2), (-radius * Math.cos(angle)).toFixed(2)];
}

/** Return the pointer: a leaf of brass on top, that the pegs bend. It ends on the rim, above what stands in the sectors. */
function pinShapes() {
  return [svg("path", { d: "M0 20C-4 10-13 4-13-6a13 13 0 0 1 26 0c0 10-9 16-13 26z" }), svg("circle", { cy: -6, r: 4.5 })];
}
