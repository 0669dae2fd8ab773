// The page on which an owner copies the wheel: one sector after the other beside a picture, and everything is kept at once.
import { drawing, h, put } from "../lib/dom.js";
import { ATTACKS, FEWEST, MOST, OwnWheel, POINTS } from "./own_wheel.js";
import { figuresOf, keeper } from "./owners.js";
import { sentence } from "../lib/says.js";
import { ask } from "../lib/sheet.js";
import { shown, Wheel } from "./wheel.js";
import { figure, t } from "../lib/words.js";

const GAME = "classic";
const part = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));
const picture = new Wheel(part.wheel);
let own;
let at = 0; // the sector that is asked about, from 0

async function load() {
  const found = await figuresOf(GAME, load);
  if (!found) return;
  own = new OwnWheel(found.printed, found.profile);
  part.guest.hidden = part.trouble.hidden = true;
  part.copy.hidden = false;
  draw();
}

function draw() {
  const { sectors, state } = own;
  const all = sectors.length;
  at = Math.min(at, all - 1);
  put(part["sector-title"], t("page.copy_wheel.sector", { number: at + 1, all }));
  for (const route of ["land", "sea"]) {
    const legend = part[route].firstElementChild;
    part[route].replaceChildren(legend, h("div", { class: "values" }, [...POINTS, ATTACKS[route]].map((value) => valueCard(route, value))), faultOf(part[route]));
  }
  if (document.activeElement !== part.weight) part.weight.value = figure(sectors[at].weight ?? 1);
  put(part.count, all);
  part.fewer.disabled = all <= FEWEST;
  part.more.disabled = all >= MOST;
  part.before.disabled = at === 0;
  put(part.next, t(at === all - 1 ? "page.copy_wheel.first" : "page.copy_wheel.next"));
  put(part.state, t(`page.copy_wheel.${state}`));
  part.whole.hidden = state === "whole";
  part.forget.hidden = !own.copied;
  part.sectors.replaceChildren(...own.shown.map(tile));
  picture.lay(own.shown);
  picture.face.dataset.sector = at;
  for (const one of picture.disc.querySelectorAll(".sector")) one.classList.toggle("hit", Number(one.dataset.sector) === at);
  picture.hub.replaceChildren(h("b", {}, figure(at + 1)));
  picture.face.setAttribute("aria-hidden", "true"); // the list of sectors says the same
  picture.glide(at);
}

function faultOf(fieldset) {
  return fieldset.querySelector(".fault") ?? h("p", { class: "fault", role: "alert" });
}

function valueCard(route, value) {
  const hold = `${route}-${value}`;
  const attack = value === ATTACKS[route];
  const input = h("input", { type: "radio", name: route, value, id: hold });
  input.checked = own.sectors[at][route] === value;
  input.addEventListener("change", () => {
    own.setRing(at, route, value);
    changed();
    document.getElementById(hold)?.focus();
  });
  const words = attack ? [drawing(route === "land" ? "sabres" : "ship"), h("span", {}, shown({ [route]: null }, route))] : h("b", {}, figure(value));
  return h("label", { class: attack ? "choice-card value attack" : "choice-card value" }, input, words);
}

/** A sector in the list, small. */
function tile(one, index) {
  const said = t("page.copy_wheel.tile", { number: index + 1, land: shown(one, "land"), sea: shown(one, "sea") });
  const sign = (route) => (one[route] === null ? drawing(route === "land" ? "sabres" : "ship") : figure(one[route]));
  const button = h("button", { type: "button", class: "sector-tile", "aria-label": said, onclick: () => go(index, true) },
    h("b", {}, figure(index + 1)), h("span", { class: "land" }, sign("land")), h("span", { class: "sea" }, sign("sea")));
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

function resize(by) {
  own.resize(own.sectors.length + by);
  changed();
}

function weigh() {
  const text = part.weight.value.trim();
  if (!/^\d{1,6}$/.test(text)) {
    blame(t("page.form.number_wanted", { low: "1", high: "1000" }), "weight");
    return;
  }
  own.setWeight(at, Number(text));
  changed();
}

const keep = keeper(GAME, {
  profile: () => own.profile,
  begins: () => say(t("page.board.saving")),
  kept: () => {
    blame("");
    say(own.copied ? t("page.board.saved") : "", "saved");
  },
  refused: (error, where) => {
    const [, sector, name] = /^wheel\.sectors\.(\d+)\.(land|sea|weight)$/.exec(where) ?? [];
    if (name === undefined) say(t("page.board.not_saved", { reason: sentence(error) }), "refused");
    else {
      if (Number(sector) !== at) go(Number(sector), true);
      blame(sentence(error), name);
      say(t("page.board.not_saved_yet"), "refused");
    }
  },
});

async function changed() {
  draw();
  await keep();
}

/** Say what is wrong where it is wrong: at "land", "sea" or "weight" of the sector; or take such words away. */
function blame(text, name = "") {
  for (const route of ["land", "sea"]) part[route].querySelector(".fault").textContent = route === name ? text : "";
  part["weight-fault"].textContent = name === "weight" ? text : "";
  part.weight.setAttribute("aria-invalid", String(name === "weight"));
  if (name === "weight") part.width.open = true;
}

function say(text, kind = "") {
  put(part.kept, text);
  part.kept.dataset.kind = kind;
}

async function whole() {
  own.finish();
  await changed();
  part.state.focus();
}

async function forget() {
  if (!(await ask(t("page.copy_wheel.forget_question"), t("page.copy_wheel.forget_body"), t("page.copy_wheel.forget")))) return;
  own.forget();
  at = 0;
  await changed();
}

part.fewer.addEventListener("click", () => resize(-1));
part.more.addEventListener("click", () => resize(1));
part.before.addEventListener("click", () => go(at - 1));
part.next.addEventListener("click", () => go((at + 1) % own.sectors.length));
part.weight.addEventListener("change", weigh);
part.whole.addEventListener("click", whole);
part.forget.addEventListener("click", forget);
part.wheel.addEventListener("click", (event) => {
  const tapped = event.target.closest(".sector");
  if (tapped) go(Number(tapped.dataset.sector));
});
await load();
