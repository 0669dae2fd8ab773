// Free dice and the free wheel: a mode without a game. Whoever has a role throws, and every page shows the same.
import { command, get } from "../lib/api.js";
import { button } from "../lib/buttons.js";
import { Die } from "../lib/dice.js";
import { drawing, h, setText, still } from "../lib/dom.js";
import { join } from "./join.js";
import { sentence } from "../lib/reasons.js";
import { say, waiting } from "../lib/says.js";
import { sealOf } from "../lib/seal.js";
import { ask } from "../lib/sheet.js";
import { connect } from "../lib/stream.js";
import { throwing } from "../lib/throwing.js";
import { lean, onSkip } from "../lib/watched.js";
import { readingSaid, Wheel } from "../blocks/wheel.js";
import { registerThings, sign } from "../lib/things.js";
import { figure, t } from "../lib/words.js";

const MOST_DICE = 6;
const part = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));
const wheel = new Wheel(part.wheel);
let view = null;
let lent = null; // the wheel that is spun here: {ring, things}
let count = 2;
let route = null; // announced, not thrown yet
let thrown = false;
let moving = null; // what turns or tumbles now
let layingOut = null; // settled once the answer is here; null: not asked for here

function show(now) {
  const news = view?.free?.throws[0];
  const newest = now.free?.throws[0] ?? null;
  const fresh = view !== null && newest !== null && !(news && news.kind === newest.kind && news.n === newest.n);
  const same = view !== null && JSON.stringify([view.free, view.you]) === JSON.stringify([now.free, now.you]);
  view = now;
  if (same) return;
  if (!now.free && (now.you?.host || now.you?.seat)) layOut();
  moving?.finish();
  if (fresh && newest.kind === "spin") spin(newest);
  else if (fresh) roll(newest);
  else settle();
}

/** All as it is, lying still. */
function settle() {
  moving = null;
  thrown = false;
  const { throws = [], commitment, earlier } = view.free ?? {};
  const spun = throws.find((one) => one.kind === "spin");
  const rolled = throws.find((one) => one.kind === "dice");
  showWheel(spun);
  layDice(rolled?.values ?? Array(count).fill(null));
  setText(part["dice-sum"], rolled && rolled.values.length > 1 ? t("page.free.sum", { n: sum(rolled.values) }) : "");
  setText(part.told, throws.length ? inWords(throws[0]) : t("page.free.nothing"));
  part.throws.replaceChildren(...throws.map((one) => h("li", {}, signOf(one), h("span", {}, inWords(one)))));
  part.history.hidden = !throws.length;
  part.seals.replaceChildren(...[commitment && sealOf(commitment, t("page.chance.seal"), ""), earlier && opened(earlier)].filter(Boolean));
  part["seal-card"].hidden = !view.free;
  showControls();
}

function showControls() {
  const may = Boolean(view.you?.host || view.you?.seat);
  part.guest.hidden = may;
  for (const element of document.querySelectorAll("[data-for=players]")) element.hidden = !may;
  part["put-away"].hidden = !may || !view.free?.throws.length;
  setText(part["throw-dice"], t("page.free.throw", { n: count }));
  for (const input of document.querySelectorAll("[name=dice]")) input.checked = Number(input.value) === count;
  for (const input of document.querySelectorAll("[name=route]")) input.checked = input.value === route;
  hold.setAttribute("aria-disabled", String(route === null));
}

function showWheel(spun) {
  const { ring, things } = lent;
  const sector = spun && ring.sectors[spun.values[0]];
  const rests = sector && (sector.shows[bandAt(spun.route)].n ?? null) === spun.points; // else it is another wheel by now
  if (!hold.classList.contains("held")) rests ? wheel.stand(sector.id, lean(spun.n)) : wheel.stop();
  wheel.announce(route ?? spun?.route ?? null, route === null && rests ? sector.id : null);
  const may = view.you?.host || view.you?.seat;
  if (!may) wheel.tell({ ...ring, announced: spun?.route, rests: rests ? sector.id : undefined }, { things });
  else if (wheel.hub.firstElementChild !== hold) wheel.hub.replaceChildren(hold);
  setText(part["wheel-result"], spun ? inWords(spun) : "");
}

/** Which ring this is, from 0; the first where there is no such ring any more. */
function bandAt(route) {
  return Math.max(0, lent.ring.bands.findIndex(({ id }) => id === route));
}

async function spin(one) {
  route = null;
  const asked = (moving = { finish: () => {} });
  await layWheel().catch(() => {}); // out of reach: the wheel as it was
  if (moving !== asked) return;
  if (still() || document.hidden || one.values[0] >= lent.ring.sectors.length) return settle();
  const mine = (moving = wheel);
  wheel.announce(one.route);
  setText(part["wheel-result"], "");
  part.told.textContent = "";
  const awake = onSkip(() => wheel.finish());
  const good = await wheel.turn(lent.ring.sectors[one.values[0]].id, lean(one.n));
  awake();
  if (good && moving === mine) settle();
}

async function roll(one) {
  if (still() || document.hidden) return settle();
  const dice = layDice(one.values);
  setText(part["dice-sum"], "");
  part.told.textContent = "";
  const rolls = dice.map((die, i) => die.roll(one.values[i]));
  const mine = (moving = { finish: () => rolls.forEach((each) => each.finish()) });
  const awake = onSkip(mine.finish);
  await Promise.allSettled(rolls.map((each) => each.done));
  awake();
  if (moving === mine) settle();
}

function layDice(values) {
  const dice = values.map(() => new Die("white"));
  dice.forEach((die, i) => die.show(values[i]));
  part.dice.replaceChildren(...dice.map((die) => die.element));
  return dice;
}

function inWords({ kind, values, points, route: ring }) {
  if (kind === "dice") {
    const rolled = t("page.free.rolled", { values: values.map(figure).join(", ") });
    return values.length > 1 ? `${rolled} · ${t("page.free.sum", { n: sum(values) })}` : rolled;
  }
  const { bands, sectors } = lent.ring;
  const at = bandAt(ring);
  const other = sectors.map(({ shows }) => shows[at]).find(({ n }) => n === undefined);
  return `${bands[at].name} ${points === null ? readingSaid(other, lent) : figure(points)}`;
}

/** The seal that was opened last, and what was thrown from it: each to be made again with its seed and its name. */
function opened(earlier) {
  const seal = sealOf(earlier, t("page.free.earlier"));
  if (!earlier.throws.length) return seal;
  const rows = earlier.throws.map((one) => {
    const label = `${t("page.free.check")} ${one.name}`;
    const check = h("a", { href: checking(earlier.seed, one), "aria-label": label }, t("page.free.check"));
    const sector = one.kind === "spin" && ` (${t("page.free.sector", { number: one.values[0] })})`;
    return h("li", {}, signOf(one), h("span", {}, inWords(one), sector, h("code", {}, one.name)), check);
  });
  const list = h("ol", { class: "throws", tabindex: 0, "aria-label": t("page.free.earlier_throws") }, rows);
  seal.append(h("h3", {}, t("page.free.earlier_throws")), h("p", { class: "hint" }, t("page.free.check_hint")), list);
  return seal;
}

/** The page that makes a draw again, its small form filled in. What follows the # stays in the browser. */
function checking(seed, { name, of: [[kind, count]], weights }) {
  const what = kind === "sectors" ? { weights: (weights.length ? weights : Array(count).fill(1)).join(" ") } : { count, faces: kind.slice(1) };
  return `/verify.html?lang=${document.documentElement.lang}#${new URLSearchParams({ seed, name, ...what })}`;
}

function signOf({ kind, route: ring, values }) {
  if (kind === "spin") return signOfBand(bandAt(ring)) ?? drawing("spin");
  const die = new Die("white");
  die.show(values[0]);
  return die.element;
}

function signOfBand(at) {
  const { thing } = lent.ring.bands[at];
  return thing && lent.things[thing] ? sign(lent.things[thing]) : null;
}

function sum(values) {
  return values.reduce((all, one) => all + one, 0);
}

async function send(what, body) {
  if (thrown) return;
  thrown = true;
  try {
    await layingOut; // a throw that is quicker is sent after it
    if (await command(what, body, { seq: null, number: null }, waiting)) return;
  } catch (error) {
    say(sentence(error), "refused");
  }
  wheel.unwind();
  thrown = false;
}

/** Their commitment is to be seen before the first throw; where nothing can be written, a throw tells. */
function layOut() {
  layingOut ??= command("lay_out", {}, { seq: null, number: null }, (late) => thrown && waiting(late)).catch(() => {});
}

async function putAway() {
  if (!(await ask(t("page.free.question"), t("page.free.body"), t("page.free.put_away"), "play"))) return;
  await send("put_away", {});
  thrown = false;
}

const hold = h("button", { type: "button", class: "throw" }, h("b", {}, t("page.wheel.throw")), h("span", {}, t("page.wheel.hold")));

function ready() {
  if (thrown) return false;
  if (route === null) say(t("page.wheel.announce", { names: lent.ring.bands.map(({ name }) => name).join(" · ") }), "refused");
  return route !== null;
}

function makeControls() {
  const numbers = Array.from({ length: MOST_DICE }, (_, i) => i + 1).map((number) => {
    const input = h("input", { type: "radio", name: "dice", value: number });
    input.addEventListener("change", () => {
      count = number;
      if (!view.free?.throws.some((one) => one.kind === "dice")) layDice(Array(count).fill(null));
      showControls();
    });
    return h("label", { class: "choice-card value" }, input, h("b", {}, figure(number)));
  });
  part["how-many"].append(h("div", { class: "values" }, numbers));
  const routes = lent.ring.bands.map(({ id, name }, at) => {
    const input = h("input", { type: "radio", name: "route", value: id });
    input.addEventListener("change", () => {
      route = id;
      wheel.announce(id);
      showControls();
    });
    return h("label", { class: "choice-card band-card", dataset: { band: at % 3 } }, input, signOfBand(at), h("span", {}, name));
  });
  part.routes.append(...routes);
  part["throw-dice"].addEventListener("click", () => send("throw", { dice: count }));
  part["put-away"].addEventListener("click", putAway);
  part.guest.append(button("join-button", () => join(view), t("page.join.open")));
  throwing(hold, {
    ready,
    wind: () => wheel.wind(),
    unwind: () => wheel.unwind(),
    release: () => {
      wheel.free();
      send("throw", { route });
    },
  });
}

/** Lay the wheel out as it is now: its owner may have copied it since. */
async function layWheel() {
  lent = await get("/api/wheel");
  registerThings(lent.things, lent.game);
  part.trial.replaceChildren(...(lent.placeholder && lent.address ? [h("a", { href: lent.address }, lent.ring.note)] : []));
  wheel.lay(lent.ring, { game: lent.game, things: lent.things });
}

async function load() {
  try {
    await layWheel();
  } catch (error) {
    setText(part.trouble, sentence(error));
    part.trouble.hidden = false;
    setTimeout(load, 2000);
    return;
  }
  part.trouble.hidden = true;
  makeControls();
  show(JSON.parse(part.view.textContent));
  part.free.hidden = false;
  connect(show);
  document.addEventListener("visibilitychange", () => !document.hidden && !moving && layWheel().then(settle, () => {}));
}

await load();
