// The page on which an owner copies a wheel: one sector after the other beside a picture, and everything is saved at once.
import { Wheel } from "../blocks/wheel.js";
import { byId, find, h, setText } from "../lib/dom.js";
import { errorSentence } from "../lib/says.js";
import { askYesNo } from "../lib/ask.js";
import { registerThings, thingSign } from "../lib/things.js";
import { formatNumber, t } from "../lib/words.js";
import { createSaver, loadCopied, OwnFigures } from "./own_figures.js";

/**
 * @typedef {api.CopyQuestionView} Ring The question for one ring of the wheel.
 * @typedef {api.CopyAnswerView} Answer
 * @typedef {{weight?: number, [ring: string]: any}} Sector Its value on each ring, as the figures have it.
 */

const status = byId("kept");
const wheelRoom = byId("wheel");
const sectorTitle = byId("sector-title");
const weightInput = byId("weight", HTMLInputElement);
const fewerButton = byId("fewer", HTMLButtonElement);
const moreButton = byId("more", HTMLButtonElement);
const beforeButton = byId("before", HTMLButtonElement);
const nextButton = byId("next");
const wholeButton = byId("whole");
const forgetButton = byId("forget");
const stateLine = byId("state");
const picture = new Wheel(wheelRoom);
/** @type {api.CopiedWheelView} */
let copied;
/** @type {OwnFigures} */
let ownFigures;
/** @type {() => Promise<void>} */
let save;
/** The fields of each ring. @type {HTMLFieldSetElement[]} */
let fieldsets = [];
let current = 0; // index of the sector that is asked about

async function load() {
  /** @type {api.CopiedWheelView | null} */
  const view = await loadCopied(load);
  if (!view) return;
  copied = view;
  registerThings({}, view.game);
  ownFigures = new OwnFigures(view);
  const onStart = () => showStatus(t("page.copy.saving"));
  save ??= createSaver(view.game, { profile: () => ownFigures.profile, onStart, onSaved: showSaved, onRefused: showRefusal });
  byId("copy").hidden = false;
  fieldsets = copied.bands.map(ringFieldset);
  byId("bands").replaceChildren(...fieldsets);
  draw();
}

// The wheel as the figures have it.

/** Return whether anything is copied over the printed wheel. */
function isCopied() {
  return Boolean(ownFigures.ownAt(`${copied.table}.sectors`));
}

/** @returns {Sector[]} */
function sectors() {
  return ownFigures.ownAt(`${copied.table}.sectors`) ?? ownFigures.printed[copied.table].sectors;
}

/** Return "trial": nobody's wheel yet; "unfinished": partly copied; "whole": the owner's, copied or from a file. */
function wheelState() {
  if (!isCopied()) return ownFigures.printed[copied.table].placeholder ? "trial" : "whole";
  return ownFigures.ownAt(`${copied.table}.placeholder`) ? "unfinished" : "whole";
}

/**
 * Return the owner's sectors: at first the printed ones, and a trial wheel until all of them are copied.
 * @returns {Sector[]}
 */
function ownSectors() {
  if (!isCopied()) ownFigures.setOwn(copied.table, { sectors: JSON.parse(JSON.stringify(sectors())), placeholder: true });
  return ownFigures.profile[copied.table].sectors;
}

/**
 * @param {Ring} ring
 * @param {Sector} sector
 */
function answerOf(ring, sector) {
  return ring.answers.find(({ value }) => value === sector[ring.name]) ?? ring.answers[0];
}

/** Return the wheel for its picture. */
function pictureRing() {
  const shown = sectors().map((sector, i) => {
    const shows = copied.bands.map((ring) => readingOf(answerOf(ring, sector)));
    return { id: String(i), weight: sector.weight ?? 1, shows };
  });
  return { name: document.title, spoken: [], bands: copied.rings, sectors: shown };
}

/** @param {Answer} answer */
function readingOf({ says, glyph, n, stark }) {
  return n === null ? { name: says, thing: glyph ?? undefined, stark } : { n };
}

/** Return the components for the picture. */
function pictureThings() {
  const drawn = copied.bands.flatMap(({ answers }) => answers).filter(({ glyph }) => glyph);
  return { game: copied.game, things: Object.fromEntries(drawn.map(({ glyph, says }) => [glyph, { glyph, word: says }])) };
}

// The page.

function draw() {
  const count = sectors().length;
  current = Math.min(current, count - 1);
  setText(sectorTitle, t("page.copy.sector", { number: current + 1, all: count }));
  copied.bands.forEach((ring, i) => {
    find(fieldsets[i], ".values").replaceChildren(...ring.answers.map((answer) => valueCard(ring, answer)));
  });
  if (document.activeElement !== weightInput) weightInput.value = formatNumber(sectors()[current].weight ?? 1);
  setText(byId("count"), count);
  fewerButton.disabled = count <= copied.fewest;
  moreButton.disabled = count >= copied.most;
  beforeButton.disabled = current === 0;
  setText(nextButton, t(current === count - 1 ? "page.copy.first_sector" : "page.copy.next_sector"));
  setText(stateLine, t(`page.copy.${wheelState()}`));
  wholeButton.hidden = wheelState() === "whole";
  forgetButton.hidden = !isCopied();
  byId("sectors").replaceChildren(...sectors().map(sectorTile));
  picture.lay(pictureRing(), pictureThings());
  picture.announce(null, String(current));
  picture.hub.replaceChildren(h("b", {}, formatNumber(current + 1)));
  picture.face.setAttribute("aria-hidden", "true"); // the list of sectors says the same
  picture.glide(String(current));
}

/**
 * @param {Ring} ring
 * @param {number} i
 */
function ringFieldset(ring, i) {
  return h(
    "fieldset",
    { class: "ring-of", id: ring.name, dataset: { band: i % 3 } },
    h("legend", {}, thingSign(ring), ring.says),
    h("div", { class: "values" }),
    h("p", { class: "fault", role: "alert" }),
  );
}

/**
 * @param {Ring} ring
 * @param {Answer} answer
 */
function valueCard(ring, answer) {
  const id = `${ring.name}-${answer.value}`;
  const input = h("input", { type: "radio", name: ring.name, value: answer.value, id });
  input.checked = sectors()[current][ring.name] === answer.value;
  input.addEventListener("change", () => {
    ownSectors()[current][ring.name] = answer.value;
    update();
    document.getElementById(id)?.focus();
  });
  const isNumber = answer.n !== null;
  const words = isNumber ? h("b", {}, answer.says) : [thingSign(answer), h("span", {}, answer.says)];
  return h("label", { class: `choice-card value${isNumber ? "" : " wide"}`, dataset: { stark: String(answer.stark) } }, input, words);
}

/**
 * Return a sector of the list, small.
 * @param {Sector} sector
 * @param {number} index
 */
function sectorTile(sector, index) {
  const answers = copied.bands.map((ring) => answerOf(ring, sector));
  const place = t("page.copy.sector", { number: index + 1, all: sectors().length });
  const label = [place, ...answers.map(({ says }, i) => `${copied.rings[i].name} ${says}`)].join(", ");
  const values = answers.map((answer, i) => {
    const value = answer.n === null ? (thingSign(answer) ?? answer.says) : formatNumber(answer.n);
    return h("span", { class: "sector", dataset: { band: i % 3 } }, value);
  });
  const tile = h(
    "button",
    { type: "button", class: "sector-tile", "aria-label": label, onclick: () => go(index, true) },
    h("b", {}, formatNumber(index + 1)),
    values,
  );
  if (index === current) tile.setAttribute("aria-current", "true");
  return h("li", {}, tile);
}

/**
 * @param {number} index
 * @param {boolean} canScroll
 */
function go(index, canScroll = false) {
  current = index;
  weightInput.blur();
  showFault("");
  draw();
  if (canScroll) byId("sector").scrollIntoView({ block: "nearest" });
  sectorTitle.focus({ preventScroll: !canScroll });
}

/**
 * Add or remove the last sector; a new one shows the first value of every ring.
 * @param {-1 | 1} by
 */
function resize(by) {
  const list = ownSectors();
  if (by < 0) list.pop();
  else list.push(Object.fromEntries(copied.bands.map(({ name, answers }) => [name, answers[0].value])));
  update();
}

/** Set how wide the sector is; the usual width is left out. */
function setWeight() {
  const text = weightInput.value.trim();
  if (!/^\d{1,6}$/.test(text)) {
    showFault(t("page.form.number_wanted", { low: "1", high: String(copied.heaviest) }), "weight");
    return;
  }
  const sector = ownSectors()[current];
  if (Number(text) === 1) delete sector.weight;
  else sector.weight = Number(text);
  update();
}

function showSaved() {
  showFault("");
  showStatus(isCopied() ? t("page.copy.saved") : "", "saved");
}

/**
 * @param {unknown} error
 * @param {string} path
 */
function showRefusal(error, path) {
  const names = path.split(".");
  const [sector, name] = names.slice(-2);
  if (names.length !== 4 || names[0] !== copied.table) showStatus(t("page.copy.not_saved", { reason: errorSentence(error) }), "refused");
  else {
    if (Number(sector) !== current) go(Number(sector), true);
    showFault(errorSentence(error), name);
    showStatus(t("page.copy.not_saved_yet"), "refused");
  }
}

async function update() {
  draw();
  await save();
}

/**
 * Show what is wrong at a ring or the weight of the sector; without a name, remove every fault.
 * @param {string} text
 * @param {string} name
 */
function showFault(text, name = "") {
  const isWeight = name === "weight";
  for (const fieldset of fieldsets) find(fieldset, ".fault").textContent = fieldset.id === name ? text : "";
  byId("weight-fault").textContent = isWeight ? text : "";
  weightInput.setAttribute("aria-invalid", String(isWeight));
  if (isWeight) byId("width", HTMLDetailsElement).open = true;
}

/**
 * @param {string} text
 * @param {"" | "saved" | "refused"} kind
 */
function showStatus(text, kind = "") {
  setText(status, text);
  status.dataset.kind = kind;
}

/** Note that all of it is copied: the wheel is no trial, even if the printed one is. */
async function markWhole() {
  ownSectors();
  ownFigures.setOwn(`${copied.table}.placeholder`, false);
  await update();
  stateLine.focus();
}

/** Ask whether to go back to the printed wheel; the owner's other figures stay. */
async function askToForget() {
  if (!(await askYesNo(t("page.copy.forget_question"), t("page.copy.forget_body"), t("page.copy.forget")))) return;
  ownFigures.setOwn(copied.table, null);
  current = 0;
  await update();
}

fewerButton.addEventListener("click", () => resize(-1));
moreButton.addEventListener("click", () => resize(1));
beforeButton.addEventListener("click", () => go(current - 1));
nextButton.addEventListener("click", () => go((current + 1) % sectors().length));
weightInput.addEventListener("change", setWeight);
wholeButton.addEventListener("click", markWhole);
forgetButton.addEventListener("click", askToForget);
wheelRoom.addEventListener("click", (event) => {
  const sector = event.target instanceof Element && event.target.closest(".sector");
  if (sector instanceof SVGElement) go(Number(sector.dataset.sector));
});
await load();
