// Free dice and the free wheel: a mode without a game. Whoever has a role throws, and every page shows the same.
import { sendCommand, get } from "../lib/api.js";
import { button } from "../lib/buttons.js";
import { Die } from "../lib/dice.js";
import { byId, drawing, findAll, h, setText, prefersReducedMotion } from "../lib/dom.js";
import { loadTapped } from "../lib/fetching.js";
import { join } from "./join.js";
import { errorSentence } from "../lib/reasons.js";
import { isSameJson, render } from "../lib/render.js";
import { say, showWaiting } from "../lib/says.js";
import { sealSection } from "../lib/seal.js";
import { askYesNo } from "../lib/ask.js";
import { connect } from "../lib/stream.js";
import { areSoundsOn } from "../lib/switches.js";
import { makeThrowable } from "../lib/throwing.js";
import { emitSound, restingPoint, onSkip } from "../lib/watched.js";
import { readingText, Wheel } from "../blocks/wheel.js";
import { registerThings, thingSign } from "../lib/things.js";
import { formatNumber, t } from "../lib/words.js";

const MOST_DICE = 6;
const ANY_POSITION = { seq: null, number: null };
const wheel = new Wheel(byId("wheel"));
const hold = h("button", { type: "button", class: "throw" }, h("b", {}, t("page.wheel.throw")), h("span", {}, t("page.wheel.hold")));
/** @type {api.PhoneView} */
let view = JSON.parse(byId("view").textContent);
/** The wheel that is spun here, loaded before anything is shown. @type {api.FreeWheelView} */
let wheelView;
let count = 2; // of dice
/** The ring that is announced for the next spin. @type {string | null} */
let route = null;
let isThrown = false; // a command is on its way, or its result is not shown yet
/** What turns or tumbles now. @type {{finish: () => void} | null} */
let moving = null;
/** Settled once the box has answered; null before it is asked. @type {Promise<unknown> | null} */
let layingOut = null;

/** @param {api.PhoneView} now */
function show(now) {
  const before = view;
  view = now;
  if (isSameJson([before.free, before.you], [now.free, now.you])) return;
  layOut();
  moving?.finish();
  const last = before.free?.throws[0];
  const newest = now.free?.throws[0];
  if (!newest || (last && last.kind === newest.kind && last.n === newest.n)) showStill();
  else if (newest.kind === "spin") spin(newest);
  else roll(newest);
}

/** Show everything as it is, lying still. */
function showStill() {
  moving = null;
  isThrown = false;
  const { throws = [], commitment, earlier } = view.free ?? {};
  const rolled = throws.find(({ kind }) => kind === "dice");
  showWheel(throws.find(({ kind }) => kind === "spin"));
  showDice(rolled?.values ?? Array(count).fill(null));
  setText(byId("dice-sum"), rolled && rolled.values.length > 1 ? t("page.free.sum", { n: sum(rolled.values) }) : "");
  setText(byId("told"), throws.length ? throwText(throws[0]) : t("page.free.nothing"));
  render(byId("throws"), throws.map((each) => h("li", {}, throwSign(each), h("span", {}, throwText(each)))));
  byId("history").hidden = !throws.length;
  render(byId("seals"), commitment && sealSection(commitment, t("page.chance.seal"), ""), earlier && earlierSection(earlier));
  byId("seal-card").hidden = !view.free;
  showControls();
}

/** Return whether this phone may throw. */
function mayThrow() {
  return Boolean(view.you.host || view.you.seat || view.you.leads);
}

function showControls() {
  byId("guest").hidden = mayThrow();
  for (const element of findAll(document, "[data-for=players]")) element.hidden = !mayThrow();
  byId("put-away").hidden = !mayThrow() || !view.free?.throws.length;
  setText(byId("throw-dice"), t("page.free.throw", { n: count }));
  for (const input of document.querySelectorAll("[name=dice], [name=route]")) {
    if (input instanceof HTMLInputElement) input.checked = input.value === (input.name === "dice" ? String(count) : route);
  }
  hold.setAttribute("aria-disabled", String(route === null));
}

/** @param {api.ThrowView | undefined} spun The newest spin. */
function showWheel(spun) {
  const { ring } = wheelView;
  const sector = spun && ring.sectors[spun.values[0]];
  // With another value there it is another wheel by now.
  const rests = sector && (sector.shows[bandIndex(spun.route)].n ?? null) === spun.points ? sector.id : null;
  if (!hold.classList.contains("held")) {
    if (spun && rests !== null) wheel.stand(rests, restingPoint(spun.n));
    else wheel.stop();
  }
  wheel.announce(route ?? spun?.route ?? null, route === null ? rests : null);
  if (!mayThrow()) wheel.showResult({ ...ring, announced: spun?.route ?? undefined, rests: rests ?? undefined }, wheelView);
  else if (wheel.hub.firstElementChild !== hold) wheel.hub.replaceChildren(hold);
  setText(byId("wheel-result"), spun ? throwText(spun) : "");
}

/**
 * Return the index of a ring; 0 if the wheel has no such ring any more.
 * @param {string | null} route
 */
function bandIndex(route) {
  return Math.max(0, wheelView.ring.bands.findIndex(({ id }) => id === route));
}

/** @param {api.ThrowView} spun */
async function spin({ n, route: band, values: [index] }) {
  route = null;
  const loading = (moving = { finish: () => {} });
  await loadWheel().catch(() => {}); // out of reach: the wheel stays as it was
  if (moving !== loading) return;
  if (prefersReducedMotion() || document.hidden || index >= wheelView.ring.sectors.length) {
    emitSound("tick");
    showStill();
    return;
  }
  moving = wheel;
  wheel.announce(band);
  setText(byId("wheel-result"), "");
  byId("told").textContent = "";
  const ignoreSkips = onSkip(() => wheel.finish());
  const isAtRest = await wheel.turn(wheelView.ring.sectors[index].id, restingPoint(n));
  ignoreSkips();
  if (isAtRest && moving === wheel) showStill();
}

/** @param {api.ThrowView} rolled */
async function roll({ values }) {
  if (prefersReducedMotion() || document.hidden) {
    emitSound("knock");
    showStill();
    return;
  }
  const dice = showDice(values);
  setText(byId("dice-sum"), "");
  byId("told").textContent = "";
  const rolls = dice.map((die, i) => die.roll(values[i]));
  const motion = (moving = { finish: () => rolls.forEach((each) => each.finish()) });
  const ignoreSkips = onSkip(motion.finish);
  await Promise.allSettled(rolls.map((each) => each.done));
  ignoreSkips();
  emitSound("knock");
  if (moving === motion) showStill();
}

/**
 * Show dice and return them; null is a die that has not been rolled.
 * @param {(number | null)[]} values
 */
function showDice(values) {
  const dice = values.map(() => new Die("white"));
  dice.forEach((die, i) => die.show(values[i]));
  byId("dice").replaceChildren(...dice.map((die) => die.element));
  return dice;
}

/** @param {api.ThrowView} thrown */
function throwText({ kind, values, points, route }) {
  if (kind === "dice") {
    const text = t("page.free.rolled", { values: values.map(formatNumber).join(", ") });
    return values.length > 1 ? `${text} · ${t("page.free.sum", { n: sum(values) })}` : text;
  }
  const { bands, sectors } = wheelView.ring;
  const index = bandIndex(route);
  const unnumbered = sectors.map(({ shows }) => shows[index]).find(({ n }) => n === undefined);
  return `${bands[index].name} ${points === null ? readingText(unnumbered, wheelView) : formatNumber(points)}`;
}

/**
 * Return the seal whose seed was revealed last, and its throws, each with a link that verifies it.
 * @param {api.EarlierThrowsView} earlier
 */
function earlierSection(earlier) {
  const section = sealSection(earlier, t("page.free.earlier"));
  if (!earlier.throws.length) return section;
  const rows = earlier.throws.map((each) => {
    const label = `${t("page.free.check")} ${each.name}`;
    const link = h("a", { href: verifyAddress(earlier.seed ?? "", each), "aria-label": label }, t("page.free.check"));
    const sector = each.kind === "spin" && ` (${t("page.free.sector", { number: each.values[0] })})`;
    return h("li", {}, throwSign(each), h("span", {}, throwText(each), sector, h("code", {}, each.name)), link);
  });
  const list = h("ol", { class: "throws", tabindex: 0, "aria-label": t("page.free.earlier_throws") }, rows);
  section.append(h("h3", {}, t("page.free.earlier_throws")), h("p", { class: "hint" }, t("page.free.check_hint")), list);
  return section;
}

/**
 * Return the address of the page that verifies a throw, with its form filled in. The part after # stays in the browser.
 * @param {string} seed
 * @param {api.ThrowView} thrown
 */
function verifyAddress(seed, { name, of: [[kind, n]], weights }) {
  const sectors = weights.length ? weights : Array(n).fill(1);
  /** @type {Record<string, string>} */
  const draw = kind === "sectors" ? { weights: sectors.join(" ") } : { count: n, faces: kind.slice(1) };
  return `/verify.html?lang=${document.documentElement.lang}#${new URLSearchParams({ seed, name, ...draw })}`;
}

/** @param {api.ThrowView} thrown */
function throwSign({ kind, route, values }) {
  if (kind === "spin") return bandSign(bandIndex(route)) ?? drawing("spin");
  const die = new Die("white");
  die.show(values[0]);
  return die.element;
}

/** @param {number} index */
function bandSign(index) {
  const { things, ring } = wheelView;
  const { thing } = ring.bands[index];
  return thing && things[thing] ? thingSign(things[thing]) : null;
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * Send a command, unless a throw is going on.
 * @template {"throw" | "put_away"} Name
 * @param {Name} name
 * @param {import("../lib/api.js").Fields<Name>} body
 */
async function send(name, body) {
  if (isThrown) return;
  isThrown = true;
  try {
    await layingOut; // a throw that is quicker is sent after it
    if (await sendCommand(name, body, ANY_POSITION, showWaiting)) return;
  } catch (error) {
    say(errorSentence(error), "refused");
  }
  wheel.unwind();
  isThrown = false;
}

/** Have dice and wheel laid out, so that their commitment is visible before the first throw. An error shows with a throw. */
function layOut() {
  if (view.free || !mayThrow()) return;
  layingOut ??= sendCommand("lay_out", {}, ANY_POSITION, (late) => isThrown && showWaiting(late)).catch(() => {});
}

async function putAway() {
  if (!(await askYesNo(t("page.free.question"), t("page.free.body"), t("page.free.put_away"), "play"))) return;
  await send("put_away", {});
  isThrown = false;
}

/** Return whether the wheel may be thrown; say so if a ring is still to be announced. */
function isReady() {
  if (isThrown) return false;
  if (route === null) say(t("page.wheel.announce", { names: wheelView.ring.bands.map(({ name }) => name).join(" · ") }), "refused");
  return route !== null;
}

function makeControls() {
  const numbers = Array.from({ length: MOST_DICE }, (_, i) => i + 1).map((number) => {
    const onchange = () => {
      count = number;
      if (!view.free?.throws.some(({ kind }) => kind === "dice")) showDice(Array(count).fill(null));
      showControls();
    };
    const input = h("input", { type: "radio", name: "dice", value: number, onchange });
    return h("label", { class: "choice-card value" }, input, h("b", {}, formatNumber(number)));
  });
  byId("how-many").append(h("div", { class: "values" }, numbers));
  const routes = wheelView.ring.bands.map(({ id, name }, index) => {
    const onchange = () => {
      route = id;
      wheel.announce(id);
      showControls();
    };
    const input = h("input", { type: "radio", name: "route", value: id, onchange });
    return h("label", { class: "choice-card band-card", dataset: { band: index % 3 } }, input, bandSign(index), h("span", {}, name));
  });
  byId("routes").append(...routes);
  byId("throw-dice").addEventListener("click", () => send("throw", { dice: count }));
  byId("put-away").addEventListener("click", putAway);
  byId("guest").append(button("join-button", () => join(view), t("page.act.join")));
  makeThrowable(hold, {
    ready: isReady,
    wind: () => wheel.wind(),
    unwind: () => wheel.unwind(),
    release: () => {
      wheel.turnFreely();
      send("throw", { route });
    },
  });
}

/** Load the wheel: its owner may have copied it since. Throws Refusal or Unreachable. */
async function loadWheel() {
  wheelView = await get("/api/wheel");
  const { ring, things, game, placeholder, address } = wheelView;
  registerThings(things, game ?? "");
  render(byId("trial"), placeholder && address && h("a", { href: address }, ring.note));
  wheel.lay(ring, wheelView);
}

async function start() {
  const trouble = byId("trouble");
  try {
    await loadWheel();
  } catch (error) {
    setText(trouble, errorSentence(error));
    trouble.hidden = false;
    setTimeout(start, 2000);
    return;
  }
  trouble.hidden = true;
  makeControls();
  layOut();
  showStill();
  byId("free").hidden = false;
  if (areSoundsOn()) loadTapped("/scripts/table/sounds.js").then(({ startSounds }) => startSounds(), () => {});
  connect(show);
  document.addEventListener("visibilitychange", () => !document.hidden && !moving && loadWheel().then(showStill, () => {}));
}

await start();
