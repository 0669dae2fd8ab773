// The page on which an owner copies a wheel: one sector after the other beside a picture, and everything is kept at once.
import { Wheel } from "../blocks/wheel.js";
import { h, setText } from "../lib/dom.js";
import { sentence } from "../lib/says.js";
import { ask } from "../lib/sheet.js";
import { registerThings, sign } from "../lib/things.js";
import { figure, t } from "../lib/words.js";
import { copiedHere, keeper, OwnFigures } from "./own_figures.js";

const part = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));
const picture = new Wheel(part.wheel);
let copied; // what is asked: {game, table, fewest, most, heaviest, bands, rings}
let own;
let keep;
let at = 0; // the sector that is asked about, from 0

async function load() {
  const found = await copiedHere(load);
  if (!found) return;
  copied = found;
  registerThings({}, found.game);
  own = new OwnFigures(found);
  keep ??= keeper(found.game, { profile: () => own.profile, begins: () => say(t("page.copy.saving")), kept, refused });
  part.guest.hidden = part.trouble.hidden = true;
  part.copy.hidden = false;
  part.bands.replaceChildren(...copied.bands.map(() => h("fieldset", { class: "ring-of" })));
  draw();
}

// The wheel as the figures have it.

/** Whether anything is copied over the printed wheel. */
function isCopied() {
  return Boolean(own.own(`${copied.table}.sectors`));
}

function sectors() {
  return own.own(`${copied.table}.sectors`) ?? own.printed[copied.table].sectors;
}

/** "trial": nobody's wheel yet; "unfinished": some of it is copied; "whole": the owner's, copied or from a file. */
function state() {
  if (!isCopied()) return own.printed[copied.table].placeholder ? "trial" : "whole";
  return own.own(`${copied.table}.placeholder`) ? "unfinished" : "whole";
}

/** The owner's sectors, begun with the printed ones, and marked as a trial until all of them are copied. */
function begun() {
  if (!isCopied()) own.put(copied.table, { sectors: structuredClone(own.printed[copied.table].sectors), placeholder: true });
  return own.profile[copied.table].sectors;
}

function answerOf(band, sector) {
  return band.answers.find(({ value }) => value === sector[band.name]) ?? band.answers[0];
}

/** The wheel as its picture wants it. */
function ring() {
  const reading = ({ says, glyph, n, stark }) => (n === null ? { name: says, thing: glyph, stark } : { n });
  return {
    name: document.title,
    spoken: [],
    bands: copied.rings,
    sectors: sectors().map((sector, i) => ({ id: String(i), weight: sector.weight ?? 1, shows: copied.bands.map((band) => reading(answerOf(band, sector))) })),
  };
}

function signs() {
  const named = copied.bands.flatMap(({ answers }) => answers).filter(({ glyph }) => glyph);
  return { game: copied.game, things: Object.fromEntries(named.map(({ glyph, says }) => [glyph, { glyph, word: says }])) };
}

// The page.

function draw() {
  const all = sectors().length;
  at = Math.min(at, all - 1);
  setText(part["sector-title"], t("page.copy.sector", { number: at + 1, all }));
  copied.bands.forEach(drawBand);
  if (document.activeElement !== part.weight) part.weight.value = figure(sectors()[at].weight ?? 1);
  setText(part.count, all);
  part.fewer.disabled = all <= copied.fewest;
  part.more.disabled = all >= copied.most;
  part.before.disabled = at === 0;
  setText(part.next, t(at === all - 1 ? "page.copy.first_sector" : "page.copy.next_sector"));
  setText(part.state, t(`page.copy.${state()}`));
  part.whole.hidden = state() === "whole";
  part.forget.hidden = !isCopied();
  part.sectors.replaceChildren(...sectors().map(tile));
  picture.lay(ring(), signs());
  picture.announce(null, String(at));
  picture.hub.replaceChildren(h("b", {}, figure(at + 1)));
  picture.face.setAttribute("aria-hidden", "true"); // the list of sectors says the same
  picture.glide(String(at));
}

function drawBand(band, i) {
  const fieldset = part.bands.children[i];
  const fault = fieldset.querySelector(".fault") ?? h("p", { class: "fault", role: "alert" });
  const legend = h("legend", {}, sign(band), band.says);
  fieldset.dataset.band = i % 3;
  fieldset.id = band.name;
  fieldset.replaceChildren(legend, h("div", { class: "values" }, band.answers.map((answer) => valueCard(band, answer))), fault);
}

function valueCard(band, answer) {
  const hold = `${band.name}-${answer.value}`;
  const input = h("input", { type: "radio", name: band.name, value: answer.value, id: hold });
  input.checked = sectors()[at][band.name] === answer.value;
  input.addEventListener("change", () => {
    begun()[at][band.name] = answer.value;
    changed();
    document.getElementById(hold)?.focus();
  });
  const words = answer.n === null ? [sign(answer), h("span", {}, answer.says)] : h("b", {}, answer.says);
  return h("label", { class: answer.n === null ? "choice-card value wide" : "choice-card value", dataset: { stark: String(answer.stark) } }, input, words);
}

/** A sector in the list, small. */
function tile(sector, index) {
  const answers = copied.bands.map((band) => answerOf(band, sector));
  const said = [t("page.copy.sector", { number: index + 1, all: sectors().length }), ...answers.map(({ says }, i) => `${copied.rings[i].name} ${says}`)].join(", ");
  const bands = answers.map((answer, i) => h("span", { class: "sector", dataset: { band: i % 3 } }, answer.n === null ? (sign(answer) ?? answer.says) : figure(answer.n)));
  const button = h("button", { type: "button", class: "sector-tile", "aria-label": said, onclick: () => go(index, true) }, h("b", {}, figure(index + 1)), bands);
  if (index === at) button.setAttribute("aria-current", "true");
  return h("li", {}, button);
}

function go(to, look = false) {
  at = to;
  part.weight.blur();
  blame("");
  draw();
  if (look) part.sector.scrollIntoView({ block: "nearest" });
  part["sector-title"].focus({ preventScroll: !look });
}

/** Have one sector more or fewer; a new one shows what stands first on every ring. */
function resize(by) {
  const list = begun();
  if (by < 0) list.pop();
  else list.push(Object.fromEntries(copied.bands.map(({ name, answers }) => [name, answers[0].value])));
  changed();
}

/** Set how wide a sector is; the usual width goes without saying. */
function weigh() {
  const text = part.weight.value.trim();
  if (!/^\d{1,6}$/.test(text)) {
    blame(t("page.form.number_wanted", { low: "1", high: String(copied.heaviest) }), "weight");
    return;
  }
  const sector = begun()[at];
  if (Number(text) === 1) delete sector.weight;
  else sector.weight = Number(text);
  changed();
}

function kept() {
  blame("");
  say(isCopied() ? t("page.copy.saved") : "", "saved");
}

function refused(error, where) {
  const path = where.split(".");
  const [sector, name] = path.slice(-2);
  if (path.length !== 4 || path[0] !== copied.table) say(t("page.copy.not_saved", { reason: sentence(error) }), "refused");
  else {
    if (Number(sector) !== at) go(Number(sector), true);
    blame(sentence(error), name);
    say(t("page.copy.not_saved_yet"), "refused");
  }
}

async function changed() {
  draw();
  await keep();
}

/** Say what is wrong where it is wrong: at a ring or the weight of the sector; or take such words away. */
function blame(text, name = "") {
  for (const fieldset of part.bands.children) fieldset.querySelector(".fault").textContent = fieldset.id === name ? text : "";
  part["weight-fault"].textContent = name === "weight" ? text : "";
  part.weight.setAttribute("aria-invalid", String(name === "weight"));
  if (name === "weight") part.width.open = true;
}

function say(text, kind = "") {
  setText(part.kept, text);
  part.kept.dataset.kind = kind;
}

/** All of it is copied: no trial, whatever the wheel under it says of itself. */
async function whole() {
  begun();
  own.put(`${copied.table}.placeholder`, false);
  await changed();
  part.state.focus();
}

/** Back to the wheel that lies under the copy; the owner's other figures stay. */
async function forget() {
  if (!(await ask(t("page.copy.forget_question"), t("page.copy.forget_body"), t("page.copy.forget")))) return;
  own.put(copied.table, null);
  at = 0;
  await changed();
}

part.fewer.addEventListener("click", () => resize(-1));
part.more.addEventListener("click", () => resize(1));
part.before.addEventListener("click", () => go(at - 1));
part.next.addEventListener("click", () => go((at + 1) % sectors().length));
part.weight.addEventListener("change", weigh);
part.whole.addEventListener("click", whole);
part.forget.addEventListener("click", forget);
part.wheel.addEventListener("click", (event) => {
  const tapped = event.target.closest(".sector");
  if (tapped) go(Number(tapped.dataset.sector));
});
await load();
