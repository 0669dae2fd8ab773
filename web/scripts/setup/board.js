// The page on which an owner copies the board: one space after the other, and everything is kept at once.
import { drawing, h, put } from "../lib/dom.js";
import { Figures } from "./figures.js";
import { KINDS, OwnBoard, PRINTED_COUNT } from "./own_board.js";
import { figuresOf, keeper } from "./owners.js";
import { sentence } from "../lib/says.js";
import { ask } from "../lib/sheet.js";
import { t } from "../lib/words.js";

const GAME = "expedition";
const part = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));
const figures = new Figures(part["figure-list"], changed);
let board, space;

async function load() {
  const found = await figuresOf(GAME, load);
  if (!found) return;
  board = new OwnBoard(found.printed, found.profile);
  part.guest.hidden = part.trouble.hidden = true;
  space = board.spaces.find((one) => !board.whole(one)) ?? board.spaces[0];
  part.copy.hidden = false;
  draw();
}

function draw() {
  const { spaces } = board;
  if (!spaces.includes(space)) space = spaces[0];
  const city = board.city(space);
  put(part["space-title"], city ? t("page.board.city", { space, city: t(`page.board.${city}`) }) : t("page.board.space", { space }));
  part.symbols.replaceChildren(part.symbols.firstElementChild, ...[...KINDS, null].map(symbolCard));
  part.crates.hidden = Boolean(city);
  part.crates.replaceChildren(part.crates.firstElementChild, ...[0, 1, 2, null].map(crateCard));
  part.before.disabled = space === spaces[0];
  put(part.next, t(space === spaces.at(-1) ? "page.board.first" : "page.board.next"));
  part.track.replaceChildren(...spaces.map(tile));
  const noted = spaces.filter((one) => board.noted(one));
  const inPart = noted.filter((one) => !board.whole(one)).length;
  const told = [t("page.board.progress", { n: noted.length, all: spaces.length }), inPart && t("page.board.in_part", { n: inPart })];
  put(part.progress, told.filter(Boolean).join(" "));
  part.printed.hidden = !Object.keys(board.profile).length;
  figures.draw(board);
}

function symbolCard(kind) {
  const said = kind ? t(`page.board.wants.${kind}`, { n: PRINTED_COUNT[kind] }) : t("page.board.not_noted");
  return choice("symbol", kind, board.symbol(space), said, kind && drawing(kind), () => board.setSymbol(space, kind));
}

function crateCard(value) {
  const said = value === null ? t("page.board.not_noted") : value ? t("page.board.crate", { n: value }) : t("page.board.no_crate");
  return choice("crate", value, board.crate(space), said, value && drawing("crate"), () => board.setCrate(space, value));
}

function choice(name, value, now, said, sign, take) {
  const hold = `${name}-${value}`;
  const input = h("input", { type: "radio", name, value: String(value), id: hold });
  input.checked = value === now;
  input.addEventListener("change", () => {
    take();
    changed();
    document.getElementById(hold)?.focus();
  });
  return h("label", { class: value === null ? "choice-card plain" : "choice-card" }, input, sign || null, h("span", { class: "card-name" }, said));
}

/** A space of the track, small: its number, symbol and crate. */
function tile(one) {
  const kind = board.symbol(one);
  const crate = board.crate(one);
  const city = board.city(one);
  const said = [
    city ? t("page.board.city", { space: one, city: t(`page.board.${city}`) }) : t("page.board.space", { space: one }),
    kind ? t(`page.board.wants.${kind}`, { n: PRINTED_COUNT[kind] }) : t("page.board.not_noted"),
    crate ? t("page.board.crate", { n: crate }) : "",
  ];
  const button = h("button", { type: "button", class: city ? "tile city" : "tile", "aria-label": said.filter(Boolean).join(", "), onclick: () => go(one, true) },
    h("b", {}, one), kind ? drawing(kind) : h("span", { class: "none", "aria-hidden": "true" }, "·"),
    crate ? h("span", { class: "loot" }, drawing("crate"), crate) : null);
  if (one === space) button.setAttribute("aria-current", "true");
  return h("li", {}, button);
}

function go(to, look = false) {
  space = to;
  draw();
  if (look) part.space.scrollIntoView({ block: "nearest" });
  part["space-title"].focus({ preventScroll: !look });
}

function step(by) {
  const at = board.spaces.indexOf(space) + by;
  go(board.spaces.at(at % board.spaces.length));
}

const keep = keeper(GAME, {
  profile: () => board.profile,
  begins: () => say(t("page.board.saving")),
  kept: () => {
    figures.blame("");
    say(t(Object.keys(board.profile).length ? "page.board.saved" : "page.board.as_printed"), "saved");
  },
  refused: (error, where) => {
    if (!figures.blame(sentence(error), where)) say(t("page.board.not_saved", { reason: sentence(error) }), "refused");
    else say(t("page.board.not_saved_yet"), "refused");
  },
});

async function changed() {
  draw();
  await keep();
}

function say(text, kind = "") {
  put(part.kept, text);
  part.kept.dataset.kind = kind;
}

async function asPrinted() {
  if (!(await ask(t("page.board.forget_question"), t("page.board.forget_body"), t("page.board.forget")))) return;
  board.profile = {};
  space = board.spaces[0];
  await changed();
}

part.next.addEventListener("click", () => step(1));
part.before.addEventListener("click", () => step(-1));
part.printed.addEventListener("click", asPrinted);
part.space.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("input")) step(1);
});
await load();
