// A wheel as a picture: of wood, with rings of sectors that turn and settle under its pointer, and a hub in the middle.
import { drawing, h, still, svg } from "../lib/dom.js";
import { figure } from "../lib/words.js";
import { cut, sign, signIn, touchable } from "./parts.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

const [HUB, RIM] = [86, 186]; // from the middle, where the bands begin and end; the rim of wood is at 200
const EASE = "cubic-bezier(0.333, 1, 0.667, 1)"; // slower and slower, as 1 − (1 − x)³
const TURN_MS = 400; // a turn more takes so much longer
const SHORTEST_MS = 2000;
const LONGEST_MS = 3900;
const SETTLE_MS = 420; // the little way back, at the end
const FREE_MS = 520; // a turn of a wheel whose result is not known yet
const WIND_MS = 1600; // how long winding up gets tighter
const WIND = 0.14; // turns
const TICK_MS = 80; // at most a dozen ticks a second
const MIDDLE = 0.5;

export class Wheel {
  /**
   * @param {HTMLElement} room What it fills.
   * @param {() => void} tick Called whenever a peg passes the pointer, a dozen times a second at most.
   */
  constructor(room, tick = () => {}) {
    this.tick = tick;
    this.laid = "";
    this.angle = 0; // in turns, clockwise: where it stands
    /** @type {Animation | null} */
    this.motion = null;
    this.hub = h("div", { class: "hub" });
    this.pin = svg("svg", { class: "wheel-pin", viewBox: "-20 -30 40 60", "aria-hidden": "true" }, pinOf());
    this.face = h("div", { class: "wheel-face" });
    room.replaceChildren(this.face);
  }

  /**
   * Lay out a wheel, unless it lies there.
   * @param {Block} ring
   * @param {Table} table
   */
  lay(ring, table) {
    const { bands, sectors, name, spoken } = ring;
    const laid = JSON.stringify([bands, sectors]);
    if (laid !== this.laid) {
      this.laid = laid;
      this.bands = bands.map(({ id }) => id);
      this.sectors = sectors.map(({ id }) => id);
      this.spans = spansOf(sectors);
      this.disc = discOf(ring, this.spans, table);
      this.face.replaceChildren(this.disc, this.pin, this.hub);
      this.put(this.angle);
    }
    this.disc.querySelector("title").textContent = [name, ...spoken].join(". ");
  }

  /**
   * Which band counts, by its id; null for all alike.
   * @param {string | null} band
   * @param {string | null} sector The one it rests on, if it does.
   */
  announce(band, sector = null) {
    this.face.dataset.announced = band ?? "";
    for (const one of this.disc.querySelectorAll(".sector")) {
      const counts = band === null || one.dataset.of === band;
      one.classList.toggle("aside", !counts);
      one.classList.toggle("hit", counts && one.dataset.sector === sector);
    }
  }

  /** Where it stands when this sector was thrown; `lean` from 0 to 1 says where in the sector. */
  rest(sector, lean) {
    const [from, to] = this.spans[this.sectors.indexOf(sector)];
    return -((from + to) / 2 + (to - from) * 0.5 * (lean - MIDDLE));
  }

  /** Stand on a sector: where it is at rest, or in its middle. */
  stand(sector, lean = null) {
    if (lean === null && this.motion === null && this.sectors[this.pegAt(this.angle)] === sector) return;
    this.stop();
    this.put(this.rest(sector, lean ?? MIDDLE));
  }

  /** Turn by hand, the short way, until the middle of a sector is under the pointer. */
  glide(sector) {
    const from = this.now();
    const to = nearest(this.rest(sector, MIDDLE), from);
    this.put(to);
    if (!still()) this.go([from, to], { duration: 260, easing: "ease-out" });
  }

  /** Wind up slowly, against the way it will turn. */
  wind() {
    if (still()) return;
    const from = this.now();
    this.go([from, from - WIND], { duration: WIND_MS, easing: "cubic-bezier(0.2, 0.7, 0.4, 1)", fill: "forwards" });
  }

  /** Let go without a throw: back to where it stood. */
  unwind() {
    if (this.motion) this.go([this.now(), nearest(this.angle, this.now())], { duration: 260, easing: "ease-out" });
  }

  /** Turn until it is known where to. */
  free() {
    if (still()) return;
    const from = this.now();
    this.go([from, from + 1], { duration: FREE_MS, iterations: Infinity, easing: "linear" });
  }

  /**
   * Turn and settle on a sector; gives true once it rests there, false if something else came in between.
   * @param {string} sector
   * @param {number} lean
   * @param {number} turns Whole ones, at least.
   */
  async turn(sector, lean, turns = 3) {
    const to = this.rest(sector, lean);
    if (still() || document.hidden) {
      this.stand(sector, lean);
      return true;
    }
    const from = this.now();
    const way = turns + (((to - from) % 1) + 1) % 1;
    const [start, end] = this.spans[this.sectors.indexOf(sector)];
    const over = Math.min(0.012, (end - start) * 0.15);
    const total = Math.min(LONGEST_MS, SHORTEST_MS + TURN_MS * way);
    const frames = [
      { transform: turned(from), easing: EASE },
      { transform: turned(from + way + over), offset: 1 - SETTLE_MS / total, easing: "ease-in-out" },
      { transform: turned(from + way) },
    ];
    this.put(to);
    const motion = this.play(frames, { duration: total });
    await motion.finished.catch(() => {});
    if (this.motion !== motion) return false;
    this.motion = null;
    return true;
  }

  /** End the way at once, at its end. */
  finish() {
    if (this.motion?.effect.getTiming().iterations === 1) this.motion.finish();
  }

  stop() {
    this.motion?.cancel();
    this.motion = null;
  }

  put(angle) {
    this.angle = angle;
    if (this.disc) this.disc.style.transform = turned(angle);
  }

  go([from, to], timing) {
    this.play([{ transform: turned(from) }, { transform: turned(to) }], timing);
  }

  play(frames, timing) {
    const before = this.motion;
    const motion = this.disc.animate(frames, timing);
    before?.cancel();
    this.motion = motion;
    this.listen(motion);
    return motion;
  }

  /** The angle that is seen now. */
  now() {
    if (!this.motion) return this.angle;
    const { a, b } = new DOMMatrix(getComputedStyle(this.disc).transform);
    return Math.atan2(b, a) / (2 * Math.PI);
  }

  /** Tick as the pegs pass, for as long as this motion is on. */
  listen(motion) {
    let peg = this.pegAt(this.now());
    let last = 0;
    const look = (time) => {
      if (this.motion !== motion || motion.playState !== "running") return;
      const passed = this.pegAt(this.now());
      if (passed !== peg && time - last >= TICK_MS) {
        last = time;
        this.pin.animate([{ transform: "rotate(-16deg)" }, { transform: "none" }], { duration: 110, easing: "ease-out" });
        this.tick();
      }
      peg = passed;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }

  /** The sector under the pointer at an angle, by its place from 0. */
  pegAt(angle) {
    const at = (((-angle % 1) + 1) % 1);
    return this.spans.findIndex(([from, to]) => (at >= from && at < to) || (at - 1 >= from && at - 1 < to));
  }

  /**
   * Show in the hub what the wheel rests on, and on which band; without a sector nothing was turned yet.
   * @param {Block} ring
   * @param {Table} table
   */
  tell({ bands, sectors, announced, rests, large }, table) {
    const band = Math.max(0, bands.findIndex(({ id }) => id === announced));
    const reading = sectors.find(({ id }) => id === rests)?.shows[band];
    this.hub.classList.toggle("stark", reading?.stark ?? false);
    if (!reading) this.hub.replaceChildren(drawing("wind_rose"));
    else if (large || isNumber(reading)) this.hub.replaceChildren(h("b", {}, large ?? figure(reading.n)), h("span", {}, bands[band].name));
    else this.hub.replaceChildren((reading.thing && sign(reading.thing, table)) || h("b", {}, "×"), h("span", {}, readingSaid(reading, table)));
  }
}

/** From where to where each sector goes, in turns clockwise; the middle of the first is at 0. */
function spansOf(sectors) {
  const all = sectors.reduce((sum, { weight = 1 }) => sum + weight, 0);
  let at = -(sectors[0].weight ?? 1) / all / 2;
  return sectors.map(({ weight = 1 }) => [at, (at += weight / all)]);
}

/** What a sector shows on a band, in words: "4", or who attacks. */
export function readingSaid({ n, name, thing } = {}, { things }) {
  return name ?? (n === undefined || n === null ? (things[thing]?.word ?? "×") : figure(n));
}

function isNumber({ n, thing, name }) {
  return n !== undefined && n !== null && !thing && !name;
}

function turned(turns) {
  return `rotate(${turns * 360}deg)`;
}

/** The same angle, as near as can be to another one. */
function nearest(angle, other) {
  return angle + Math.round(other - angle);
}

function discOf(ring, spans, table) {
  const { bands, sectors } = ring;
  return svg(
    "svg",
    { class: "wheel-disc", viewBox: "-200 -200 400 400", role: "img" },
    svg("title"),
    svg("circle", { class: "wheel-rim", r: 199 }),
    svg("circle", { class: "wheel-rim-edge", r: 189 }),
    sectors.map((sector, i) => sectorOf(ring, sector, i, spans, table)),
    bands.map((_, band) => svg("circle", { class: "wheel-line", r: edges(bands, band)[0] })),
    spans.map(([from]) => svg("circle", { class: "peg", r: 3.6, ...placed(193, from) })),
  );
}

/** From where to where a band goes, from the middle. */
function edges(bands, band) {
  const wide = (RIM - HUB) / bands.length;
  return [HUB + band * wide, HUB + (band + 1) * wide];
}

function sectorOf({ bands }, { id, shows, touch }, index, spans, table) {
  const [from, to] = spans[index];
  const said = bands.map(({ name }, band) => `${name} ${readingSaid(shows[band], table)}`).join(", ");
  const last = index === spans.length - 1 && spans.length % 2 === 1; // beside the first, which is of the same kind
  const tone = last ? "c" : index % 2 ? "b" : "a";
  const pieces = bands.map((band, i) => {
    const reading = shows[i] ?? {};
    const [inner, outer] = edges(bands, i);
    const about = { class: `sector tone-${tone}${reading.stark ? " stark" : ""}`, "data-band": i % 3, "data-of": band.id, "data-sector": id };
    return svg("g", about, svg("path", { d: pieceOf(inner, outer, from, to) }), signOf(reading, [inner, outer], from, to, table));
  });
  return svg("g", { class: "wheel-sector", ...touchable(touch, id, said) }, pieces);
}

/** A number, a drawing or a name, its foot towards the middle, as large as its sector allows. */
function signOf(reading, [inner, outer], from, to, table) {
  const radius = (inner + outer) / 2;
  const room = 2 * Math.PI * radius * Math.min(to - from, 0.5);
  const high = outer - inner;
  const at = `rotate(${((from + to) / 2) * 360}) translate(0 ${-radius})`;
  const scale = Math.min(high * 0.8, room * 0.86) / 32;
  const drawn = reading.thing && signIn({ class: "sign", transform: `${at} scale(${scale}) translate(-16 -16)` }, reading.thing, table);
  if (drawn) return drawn;
  const text = isNumber(reading) ? figure(reading.n) : cut(reading.name ?? "×", 4);
  const size = Math.min(38, high * 0.75, (room * 1.56) / Math.max(2, text.length));
  return svg("text", { transform: at, "text-anchor": "middle", "font-size": size, dy: "0.35em" }, text);
}

/** A piece of a ring; a whole ring is two halves, for a single arc has no whole circle. */
function pieceOf(inner, outer, from, to) {
  const middle = (from + to) / 2;
  const arc = (radius, ends, sweep) => ends.map((end) => `A${radius} ${radius} 0 0 ${sweep} ${point(radius, end)}`).join("");
  return `M${point(outer, from)}${arc(outer, [middle, to], 1)}L${point(inner, to)}${arc(inner, [middle, from], 0)}Z`;
}

function placed(radius, turns) {
  const [cx, cy] = point(radius, turns).split(" ");
  return { cx, cy };
}

function point(radius, turns) {
  const angle = turns * 2 * Math.PI;
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
}

/** The pointer: a leaf of brass on top, that the pegs bend. */
function pinOf() {
  return [svg("path", { d: "M0 28C-5 12-12 2-12-8a12 12 0 0 1 24 0c0 10-7 20-12 36z" }), svg("circle", { cy: -9, r: 4 })];
}
