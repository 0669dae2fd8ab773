// The roulette as a picture: a wooden wheel with a land ring and a sea ring that turns and settles under its pointer.
import { drawing, h, still, svg } from "../lib/dom.js";
import { figure, t } from "../lib/words.js";

export const RINGS = { land: [86, 138], sea: [138, 186] }; // from the middle of the wheel, whose rim is at 200
const ATTACKS = { land: "bandits", sea: "corsairs" };
const SIGNS = { land: "sabres", sea: "ship" };
const EASE = "cubic-bezier(0.333, 1, 0.667, 1)"; // slower and slower, as 1 − (1 − x)³
const TURN_MS = 400; // a turn more takes so much longer
const SHORTEST_MS = 2000;
const LONGEST_MS = 3900;
const SETTLE_MS = 420; // the little way back, at the end
const FREE_MS = 520; // a turn of a wheel whose result is not known yet
const WIND_MS = 1600; // how long winding up gets tighter
const WIND = 0.14; // turns
const TICK_MS = 80; // at most a dozen ticks a second

export class Wheel {
  /** `room` is the element it fills; `tick` is called whenever a peg passes the pointer, a dozen times a second at most. */
  constructor(room, tick = () => {}) {
    this.room = room;
    this.tick = tick;
    this.laid = "";
    this.angle = 0; // in turns, clockwise: where it stands
    this.motion = null;
    this.hub = h("div", { class: "hub" });
    this.pin = svg("svg", { class: "wheel-pin", viewBox: "-20 -30 40 60", "aria-hidden": "true" }, pinOf());
    this.face = h("div", { class: "wheel-face" });
    room.replaceChildren(this.face);
  }

  /** Lay out the wheel of these sectors, unless it lies there. */
  lay(sectors) {
    const laid = JSON.stringify(sectors);
    if (laid === this.laid) return;
    this.laid = laid;
    this.sectors = sectors;
    this.spans = spansOf(sectors);
    this.disc = discOf(sectors, this.spans);
    this.face.replaceChildren(this.disc, this.pin, this.hub);
    this.put(this.angle);
  }

  /** Which ring counts, "land" or "sea"; null for both alike. `sector` is the one it rests on, if it does. */
  announce(route, sector = null) {
    this.face.dataset.route = route ?? "";
    for (const one of this.disc.querySelectorAll(".sector")) {
      one.classList.toggle("hit", one.dataset.ring === route && Number(one.dataset.sector) === sector);
    }
  }

  /** Where it stands when this sector was thrown; `lean` from 0 to 1 says where in the sector. */
  rest(sector, lean) {
    const [from, to] = this.spans[sector];
    return -((from + to) / 2 + (to - from) * 0.5 * (lean - 0.5));
  }

  stand(sector, lean) {
    this.stop();
    this.put(this.rest(sector, lean));
  }

  /** Turn by hand, the short way, until the middle of a sector is under the pointer. */
  glide(sector) {
    const from = this.now();
    const to = nearest(this.rest(sector, 0.5), from);
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

  /** Turn and settle on a sector; gives true once it rests there, false if something else came in between. */
  async turn(sector, lean, turns = 3) {
    const to = this.rest(sector, lean);
    if (still() || document.hidden) {
      this.stand(sector, lean);
      return true;
    }
    const from = this.now();
    const way = turns + (((to - from) % 1) + 1) % 1;
    const [start, end] = this.spans[sector];
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

  /** The sector under the pointer at an angle. */
  pegAt(angle) {
    const at = (((-angle % 1) + 1) % 1);
    return this.spans.findIndex(([from, to]) => (at >= from && at < to) || (at - 1 >= from && at - 1 < to));
  }
}

/** What a ring shows of a sector, in words: "4", or who attacks. */
export function shown(sector, route) {
  return sector[route] === null ? t(`page.wheel.${ATTACKS[route]}`) : figure(sector[route]);
}

/** The drawing of who attacks on a ring; null where there is none. */
export function attackSign(route) {
  const found = drawing(SIGNS[route]);
  return found.children.length ? found : null;
}

/** From where to where each sector goes, in turns clockwise; the middle of the first is at 0. */
export function spansOf(sectors) {
  const all = sectors.reduce((sum, { weight }) => sum + weight, 0);
  let at = -sectors[0].weight / all / 2;
  return sectors.map(({ weight }) => [at, (at += weight / all)]);
}

function turned(turns) {
  return `rotate(${turns * 360}deg)`;
}

/** The same angle, as near as can be to another one. */
function nearest(angle, other) {
  return angle + Math.round(other - angle);
}

function discOf(sectors, spans) {
  return svg(
    "svg",
    { class: "wheel-disc", viewBox: "-200 -200 400 400", role: "img" },
    svg("title", {}, t("page.wheel.picture", { n: sectors.length })),
    svg("circle", { class: "wheel-rim", r: 199 }),
    svg("circle", { class: "wheel-rim-edge", r: 189 }),
    Object.keys(RINGS).map((ring) => svg("g", { class: `ring ${ring}` }, sectors.map((one, i) => sectorOf(ring, one, i, spans)))),
    Object.values(RINGS).map(([inner]) => svg("circle", { class: "wheel-line", r: inner })),
    spans.map(([from]) => svg("circle", { class: "peg", r: 3.6, ...placed(193, from) })),
  );
}

function sectorOf(ring, one, index, spans) {
  const [from, to] = spans[index];
  const [inner, outer] = RINGS[ring];
  const last = index === spans.length - 1 && spans.length % 2 === 1; // beside the first, which is of the same kind
  const kind = one[ring] === null ? "attack" : last ? "tone-c" : index % 2 ? "tone-b" : "tone-a";
  const about = { class: `sector ${kind}`, "data-ring": ring, "data-sector": index };
  return svg("g", about, svg("path", { d: pieceOf(inner, outer, from, to) }), signOf(ring, one, (from + to) / 2, to - from));
}

/** A number or a drawing, its foot towards the middle, as large as its sector allows. */
function signOf(ring, one, middle, span) {
  const [inner, outer] = RINGS[ring];
  const radius = (inner + outer) / 2;
  const room = 2 * Math.PI * radius * Math.min(span, 0.5);
  const size = Math.min(38, room * 0.78);
  const at = `rotate(${middle * 360}) translate(0 ${-radius})`;
  const sign = one[ring] === null && attackSign(ring);
  if (sign) {
    const scale = Math.min(40, room * 0.86) / 32;
    return svg("g", { class: "sign", transform: `${at} scale(${scale}) translate(-16 -16)` }, ...sign.childNodes);
  }
  const text = one[ring] === null ? "×" : figure(one[ring]);
  return svg("text", { transform: at, "text-anchor": "middle", "font-size": size, dy: "0.35em" }, text);
}

/** A piece of a ring; a whole ring is two halves, for a single arc has no whole circle. */
export function pieceOf(inner, outer, from, to) {
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
